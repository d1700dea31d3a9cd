/* What a run might use, as JSON. */
#ifndef SOLVER_JSON_LIMITS_JSON_H
#define SOLVER_JSON_LIMITS_JSON_H

#include <jansson.h>

#include "report/request_limits.h"

/* {"threads", "memory", "max_nodes", "max_seconds"}; null: no limit. Without threads, where nothing
 * runs, null for all of it. Nodes beyond what JSON's integers hold are no limit to any run, and
 * null, too. */
json_t *limits_json(const struct request_limits *limits);

#endif
