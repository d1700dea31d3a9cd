/*
 * The graph of a game's states without their history, as far as it is reached from a start: an arc
 * for each move that captures and suicide allow. Boards are not taken together by symmetry here.
 */
#ifndef SOLVER_ENDLESS_GAME_GRAPH_H
#define SOLVER_ENDLESS_GAME_GRAPH_H

#include <stddef.h>
#include <stdint.h>

#include "base/hashset.h"
#include "board/move.h"
#include "endless/endless.h"
#include "states/state.h"

#define ARC_PASS 255
#define NO_STATE UINT32_MAX

struct arc {
    uint32_t to;
    uint8_t point; /* or ARC_PASS */
    bool atari;    /* see struct stone_move */
};

struct game_graph {
    struct positions *positions; /* borrowed */
    struct state *states;        /* ordered by their distance from the start, which is states[0] */
    uint32_t *from;  /* by state: the state before it on a shortest way; of the start NO_STATE */
    uint8_t *by;     /* by state: the move on that way: a point or ARC_PASS */
    uint32_t *first; /* by state: where its arcs begin; one more tells where the last ends */
    uint32_t count, room; /* of states */
    struct hashset index; /* of states */
    struct arc *arcs;
    size_t arc_count, arc_room;
};

/* What tells states apart besides board and mover: consecutive passes, and the ko. */
struct game_graph_rules {
    int passes_kept;   /* so many consecutive passes are counted at most */
    bool pass_ends;    /* a pass after so many ends the game, and is no arc */
    bool simple_ko;    /* no move takes back a ko at once */
    bool changes_only; /* no moves that leave the board as it was */
};

/*
 * Makes the graph. Returns 0, -ENOMEM, -ENOSPC or -EINTR (limits). game_graph_release() it, on
 * failure too.
 */
int game_graph_init(struct game_graph *ret_graph, struct positions *positions, struct state start,
                    const struct game_graph_rules *rules, const struct endless_limits *limits);
void game_graph_release(struct game_graph *graph);

/* Writes the moves of a shortest way from the start to state (there is room for all; NULL: only
 * counts them). Returns how many they are. */
size_t game_graph_way(const struct game_graph *graph, uint32_t state, struct move *moves);

static inline struct move game_graph_move(uint8_t point)
{
    return point == ARC_PASS ? move_pass(MOVE_PASS) : move_stone(point);
}

/* What an arc adds to the balance of passes: 1 for Black's, -1 for White's. */
static inline int game_graph_balance(const struct game_graph *graph, uint32_t state,
                                     const struct arc *arc)
{
    if (arc->point != ARC_PASS)
        return 0;
    return graph->states[state].mover == BLACK ? 1 : -1;
}

#endif
