/* What may be asked. */
#include "http/admit.h"

#include <stdlib.h>
#include <string.h>

const struct http_refusal http_admit_no_memory = {503, "memory", "there is not enough memory",
                                                  NULL};
const struct http_refusal http_admit_stopping = {503, "server", "the server is stopping", NULL};
const struct http_refusal http_admit_streams = {503, "server", "too many streams of events", NULL};

static const struct http_refusal
    twice = {400, "header", "a header that may be there once is there twice", NULL},
    no_host = {421, "host", "this server is not called by that name (Host)", NULL},
    other_origin = {403, "origin", "the request comes from another page", NULL},
    not_there = {404, "path", "there is nothing of that name", NULL},
    only_get = {405, "method", "wanted GET", "GET"},
    only_post = {405, "method", "wanted POST", "POST"},
    get_body = {400, "body", "GET has no body", NULL},
    no_length = {411, "body", "wanted a Content-Length", NULL},
    bad_length = {400, "body", "the Content-Length is none", NULL},
    too_long = {413, "body", "the body is too long", NULL},
    other_type = {415, "type", "the Content-Type is not the one that is wanted", NULL},
    crowded = {503, "body", "too many bodies at a time; try again", NULL};

/* Is it asked for by our own page, or by no page? */
static const struct http_refusal *refuse_caller(const struct http_exchange *exchange)
{
    const struct http_guard *guard = &exchange->server->guard;
    const struct http_headers *headers = &exchange->headers;
    if (headers->twice)
        return &twice;
    if (headers->host == NULL || !http_guard_allows_host(guard, headers->host))
        return &no_host;
    if (headers->origin != NULL && !http_guard_allows_origin(guard, headers->origin, headers->host))
        return &other_origin;
    /* A link on another page may lead to ours: that reads nothing and starts nothing. */
    bool is_front = strcmp(exchange->path, "/") == 0 && strcmp(exchange->method, "POST") != 0;
    return is_front || http_guard_allows_site(headers->site) ? NULL : &other_origin;
}

static const struct http_asset *find_asset(const struct http_exchange *exchange)
{
    const struct http_settings *settings = &exchange->server->settings;
    for (size_t i = 0; i < settings->asset_count; i++) {
        if (strcmp(settings->assets[i].path, exchange->path) == 0)
            return &settings->assets[i];
    }
    return NULL;
}

/* Does the route's path fit? */
static bool fits(const struct http_route *route, const char *path)
{
    return route->prefix ? strncmp(path, route->path, strlen(route->path)) == 0
                         : strcmp(path, route->path) == 0;
}

/* Finds the first route of path and method. If there is none of the method, that of the path. */
static const struct http_route *find_route(const struct http_exchange *exchange)
{
    const struct http_settings *settings = &exchange->server->settings;
    const struct http_route *other = NULL;
    for (size_t i = 0; i < settings->route_count; i++) {
        const struct http_route *route = &settings->routes[i];
        if (!fits(route, exchange->path))
            continue;
        if (strcmp(route->method, exchange->method) == 0)
            return route;
        if (other == NULL)
            other = route;
    }
    return other;
}

static const struct http_refusal *find(struct http_exchange *exchange)
{
    if (!http_guard_allows_path(exchange->path) ||
        MHD_get_connection_values(exchange->connection, MHD_GET_ARGUMENT_KIND, NULL, NULL) > 0)
        return &not_there;
    const struct http_asset *asset = find_asset(exchange);
    if (asset != NULL) {
        if (strcmp(exchange->method, "GET") != 0 && strcmp(exchange->method, "HEAD") != 0)
            return &only_get;
        exchange->asset = asset;
        return NULL;
    }
    const struct http_route *route = find_route(exchange);
    if (route == NULL)
        return &not_there;
    if (strcmp(route->method, exchange->method) != 0)
        return strcmp(route->method, "POST") == 0 ? &only_post : &only_get;
    exchange->route = route;
    exchange->rest = route->prefix ? exchange->path + strlen(route->path) : "";
    return NULL;
}

/* Promises memory for a body of that length. */
static const struct http_refusal *reserve(struct http_exchange *exchange, size_t length)
{
    struct http_server *server = exchange->server;
    size_t all = atomic_fetch_add(&server->bodies, length) + length;
    exchange->body_room = length; /* given back at the end, whatever follows */
    if (all > server->settings.limits.bodies)
        return &crowded;
    exchange->body = malloc(length + 1);
    return exchange->body == NULL ? &http_admit_no_memory : NULL;
}

static const struct http_refusal *refuse_body(struct http_exchange *exchange)
{
    const struct http_headers *headers = &exchange->headers;
    size_t length = 0;
    if (headers->length != NULL && !http_headers_length(headers->length, &length))
        return &bad_length;
    if (strcmp(exchange->method, "POST") != 0)
        return length > 0 || headers->encoding != NULL ? &get_body : NULL;
    if (headers->encoding != NULL || headers->length == NULL)
        return &no_length;
    if (!http_guard_allows_type(headers->type, exchange->route->type))
        return &other_type;
    if (length > exchange->route->body_max)
        return &too_long;
    return reserve(exchange, length);
}

void http_admit(struct http_exchange *exchange)
{
    exchange->refusal = refuse_caller(exchange);
    if (exchange->refusal == NULL)
        exchange->refusal = find(exchange);
    if (exchange->refusal == NULL)
        exchange->refusal = refuse_body(exchange);
}
