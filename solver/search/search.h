/*
 * The search: who wins a threshold query from a state with its history?
 *
 * The query is always "does Black get a margin of at least t?". If play can be endless it is asked
 * for one attacker: "can Black force an end with at least t?" or "can White force an end with less
 * than t?".
 *
 * The search is a proof-number search with an explicit stack (df-pn: Nagai 2002), and with all
 * thresholds infinite a depth-first search. Facts are lemmas (search/lemma.h): they are the
 * transposition table, and carry the conditions on the history under which they may be used again.
 * Proof numbers live in a small table of their own under a hash of the state and its full history,
 * and only steer (search/dfpn.h). Nothing in here knows a ruleset.
 *
 * Where to find what: the loop, the proof numbers and the thresholds are in search.c; the moves of
 * a node in expand.c; move ordering in move_order.c; first proof numbers in initial_numbers.c; ends
 * and leaves in leaf.c; the look-up in the transposition table in probe.c; what
 * decides an edge, and the conditions of that, in edge_conditions.c; new lemmas in build_lemma.c;
 * limits in limits.c.
 */
#ifndef SOLVER_SEARCH_SEARCH_H
#define SOLVER_SEARCH_SEARCH_H

#include <stdatomic.h>

#include "base/limits.h"
#include "board/move.h"
#include "result/progress.h"
#include "search/dfpn.h"
#include "search/foresight.h"
#include "search/lemma.h"
#include "tables/energy.h"

/* The work that a node takes with its moves, where a condition that goes into a lemma is 1: about
 * as much time on lines of 12 points. */
#define SEARCH_NODE_WORK 256

enum search_order {
    ORDER_BEST_FIRST,  /* df-pn */
    ORDER_DEPTH_FIRST, /* the first open move in order, to the end */
};

struct edge;
struct halt;
struct halt_point;
struct search_frame;
struct persistence;

struct search {
    /* --- what is searched, and what is known --- */
    struct positions *positions;
    struct history_model model;
    struct history history;
    struct lemma_table *lemmas;      /* borrowed */
    struct dfpn_table numbers;       /* of open nodes */
    struct persistence *persistence; /* what outlasts the run (persistence.h), or NULL */
    void *session;                   /* of persistence */

    /* --- what orders the moves, and ends lines at once --- */
    struct lemma_table *guide; /* lemmas of an earlier search that order the moves, or NULL */
    /* By the attacker's colour, for the present threshold; NULL: there is none. */
    const struct attractor *attractors[2];
    const struct energy *energies[2];
    struct outlook outlook;           /* what dense tables say instead */
    struct free_margins free_margins; /* leaves by them; all zero: none */
    bool solo_leaf;                   /* use the leaf of search_add_leaf() */

    /* --- the present query --- */
    enum search_order order;
    enum colour attacker; /* where play can be endless */
    int visits;           /* how often a state may recur on a path before the attacker has failed */
    int asked;            /* its threshold, prisoners so far not counted */
    struct lemma *root;   /* decides it, a reference; NULL: not decided yet */
    int root_map;         /* takes the root's lemma to the query's view */
    struct lemma *proved; /* the last answer's, a reference, if recording; else NULL */
    int proved_map;       /* the same of proved */

    /* --- the path: its nodes, the root first, and the moves from all of them --- */
    struct search_frame *frames;
    size_t frame_count, frame_capacity;
    struct edge *edges;
    size_t edge_count, edge_capacity;
    /* By attacker, at the state that is looked up: free_margins_of_history(). */
    int on_record[2];

    /* --- the lemma being built --- */
    struct condition_set gathered, mapped; /* its conditions, before and after they are mapped */
    struct condition_packer packer;        /* its room for storing them */

    /* --- where a run is stopped, and going on there (halt.h) --- */
    struct halt *halt;              /* where an earlier run was stopped, and this one; or NULL */
    const struct halt_point *again; /* its path is gone along first; NULL: none */
    size_t again_at;                /* how far it has been gone along */

    /* --- limits (limits.c) --- */
    struct limits limits;
    enum stop_reason stopped;
    uint64_t nodes;               /* expanded, all queries together */
    uint64_t work;                /* of all of them: SEARCH_NODE_WORK has the unit */
    uint64_t last_node;           /* of the present query: STOP_BUDGET beyond it; 0: none */
    uint64_t last_work;           /* the same of the work */
    uint64_t next_check;          /* the node at which the limits are looked at next, */
    uint64_t next_look;           /* and the work at which the clock is, however few nodes it is */
    double opened;                /* clock_now() when the search was made */
    const atomic_bool *cancelled; /* set when nobody waits for the answer any more; or NULL */
    atomic_bool spent;            /* The budget of the present query is used up. */
    /* The same of the other search that works on the query. As long as it may still have the
     * answer, this one goes on. NULL: there is no other. */
    const atomic_bool *other_spent;

