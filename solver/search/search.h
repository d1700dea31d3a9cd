/*
 * The search: who wins a threshold question from a state with its history?
 *
 * The question is always "does Black get a margin of at least t?". If play can be endless it is
 * asked for one attacker: "can Black force an end with at least t?" or "can White force an end with
 * less than t?".
 *
 * The search is a proof-number search with an explicit stack (df-pn: Nagai 2002), and with all
 * thresholds infinite a depth-first search. Proof numbers live in a small table under a hash of
 * the state and its full history and only steer; facts are lemmas (search/lemma.h), which carry the
 * conditions under which they may be used again. Nothing in here knows a ruleset.
 */
#ifndef SOLVER_SEARCH_SEARCH_H
#define SOLVER_SEARCH_SEARCH_H

#include <stdatomic.h>

#include "base/limits.h"
#include "board/move.h"
#include "result/progress.h"
#include "search/lemma.h"
#include "tables/energy.h"

enum search_order {
    ORDER_BEST_FIRST,  /* df-pn */
    ORDER_DEPTH_FIRST, /* first open play in order, to the end */
};

struct persistence;
struct search;

enum edge_status { EDGE_OPEN, EDGE_WON, EDGE_LOST }; /* for the node's mover */

/* A play from the node of a frame. */
struct edge {
    struct state_move state_move;
    struct condition local[2]; /* once decided: on the item looked up, on the cycle */
    struct lemma *lemma;       /* why it is decided: a reference; NULL where an end decides */
    uint32_t win, loss;        /* numbers for proving that the mover wins, or loses, by it */
    int16_t bound;             /* once decided: the winner's margin, from the node on */
    int16_t gain;              /* prisoners the play gains Black */
    int16_t order;             /* least first */
    uint8_t status;            /* enum edge_status */
    uint8_t lemma_map;         /* takes the lemma's frame to this one */
    uint8_t local_count;
    bool avoids; /* decided for the winner without an end that he forces */
};

/* A node of the current line. */
struct search_frame {
    struct state state;
    int t;                        /* Black's threshold from here on */
    struct history_change change; /* made by the play that led here */
    size_t first_edge, edge_count;
    uint32_t chosen;    /* the edge being searched */
    uint32_t win, loss; /* numbers for the mover */
    uint32_t max_win, max_loss;
    uint64_t hash;   /* of state and history, for the table of proof numbers */
    uint64_t opened; /* search.nodes when this visit began */
    bool expanded;
};

struct numbers {
    uint64_t hash;
    uint32_t win, loss;
};

struct search {
    struct positions *positions;
    struct history_model model;
    struct history history;
    struct lemma_table *lemmas; /* borrowed */
    struct lemma_table *guide;  /* recorded lemmas that order the plays, or NULL */
    struct numbers *numbers;
    size_t number_mask;
    struct condition_set gather, mapped;
    struct search_frame *frames;
    size_t frame_count, frame_room, frame_most; /* _most: at any look at the limits so far */
    struct edge *edges;
    size_t edge_count, edge_room, edge_most;
    const struct attractor *attractors[2]; /* by attacker's colour, for the present t; or NULL */
    const struct energy *energies[2];      /* the same */
    enum search_order order;
    enum colour attacker; /* of the present question, where play can be endless */
    bool solo_leaf;       /* use what a player gets alone as a leaf */
    int visits;           /* how often a state may recur on a line before the attacker has failed */
    struct limits limits;
    struct persistence *persistence; /* what outlasts the run (persistence.h), or NULL */
    void *session;                   /* of persistence */
    enum stop_reason stopped;
    int asked; /* the threshold of the present question, prisoners so far not counted */
    const struct strategy_progress *strategy; /* if strategies are looked for, or NULL */
    uint64_t nodes;                           /* expanded, all questions together */
    atomic_size_t *shared_bytes;    /* of what the caller holds besides (attractors), and of all
                                       searches on the same boards; borrowed */
    size_t reported_bytes;          /* the part of them that is this search's own */
    const atomic_bool *cancelled;   /* set when nobody waits for the answer any more; or NULL */
    atomic_bool spent;              /* the budget of the present question is */
    const atomic_bool *other_spent; /* of who works on the same one and may still have the answer:
                                       so long this search goes on; or NULL */
    double opened;                  /* clock_now() when the search was made */
    uint64_t next_check;
    bool crowded;             /* the memory was used up at the last look at the limits */
    uint64_t last_node;       /* of the present question: STOP_BUDGET beyond it; 0: none */
    struct lemma *proved;     /* the last answer's, a reference, if recording; else NULL */
    int root_map, proved_map; /* take the answer's lemma to the question's frame */
};

