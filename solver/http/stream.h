/*
 * Streams of events, as the server sees them. While a stream has nothing to say its connection is
 * suspended: no thread, no polling. http_stream_wake() resumes it.
 */
#ifndef SOLVER_HTTP_STREAM_H
#define SOLVER_HTTP_STREAM_H

#include <pthread.h>
#include <stdbool.h>

#include <microhttpd.h>

#include "http/http.h"

/* All streams of a server. */
struct http_streams {
    pthread_mutex_t mutex;
    struct http_stream *first;
    bool stopping; /* none may wait any more */
};

void http_streams_init(struct http_streams *all);
void http_streams_release(struct http_streams *all);

/* Has those that were quiet for long send a comment. */
void http_streams_sweep(struct http_streams *all);

/* Ends all, and those to come. */
void http_streams_stop(struct http_streams *all);

/* Makes the response that sends the stream over that connection, and owns it. NULL: no memory; then
 * the stream is released. */
struct MHD_Response *http_stream_respond(struct http_stream *stream, struct http_streams *all,
                                         struct MHD_Connection *connection);

/* Releases a stream that no response owns. NULL is fine. */
void http_stream_free(struct http_stream *stream);

#endif
