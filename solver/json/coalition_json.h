/* Values by coalition as JSON. */
#ifndef SOLVER_JSON_COALITION_JSON_H
#define SOLVER_JSON_COALITION_JSON_H

#include <jansson.h>

#include "report/request_limits.h"
#include "json/coalition_list.h"

/* "points", "margin" or "rank". */
const char *coalition_json_payoff(enum solve_payoff payoff);

/* What coalition i gets beyond what its players get one by one. False: that is not known, there is
 * one player, or what is counted are no points. */
bool coalition_json_together(const struct coalition_list *list, int i, int *ret_gain);

/* Are all values known? */
bool coalition_json_known(const struct coalition_list *list);

/* Why not all of it is proved, or SOLVE_STOP_NONE. */
enum solve_stop coalition_json_stop(const struct coalition_list *list);

/* The word for that; where all is, for why a line ends early; else NULL. */
const char *coalition_json_stop_word(const struct coalition_list *list);

/* The coalitions, each an object. */
json_t *coalition_json_list(const struct coalition_list *list);

/* Sets all: the game, what might be used, "coalitions", what it took. Returns object. */
json_t *coalition_json_set(json_t *object, const struct coalition_list *list,
                           const struct request_limits *limits, double seconds);

#endif
