/* The routes of the page. */
#include "explore/explore.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include <jansson.h>

struct explore {
    struct explore_settings settings;
};

/* Sends an object, which is used up; NULL: there was no memory. */
static int send_json(struct http_reply *reply, json_t *object)
{
    char *text = object != NULL ? json_dumps(object, JSON_COMPACT) : NULL;
    json_decref(object);
    if (text == NULL)
        return -ENOMEM;
    reply->bytes = text;
    reply->size = strlen(text);
    return 0;
}

static int answer_about(void *context, const struct http_request *request, struct http_reply *reply)
{
    const struct explore_settings *settings = &((struct explore *)context)->settings;
    (void)request;
    return send_json(
        reply, json_pack("{s:s,s:s,s:s?,s:i,s:I,s:i,s:b}", "version", solve_version(), "program",
                         "solve", "store", settings->store != NULL ? settings->store_name : NULL,
                         "threads", settings->threads, "memory", (json_int_t)settings->memory,
                         "points_max", SOLVE_POINTS_MAX, "static", 0));
}

const struct http_route explore_routes[] = {
    {.method = "GET", .path = "/api/about", .answer = answer_about},
};
const size_t explore_route_count = sizeof(explore_routes) / sizeof(explore_routes[0]);

int explore_new(const struct explore_settings *settings, struct explore **ret_explore,
                struct error *err)
{
    struct explore *explore = calloc(1, sizeof(*explore));
    if (explore == NULL)
        return error_set(err, -ENOMEM, "out of memory");
    explore->settings = *settings;
    *ret_explore = explore;
    return 0;
}

void explore_stop(struct explore *explore)
{
    (void)explore;
}

void explore_free(struct explore *explore)
{
    free(explore);
}
