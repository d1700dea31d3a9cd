/* What the files of the search share: nodes of the path, and their moves. */
#ifndef SOLVER_SEARCH_INTERNAL_H
#define SOLVER_SEARCH_INTERNAL_H

#include "search/search.h"

/* Sums of proof numbers stop growing here. */
#define SEARCH_NUMBER_MAX 100000000u

/* Nodes between two looks at the limits. The clock is looked at after as much work, too, which may
 * be that of few nodes: those of long histories have tens of thousands of conditions. */
#define SEARCH_CHECK_INTERVAL 256

enum edge_status { EDGE_OPEN, EDGE_WON, EDGE_LOST }; /* for the node's mover */

/* A move from a node of the path. */
struct edge {
    struct state_move move;
    /* Once decided, the conditions on the item looked up and on the repetition. */
    struct condition own_conditions[2];
    struct lemma *lemma;         /* why it is decided, a reference; NULL where an end decides */
    struct dfpn_numbers numbers; /* for proving that the mover wins by it */
    int16_t bound;               /* once decided: the winner's margin, from the node on */
    int16_t below;               /* on record he forces less (free_margins.h), or BELOW_ANY */
    int16_t gain;      /* prisoners, or points for the first pass, that the move gains Black */
    int16_t order;     /* The least is tried first. */
    uint8_t status;    /* enum edge_status */
    uint8_t lemma_map; /* takes the lemma's view to this one */
    uint8_t own_condition_count;
    bool denies; /* decided for the winner without an end that he forces */
};

/* A node of the present path. */
struct search_frame {
    struct state state;
    int t;                        /* Black's threshold from here on */
    struct history_change change; /* made by the move that led here */
    size_t first_edge, edge_count;
    uint32_t chosen;             /* the edge being searched */
    struct dfpn_numbers numbers; /* for proving that the mover wins */
    struct dfpn_numbers limits;  /* The node is left when one of its numbers reaches its limit. */
    uint64_t hash;               /* of state and history, for the table of proof numbers */
    uint64_t opened;             /* search.nodes when this visit began */
    int on_record[2];            /* by attacker: free_margins_of_history() */
    int after[2];                /* the same after any of its moves */
    bool expanded;
};

/* As search_probe() and, where that finds nothing, search_load(). */
struct lemma *search_find_lemma(struct search *search, struct state state, int t, int *ret_map);

/* Is there no reason to stop? Sets search->stopped if there is (limits.c). */
bool search_within_limits(struct search *search);

/*
 * Is there memory to go on (memory.c)? Lemmas can be forgotten: they get what the rest leaves.
 * False when that is next to nothing, or when the lemmas could not be kept to it, because too many
 * of them are referred to.
 */
bool search_has_memory(struct search *search);

/* A state as a number: one that other runs have for it, too, where that matters. */
static inline uint64_t search_state_name(const struct search *search, struct state state)
{
    struct state rest = state;
    rest.board = 0;
    return search->history.names == NULL
               ? state_key(state)
               : history_board_name(&search->history, state.board) ^ state_key(rest);
}

/* A hash of state, history and threshold: the name of a node in the table of proof numbers. */
static inline uint64_t search_hash(const struct search *search, struct state state, int t)
{
    return hash_mix(history_hash(&search->history) ^
                    search_state_name(search, state) * 0x9e3779b97f4a7c15ull ^
                    (uint64_t)(int64_t)t << 50 ^ (uint64_t)search->attacker << 63 ^
                    (uint64_t)search->visits << 57);
}

/* Fills the frame's edges (expand.c). Returns 0, -ENOMEM, -ERANGE or -E2BIG. */
int search_expand(struct search *search, struct search_frame *frame);

/* Adds an edge, all zero, to the frame, which is on top. Returns NULL if there is no memory. */
struct edge *search_add_edge(struct search *search, struct search_frame *frame);

/* How soon the players win after an edge by the attractors; RANK_NONE: they do not say. */
struct edge_ranks {
    int own;       /* the rank of the node's mover */
    int opponents; /* the rank of the opponent */
};

/* Returns the ranks of an edge that goes on (move_order.c). n: the number of a stone move; -1 of
 * others. */
