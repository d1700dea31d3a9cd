/*
 * The history-free attractor: from which states can a player force an end with a given margin when
 * only simple ko limits the plays, and in how many plies at best? A least fixpoint over all boards,
 * by retrograde analysis.
 *
 * It knows nothing of superko or bans, so it proves nothing for the game with its history; it
 * orders the plays, which is worth more than anything else (2 to 100 times fewer nodes).
 */
#ifndef SOLVER_ENGINE_ATTRACTOR_H
#define SOLVER_ENGINE_ATTRACTOR_H

#include "engine/state.h"

#define RANK_NONE 0 /* cannot be forced (or only in more than RANK_MAX plies) */
#define RANK_MAX 250

/*
 * The plays of closed positions seen from their ends. A node is orbit * 2 + mover: the canonical
 * board with a player to move.
 */
struct reverse_plays {
    const struct positions *positions;
    uint32_t node_count;
    uint32_t *owner;    /* of a play: the node it is played at */
    uint32_t *first;    /* node_count + 1 offsets into plays */
    uint32_t *plays;    /* the plays that lead to a node, as indices of positions->plays */
    uint32_t *ko_first; /* node_count + 1 offsets into ko_plays */
    uint32_t *ko_plays; /* those of them that leave a ko */
    size_t bytes;
};

/* positions must be closed (positions_close() returned 0) and stay as they are. 0 or -ENOMEM. */
int reverse_plays_init(struct reverse_plays *ret_reverse, const struct positions *positions);
void reverse_plays_release(struct reverse_plays *reverse);

struct attractor {
    const struct positions *positions;
    int margin;        /* the attacker's own margin that is to be reached */
    int layers;        /* passes_to_end: consecutive passes 0 .. layers - 1 */
    uint8_t *ranks;    /* [(node * 2 + attacker) * layers + passes] */
    uint8_t *ko_ranks; /* [play * 2 + attacker]: after a play with a ko */
    size_t bytes;
};

/*
 * Computes the attractor. Returns 0, -ENOMEM, or -EINTR when stop (may be NULL) returned true.
 */
int attractor_init(struct attractor *ret_attractor, const struct reverse_plays *reverse, int margin,
                   int passes_to_end, bool (*stop)(void *), void *arg);
void attractor_release(struct attractor *attractor);

/* The rank of a state without ko, for attacker: plies to the end at best; or RANK_NONE. */
int attractor_rank(const struct attractor *attractor, struct state state, enum colour attacker);

/* The rank of the state after the n-th play of state's mover, its ko included. */
int attractor_play_rank(const struct attractor *attractor, struct state state, int n,
                        enum colour attacker);

/* The bytes that an attractor over positions takes. */
size_t attractor_size(const struct positions *positions, int passes_to_end);

#endif
