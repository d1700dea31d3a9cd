/* Helpers for JSON output: one object on one line, keys in the order in which they are set. */
#ifndef SOLVER_CLI_JSON_H
#define SOLVER_CLI_JSON_H

#include <jansson.h>

#include "base/error.h"
#include "solve.h"

/* The schema of every object that the program prints. */
#define JSON_SCHEMA 1

/* text as JSON; null if it is NULL. Where it is not UTF-8 (a file's name may be anything) what is
 * not ASCII is shown as '?'. */
json_t *json_text_or_null(const char *text);

/*
 * Append item to array, or set key of object. They return array or object, and use item or value
 * up. If either is NULL, or memory runs out, the output of the program is incomplete from then on,
 * and json_print() refuses to print it: callers need not check.
 */
json_t *json_append(json_t *array, json_t *item);
json_t *json_with(json_t *object, const char *key, json_t *value);

/* An array of moves as text. */
json_t *json_moves(const struct solve_board *board, const struct solve_move *moves, size_t count);

/* Sets "line", the principal variation, and "cycle_from", the index at which a cycle begins that
 * goes on for ever, or null. */
json_t *json_with_pv(json_t *object, const struct solve_result *result);

/* The points of each player by name, and "margin": Black's minus White's (null with more). */
json_t *json_scores(const struct solve_game *game);

/*
 * Prints value on a line and releases it. Returns 0, -ENOMEM if value is NULL or a part of it could
 * not be made, or another negative errno if it could not be written.
 */
int json_print(json_t *value, struct error *err);

#endif
