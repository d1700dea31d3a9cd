/*
 * The graph of a game's states without their history, as far as it is reached from a start: an arc
 * for each play that captures and suicide allow. Boards are not taken together by symmetry here.
 */
#ifndef SOLVER_ENDLESS_GAME_GRAPH_H
#define SOLVER_ENDLESS_GAME_GRAPH_H

#include <stddef.h>
#include <stdint.h>

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
    struct state *states; /* in the order of their distance from the start, which is states[0] */
    uint32_t *from;  /* the state through which each is reached first; NO_STATE for the start */
    uint8_t *by;     /* and the play: a point or ARC_PASS */
    uint32_t *first; /* count + 1 offsets into arcs */
    struct arc *arcs;
    uint32_t count, room;
    size_t arc_count, arc_room;
    uint32_t *slots; /* state + 1 by hash; 0: free */
    size_t slot_mask;
};

/*
 * What tells states apart besides board and mover: consecutive passes up to passes_kept (more are
 * not made where pass_ends, else not counted), and the ko.
 */
struct game_graph_rules {
    int passes_kept;
    bool pass_ends; /* a pass after passes_kept passes ends the game */
    bool simple_ko;
    bool changes_only; /* no plays that leave the board as it was */
};

/*
 * Makes the graph. Returns 0, -ENOMEM, -ENOSPC or -EINTR (limits). game_graph_release() it, on
 * failure too.
 */
int game_graph_init(struct game_graph *ret_graph, struct positions *positions, struct state start,
                    const struct game_graph_rules *rules, const struct endless_limits *limits);
void game_graph_release(struct game_graph *graph);

/* The plays of a shortest way from the start to state go to moves (room for all of them; NULL: only
 * count). Returns how many they are. */
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