/*
 * Prepares a search on positions and lemmas (both borrowed, and perhaps shared with searches in
 * other threads: then positions must be closed) under the ruleset's model. Returns 0 or -ENOMEM.
 */
int search_init(struct search *ret_search, struct positions *positions, struct lemma_table *lemmas,
                atomic_size_t *shared_bytes, const struct history_model *model,
                const struct limits *limits);
void search_release(struct search *search);

/* The answer to a question. */
struct answer {
    enum colour winner; /* Black: he gets the margin asked for; where play can be endless: the
                           attacker forces it, or the other player denies it */
    int bound;          /* the winner's margin that was proved, his view: at least what was asked */
    bool forced;        /* the winner forces an end; else he only denies the other's */
};

/*
 * Decides whether Black gets at least t from state, under search->history. attacker matters only
 * where play can be endless. At most max_nodes are expanded (0: only search->limits count).
 * Returns 0 and *ret_answer; or -EAGAIN if a limit stopped it (search->stopped says which).
 */
int search_query(struct search *search, struct state state, int t, enum colour attacker,
                 uint64_t max_nodes, struct answer *ret_answer);

/* Shows progress and looks at the flag and the clock: has it been asked to stop? Sets stopped. */
bool search_interrupted(struct search *search);

/* Calls limits.progress, if there is one, with what the search is at. */
void search_show_progress(const struct search *search);

/* The bytes held now. */
size_t search_bytes(const struct search *search);

/* --- shared by the files of the search --- */

#define NUMBER_MAX 100000000u

/* A hash of state, history and threshold: the name of a node in the table of proof numbers. */
uint64_t search_hash(const struct search *search, struct state state, int t);

/* Fills the frame's edges (expand.c). Returns 0, -ENOMEM or -ERANGE. */
int search_expand(struct search *search, struct search_frame *frame);

/*
 * What winner gets from the node on if the play of edge ends with outcome (not GOES_ON): BOUND_MAX
 * if he wins outright or denies; *ret_good: it decides the node for him (expand.c). 0 or -ENOMEM.
 */
int search_end(struct search *search, const struct search_frame *frame, const struct edge *edge,
               enum outcome outcome, enum colour winner, bool *ret_good, int *ret_bound);

/* Looks for a lemma that decides state; sets the edge if there is one (expand.c). */
bool search_probe(struct search *search, const struct search_frame *frame, struct edge *edge);

/* Hands the lemma of a decided frame on to search->persistence, if there is one (persistence.c). */
void search_save(const struct search *search, const struct search_frame *frame,
                 struct lemma *lemma);

/* As search_probe(), for what search->persistence knows of the state (persistence.c). */
bool search_load(struct search *search, const struct search_frame *frame, struct edge *edge);

/* Decides an edge that goes on: winner has bound from the child on, by lemma (build_lemma.c). */
int search_settle_edge(struct search *search, const struct search_frame *frame, struct edge *edge,
                       struct lemma *lemma, int lemma_map);

/* What decided an edge. */
enum decided_by {
    BY_CHILD, /* the play goes on and its child is proved */
    BY_END,   /* the outcome that the looked-up item's status gives it */
    BY_CYCLE, /* it leads back to a state of the line */
};

/*
 * Sets the conditions under which an edge is good for winner (build_lemma.c); the edge's bound may
 * become less. Returns 0 or -ENOMEM.
 */
int search_set_conditions(struct search *search, const struct search_frame *frame,
                          struct edge *edge, enum colour winner, enum decided_by by);

/* Makes the lemma of a decided frame. Returns a reference and the map from it; NULL: no memory. */
struct lemma *build_lemma(struct search *search, struct search_frame *frame, int *ret_map);

/* A way of seeing a state in its canonical form. */
struct canonical {
    uint64_t key;
    int count;                          /* of the elements that take the state there, */
    uint8_t elements[2 * SYMMETRY_MAX]; /* these */
};
void search_canonical(const struct search *search, struct state state,
                      struct canonical *ret_canonical);

#endif
