/* The server, for the files of this room. */
#ifndef SOLVER_HTTP_SERVER_H
#define SOLVER_HTTP_SERVER_H

#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>

#include <microhttpd.h>

#include "http/connections.h"
#include "http/guard.h"
#include "http/http.h"
#include "http/stream.h"
#include "http/workers.h"

struct http_server {
    struct http_settings settings; /* with the limits filled in */
    struct http_guard guard;
    unsigned port;
    char *url;
    struct MHD_Daemon *daemon;
    struct http_connections connections;
    struct http_workers workers;
    struct http_streams streams;
    atomic_size_t bodies; /* bytes that are promised to bodies */
    atomic_bool stopping;
    pthread_t watch; /* drops those whose time is over, and looks after quiet streams */
    pthread_mutex_t watch_mutex;
    pthread_cond_t watch_ends;
};

#endif
