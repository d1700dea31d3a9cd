/* Comparisons of rulesets as JSON: what the verb compare prints. */
#ifndef SOLVER_COMPARE_COMPARED_JSON_H
#define SOLVER_COMPARE_COMPARED_JSON_H

#include <jansson.h>

#include "compare/difference.h"

/* Of what position. */
struct compared_json {
    const struct comparison *comparison;
    const struct compared *list;
    const char *position; /* NULL: none was found, and list is not read */
    int to_move;
    const struct solve_move *history; /* from the position */
    size_t history_count;
    const struct found *found; /* of a search; else NULL */
};

/* The whole object, as docs/schema/compare.json has it. */
json_t *compared_json(const struct compared_json *of);

/* The same of what difference_find() found. */
json_t *compared_json_found(const struct comparison *comparison,
                            const struct found_position *found);

#endif
