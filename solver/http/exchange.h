/*
 * A request and its answer.
 *
 * What can be refused is refused as soon as the headers are there. Then the body comes, if it is to
 * have one; then an asset is sent at once, and anything else is handed to a worker, while the
 * connection is suspended.
 */
#ifndef SOLVER_HTTP_EXCHANGE_H
#define SOLVER_HTTP_EXCHANGE_H

#include <stddef.h>

#include <microhttpd.h>

#include "http/answers.h"
#include "http/connections.h"
#include "http/headers.h"
#include "http/server.h"
#include "http/workers.h"

struct http_exchange {
    struct http_job job; /* the first member */
    struct http_server *server;
    struct MHD_Connection *connection;
    struct http_connection *place; /* among the server's */
    char *method, *path;           /* owned */
    struct http_headers headers;   /* while the library keeps their texts: to the end */

    const struct http_refusal *refusal; /* to be answered with; NULL: nothing is wrong so far */
    const struct http_asset *asset;     /* what it asks for, if it is one */
    const struct http_route *route;     /* if it is that */
    const char *rest;                   /* of the path */

    char *body;
    size_t body_size, body_room; /* room: what it said it would send */

    struct http_reply reply;
    bool replied;    /* reply says what the route's function did */
    unsigned status; /* of the answer, for the log */
};

/* What libmicrohttpd calls as a request comes. */
enum MHD_Result http_exchange_step(void *context, struct MHD_Connection *connection,
                                   const char *path, const char *method, const char *version,
                                   const char *bytes, size_t *size, void **state);

/* What it calls when one is over, answered or not. */
void http_exchange_end(void *context, struct MHD_Connection *connection, void **state,
                       enum MHD_RequestTerminationCode how);

#endif
