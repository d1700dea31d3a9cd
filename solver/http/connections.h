/*
 * Who is connected, and for how long a client may be in what it does. The library below drops a
 * client that does nothing; one that does a little now and then, byte by byte, is dropped here.
 */
#ifndef SOLVER_HTTP_CONNECTIONS_H
#define SOLVER_HTTP_CONNECTIONS_H

#include <pthread.h>
#include <stdbool.h>

#include "http/http.h"

enum http_phase {
    HTTP_ASKS,   /* its first request comes */
    HTTP_IDLE,   /* it had an answer, and may ask again */
    HTTP_SENDS,  /* the body of its request comes */
    HTTP_WAITS,  /* for an answer that is being made */
    HTTP_READS,  /* its answer */
    HTTP_LISTENS /* to a stream */
};
#define HTTP_PHASES 6

struct http_connection {
    int fd;
    enum http_phase phase;
    double since; /* the phase's begin, by clock_now() */
    bool dropped;
    struct http_connection *next, *before;
};

struct http_connections {
    pthread_mutex_t mutex;
    struct http_connection *first, *last; /* in the order in which they came */
    unsigned count, streams;
    unsigned most;
    double seconds[HTTP_PHASES]; /* how long each phase may last; 0: for ever */
};

void http_connections_init(struct http_connections *all, const struct http_limits *limits);
void http_connections_release(struct http_connections *all);

/* Somebody came. Where nearly as many are there as may be, those who keep a request to themselves
 * the longest have to go. NULL: no memory. */
struct http_connection *http_connections_add(struct http_connections *all, int fd);

/* Its socket is about to be closed. */
void http_connections_remove(struct http_connections *all, struct http_connection *one);

void http_connections_enter(struct http_connections *all, struct http_connection *one,
                            enum http_phase phase);

/* The same with HTTP_LISTENS; false, and nothing is done, where half of all listen already. */
bool http_connections_listen(struct http_connections *all, struct http_connection *one);

/* Drops those whose time is over. */
void http_connections_sweep(struct http_connections *all);

#endif
