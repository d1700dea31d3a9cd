/* What a run may use, and the request for it. */
#include "report/request_limits.h"

uint64_t request_limits_share(uint64_t bytes, unsigned ways)
{
    return bytes / ways < SOLVE_MEMORY_MIN ? SOLVE_MEMORY_MIN : bytes / ways;
}

static int set(struct solve_request *request, const struct request_limits *limits)
{
    int r = 0;
    if (limits->threads != 0)
        r = solve_request_set_threads(request, limits->threads);
    if (r == 0 && limits->memory != 0)
        r = solve_request_set_memory(request, limits->memory);
    if (r == 0)
        r = solve_request_set_max_nodes(request, limits->max_nodes);
    return r < 0 ? r : solve_request_set_seconds(request, limits->max_seconds);
}

int request_limits_make(const struct request_limits *limits,
                        const struct solve_interrupt *interrupt, struct solve_request **ret_request)
{
    struct solve_request *request;
    int r = solve_request_new(&request);
    if (r < 0)
        return r;
    r = set(request, limits);
    if (r < 0) {
        solve_request_free(request);
        return r;
    }
    solve_request_set_interrupt(request, interrupt);
    *ret_request = request;
    return 0;
}
