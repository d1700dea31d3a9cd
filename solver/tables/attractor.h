/*
 * The history-free attractor: from which states can a player force an end with a given margin when
 * only simple ko limits the moves, and in how many plies at best? A least fixpoint over all boards,
 * by retrograde analysis.
 *
 * It knows nothing of superko or bans, so it proves nothing for the game with its history; it
 * orders the moves, which is worth more than anything else (2 to 100 times fewer nodes).
 */
#ifndef SOLVER_TABLES_ATTRACTOR_H
#define SOLVER_TABLES_ATTRACTOR_H

#include <limits.h>

#include "tables/reverse_moves.h"

#define RANK_NONE 0 /* cannot be forced (or only in more than RANK_MAX plies) */
#define RANK_MAX 250
#define LAYERS_MAX 3

/* Of every margin at once: the greatest that can be forced, instead of plies. It is kept as a rank:
 * with this added it is neither RANK_NONE nor too large. */
#define MARGIN_EVERY INT_MIN
#define MARGIN_OFFSET 100
#define NEVER_FORCED INT_MIN

struct attractor {
    const struct reverse_moves *reverse;
    int margin;        /* the attacker's own margin that is to be reached, or MARGIN_EVERY */
    int layers;        /* passes_to_end: consecutive passes 0 .. layers - 1 */
    uint8_t *ranks;    /* [(node * 2 + attacker) * layers + passes] */
    uint8_t *ko_ranks; /* [ko move * 2 + attacker]: after a move with a ko */
};

/* Of MARGIN_EVERY: what an earlier run had decided, all margins down to one. */
struct attractor_start {
    int margin;
    const uint8_t *ranks, *ko_ranks;
};

/* How an attractor is to be made. */
struct attractor_work {
    int margin, passes_to_end;
    int threads;          /* at least 1 */
    bool (*stop)(void *); /* asked now and then; may be NULL */
    void *arg;
    /* Of MARGIN_EVERY, may be NULL: where to go on; and what is called after each margin, with all
     * that is decided for it and greater ones. stage returns 0 or a negative errno. */
    const struct attractor_start *start;
    int (*stage)(void *, const struct attractor *so_far, int margin);
};

/*
 * Computes the attractor; the same one whatever the number of threads. Returns 0, -ENOMEM, -EINTR
 * when stop returned true, or what stage returned.
 */
int attractor_init(struct attractor *ret_attractor, const struct reverse_moves *reverse,
                   const struct attractor_work *how);
void attractor_release(struct attractor *attractor);

/* The rank of a state without ko, for attacker: plies to the end at best; or RANK_NONE. */
int attractor_rank(const struct attractor *attractor, struct state state, enum colour attacker);

/* The rank of the state after the n-th move of state's mover, its ko included. */
int attractor_move_rank(const struct attractor *attractor, struct state state, int n,
                        enum colour attacker);

/* Of MARGIN_EVERY: the greatest margin that attacker forces from a state without ko, his view; or
 * NEVER_FORCED. */
int attractor_margin(const struct attractor *attractor, struct state state, enum colour attacker);

/* The same of the state after the move with a ko of that index in reverse_moves; attacker as its
 * owner's board shows the colours. */
int attractor_ko_margin(const struct attractor *attractor, uint32_t index, unsigned attacker);

/* The bytes that an attractor takes. */
size_t attractor_size(const struct reverse_moves *reverse, int passes_to_end);

/* The bytes that an attractor takes for each node and each move with a ko, and those that making
 * it takes besides, at most. */
struct attractor_sizes {
    size_t node, ko, node_work, ko_work;
};
struct attractor_sizes attractor_sizes(int passes_to_end);

#endif
