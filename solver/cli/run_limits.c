/* Reading what a run may use. */
#include "cli/run_limits.h"

#include <errno.h>

#include "cli/interrupt.h"
#include "cli/parse_number.h"
#include "cli/resources.h"
#include "json/limits_json.h"

#define SECONDS_MAX 1e9

static int read_threads(const struct options *given, int *ret_threads, struct error *err)
{
    const char *text = options_text(given, "threads");
    uint64_t threads = 0;
    if (text != NULL && parse_number_unsigned(text, 1, THREADS_MAX, &threads) < 0)
        return options_refuse("threads", text, "wanted a whole number from 1 to 1024", err);
    *ret_threads = text != NULL ? (int)threads : resources_threads();
    return 0;
}

static int read_memory(const struct options *given, uint64_t *ret_bytes, struct error *err)
{
    const char *text = options_text(given, "memory");
    if (text == NULL)
        *ret_bytes = resources_memory();
    else if (parse_number_size(text, MEMORY_MIN, MEMORY_MAX, ret_bytes) < 0)
        return options_refuse(
            "memory", text,
            "wanted bytes, or a number with K, M, G or T (512M), from 64K to 1048576G", err);
    return 0;
}

static int read_max_nodes(const struct options *given, uint64_t *ret_nodes, struct error *err)
{
    const char *text = options_text(given, "max-nodes");
    *ret_nodes = 0;
    if (text != NULL && parse_number_unsigned(text, 1, UINT64_MAX, ret_nodes) < 0)
        return options_refuse("max-nodes", text,
                              "wanted a whole number from 1 to 18446744073709551615", err);
    return 0;
}

int run_limits_read_seconds(const struct options *given, const char *name, double by_default,
                            double *ret_seconds, struct error *err)
{
    const char *text = options_text(given, name);
    double seconds = by_default;
    if (text != NULL && parse_number_seconds(text, SECONDS_MAX, &seconds) < 0)
        return options_refuse(
            name, text, "wanted seconds such as 60 or 0.5, from 0.000000001 to 1000000000", err);
    *ret_seconds = seconds;
    return 0;
}

int run_limits_read(const struct options *given, struct run_limits *ret_limits, struct error *err)
{
    struct run_limits limits = {.memory_default = !options_has(given, "memory")};
    int r = read_threads(given, &limits.threads, err);
    if (r == 0)
        r = read_memory(given, &limits.memory, err);
    if (r == 0)
        r = read_max_nodes(given, &limits.max_nodes, err);
    if (r == 0)
        r = run_limits_read_seconds(given, "max-seconds", 0, &limits.max_seconds, err);
    if (r == 0)
        *ret_limits = limits;
    return r;
}

struct request_limits run_limits_told(const struct run_limits *limits)
{
    return (struct request_limits){.threads = limits->threads,
                                   .memory = limits->memory,
                                   .max_nodes = limits->max_nodes,
                                   .max_seconds = limits->max_seconds};
}

json_t *run_limits_json(const struct run_limits *limits)
{
    const struct request_limits told = run_limits_told(limits);
    return limits_json(&told);
}

int run_limits_request(const struct run_limits *limits, struct solve_request **ret_request)
{
    const struct request_limits told = run_limits_told(limits);
    return request_limits_make(&told, interrupt_handle(), ret_request);
}
