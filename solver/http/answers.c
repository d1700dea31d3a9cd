/* Answers as libmicrohttpd's responses. */
#include "http/answers.h"

#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "http/stream.h"

#define JSON_TYPE "application/json"

static const char *const strict_headers[][2] = {
    {"Content-Security-Policy",
     "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; "
     "connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"},
    {"X-Content-Type-Options", "nosniff"},
    {"X-Frame-Options", "DENY"},
    {"Referrer-Policy", "no-referrer"},
    {"Cross-Origin-Resource-Policy", "same-origin"},
    {"Cross-Origin-Opener-Policy", "same-origin"},
};

/* Queues the response and lets go of it. */
static enum MHD_Result queue(struct MHD_Connection *connection, unsigned status,
                             struct MHD_Response *response, const char *type, const char *caching)
{
    enum MHD_Result done = response != NULL ? MHD_YES : MHD_NO;
    for (size_t i = 0; done == MHD_YES && i < sizeof(strict_headers) / sizeof(strict_headers[0]);
         i++)
        done = MHD_add_response_header(response, strict_headers[i][0], strict_headers[i][1]);
    if (done == MHD_YES)
        done = MHD_add_response_header(response, "Content-Type", type);
    if (done == MHD_YES)
        done = MHD_add_response_header(response, "Cache-Control", caching);
    if (done == MHD_YES)
        done = MHD_queue_response(connection, status, response);
    if (response != NULL)
        MHD_destroy_response(response);
    return done;
}

static struct MHD_Response *of_constant(const void *bytes, size_t size)
{
    /* MHD_RESPMEM_PERSISTENT only reads it. */
    return MHD_create_response_from_buffer(size, (void *)(uintptr_t)bytes, MHD_RESPMEM_PERSISTENT);
}

enum MHD_Result http_answer_refusal(struct MHD_Connection *connection,
                                    const struct http_refusal *refusal)
{
    char text[320];
    snprintf(text, sizeof(text), "{\"error\":{\"key\":\"%s\",\"value\":null,\"why\":\"%s\"}}\n",
             refusal->key, refusal->why);
    struct MHD_Response *response =
        MHD_create_response_from_buffer(strlen(text), text, MHD_RESPMEM_MUST_COPY);
    if (response != NULL) {
        MHD_add_response_header(response, "Connection", "close");
        if (refusal->allow != NULL)
            MHD_add_response_header(response, "Allow", refusal->allow);
    }
    return queue(connection, refusal->status, response, JSON_TYPE, "no-store");
}

/* Does the client take gzip? */
static bool takes_gzip(const char *encodings)
{
    const char *found = encodings != NULL ? strstr(encodings, "gzip") : NULL;
    return found != NULL && strncmp(found, "gzip;q=0", 8) != 0;
}

enum MHD_Result http_answer_asset(struct MHD_Connection *connection, const struct http_asset *asset,
                                  const char *had_tag, const char *encodings, unsigned *ret_status)
{
    bool same = had_tag != NULL && strstr(had_tag, asset->tag) != NULL;
    bool packed = !same && takes_gzip(encodings);
    char tag[80];
    snprintf(tag, sizeof(tag), "W/%s", asset->tag); /* weak: packed or not */
    struct MHD_Response *response = same     ? of_constant("", 0)
                                    : packed ? of_constant(asset->packed, asset->packed_size)
                                             : of_constant(asset->bytes, asset->size);
    if (response != NULL) {
        MHD_add_response_header(response, "ETag", tag);
        MHD_add_response_header(response, "Vary", "Accept-Encoding");
        if (packed)
            MHD_add_response_header(response, "Content-Encoding", "gzip");
    }
    *ret_status = same ? MHD_HTTP_NOT_MODIFIED : MHD_HTTP_OK;
    return queue(connection, *ret_status, response, asset->type, "no-cache");
}

/* Tells the browser to keep the answer as a file of that name. */
static void add_file_name(struct MHD_Response *response, const char *name)
{
    char text[160];
    int length = snprintf(text, sizeof(text), "attachment; filename=\"");
    for (const char *c = name; *c != '\0' && length < (int)sizeof(text) - 2; c++)
        text[length++] = (char)(isalnum((unsigned char)*c) || strchr("-._+", *c) ? *c : '_');
    text[length++] = '"';
    text[length] = '\0';
    MHD_add_response_header(response, "Content-Disposition", text);
}

enum MHD_Result http_answer_reply(struct MHD_Connection *connection, struct http_reply *reply)
{
    struct MHD_Response *response =
        reply->bytes != NULL
            ? MHD_create_response_from_buffer(reply->size, reply->bytes, MHD_RESPMEM_MUST_FREE)
            : of_constant("", 0);
    if (response != NULL) {
        reply->bytes = NULL;
        if (reply->file_name[0] != '\0')
            add_file_name(response, reply->file_name);
    }
    return queue(connection, (unsigned)reply->status, response, reply->type, "no-store");
}

enum MHD_Result http_answer_stream(struct MHD_Connection *connection, struct MHD_Response *response)
{
    return queue(connection, MHD_HTTP_OK, response, "text/event-stream", "no-store");
}

/* Writes text as a string of JSON, or null. */
static void add_json(struct strbuf *out, const char *text)
{
    if (text == NULL) {
        strbuf_add(out, "null");
        return;
    }
    strbuf_add(out, "\"");
    for (const unsigned char *c = (const unsigned char *)text; *c != '\0'; c++) {
        if (*c < 0x20 || *c == 0x7f)
            strbuf_add(out, "\\u%04x", *c);
        else
            strbuf_add(out, *c == '"' || *c == '\\' ? "\\%c" : "%c", *c);
    }
    strbuf_add(out, "\"");
}

int http_reply_error(struct http_reply *reply, int status, const char *key, const char *value,
                     const char *why)
{
    struct strbuf out = {0};
    strbuf_add(&out, "{\"error\":{\"key\":");
    add_json(&out, key);
    strbuf_add(&out, ",\"value\":");
    add_json(&out, value);
    strbuf_add(&out, ",\"why\":");
    add_json(&out, why);
    strbuf_add(&out, "}}\n");
    size_t size = out.length;
    char *bytes = strbuf_take(&out);
    if (bytes == NULL)
        return -ENOMEM;
    free(reply->bytes);
    http_stream_free(reply->stream);
    *reply = (struct http_reply){.status = status, .type = JSON_TYPE, .bytes = bytes, .size = size};
    return 0;
}
