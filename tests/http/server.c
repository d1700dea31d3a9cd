/*
 * A server whose routes show what solver/http does with a request. Prints its port; stops when the
 * input ends, and prints how many streams there were, and how many of them were released.
 *
 * usage: server [PORT [HOST...]]
 */
#include <errno.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "http/http.h"

static const char text[] =
    "a text of the program, long enough to be compressed: aaaaaaaaaaaaaaaaaaaa";
static const struct http_asset assets[] = {
    {"/", "text/html", "\"t1\"", (const unsigned char *)text, sizeof(text) - 1,
     (const unsigned char *)"packed", 6},
    {"/page.js", "text/javascript", "\"t2\"", (const unsigned char *)text, sizeof(text) - 1,
     (const unsigned char *)"packed", 6},
};

/* Streams that count: next() says a number each time somebody wakes them. */
struct counter {
    struct http_stream *stream;
    struct counter *next;
    int ticks, said, last;
};

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static struct counter *counters;
static atomic_int made, released, changed;
static atomic_bool over;

static int next_number(void *context, struct strbuf *out)
{
    struct counter *counter = context;
    char number[16];
    pthread_mutex_lock(&mutex);
    int ticks = counter->ticks;
    pthread_mutex_unlock(&mutex);
    if (ticks == counter->said)
        return 0;
    counter->said = ticks;
    snprintf(number, sizeof(number), "%d", ticks);
    int r = http_stream_event(out, "tick", number);
    return r < 0 ? r : ticks >= counter->last;
}

static void release(void *context)
{
    struct counter *counter = context;
    pthread_mutex_lock(&mutex);
    struct counter **at = &counters;
    while (*at != counter)
        at = &(*at)->next;
    *at = counter->next;
    pthread_mutex_unlock(&mutex);
    free(counter);
    atomic_fetch_add(&released, 1);
}

static const struct http_stream_source source = {next_number, release};

static void *tick(void *context)
{
    (void)context;
    while (!atomic_load(&over)) {
        usleep(2000);
        pthread_mutex_lock(&mutex);
        for (struct counter *counter = counters; counter != NULL; counter = counter->next) {
            if (counter->ticks < counter->last) {
                counter->ticks++;
                http_stream_wake(counter->stream);
            }
        }
        pthread_mutex_unlock(&mutex);
    }
    return NULL;
}

static int count(void *context, const struct http_request *request, struct http_reply *reply)
{
    (void)context;
    struct counter *counter = calloc(1, sizeof(*counter));
    if (counter == NULL)
        return -ENOMEM;
    counter->last = atoi(request->rest);
    pthread_mutex_lock(&mutex);
    int r = http_stream_new(&source, counter, &reply->stream);
    if (r == 0) {
        counter->stream = reply->stream;
        counter->next = counters;
        counters = counter;
        atomic_fetch_add(&made, 1);
    } else {
        free(counter);
    }
    pthread_mutex_unlock(&mutex);
    return r;
}

static int echo(void *context, const struct http_request *request, struct http_reply *reply)
{
    (void)context;
    atomic_fetch_add(&changed, 1);
    reply->size = request->body_size;
    reply->bytes = malloc(request->body_size + 1);
    if (reply->bytes == NULL)
        return -ENOMEM;
    memcpy(reply->bytes, request->body, request->body_size);
    return 0;
}

static int say(struct http_reply *reply, const char *format, long number)
{
    reply->bytes = malloc(80);
    if (reply->bytes == NULL)
        return -ENOMEM;
    reply->size = (size_t)snprintf(reply->bytes, 80, format, number);
    return 0;
}

static int size(void *context, const struct http_request *request, struct http_reply *reply)
{
    (void)context;
    return say(reply, "{\"size\":%ld}", (long)request->body_size);
}

/* How often something was changed. */
static int changes(void *context, const struct http_request *request, struct http_reply *reply)
{
    (void)context, (void)request;
    return say(reply, "{\"changes\":%ld}", atomic_load(&changed));
}

static int nap(void *context, const struct http_request *request, struct http_reply *reply)
{
    (void)context, (void)request;
    usleep(300000);
    return say(reply, "{\"slept\":%ld}", 300);
}

static int file(void *context, const struct http_request *request, struct http_reply *reply)
{
    (void)context;
    snprintf(reply->file_name, sizeof(reply->file_name), "a \"%s\"\r\nX: y.json", request->rest);
    return say(reply, "{\"file\":%ld}", 1);
}

static int refuse(void *context, const struct http_request *request, struct http_reply *reply)
{
    (void)context;
    return http_reply_error(reply, 422, "board", request->body, "wanted \"RxC\"");
}

/* Finds out what is wrong when the stream is there. */
static int refuse_late(void *context, const struct http_request *request, struct http_reply *reply)
{
    int r = count(context, request, reply);
    return r == 0 ? http_reply_error(reply, 422, "count", request->rest, "too late") : r;
}

static const struct http_route routes[] = {
    {.method = "GET", .path = "/api/changes", .answer = changes},
    {.method = "POST",
     .path = "/api/echo",
     .type = "application/json",
     .body_max = 1 << 20,
     .answer = echo},
    {.method = "POST",
     .path = "/api/size",
     .type = "application/octet-stream",
     .body_max = 64 << 20,
     .answer = size},
    {.method = "POST",
     .path = "/api/nap",
     .type = "application/json",
     .body_max = 100,
     .answer = nap},
    {.method = "POST",
     .path = "/api/refuse",
     .type = "application/json",
     .body_max = 100,
     .answer = refuse},
    {.method = "GET", .path = "/api/count/", .prefix = true, .answer = count},
    {.method = "GET", .path = "/api/late/", .prefix = true, .answer = refuse_late},
    {.method = "GET", .path = "/api/file/", .prefix = true, .answer = file},
};

int main(int argc, char **argv)
{
    struct http_settings settings = {
        .port = argc > 1 ? (unsigned)atoi(argv[1]) : 0,
        .hosts = argc > 2 ? (const char *const *)argv + 2 : NULL,
        .assets = assets,
        .asset_count = sizeof(assets) / sizeof(assets[0]),
        .routes = routes,
        .route_count = sizeof(routes) / sizeof(routes[0]),
        .limits = {.header_seconds = 1,
                   .idle_seconds = 1,
                   .body_seconds = 5, /* 64 MiB with sanitizers on a busy machine take two */
                   .bodies = (size_t)80 << 20},
    };
    struct http_server *server;
    struct error err;
    pthread_t ticker;
    if (http_server_start(&settings, &server, &err) < 0) {
        fprintf(stderr, "%s\n", err.text);
        return 2;
    }
    if (pthread_create(&ticker, NULL, tick, NULL) != 0)
        return 1;
    printf("%u %s\n", http_server_port(server), http_server_url(server));
    fflush(stdout);
    while (getchar() != EOF)
        continue;
    http_server_stop(server);
    atomic_store(&over, true);
    pthread_join(ticker, NULL);
    printf("streams %d released %d\n", atomic_load(&made), atomic_load(&released));
    return atomic_load(&made) == atomic_load(&released) ? 0 : 1;
}
