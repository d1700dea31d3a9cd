/*
 * A small HTTP server for one program's own page, on libmicrohttpd. It knows nothing of Go.
 *
 * Whoever may open the page may use it: there are no accounts. So the point is that nobody else
 * may. Other web pages that the user's browser shows are kept out by the Host, Origin and
 * Sec-Fetch-Site of a request (http/guard.h); what is not asked for by an exact name is not there;
 * sizes, numbers and times are limited (struct http_limits).
 *
 * One thread speaks with all clients; a few workers run the functions of routes, so that one that
 * takes long holds up nobody. A stream of events takes no thread while it waits.
 */
#ifndef SOLVER_HTTP_HTTP_H
#define SOLVER_HTTP_HTTP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include "base/error.h"
#include "base/strbuf.h"
#include "http/asset.h"

struct http_stream;

/* What a client asks, for the function of a route. It is there until that returns. */
struct http_request {
    /* What follows the route's path, if that is a prefix; else "". It consists of letters, digits
     * and -._,+:/ and contains neither ".." nor "//". */
    const char *rest;
    const char *body; /* "" if it has none; a NUL follows */
    size_t body_size;
};

/* The answer. All zero to begin with, but status is 200 and type is application/json. */
struct http_reply {
    int status;
    const char *type;           /* a literal */
    char *bytes;                /* from malloc(); the server frees them. NULL: none */
    size_t size;                /* of them */
    char file_name[128];        /* "": shown; else the browser keeps it under that name */
    struct http_stream *stream; /* instead of bytes: events (http_stream_new()); or NULL */
};

struct http_route {
    const char *method; /* "GET" or "POST" */
    const char *path;   /* exactly; with prefix: what it begins with, ending in "/" */
    bool prefix;
    const char *type; /* POST: the Content-Type that is wanted */
    size_t body_max;  /* POST: bytes; more is refused unread */

    /* Answers. Is called by several threads at once. A GET must change nothing. Returns 0, or
     * -ENOMEM: the client is told that there is no memory, and the reply's bytes and stream are
     * given back. */
    int (*answer)(void *context, const struct http_request *request, struct http_reply *reply);
};

/* 0: the default. */
struct http_limits {
    unsigned connections;             /* in all; 512 */
    unsigned connections_per_address; /* as many, where the address is loopback; else 64 */
    size_t bodies;                    /* bytes of all bodies that are there at a time; 256 MiB */
    unsigned header_seconds;          /* in which a request must have come, but its body; 10 */
    unsigned body_seconds;            /* in which its body must have come; 60 */
    unsigned write_seconds;           /* in which an answer that is no stream must be read; 120 */
    unsigned idle_seconds;            /* how long a client may stay that asks nothing; 20 */
    unsigned workers;                 /* 4 */
};

struct http_settings {
    const char *address;      /* numbers, or "localhost"; NULL: 127.0.0.1 */
    unsigned port;            /* 0: one that is free */
    const char *const *hosts; /* names besides by which it may be called: "NAME" or "NAME:PORT";
                               * ended by NULL; NULL: none */
    struct http_limits limits;
    const struct http_asset *assets; /* answered by GET, compressed if the client takes that */
    size_t asset_count;
    const struct http_route *routes; /* the first that fits counts */
    size_t route_count;
    void *context; /* for them */
    FILE *log;     /* a line per request; NULL: nothing */
};

struct http_server;

/* Is the text an address for http_settings, NULL among them? */
bool http_address_is_one(const char *address);

/* Is it an address that only programs of this machine reach? false, too, for what is none. */
bool http_address_is_loopback(const char *address);

/*
 * Starts it. What settings points to stays the caller's, and must be there until it is stopped.
 * Errors, with a line in err: -EINVAL (the address is none, or a host), -EADDRINUSE, -EACCES or
 * another of bind(), -ENOMEM.
 */
int http_server_start(const struct http_settings *settings, struct http_server **ret_server,
                      struct error *err);

/* The port that it listens on. */
unsigned http_server_port(const struct http_server *server);

/* What a browser opens: "http://127.0.0.1:8080/". The server owns it. */
const char *http_server_url(const struct http_server *server);

/* Ends all streams, waits for functions of routes that run (what they wait for must have been told
 * to end), and releases it. NULL is fine. */
void http_server_stop(struct http_server *server);

/* Frees what the reply holds and makes it an error: {"error":{"key","value","why"}} with the texts
 * as JSON; key and value may be NULL for null. Returns 0 or -ENOMEM. */
int http_reply_error(struct http_reply *reply, int status, const char *key, const char *value,
                     const char *why);

/*
 * A stream of server-sent events. The server asks next() for more when the client has read what
 * came before: so a slow client gets fewer events, and one that reads nothing none. Now and then
 * the server sends a comment by itself, to see whether the client is there.
 */
struct http_stream_source {
    /* Appends what is new to out, by http_stream_event(). Returns 0: nothing is, or something was
     * appended; 1: what is in out is the last; -ENOMEM: ends the stream. Is called without any lock
     * of the server, never by two threads at once. */
    int (*next)(void *context, struct strbuf *out);
    /* The client is gone, or next() ended it: it is not called any more. */
    void (*release)(void *context);
};

/* Makes a stream for a reply, which owns it from then on: it releases the context, once. source
 * stays the caller's (a constant). Returns 0 or -ENOMEM: the context is still the caller's. */
int http_stream_new(const struct http_stream_source *source, void *context,
                    struct http_stream **ret_stream);

/* Says that next() has something. From any thread, with any lock held but one that next() or
 * release() holds while it calls the server. The stream must not have been released: whoever calls
 * this keeps a lock that release() takes before it forgets the stream. */
void http_stream_wake(struct http_stream *stream);

/* Appends an event: its name, and data, which may have several lines. Returns 0 or -ENOMEM. */
int http_stream_event(struct strbuf *out, const char *name, const char *data);

#endif
