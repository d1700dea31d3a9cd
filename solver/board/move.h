/*
 * Plays and their notation: GTP vertices on rectangles ("B2"), point names elsewhere, pass,
 * refresh. Under rules that let a cycle be removed (rules/cycles.h) a turn may do that first:
 * "cycle:1+B2", or "cycle:1" without a stone.
 */
#ifndef SOLVER_BOARD_MOVE_H
#define SOLVER_BOARD_MOVE_H

#include <stdbool.h>
#include <stddef.h>

#include "board/graph.h"

enum move_kind {
    MOVE_STONE,   /* place a stone on point */
    MOVE_PASS,    /* a (normal) pass; with a cycle: no stone is placed */
    MOVE_REFRESH, /* Kee's refreshing pass */
};

struct move {
    enum move_kind kind;
    int point; /* of MOVE_STONE; else -1 */
    int cycle; /* which one is removed first, counted from 1; 0: none */
};

/* The highest number of a cycle that is read. */
#define MOVE_CYCLE_MAX 1000000

static inline struct move move_stone(int point)
{
    return (struct move){MOVE_STONE, point, 0};
}

static inline struct move move_pass(enum move_kind kind)
{
    return (struct move){kind, -1, 0};
}

static inline bool move_equal(struct move a, struct move b)
{
    return a.kind == b.kind && a.point == b.point && a.cycle == b.cycle;
}

/* move with the removal of a cycle before it. */
static inline struct move move_after_cycle(int cycle, struct move move)
{
    move.cycle = cycle;
    return move;
}

/*
 * The notation of move: a string of the graph's, or a constant; with a cycle one that lasts until
 * the thread has had MOVE_TEXTS others. Never freed by the caller.
 */
#define MOVE_TEXTS 8
const char *move_format(const struct graph *graph, struct move move);

/*
 * Reads one play of length bytes. Returns 0 or -EINVAL (err says what was wanted).
 * Whether the play is legal is the rules' matter; passes names what they know besides points
 * (ruleset_passes()), for err.
 */
int move_parse(const struct graph *graph, const char *passes, const char *text, size_t length,
               struct move *ret_move, struct error *err);

/*
 * Reads a list of plays separated by blanks (or commas). *ret_moves is the caller's to free(), NULL
 * if the list is empty. Returns 0, -EINVAL (err says which play), or -ENOMEM.
 */
int move_parse_list(const struct graph *graph, const char *passes, const char *text,
                    struct move **ret_moves, size_t *ret_count, struct error *err);

#endif
