/* Limits of runs: told as JSON, and made into requests. */
#include "json/result_limits.h"

#include "json/json.h"

json_t *result_limits_json(const struct result_limits *limits)
{
    if (limits->threads == 0)
        return json_null();
    bool nodes = limits->max_nodes > 0 && limits->max_nodes <= INT64_MAX;
    bool seconds = limits->max_seconds > 0;
    json_t *object = json_with(json_object(), "threads", json_integer(limits->threads));
    object = json_with(object, "memory", json_integer((json_int_t)limits->memory));
    object = json_with(object, "max_nodes",
                       nodes ? json_integer((json_int_t)limits->max_nodes) : json_null());
    return json_with(object, "max_seconds", seconds ? json_real(limits->max_seconds) : json_null());
}

int result_limits_request(const struct result_limits *limits,
                          const struct solve_interrupt *interrupt,
                          struct solve_request **ret_request)
{
    struct solve_request *request;
    int r = solve_request_new(&request);
    if (r < 0)
        return r;
    solve_request_set_threads(request, limits->threads);
    solve_request_set_memory(request, limits->memory);
    solve_request_set_max_nodes(request, limits->max_nodes);
    solve_request_set_seconds(request, limits->max_seconds);
    solve_request_set_interrupt(request, interrupt);
    *ret_request = request;
    return 0;
}
