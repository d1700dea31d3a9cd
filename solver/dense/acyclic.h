/*
 * What a player forces by a strategy in whose lines no board comes back, for all boards: the same
 * ranking as that of the lists, state by state. tables/acyclic.h says what is ranked, in which
 * order, and why it holds; it does not depend on who looks first.
 *
 * A place is a board and the owner of the strategy, colours as the canonical board shows them. What
 * is known of it is a set of margins for which it is ranked, and of these a set for which it is
 * full. So all margins of a group are ranked at once, and each goes its own way all the same.
 *
 * Between two choices of weak boards everything follows that can, whatever the order: sweeps go
 * down the boards that are marked, as a play from them leads to what has changed. Boards are marked
 * by taking back plays (dense/unmoves.h). So a board is looked at some ten times for all margins.
 */
#ifndef SOLVER_DENSE_ACYCLIC_H
#define SOLVER_DENSE_ACYCLIC_H

#include "dense/margins.h"

/* Bytes of a set of margins, at least and at most; a power of two. */
#define DENSE_ACYCLIC_WIDTH_MIN 2
#define DENSE_ACYCLIC_WIDTH_MAX 8

struct dense_acyclic {
    struct dense_game game;
    const struct dense_margins *all; /* what is forced where boards may come back */
    struct dense_memory *memory;
    int width; /* bytes of a set: a group has eight times as many margins */
    int most;  /* the greatest margin of the group at hand; those above are done */
    /* Of boards by their numbers, colours as the canonical board shows them. */
    struct dense_array codes; /* four bytes: by 2 * mover + attacker, as in dense/margins.h: of the
                                 margins that are done */
    struct dense_array sets;  /* of the group at hand, by owner: full, ranked */
    struct dense_array waiting; /* of the group at hand, by owner: may be ranked weak */
    struct dense_array marks;   /* a bit: to be looked at */
};

/*
 * Makes room, with nothing ranked. all, which is finished, has no kos, two passes that end the game
 * and an index of everything; it and memory must outlive it. width: of the sets; 0: as suits the
 * memory. The end is the same. Returns 0 or what dense_memory_take() returned.
 * dense_acyclic_release() it; it may be all zero.
 */
int dense_acyclic_init(struct dense_acyclic *ret_acyclic, const struct dense_margins *all,
                       int width, struct dense_memory *memory);
void dense_acyclic_release(struct dense_acyclic *acyclic);

/*
 * Ranks for all margins. how's reader is not used. report is called after each sweep; then most,
 * codes and sets may be saved, and dense_acyclic_run() goes on from them: if all three are just
 * those, or if all sets are zero. Nothing else may be restored: a board that has lost its rank
 * could get one that is above what was ranked after it. Returns as dense_margins_run().
 */
int dense_acyclic_run(struct dense_acyclic *acyclic, const struct dense_sweeps *how);

/* Returns the width that is taken for so many boards where so much memory is left. */
int dense_acyclic_width(int points, uint64_t boards, uint64_t max_bytes);

/* Returns the bytes of memory that so many boards take, besides the margins. */
static inline uint64_t dense_acyclic_bytes(uint64_t boards, int width)
{
    return boards * (4 + 6 * (uint64_t)width) + boards / 8;
}

#endif
