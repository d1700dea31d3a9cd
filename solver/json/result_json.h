/* Results as JSON. */
#ifndef SOLVER_JSON_RESULT_JSON_H
#define SOLVER_JSON_RESULT_JSON_H

#include <stdbool.h>
#include <stdint.h>

#include <jansson.h>

#include "report/request_limits.h"
#include "solve.h"

/* What a run was asked for, besides its game. */
struct result_asked {
    const struct solve_game *game; /* as it stood */
    int komi_half_points;
    bool value_only;
    const struct solve_claim *ask; /* only whether this is true; NULL: the value */
    const char *store;             /* folder; NULL: none */
    struct request_limits limits;
};

/* Is everything that was asked for proved? ask: as in struct result_asked. */
bool result_json_is_proven(const struct solve_result *result, bool value_only,
                           const struct solve_claim *ask);

/* The word for why a run stopped, "nodes" or "time"; NULL: nothing stopped it. A constant. */
const char *result_json_stop(enum solve_stop stop);

/* Each sets keys of object, and returns it.
 *
 * komi "komi", and "best_order": how moves are compared at that komi.
 * best "best", the moves that are proved to be best, and "best_complete": there are no others.
 * line "line", the principal variation; "line_complete": it goes to the end of the game, or to a
 *      state that recurs; "cycle_from", the index at which a cycle begins that goes on for ever, or
 *      null. */
json_t *result_json_set_komi(json_t *object, int komi_half_points);
json_t *result_json_set_best(json_t *object, const struct solve_result *result,
                             int komi_half_points);
json_t *result_json_set_line(json_t *object, const struct solve_result *result);

/* Sets all of a result: the game that was asked about, what might be used, what is proved, what it
 * took; seconds of the whole. */
json_t *result_json_set(json_t *object, const struct solve_result *result,
                        const struct result_asked *asked, double seconds);

#endif
