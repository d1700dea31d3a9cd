/* What the routes of the page share. */
#ifndef SOLVER_EXPLORE_CONTEXT_H
#define SOLVER_EXPLORE_CONTEXT_H

#include <jansson.h>

#include "explore/explore.h"
#include "explore/runs/runs.h"
#include "explore/shelf/shelf.h"
#include "explore/view/view.h"
#include "json/query_json.h"

struct explore {
    struct explore_settings settings;
    struct explore_runs *runs;
    struct shelf shelf;
    struct view_source source; /* the runs, and the store */
};

/* Each answers, and returns 0 or -ENOMEM, as struct http_route wants it. */

/* Sends an object, which is used up. NULL, or if a part of it was lost in this thread: no memory.
 */
int explore_send(struct http_reply *reply, json_t *object);

/* Sends what is wrong with a request: r, a negative errno, gives the status. */
int explore_send_fault(struct http_reply *reply, int r, const struct query_fault *fault);

/* The same of a line that is no key's fault. */
int explore_send_error(struct http_reply *reply, int r, const char *why);

/* Reads the body, one JSON object. NULL: it is none; *ret_sent is what the route is to return. */
json_t *explore_read(const struct http_request *request, struct http_reply *reply, int *ret_sent);

/* The routes, by what they are about. */
int explore_list_tables(void *context, const struct http_request *request,
                        struct http_reply *reply);
int explore_show_table(void *context, const struct http_request *request, struct http_reply *reply);
int explore_list_certificates(void *context, const struct http_request *request,
                              struct http_reply *reply);
int explore_send_certificate(void *context, const struct http_request *request,
                             struct http_reply *reply);
int explore_check_certificate(void *context, const struct http_request *request,
                              struct http_reply *reply);
int explore_export(void *context, const struct http_request *request, struct http_reply *reply);
int explore_ask_run(void *context, const struct http_request *request, struct http_reply *reply);
int explore_list_runs(void *context, const struct http_request *request, struct http_reply *reply);
int explore_watch_run(void *context, const struct http_request *request, struct http_reply *reply);
int explore_cancel_run(void *context, const struct http_request *request, struct http_reply *reply);

#endif
