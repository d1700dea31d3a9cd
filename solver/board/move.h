/* Plays and their notation: GTP vertices on rectangles ("B2"), point names elsewhere, pass,
 * refresh. */
#ifndef SOLVER_BOARD_MOVE_H
#define SOLVER_BOARD_MOVE_H

#include <stdbool.h>
#include <stddef.h>

#include "board/graph.h"

enum move_kind {
    MOVE_STONE,   /* place a stone on point */
    MOVE_PASS,    /* a (normal) pass */
    MOVE_REFRESH, /* Kee's refreshing pass */
};

struct move {
    enum move_kind kind;
    int point; /* of MOVE_STONE; else -1 */
};

static inline struct move move_stone(int point)
{
    return (struct move){MOVE_STONE, point};
}

static inline struct move move_pass(enum move_kind kind)
{
    return (struct move){kind, -1};
}

static inline bool move_equal(struct move a, struct move b)
{
    return a.kind == b.kind && a.point == b.point;
}

/* The notation of move: a string of the graph's, or a constant; never freed by the caller. */
const char *move_format(const struct graph *graph, struct move move);

/*
 * Reads one play of length bytes. Returns 0 or -EINVAL (err says what was wanted).
 * Whether the play is legal is the rules' matter.
 */
int move_parse(const struct graph *graph, const char *text, size_t length, struct move *ret_move,
               struct error *err);

/*
 * Reads a list of plays separated by blanks (or commas). *ret_moves is the caller's to free(), NULL
 * if the list is empty. Returns 0, -EINVAL (err says which play), or -ENOMEM.
 */
int move_parse_list(const struct graph *graph, const char *text, struct move **ret_moves,
                    size_t *ret_count, struct error *err);

#endif
