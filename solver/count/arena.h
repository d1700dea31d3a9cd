/*
 * The arena of a game under a ruleset that remembers which things have happened, and nothing else
 * of them: psk, ssk, nssk, own, fixed-ko, repetition-draws, 3-plays, migos, and simple or none
 * where a recurring state ends the game.
 *
 * A complete game is then a walk through a graph. A node is an arrival: a state (board, mover,
 * passes, ko) with the item that the move into it creates. An arrival at a guarded node wants its
 * item absent: else the move is illegal, or, where the node closes, it ends the game. Passes that
 * create nothing are no nodes of their own: an edge is then a few passes and a stone. Nodes with
 * the same future are one node: under psk it does not matter who is to move.
 *
 * So the complete games are: for each walk from the root that never enters a guarded node whose
 * item is there, the ways to end at its last node (ends), and one for each edge from its last node
 * to a node that closes and whose item is there.
 */
#ifndef SOLVER_COUNT_ARENA_H
#define SOLVER_COUNT_ARENA_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "rules/game.h"

struct count_run;

#define ARENA_NO_ITEM UINT32_MAX
#define ARENA_PASS 255

/* What the length of a game is counted in. */
enum arena_measure {
    ARENA_STONES, /* stone plays: a pass is not counted */
    ARENA_TURNS,  /* every turn */
};

struct arena_edge {
    uint32_t to;
    uint16_t length; /* of the passes and the stone, in the arena's measure */
    uint8_t passes;  /* before the last move */
    uint8_t point;   /* of the stone, or ARENA_PASS: the edge is passes + 1 passes */
    uint8_t player;  /* who makes the last move, where the stones tell it: 0 or 1 */
};

struct arena_node {
    uint32_t item; /* that an arrival creates, or ARENA_NO_ITEM */
    bool guarded;  /* an arrival wants the item absent */
    bool closes;   /* an arrival that finds the item ends the game; else it is illegal */
};

struct arena {
    uint32_t count;      /* of nodes */
    uint32_t item_count; /* items are 0 .. item_count - 1 */
    uint32_t root;       /* where the game stands; its item is there already */
    struct arena_node *nodes;
    uint32_t *first_edge; /* by node, and one more: where its edges begin */
    struct arena_edge *edges;
    uint32_t *first_end;     /* by node, and one more: where its ends begin */
    uint16_t *ends;          /* lengths of the ways to end the game by passes alone */
    bool *present;           /* by item: it is there at the root */
    uint32_t symmetry_count; /* automorphisms that respect items, guards, edges and lengths */
    uint32_t *symmetries;    /* [s * count + node]: where symmetry s takes a node; 0: identity */
};

/*
 * Makes the arena of what can be played from where game stands: two players, at most
 * SOLVER_MAX_POINTS points, not over. Returns 0; -EOPNOTSUPP: the ruleset remembers more than that
 * (such games are counted state by state); -ENOSPC: it takes more than max_bytes; -EINTR: run
 * (which may be NULL) must stop; or -ENOMEM. arena_release() it. The game must be known to be
 * finite (endless/endless.h).
 */
int arena_init(struct arena *ret_arena, const struct game *game, enum arena_measure measure,
               size_t max_bytes, struct count_run *run);
void arena_release(struct arena *arena);

/* Returns the bytes that the arena holds. */
size_t arena_bytes(const struct arena *arena);

#endif
