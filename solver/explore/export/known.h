/* What is known of a state, read from its JSON. */
#ifndef SOLVER_EXPLORE_EXPORT_KNOWN_H
#define SOLVER_EXPLORE_EXPORT_KNOWN_H

#include <stdbool.h>
#include <stddef.h>

#include <jansson.h>

#include "solve.h"

/* A play and what it is worth. */
struct known_play {
    struct solve_move move;
    struct solve_bounds bounds;
    bool best;
};

struct known {
    struct solve_bounds bounds;
    struct known_play *plays; /* owned */
    size_t count;
    bool plays_complete; /* the value of every play is known */
    bool best_complete;
    struct solve_game *line; /* owned: the game with the best line played; NULL: none is known */
    size_t line_begins;      /* the turns before it */
    bool line_complete;
    long cycle; /* the index in the line at which a cycle begins that goes on for ever; -1: none */
};

/* Reads what json says of the state at which game stands. Returns 0, -EINVAL: it is not about that
 * state; or -ENOMEM. known_release() it. */
int known_read(const json_t *json, const struct solve_game *game, struct known *ret_known);
void known_release(struct known *known);

#endif
