/* A request and its answer. */
#include "http/exchange.h"

#include <stdlib.h>
#include <string.h>

#include "http/admit.h"

static struct http_exchange *new_exchange(struct http_server *server,
                                          struct MHD_Connection *connection, const char *method,
                                          const char *path)
{
    struct http_exchange *exchange = calloc(1, sizeof(*exchange));
    const union MHD_ConnectionInfo *info =
        MHD_get_connection_info(connection, MHD_CONNECTION_INFO_SOCKET_CONTEXT);
    if (exchange == NULL || info == NULL || info->socket_context == NULL) {
        free(exchange);
        return NULL;
    }
    exchange->server = server;
    exchange->connection = connection;
    exchange->place = info->socket_context;
    exchange->method = strdup(method);
    exchange->path = strdup(path);
    if (exchange->method != NULL && exchange->path != NULL)
        return exchange;
    free(exchange->method);
    free(exchange->path);
    free(exchange);
    return NULL;
}

static void free_exchange(struct http_exchange *exchange)
{
    atomic_fetch_sub(&exchange->server->bodies, exchange->body_room);
    http_stream_free(exchange->reply.stream);
    free(exchange->reply.bytes);
    free(exchange->body);
    free(exchange->method);
    free(exchange->path);
    free(exchange);
}

static enum MHD_Result refuse(struct http_exchange *exchange, const struct http_refusal *refusal)
{
    http_connections_enter(&exchange->server->connections, exchange->place, HTTP_READS);
    exchange->status = refusal->status;
    return http_answer_refusal(exchange->connection, refusal);
}

static enum MHD_Result send_stream(struct http_exchange *exchange)
{
    struct http_server *server = exchange->server;
    if (!http_connections_listen(&server->connections, exchange->place))
        return refuse(exchange, &http_admit_streams);
    struct http_stream *stream = exchange->reply.stream;
    exchange->reply.stream = NULL;
    exchange->status = MHD_HTTP_OK;
    return http_answer_stream(exchange->connection,
                              http_stream_respond(stream, &server->streams, exchange->connection));
}

/* Sends what the function of the route replied. */
static enum MHD_Result send_reply(struct http_exchange *exchange)
{
    if (exchange->refusal != NULL)
        return refuse(exchange, exchange->refusal);
    if (exchange->reply.stream != NULL)
        return send_stream(exchange);
    http_connections_enter(&exchange->server->connections, exchange->place, HTTP_READS);
    exchange->status = (unsigned)exchange->reply.status;
    return http_answer_reply(exchange->connection, &exchange->reply);
}

/* On a worker: runs the function, and lets the connection go on. */
static void run(struct http_job *job)
{
    struct http_exchange *exchange = (struct http_exchange *)job;
    struct http_server *server = exchange->server;
    struct http_request request = {
        .rest = exchange->rest,
        .body = exchange->body != NULL ? exchange->body : "",
        .body_size = exchange->body_size,
    };
    exchange->reply = (struct http_reply){.status = MHD_HTTP_OK, .type = "application/json"};
    if (atomic_load(&server->stopping))
        exchange->refusal = &http_admit_stopping;
    else if (exchange->route->answer(server->settings.context, &request, &exchange->reply) < 0)
        exchange->refusal = &http_admit_no_memory;
    exchange->replied = true;
    MHD_resume_connection(exchange->connection); /* from here on it is the library's */
}

static void wait_for_worker(void *context)
{
    MHD_suspend_connection(context);
}

/* All of the request is there. */
static enum MHD_Result answer(struct http_exchange *exchange)
{
    struct http_server *server = exchange->server;
    if (exchange->replied)
        return send_reply(exchange);
    if (exchange->asset != NULL) {
        http_connections_enter(&server->connections, exchange->place, HTTP_READS);
        return http_answer_asset(exchange->connection, exchange->asset, exchange->headers.tag,
                                 exchange->headers.encodings, &exchange->status);
    }
    if (exchange->body != NULL)
        exchange->body[exchange->body_size] = '\0';
    exchange->job.run = run;
    http_connections_enter(&server->connections, exchange->place, HTTP_WAITS);
    if (http_workers_put(&server->workers, &exchange->job, wait_for_worker, exchange->connection))
        return MHD_YES;
    return refuse(exchange, &http_admit_stopping);
}

/* Takes a part of the body. The library gives no more than was announced. */
static enum MHD_Result add_body(struct http_exchange *exchange, const char *bytes, size_t *size)
{
    if (exchange->body == NULL || *size > exchange->body_room - exchange->body_size)
        return MHD_NO;
    memcpy(exchange->body + exchange->body_size, bytes, *size);
    exchange->body_size += *size;
    *size = 0;
    return MHD_YES;
}

enum MHD_Result http_exchange_step(void *context, struct MHD_Connection *connection,
                                   const char *path, const char *method, const char *version,
                                   const char *bytes, size_t *size, void **state)
{
    struct http_exchange *exchange = *state;
    (void)version;
    if (exchange != NULL)
        return *size > 0 ? add_body(exchange, bytes, size) : answer(exchange);
    exchange = new_exchange(context, connection, method, path);
    if (exchange == NULL)
        return MHD_NO; /* the library closes the connection */
    *state = exchange;
    http_headers_read(connection, &exchange->headers);
    http_admit(exchange);
    if (exchange->refusal != NULL)
        return refuse(exchange, exchange->refusal);
    http_connections_enter(&exchange->server->connections, exchange->place, HTTP_SENDS);
    return MHD_YES;
}

/* A line about it. What a client wrote is shown without what a terminal would obey. */
static void log_exchange(FILE *log, const struct http_exchange *exchange)
{
    char shown[120];
    size_t length = 0;
    for (const char *c = exchange->path; *c != '\0' && length < sizeof(shown) - 1; c++)
        shown[length++] = (char)(*c > ' ' && *c < 0x7f ? *c : '?');
    shown[length] = '\0';
    fprintf(log, "%.10s %s %u\n", exchange->method, shown, exchange->status);
}

void http_exchange_end(void *context, struct MHD_Connection *connection, void **state,
                       enum MHD_RequestTerminationCode how)
{
    struct http_exchange *exchange = *state;
    (void)context, (void)connection, (void)how;
    if (exchange == NULL)
        return;
    *state = NULL;
    if (exchange->server->settings.log != NULL)
        log_exchange(exchange->server->settings.log, exchange);
    http_connections_enter(&exchange->server->connections, exchange->place, HTTP_IDLE);
    free_exchange(exchange);
}
