/* A game that somebody looks at: a query whose moves are made, up to the first that is not legal.
 */
#ifndef SOLVER_EXPLORE_VIEW_QUESTION_H
#define SOLVER_EXPLORE_VIEW_QUESTION_H

#include <stdbool.h>

#include <jansson.h>

#include "solve.h"
#include "json/query_json.h"

struct question {
    struct query query;           /* Its game stands after the moves that were made. Owned. */
    bool refused;                 /* The move after those is not legal, or comes after the end. */
    struct solve_refusal refusal; /* why, if refused */
};

/*
 * Reads a query as a batch does, and makes its moves. Any board and any number of players will do.
 * Returns 0; -EINVAL (fault); or -ENOMEM (fault, too). question_release() it.
 */
int question_read(const json_t *query, struct question *ret_question, struct query_fault *fault);

void question_release(struct question *question);

/* May the game be solved? NULL: yes; else a constant that says why not. */
const char *question_unsolvable(const struct solve_game *game);

/* The state as one line of JSON without blanks, which is the same for the same question: the board,
 * the rules with all fields, the start, the moves and the komi. NULL: no memory. free() it. */
char *question_key(const struct solve_game *game, int komi_half_points);

#endif