struct edge_ranks search_edge_ranks(const struct search *search, const struct search_frame *frame,
                                    const struct edge *edge, int n);

/* Gives the edge its place in the order of moves by what the tables say (move_order.c). */
void search_order_edge(const struct search *search, const struct search_frame *frame,
                       struct edge *edge, int n, struct edge_ranks ranks);

/* Gives the edge the place of a move that a guide proves to win, with a proof of size > 0: before
 * all others, the smallest proof first (move_order.c). */
void search_order_guided(struct edge *edge, uint32_t size);

/* Sets the edge's first proof numbers by what the tables say (initial_numbers.c). */
void search_initial_numbers(struct edge *edge, struct edge_ranks ranks);

/* Sets them for a move that a guide proves to win, with a proof of size > 0 (initial_numbers.c). */
void search_guided_numbers(struct edge *edge, uint32_t size);

/* Sets them to what an earlier visit left for the child, if there is anything (initial_numbers.c).
 * The history is that after the move. */
void search_recall_numbers(const struct search *search, const struct search_frame *frame,
                           struct edge *edge);

/* Returns the size of the smallest proof in search->guide that the mover wins by the edge; 0: there
 * is none (probe.c). */
uint32_t search_guided_size(const struct search *search, const struct search_frame *frame,
                            const struct edge *edge);

/*
 * What winner gets from the node on if the move of edge ends with outcome (not GOES_ON): BOUND_MAX
 * if he wins outright or denies. *ret_good: it decides the node for him (leaf.c). Returns 0,
 * -ENOMEM, or -E2BIG if what a player gets alone is too much work.
 */
int search_end(struct search *search, const struct search_frame *frame, const struct edge *edge,
               enum outcome outcome, enum colour winner, bool *ret_good, int *ret_bound);

/* Adds an edge that decides the node: winner gets margin. Returns NULL if there is no memory. */
struct edge *search_add_leaf_edge(struct search *search, struct search_frame *frame,
                                  enum colour winner, int margin);

/* Adds a leaf that decides the node under every history, if there is one (leaf.c). Returns 0,
 * -ENOMEM or -ERANGE. */
int search_add_leaf(struct search *search, struct search_frame *frame, bool *ret_leaf);

/* Hands the lemma of a decided frame on to search->persistence, if there is one (persistence.c). */
void search_save(const struct search *search, const struct search_frame *frame,
                 struct lemma *lemma);

/* Decides an edge that goes on: lemma is proved of the child (edge_conditions.c). Takes over the
 * reference. Returns 0, -ENOMEM or -E2BIG. */
int search_settle_edge(struct search *search, const struct search_frame *frame, struct edge *edge,
                       struct lemma *lemma, int lemma_map);

/* Decides an edge that goes on: winner forces margin from the child without history, and less from
 * what is on record then (edge_conditions.c). Returns as search_settle_edge(). */
int search_settle_free(struct search *search, const struct search_frame *frame, struct edge *edge,
                       enum colour winner, int margin);

/* What decided an edge. */
enum decided_by {
    BY_CHILD, /* The move goes on and its child is proved. */
    BY_END,   /* the outcome that the looked-up item's status gives it */
    BY_CYCLE, /* The move leads back to a state of the path. */
    BY_BAR,   /* An item bars the move (in proof traces; else BY_END). */
};

/*
 * Sets the conditions under which an edge is good for winner (edge_conditions.c); the edge's bound
 * may become less. Returns 0, -ENOMEM or -E2BIG.
 */
int search_set_conditions(struct search *search, const struct search_frame *frame,
                          struct edge *edge, enum colour winner, enum decided_by by);

/* Makes the lemma of a decided frame (build_lemma.c). Returns a reference and the map from it;
 * NULL: no memory. */
struct lemma *build_lemma(struct search *search, struct search_frame *frame, int *ret_map);

/* Makes the lemma that winner forces margin from a state without history (free_margins.h). Returns
 * as build_lemma(). */
struct lemma *build_lemma_free(struct search *search, struct state state, enum colour winner,
                               int margin, int *ret_map);

#endif
