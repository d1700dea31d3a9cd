/* One position under several rulesets: where do values and best plays differ? */
#ifndef SOLVER_COMPARE_COMPARED_H
#define SOLVER_COMPARE_COMPARED_H

#include <stdbool.h>
#include <stddef.h>

#include "report/request_limits.h"
#include "solve.h"

/* What is compared, and what the runs may use. All that it points to is borrowed. */
struct comparison {
    struct solve_board *board;
    struct solve_rules *const *rulesets;
    size_t count; /* of rulesets, for two players each */
    int komi_half_points;
    struct request_limits limits;            /* of each position under each ruleset */
    const struct solve_interrupt *interrupt; /* NULL: nobody stops it */
    struct solve_store *store;               /* NULL: none */
    struct solve_cache *cache;               /* NULL: none */
    /* Is told what runs do, as solve_request_set_progress() says; NULL: nobody is told. */
    void (*tell)(const struct solve_progress *progress, void *arg);
    void *arg;
};

/* Whether something differs: no and yes are proved. */
enum difference { DIFFERS_OPEN, DIFFERS_NO, DIFFERS_YES };

/* What one ruleset makes of a position. */
struct compared {
    struct solve_rules *rules; /* of the comparison */
    char *refused;             /* why the history is not legal under it; else NULL */
    struct solve_game *game;
    struct solve_result *result; /* unless refused */
    struct solve_bounds bounds;  /* of the result */
    enum difference values;      /* from the first ruleset under which the history is legal */
    enum difference plays;       /* likewise: the best root moves */
};

/*
 * Starts the game of a position (NULL: the empty board) under ruleset i. Returns 0 or -ENOMEM. The
 * caller calls compared_release() whatever this returned.
 */
int compared_start(const struct comparison *comparison, size_t i, const char *position, int to_move,
                   struct compared *ret_compared);

/* Solves where the game of compared stands; with value_only without all that the value does not
 * need. Returns 0, -EINVAL (the board is too large) or -ENOMEM. */
int compared_solve(const struct comparison *comparison, bool value_only, struct compared *compared);

/* Do two values differ, as far as they are proved, each under its rules? */
enum difference compared_values_differ(const struct solve_bounds *a,
                                       const struct solve_rules *a_rules,
                                       const struct solve_bounds *b,
                                       const struct solve_rules *b_rules);

/* Sets what differs. Each is compared with the first one under which the history is legal. */
void compared_mark(struct compared *list, size_t count, int komi_half_points);

/* Are the value, and those of all root moves, known? Also where the history is not legal. */
bool compared_is_known(const struct compared *one);

/* Why not all of that is known; where it is, why the principal variation ends early. */
enum solve_stop compared_stop(const struct compared *one);

/* The same of all of a list. */
bool compared_all_known(const struct compared *list, size_t count);

/* Allows what is all zero, and leaves that. */
void compared_release(struct compared *compared);

#endif
