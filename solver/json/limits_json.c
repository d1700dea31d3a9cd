/* What a run might use, as JSON. */
#include "json/limits_json.h"

#include "json/json.h"

json_t *limits_json(const struct request_limits *limits)
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
