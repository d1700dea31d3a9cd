/*
 * The body of a certificate under rules with cycles (format.h tells the rest of the file): the
 * nodes, one after the other, children before parents. V is a number as in format.h. What a checker
 * asks of them is told in docs/certificate-format.md ("Rules with cycles").
 *
 *   | field     | bytes | meaning                                                            |
 *   |-----------|-------|--------------------------------------------------------------------|
 *   | head      | 1     | bit 0 mover; bits 1-2 passes that end the game; bit 3 winner       |
 *   | black     | V     | bit p: a black stone on point p                                    |
 *   | white     | V     |                                                                    |
 *   | temporary | V     | points prohibited for this turn                                    |
 *   | permanent | V     | points prohibited for good                                         |
 *   | bound     | V     | zigzag of the winner's margin from here on                         |
 *   | count     | V     | of turns: 1 where the winner moves                                 |
 *   | turns     |       | V, what the removed cycle used (0: none is removed); V, 1 + the    |
 *   |           |       | stone's point (0: none); V, 0 if the game is over then, else own   |
 *   |           |       | number - child's number. Ascending by the first two                |
 *
 * A claim's element is 0.
 */
#ifndef SOLVER_CERTIFICATE_CYCLE_NODES_H
#define SOLVER_CERTIFICATE_CYCLE_NODES_H

#include "certificate/format.h"

#define CYCLE_NODE_MOVER 1u
#define CYCLE_NODE_NEEDED_SHIFT 1
#define CYCLE_NODE_WINNER 8u

/* A situation. */
struct cycle_node_situation {
    uint64_t stones[2];
    uint64_t temporary, permanent;
    int mover;  /* 0 Black, 1 White */
    int needed; /* passes that end the game */
};

static inline bool cycle_node_situation_equal(const struct cycle_node_situation *a,
                                              const struct cycle_node_situation *b)
{
    return a->stones[0] == b->stones[0] && a->stones[1] == b->stones[1] &&
           a->temporary == b->temporary && a->permanent == b->permanent && a->mover == b->mover &&
           a->needed == b->needed;
}

struct cycle_turn {
    uint64_t used;  /* by the removed cycle; 0: none */
    int point;      /* of the stone; -1: none */
    bool ends;      /* the game is over then */
    uint32_t child; /* the node's number, unless it ends */
};

/* "From this situation on the winner forces an end in which he gets at least bound more." */
struct cycle_node {
    struct cycle_node_situation situation;
    int winner, bound;
    uint32_t count;
    struct cycle_turn *turns;
};

/*
 * Reads the next node; its turns go to node->turns, which is grown (*room) and the caller's to
 * free(). Says nothing about whether the node makes sense but that its numbers are in range and its
 * children before it. Returns 0, -EINVAL (err names the node) or -ENOMEM.
 */
int cycle_node_next(const struct certificate *certificate, struct certificate_cursor *cursor,
                    struct cycle_node *node, size_t *room, struct error *err);

#endif
