/* What a run might use, as queries ask for it and results tell it. */
#ifndef SOLVER_JSON_RESULT_LIMITS_H
#define SOLVER_JSON_RESULT_LIMITS_H

#include <stdint.h>

#include <jansson.h>

#include "solve.h"

struct result_limits {
    int threads;
    uint64_t memory;    /* bytes */
    uint64_t max_nodes; /* 0: no limit */
    double max_seconds; /* 0: no limit */
};

/* {"threads", "memory", "max_nodes", "max_seconds"}; null: no limit. Without threads, where nothing
 * runs, null for all of it. Nodes beyond what JSON's integers hold are no limit to any run, and
 * null, too. */
json_t *result_limits_json(const struct result_limits *limits);

/* Makes a request with the limits, whose seconds begin now, and the interrupt; NULL: nobody stops
 * it. Returns 0 or -ENOMEM; the request is the caller's. */
int result_limits_request(const struct result_limits *limits,
                          const struct solve_interrupt *interrupt,
                          struct solve_request **ret_request);

#endif
