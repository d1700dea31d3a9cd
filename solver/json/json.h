/*
 * What every JSON of the program is made of: one object on one line, keys in the order in which
 * they are set. Shapes that are the same everywhere have a function in this room;
 * docs/guide/json.md tells them, docs/schema has them as JSON Schema.
 */
#ifndef SOLVER_JSON_JSON_H
#define SOLVER_JSON_JSON_H

#include <stdbool.h>
#include <stdint.h>

#include <jansson.h>

#include "base/error.h"
#include "solve.h"

/* The schema of every object that the program prints: raised when a key changes its meaning or
 * goes. */
#define JSON_SCHEMA 2

/* Numbers up to this one are the same in every program that reads JSON (2^53). */
#define JSON_EXACT_MAX ((int64_t)1 << 53)

/* A new object with "schema", "verb" and "version". */
json_t *json_head(const char *verb);

/* text as JSON; null if it is NULL. Where it is not UTF-8 (a file's name may be anything) what is
 * not ASCII is shown as '?'. */
json_t *json_text_or_null(const char *text);

/* number as decimal digits in a string, for numbers that may be beyond JSON_EXACT_MAX. */
json_t *json_digits(uint64_t number);

/* Seconds, to the millisecond. */
json_t *json_seconds(double seconds);

/*
 * Append item to array, or set key of object. They return array or object, and use item or value
 * up. If either is NULL, or memory runs out, the output of this thread is incomplete from then on,
 * and json_print() refuses to print it: callers need not check.
 */
json_t *json_append(json_t *array, json_t *item);
json_t *json_with(json_t *object, const char *key, json_t *value);

/* Says that something else of the output of this thread could not be made. */
void json_lose(void);

/* Was anything lost in this thread since the last call? It is forgotten. */
bool json_was_incomplete(void);

/*
 * From now on memory that jansson does not get counts as a loss, too. Without it jansson may take a
 * text that it had no memory for as one that is no JSON, and leave a key out of what it writes. To
 * be called before there are other threads that use JSON.
 */
void json_watch_memory(void);

/* An array of moves as text. */
json_t *json_moves(const struct solve_board *board, const struct solve_move *moves, size_t count);

/*
 * Prints value on a line and releases it. Returns 0, -ENOMEM if value is NULL or a part of it could
 * not be made, or another negative errno if it could not be written.
 */
int json_print(json_t *value, struct error *err);

#endif
