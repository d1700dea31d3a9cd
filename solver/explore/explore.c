/* The routes of the page: what it is, how games stand. */
#include "explore/explore.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "explore/context.h"
#include "json/json.h"
#include "json/query_fault.h"
#include "json/rules_json.h"

/* Bytes of a request, and of a certificate. */
#define BODY_MAX ((size_t)1 << 20)
/* For a score of a view that is who controls what. A view has three at most. */
#define SCORE_SECONDS 1

int explore_send(struct http_reply *reply, json_t *object)
{
    bool lost = json_was_incomplete() || object == NULL;
    char *text = lost ? NULL : json_dumps(object, JSON_COMPACT | JSON_REAL_PRECISION(12));
    json_decref(object);
    if (text == NULL || json_was_incomplete()) {
        free(text);
        return -ENOMEM;
    }
    reply->bytes = text;
    reply->size = strlen(text);
    return 0;
}

static int status_of(int r)
{
    switch (r) {
    case -ENOENT:
    case -ENAMETOOLONG: /* there is no such file */
        return 404;
    case -EFBIG:
    case -E2BIG:
        return 413;
    case -EBUSY:
        return 429;
    case -ENOMEM:
    case -ESHUTDOWN:
        return 503;
    case -EINVAL:
    case -ENODATA:
    case -ENOTSUP:
        return 400;
    default:
        return 500;
    }
}

int explore_send_fault(struct http_reply *reply, int r, const struct query_fault *fault)
{
    return http_reply_error(reply, status_of(r), fault->key[0] != '\0' ? fault->key : NULL,
                            fault->value[0] != '\0' ? fault->value : NULL, fault->why.text);
}

int explore_send_error(struct http_reply *reply, int r, const char *why)
{
    return http_reply_error(reply, status_of(r), NULL, NULL, why);
}

json_t *explore_read(const struct http_request *request, struct http_reply *reply, int *ret_sent)
{
    struct query_fault fault = {.key = ""};
    json_t *object;
    int r = query_json_parse(request->body, request->body_size, &object, &fault);
    if (r == 0)
        return object;
    *ret_sent = explore_send_fault(reply, r, &fault);
    return NULL;
}

/* Boards that are worth a look, and are soon solved. */
static json_t *boards_json(void)
{
    static const char *const names[] = {"1x3", "1x4", "1x5", "1x6", "1x7", "1x8", "1x9",
                                        "2x2", "2x3", "2x4", "3x3", "3x4", "4x4", "5x5"};
    json_t *list = json_array();
    for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++)
        list = json_append(list, json_string(names[i]));
    return list;
}

static int answer_about(void *context, const struct http_request *request, struct http_reply *reply)
{
    const struct explore *explore = context;
    const struct explore_settings *settings = &explore->settings;
    const char *failure = settings->store != NULL ? solve_store_failure(settings->store) : NULL;
    (void)request;
    json_was_incomplete();
    json_t *object = json_with(json_object(), "version", json_string(solve_version()));
    object = json_with(object, "program", json_string("solve"));
    object = json_with(object, "store",
                       json_text_or_null(settings->store != NULL ? settings->store_name : NULL));
    object = json_with(object, "store_failure", json_text_or_null(failure));
    object = json_with(object, "threads", json_integer(settings->threads));
    object = json_with(object, "memory", json_integer((json_int_t)settings->memory));
    object = json_with(object, "points_max", json_integer(SOLVE_POINTS_MAX));
    object = json_with(object, "boards", boards_json());
    return explore_send(reply, json_with(object, "static", json_false()));
}

static int answer_rules(void *context, const struct http_request *request, struct http_reply *reply)
{
    (void)context;
    (void)request;
    json_was_incomplete();
    return explore_send(reply, rules_json_set(json_head("rules")));
}

static int answer_view(void *context, const struct http_request *request, struct http_reply *reply)
{
    const struct explore *explore = context;
    struct query_fault fault;
    json_t *view;
    int sent = 0;
    json_t *query = explore_read(request, reply, &sent);
    if (query == NULL)
        return sent;
    int r = view_make(&explore->source, query, &view, &fault);
    json_decref(query);
    return r < 0 ? explore_send_fault(reply, r, &fault) : explore_send(reply, view);
}

#define JSON_BODY .type = "application/json", .body_max = BODY_MAX

const struct http_route explore_routes[] = {
    {.method = "GET", .path = "/api/about", .answer = answer_about},
    {.method = "GET", .path = "/api/rules", .answer = answer_rules},
    {.method = "POST", .path = "/api/view", JSON_BODY, .answer = answer_view},
    {.method = "GET", .path = "/api/runs", .answer = explore_list_runs},
    {.method = "POST", .path = "/api/runs", JSON_BODY, .answer = explore_ask_run},
    {.method = "GET", .path = "/api/runs/", .prefix = true, .answer = explore_watch_run},
    {.method = "POST",
     .path = "/api/runs/",
     .prefix = true,
     JSON_BODY,
     .answer = explore_cancel_run},
    {.method = "GET", .path = "/api/tables", .answer = explore_list_tables},
    {.method = "GET", .path = "/api/tables/", .prefix = true, .answer = explore_show_table},
    {.method = "GET", .path = "/api/certificates", .answer = explore_list_certificates},
    {.method = "GET",
     .path = "/api/certificates/",
     .prefix = true,
     .answer = explore_send_certificate},
    {.method = "POST",
     .path = "/api/certificates",
     .type = "application/octet-stream",
     .body_max = SHELF_FILE_MAX,
     .answer = explore_check_certificate},
    {.method = "POST", .path = "/api/export/", .prefix = true, JSON_BODY, .answer = explore_export},
};
const size_t explore_route_count = sizeof(explore_routes) / sizeof(explore_routes[0]);

int explore_new(const struct explore_settings *settings, struct explore **ret_explore,
                struct error *err)
{
    struct explore *explore = calloc(1, sizeof(*explore));
    if (explore == NULL)
        return error_set(err, -ENOMEM, "out of memory");
    const struct runs_options options = {.store = settings->store,
                                         .store_name = settings->store_name,
                                         .threads = settings->threads,
                                         .memory = settings->memory};
    explore->settings = *settings;
    explore->shelf = (struct shelf){.tables = settings->tables,
                                    .results = settings->results,
                                    .certificates = settings->certificates};
    int r = runs_new(&options, &explore->runs);
    if (r < 0) {
        free(explore);
        return error_set(err, r, "cannot start threads: %s", strerror(-r));
    }
    explore->source = (struct view_source){runs_look_up, explore->runs, SCORE_SECONDS};
    *ret_explore = explore;
    return 0;
}

void explore_stop(struct explore *explore)
{
    runs_stop(explore->runs);
}

void explore_free(struct explore *explore)
{
    if (explore == NULL)
        return;
    runs_free(explore->runs);
    free(explore);
}
