/* The routes about what lies ready: published tables, certificates, and games as files. */
#include <errno.h>
#include <stdio.h>

#include "explore/context.h"
#include "explore/export/export.h"
#include "json/json.h"
#include "json/query_fault.h"

static int send_or_error(struct http_reply *reply, int r, json_t *object, const struct error *why)
{
    if (r == -ENOMEM)
        return r;
    return r < 0 ? explore_send_error(reply, r, why->text) : explore_send(reply, object);
}

int explore_list_tables(void *context, const struct http_request *request, struct http_reply *reply)
{
    const struct explore *explore = context;
    struct error why;
    json_t *list = NULL;
    (void)request;
    json_was_incomplete();
    int r = shelf_list_tables(&explore->shelf, &list, &why);
    return send_or_error(reply, r, list, &why);
}

int explore_show_table(void *context, const struct http_request *request, struct http_reply *reply)
{
    const struct explore *explore = context;
    struct error why;
    json_t *table = NULL;
    json_was_incomplete();
    int r = shelf_read_table(&explore->shelf, request->rest, &table, &why);
    return send_or_error(reply, r, table, &why);
}

int explore_list_certificates(void *context, const struct http_request *request,
                              struct http_reply *reply)
{
    const struct explore *explore = context;
    struct error why;
    json_t *list = NULL;
    (void)request;
    json_was_incomplete();
    int r = shelf_list_certificates(&explore->shelf, &list, &why);
    return send_or_error(reply, r, list, &why);
}

int explore_send_certificate(void *context, const struct http_request *request,
                             struct http_reply *reply)
{
    const struct explore *explore = context;
    struct error why;
    uint8_t *bytes;
    size_t size;
    int r = shelf_read_certificate(&explore->shelf, request->rest, &bytes, &size, &why);
    if (r < 0)
        return r == -ENOMEM ? r : explore_send_error(reply, r, why.text);
    reply->type = "application/octet-stream";
    reply->bytes = (char *)bytes;
    reply->size = size;
    snprintf(reply->file_name, sizeof(reply->file_name), "%s", request->rest);
    return 0;
}

/* How a game is exported. */
struct export_wish {
    enum export_format format;
    enum export_picture picture;
    bool any_picture;   /* it was not said which: values where they are known, else the position */
    json_t *variations; /* owned; or NULL */
};

/* Reads "picture" and "variations", and takes them out of the query. */
static int take_wish(json_t *query, struct export_wish *wish, struct query_fault *fault)
{
    json_t *value = json_object_get(query, "picture");
    int r = 0;
    wish->any_picture = value == NULL || json_is_null(value);
    if (!wish->any_picture && (!json_is_string(value) ||
                               export_picture_parse(json_string_value(value), &wish->picture) < 0))
        r = query_fault_set(fault, -EINVAL, "picture", value,
                            "wanted \"position\", \"line\" or \"heat\"");
    wish->variations = json_incref(json_object_get(query, "variations"));
    json_object_del(query, "picture");
    json_object_del(query, "variations");
    return r;
}

static int make_file(const struct export_asked *asked, const struct export_wish *wish,
                     struct http_reply *reply, struct query_fault *fault)
{
    int r = -ENODATA;
    if (wish->any_picture && asked->known != NULL)
        r = export_make(asked, wish->format, EXPORT_HEAT, &reply->bytes, &reply->size, fault);
    if (!wish->any_picture || r == -ENODATA)
        r = export_make(asked, wish->format, wish->any_picture ? EXPORT_POSITION : wish->picture,
                        &reply->bytes, &reply->size, fault);
    return r;
}

static int send_file(const struct explore *explore, const struct question *question,
                     const struct export_wish *wish, struct http_reply *reply)
{
    const struct query *query = &question->query;
    struct query_fault fault;
    json_t *known = NULL;
    solve_game_watch(query->game, NULL, explore->source.score_seconds);
    if (question_unsolvable(query->game) == NULL)
        known = explore->source.look_up(explore->source.arg, query->game, query->komi_half_points,
                                        false);
    const struct export_asked asked = {query->game, query->komi_half_points, known,
                                       wish->variations};
    int r = make_file(&asked, wish, reply, &fault);
    if (r == 0) {
        reply->type = export_media_type(wish->format);
        _Static_assert(EXPORT_NAME_MAX <= sizeof(reply->file_name), "a name fits");
        export_name(&asked, wish->format, reply->file_name);
    } else if (r != -ENOMEM) {
        r = explore_send_fault(reply, r, &fault);
    }
    json_decref(known);
    return r;
}

int explore_export(void *context, const struct http_request *request, struct http_reply *reply)
{
    const struct explore *explore = context;
    struct query_fault fault;
    struct question question;
    struct export_wish wish = {.picture = EXPORT_POSITION};
    int sent = 0;
    if (export_format_parse(request->rest, &wish.format) < 0)
        return explore_send_error(reply, -ENOENT,
                                  "there is nothing there: wanted sgf, json, svg, png or pdf");
    json_t *query = explore_read(request, reply, &sent);
    if (query == NULL)
        return sent;
    int r = take_wish(query, &wish, &fault);
    if (r == 0)
        r = question_read(query, &question, &fault);
    json_decref(query);
    if (r == 0) {
        r = send_file(explore, &question, &wish, reply);
        question_release(&question);
    } else {
        r = explore_send_fault(reply, r, &fault);
    }
    json_decref(wish.variations);
    return r;
}
