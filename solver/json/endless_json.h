/* Endless play as JSON. */
#ifndef SOLVER_JSON_ENDLESS_JSON_H
#define SOLVER_JSON_ENDLESS_JSON_H

#include <jansson.h>

#include "report/request_limits.h"
#include "solve.h"

/* What was asked for. */
struct endless_asked {
    const struct solve_game *game; /* without moves */
    struct request_limits limits;
};

/*
 * Sets the line: "way", "lap" (the cycle), "balance" and "shortest" (whether no cycle is shorter);
 * all null where there is no line. Returns object.
 */
json_t *endless_json_set_line(json_t *object, const struct solve_board *board,
                              const struct solve_endless *found);

/* Sets all: the start, what might be used, "verdict" and why, and the line. stopped is the word for
 * what stopped it, or NULL. Returns object. */
json_t *endless_json_set(json_t *object, const struct solve_endless *found,
                         const struct endless_asked *asked, const char *stopped);

#endif