    /* --- memory (memory.c) --- */
    /* Bytes that the caller holds besides (attractors) and those of all searches on the same
     * boards. Borrowed. */
    atomic_size_t *shared_bytes;
    size_t reported_bytes;        /* the part of shared_bytes that is this search's own */
    size_t frame_most, edge_most; /* the counts at any look at the limits so far */
    bool full;                    /* The memory was used up at the last look at the limits. */

    /* --- what is shown besides (search_show_progress()); NULL: nothing --- */
    const struct strategy_progress *strategy; /* if strategies are looked for */
    const struct dense_progress *sweep;       /* if a dense table is made */
    const struct foresight *foresight;        /* whose bytes count besides */
};

/*
 * Prepares a search on positions and lemmas (both borrowed, and perhaps shared with searches in
 * other threads: then positions must be closed) under the ruleset's model. Returns 0 or -ENOMEM.
 */
int search_init(struct search *ret_search, struct positions *positions, struct lemma_table *lemmas,
                atomic_size_t *shared_bytes, const struct history_model *model,
                const struct limits *limits);
void search_release(struct search *search);

/* The answer to a query. */
struct answer {
    /* Black: he gets the margin asked for. Where play can be endless: the attacker forces it, or
     * his opponent denies it. */
    enum colour winner;
    int bound;   /* the winner's margin that was proved, his view: at least what was asked */
    bool forced; /* The winner forces an end; else he only denies the attacker's. */
};

/*
 * Decides whether Black gets at least t from state, under search->history. attacker matters only
 * where play can be endless. At most max_nodes are expanded (0: only search->limits count).
 * Returns 0 and *ret_answer; or -EAGAIN if a limit stopped it (search->stopped says which).
 */
int search_query(struct search *search, struct state state, int t, enum colour attacker,
                 uint64_t max_nodes, struct answer *ret_answer);

/*
 * The same in pieces. search_begin() begins it: returns 0 or -ENOMEM. search_go_on() expands at
 * most max_nodes more and does at most max_work more (0: only search->limits count): returns 0 when
 * the query is decided, else -EAGAIN, and after STOP_BUDGET it may be called again. At the end
 * search_answer() gives the answer, or search_break_off() forgets what is not decided. Nothing else
 * is asked of the search meanwhile.
 */
int search_begin(struct search *search, struct state state, int t, enum colour attacker);
int search_go_on(struct search *search, uint64_t max_nodes, uint64_t max_work);
void search_answer(struct search *search, struct state state, struct answer *ret_answer);
void search_break_off(struct search *search);

/*
 * Looks in the transposition table for a lemma that decides whether Black gets at least t from
 * state, under search->history, for search->attacker (probe.c). Returns a reference to it, and in
 * *ret_map the element that takes its view to the state's; or NULL.
 */
struct lemma *search_probe(struct search *search, struct state state, int t, int *ret_map);

/* As search_probe(), after what search->persistence knows of the state was put into the table
 * (persistence.c). */
struct lemma *search_load(struct search *search, struct state state, int t, int *ret_map);

/* Shows progress and looks at the flag and the clock: has the search been asked to stop? Sets
 * search->stopped. */
bool search_interrupted(struct search *search);

/* Calls limits.progress, if there is one, with what the search is at. */
void search_show_progress(const struct search *search);

/* Returns how soon attacker wins after the n-th stone move by what tables say; RANK_NONE: they do
 * not (move_order.c). */
int search_move_rank(const struct search *search, struct state state, int n, enum colour attacker);

/* The same of a state without ko. */
int search_state_rank(const struct search *search, struct state state, enum colour attacker);

/* Do these ranks count plies? Then those below RANK_MAX get less along the line of a player who
 * always goes on to the least, whatever the other plays: so he comes to the end. */
bool search_ranks_are_plies(const struct search *search, enum colour attacker);

/* Returns the bytes held now. */
size_t search_bytes(const struct search *search);

/* The ways of seeing a state in its canonical form. */
struct canonical {
    uint64_t key;                       /* state_key() of the canonical state */
    int count;                          /* of the elements that take the state there */
    uint8_t elements[2 * SYMMETRY_MAX]; /* these elements */
};

void search_canonical(const struct search *search, struct state state,
                      struct canonical *ret_canonical);

#endif
