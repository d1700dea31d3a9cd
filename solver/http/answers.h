/* Answers as libmicrohttpd's responses, each with the headers that keep a browser strict. */
#ifndef SOLVER_HTTP_ANSWERS_H
#define SOLVER_HTTP_ANSWERS_H

#include <stdbool.h>

#include <microhttpd.h>

#include "http/http.h"

/* Why the server itself refuses a request. */
struct http_refusal {
    unsigned status;
    const char *key; /* of the error that is sent */
    const char *why;
    const char *allow; /* the methods there are, or NULL */
};

/* Queues a refusal. The connection ends after it. */
enum MHD_Result http_answer_refusal(struct MHD_Connection *connection,
                                    const struct http_refusal *refusal);

/* Queues an asset: all of it, or that what the client has under that tag is still right, as
 * *ret_status tells. */
enum MHD_Result http_answer_asset(struct MHD_Connection *connection, const struct http_asset *asset,
                                  const char *had_tag, const char *encodings, unsigned *ret_status);

/* Queues what the function of a route replied; takes its bytes. */
enum MHD_Result http_answer_reply(struct MHD_Connection *connection, struct http_reply *reply);

/* Queues the response of a stream (NULL: there was no memory), and lets go of it. */
enum MHD_Result http_answer_stream(struct MHD_Connection *connection,
                                   struct MHD_Response *response);

#endif
