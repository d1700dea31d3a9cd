/* The routes about runs: asking, listing, watching, cancelling. */
#include <errno.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "explore/context.h"
#include "json/json.h"
#include "json/query_fault.h"

/* How a run's id and what follows it are cut: "ID/events". Returns whether rest is ID/word. */
static bool rest_is(const char *rest, const char *word, char id[RUNS_ID_MAX])
{
    const char *slash = strchr(rest, '/');
    size_t length = slash != NULL ? (size_t)(slash - rest) : 0;
    if (slash == NULL || length == 0 || length >= RUNS_ID_MAX || strcmp(slash + 1, word) != 0)
        return false;
    memcpy(id, rest, length);
    id[length] = '\0';
    return true;
}

static int send_run(struct explore *explore, const char *id, struct http_reply *reply)
{
    const char *state = runs_state(explore->runs, id);
    if (state == NULL)
        return explore_send_error(reply, -ENOENT, "there is no such run any more: ask again");
    json_was_incomplete();
    json_t *object = json_with(json_object(), "run", json_string(id));
    return explore_send(reply, json_with(object, "state", json_string(state)));
}

/* Asks for a check of a certificate that comes with the program. */
static int ask_check(struct explore *explore, const json_t *asked, char id[RUNS_ID_MAX],
                     struct query_fault *fault)
{
    const json_t *name = json_object_get(asked, "certificate");
    struct error why;
    uint8_t *bytes;
    size_t size;
    if (!json_is_string(name))
        return query_fault_set(fault, -EINVAL, "certificate", name,
                               "wanted a name that /api/certificates lists");
    int r = shelf_read_certificate(&explore->shelf, json_string_value(name), &bytes, &size, &why);
    if (r < 0)
        return query_fault_set(fault, r, "certificate", name, "%s",
                               r == -ENOMEM ? "out of memory" : why.text);
    r = runs_ask_check(explore->runs, json_string_value(name), bytes, size, id, fault);
    free(bytes);
    return r;
}

int explore_ask_run(void *context, const struct http_request *request, struct http_reply *reply)
{
    struct explore *explore = context;
    struct query_fault fault;
    char id[RUNS_ID_MAX];
    int sent = 0;
    json_t *asked = explore_read(request, reply, &sent);
    if (asked == NULL)
        return sent;
    const char *kind = json_string_value(json_object_get(asked, "kind"));
    int r = kind != NULL && strcmp(kind, "check") == 0 ? ask_check(explore, asked, id, &fault)
                                                       : runs_ask(explore->runs, asked, id, &fault);
    json_decref(asked);
    return r < 0 ? explore_send_fault(reply, r, &fault) : send_run(explore, id, reply);
}

int explore_check_certificate(void *context, const struct http_request *request,
                              struct http_reply *reply)
{
    struct explore *explore = context;
    struct query_fault fault;
    char id[RUNS_ID_MAX];
    int r = runs_ask_check(explore->runs, "", request->body, request->body_size, id, &fault);
    return r < 0 ? explore_send_fault(reply, r, &fault) : send_run(explore, id, reply);
}

int explore_list_runs(void *context, const struct http_request *request, struct http_reply *reply)
{
    const struct explore *explore = context;
    (void)request;
    return explore_send(reply, runs_list(explore->runs));
}

int explore_cancel_run(void *context, const struct http_request *request, struct http_reply *reply)
{
    struct explore *explore = context;
    char id[RUNS_ID_MAX];
    if (!rest_is(request->rest, "cancel", id))
        return explore_send_error(reply, -ENOENT, "there is nothing there: wanted ID/cancel");
    runs_cancel(explore->runs, id);
    return send_run(explore, id, reply);
}

/* A client that watches a run. */
struct watcher {
    struct run_watch *watch;
    _Atomic(struct http_stream *) stream; /* NULL until it is made */
};

static void wake(void *arg)
{
    struct watcher *watcher = arg;
    struct http_stream *stream = atomic_load(&watcher->stream);
    if (stream != NULL)
        http_stream_wake(stream);
}

static int next_events(void *context, struct strbuf *out)
{
    struct watcher *watcher = context;
    const char *event;
    char *data;
    int r;
    while ((r = run_watch_next(watcher->watch, &event, &data)) == 1) {
        int added = http_stream_event(out, event, data);
        free(data);
        if (added < 0)
            return added;
    }
    return r == -ENOENT ? 1 : r;
}

static void release(void *context)
{
    struct watcher *watcher = context;
    run_watch_free(watcher->watch);
    free(watcher);
}

int explore_watch_run(void *context, const struct http_request *request, struct http_reply *reply)
{
    static const struct http_stream_source source = {.next = next_events, .release = release};
    struct explore *explore = context;
    struct http_stream *stream;
    char id[RUNS_ID_MAX];
    if (!rest_is(request->rest, "events", id))
        return explore_send_error(reply, -ENOENT, "there is nothing there: wanted ID/events");
    struct watcher *watcher = calloc(1, sizeof(*watcher));
    if (watcher == NULL)
        return -ENOMEM;
    int r = run_watch_new(explore->runs, id, wake, watcher, &watcher->watch);
    if (r < 0) {
        free(watcher);
        return r == -ENOMEM
                   ? r
                   : explore_send_error(reply, r, "there is no such run any more: ask again");
    }
    r = http_stream_new(&source, watcher, &stream);
    if (r < 0) {
        release(watcher);
        return r;
    }
    atomic_store(&watcher->stream, stream);
    reply->stream = stream;
    return 0;
}
