/* Helpers for JSON output: one object on one line, keys in the order in which they are set. */
#ifndef SOLVER_CLI_JSON_H
#define SOLVER_CLI_JSON_H

#include <jansson.h>

#include "board/error.h"
#include "rules/game.h"

/* The schema of every object that the program prints. */
#define JSON_SCHEMA 1

/* text as JSON; null if it is NULL. Where it is not UTF-8 (a file's name may be anything) what is
 * not ASCII is shown as '?'. */
json_t *json_text_or_null(const char *text);

/*
 * Appends item to array, or sets key of object, and returns it; both arguments are used up. NULL if
 * either is NULL or memory ran out, so that a failure reaches json_print() at the end.
 */
json_t *json_append(json_t *array, json_t *item);
json_t *json_with(json_t *object, const char *key, json_t *value);

/* The points of each player by name, and "margin": Black's minus White's (null with more). */
json_t *json_scores(const struct game *game);

/* Prints value on a line and releases it; NULL means that making it failed. Returns 0 or a negative
 * errno. */
int json_print(json_t *value, struct error *err);

#endif
