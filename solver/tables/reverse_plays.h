/*
 * The plays of closed positions seen from their ends, for retrograde analysis. A node is
 * orbit * 2 + mover: the canonical board with a player to move, colours as that board shows them.
 */
#ifndef SOLVER_TABLES_REVERSE_PLAYS_H
#define SOLVER_TABLES_REVERSE_PLAYS_H

#include "states/state.h"

/* A play that leads to a node and leaves no ko there. */
struct arrival {
    uint32_t owner; /* the node it is played at */
    uint8_t point;  /* on the owner's board */
    bool swaps;     /* the owner's board shows the colours the other way round */
};

/* A play that leaves a ko. */
struct ko_play {
    uint32_t owner;
    uint8_t point;
    bool swaps;
    uint8_t ko; /* as play.ko, on the board of the node that it leads to */
};

struct reverse_plays {
    const struct positions *positions;
    bool simple_ko; /* else a play's ko is not looked at */
    uint32_t node_count;
    uint32_t *first; /* node_count + 1 offsets into arrivals */
    struct arrival *arrivals;
    struct ko_play *ko_plays; /* in the order of their owners, and there of their plays */
    uint32_t ko_count;
    uint32_t *ko_owned; /* node_count + 1 offsets into ko_plays: those of the owner */
    uint32_t *ko_first; /* node_count + 1 offsets into ko_list: those that lead to the node */
    uint32_t *ko_list;  /* indices of ko_plays */
    size_t bytes;
};

/*
 * positions must be closed (positions_close() returned 0) and stay as they are. The same whatever
 * the number of threads, at least 1. Returns 0 or -ENOMEM.
 */
int reverse_plays_init(struct reverse_plays *ret_reverse, const struct positions *positions,
                       bool simple_ko, int threads);
void reverse_plays_release(struct reverse_plays *reverse);

/*
 * Sets what each player gets alone from every board (positions_solo()) at once. For scorings
 * without prisoners. Returns 0 or -ENOMEM.
 */
int solo_set_margins(const struct reverse_plays *reverse, struct positions *positions);

/* Does the play leave a ko that matters? */
static inline bool reverse_has_ko(const struct reverse_plays *reverse, const struct play *play)
{
    return reverse->simple_ko && play->ko != 0;
}

/* The index in ko_plays of the n-th play of node, which leaves a ko. */
uint32_t reverse_ko_index(const struct reverse_plays *reverse, uint32_t node, int n);

#endif
