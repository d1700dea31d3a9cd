/*
 * What a run may use: the options --threads, --memory, --max-nodes and --max-seconds. A verb has
 * those of them that are in its table. The others are as if they were not given.
 */
#ifndef SOLVER_CLI_RUN_LIMITS_H
#define SOLVER_CLI_RUN_LIMITS_H

#include <stdbool.h>
#include <stdint.h>

#include <jansson.h>

#include "base/error.h"
#include "cli/options.h"
#include "report/request_limits.h"
#include "solve.h"

/* The help for --memory. */
#define RUN_LIMITS_MEMORY_HELP                                                                     \
    "bytes, or with K, M, G or T: 512M; default: half of what is available"

#define RUN_LIMITS_THREADS_OPTION OPTION("threads", "N", "default: all cores")
#define RUN_LIMITS_MEMORY_OPTION OPTION("memory", "SIZE", RUN_LIMITS_MEMORY_HELP)

struct run_limits {
    int threads;          /* 1 .. THREADS_MAX; all cores if not given */
    uint64_t memory;      /* bytes; a share of what is available if not given */
    bool memory_default;  /* --memory was not given */
    uint64_t max_nodes;   /* 0: no limit */
    double max_seconds;   /* 0: no limit */
    bool seconds_default; /* --max-seconds was not given, and has a default with the verb */
};

/* Reads the four options. Returns 0 or -EINVAL (err names the option, the value and what is
 * wanted). */
int run_limits_read(const struct options *given, struct run_limits *ret_limits, struct error *err);

/* Reads seconds from the option of that name; by_default if it is not given. Returns as above. */
int run_limits_read_seconds(const struct options *given, const char *name, double by_default,
                            double *ret_seconds, struct error *err);

/* Makes a request with the limits and the interrupt (interrupt.h), whose seconds begin now. Returns
 * 0 or -ENOMEM; the request is the caller's. */
int run_limits_request(const struct run_limits *limits, struct solve_request **ret_request);

/* The limits as a result tells them. */
struct request_limits run_limits_told(const struct run_limits *limits);
json_t *run_limits_json(const struct run_limits *limits);

#endif
