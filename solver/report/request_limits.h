/* What a run may use, as it is asked for and told, and the request for it. */
#ifndef SOLVER_REPORT_REQUEST_LIMITS_H
#define SOLVER_REPORT_REQUEST_LIMITS_H

#include <stdint.h>

#include "solve.h"

struct request_limits {
    int threads;        /* 0: one */
    uint64_t memory;    /* bytes; 0: the library's default */
    uint64_t max_nodes; /* 0: no limit */
    double max_seconds; /* 0: no limit */
};

/* The memory of one of so many ways that bytes are divided: at least what a request takes. */
uint64_t request_limits_share(uint64_t bytes, unsigned ways);

/* Makes a request with the limits, whose seconds begin now, and the interrupt; NULL: nobody stops
 * it. Returns 0, -ENOMEM, or -EINVAL: a limit is out of range; the request is the caller's. */
int request_limits_make(const struct request_limits *limits,
                        const struct solve_interrupt *interrupt,
                        struct solve_request **ret_request);

#endif
