/*
 * The moves of enumerated positions seen from their ends, for retrograde analysis. A node is
 * orbit * 2 + mover: the canonical board with a player to move, colours as that board shows them.
 */
#ifndef SOLVER_TABLES_REVERSE_MOVES_H
#define SOLVER_TABLES_REVERSE_MOVES_H

#include "states/state.h"

/* A move that leads to a node and leaves no ko there. */
struct arrival {
    uint32_t owner; /* the node at which the move is made */
    uint8_t point;  /* on the owner's board */
    bool swaps;     /* the owner's board shows the colours the other way round */
};

/* A move that leaves a ko. */
struct ko_move {
    uint32_t owner; /* the node at which the move is made */
    uint8_t point;  /* on the owner's board */
    bool swaps;     /* the owner's board shows the colours the other way round */
    uint8_t ko;     /* as stone_move.ko, on the board of the node that the move leads to */
};

struct reverse_moves {
    const struct positions *positions;
    bool simple_ko; /* else no move counts as one with a ko */
    uint32_t node_count;
    uint32_t *first;          /* by node: where its arrivals begin; one more tells the end */
    struct arrival *arrivals; /* by node that they lead to */
    struct ko_move *ko_moves; /* in the order of their owners, and there of their moves */
    uint32_t ko_count;        /* of ko_moves */
    uint32_t *ko_owned;       /* by node: where its own ko_moves begin; one more tells the end */
    uint32_t *ko_first; /* by node: where its part of ko_list begins; one more tells the end */
    uint32_t *ko_list;  /* by node: the indices of the ko_moves that lead to it */
    size_t bytes;       /* that all of this holds */
};

/*
 * Lists the moves by where they lead. positions must be enumerated (positions_enumerate() returned
 * 0) and stay as they are. The same whatever the number of threads, at least 1. Returns 0 or
 * -ENOMEM.
 */
int reverse_moves_init(struct reverse_moves *ret_reverse, const struct positions *positions,
                       bool simple_ko, int threads);
void reverse_moves_release(struct reverse_moves *reverse);

/*
 * Sets what each player gets from every board if he plays solo (positions_solo()), at once. For
 * scorings without prisoners. Returns 0 or -ENOMEM.
 */
int solo_set_margins(const struct reverse_moves *reverse, struct positions *positions);

/* Does the move leave a ko that matters? */
static inline bool reverse_moves_has_ko(const struct reverse_moves *reverse,
                                        const struct stone_move *move)
{
    return reverse->simple_ko && move->ko != 0;
}

/* The index in ko_moves of the n-th move of node, which leaves a ko. */
uint32_t reverse_moves_ko_index(const struct reverse_moves *reverse, uint32_t node, int n);

#endif
