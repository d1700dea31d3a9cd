/* Streams of events. */
#include "http/stream.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/types.h>

#include "base/clock.h"

/* After so many seconds without an event a comment shows whether the client is there. */
#define QUIET_SECONDS 10
/* How much the library asks for at a time. */
#define BLOCK_SIZE 16384

struct http_stream {
    const struct http_stream_source *source;
    void *context;
    struct http_streams *all;
    struct MHD_Connection *connection;
    struct http_stream *next, *before;

    struct strbuf out; /* what the source said; from sent on it is to be sent */
    size_t sent;
    bool last; /* the source said all */

    pthread_mutex_t mutex; /* for what follows */
    bool woken;            /* the source may have something */
    bool beat;             /* a comment is due */
    bool suspended;
    double spoke; /* when it last said something, by clock_now() */
};

int http_stream_new(const struct http_stream_source *source, void *context,
                    struct http_stream **ret_stream)
{
    struct http_stream *stream = calloc(1, sizeof(*stream));
    if (stream == NULL)
        return -ENOMEM;
    stream->source = source;
    stream->context = context;
    stream->woken = true;
    stream->spoke = clock_now();
    pthread_mutex_init(&stream->mutex, NULL);
    *ret_stream = stream;
    return 0;
}

void http_stream_free(struct http_stream *stream)
{
    if (stream == NULL)
        return;
    stream->source->release(stream->context);
    strbuf_release(&stream->out);
    pthread_mutex_destroy(&stream->mutex);
    free(stream);
}

/* Resumes it if it waits. The mutex is held. */
static void resume(struct http_stream *stream)
{
    if (stream->suspended) {
        stream->suspended = false;
        MHD_resume_connection(stream->connection);
    }
}

void http_stream_wake(struct http_stream *stream)
{
    pthread_mutex_lock(&stream->mutex);
    stream->woken = true;
    resume(stream);
    pthread_mutex_unlock(&stream->mutex);
}

int http_stream_event(struct strbuf *out, const char *name, const char *data)
{
    strbuf_add(out, "event: %s\n", name);
    for (const char *line = data;;) {
        size_t length = strcspn(line, "\r\n");
        strbuf_add(out, "data: %.*s\n", (int)length, line);
        if (line[length] == '\0')
            break;
        line += length + 1 + (line[length] == '\r' && line[length + 1] == '\n');
    }
    strbuf_add(out, "\n");
    return out->failed ? -ENOMEM : 0;
}

void http_streams_init(struct http_streams *all)
{
    *all = (struct http_streams){0};
    pthread_mutex_init(&all->mutex, NULL);
}

void http_streams_release(struct http_streams *all)
{
    pthread_mutex_destroy(&all->mutex);
}

static bool is_stopping(struct http_streams *all)
{
    pthread_mutex_lock(&all->mutex);
    bool stopping = all->stopping;
    pthread_mutex_unlock(&all->mutex);
    return stopping;
}

void http_streams_sweep(struct http_streams *all)
{
    double now = clock_now();
    pthread_mutex_lock(&all->mutex);
    for (struct http_stream *stream = all->first; stream != NULL; stream = stream->next) {
        pthread_mutex_lock(&stream->mutex);
        if (stream->suspended && now - stream->spoke >= QUIET_SECONDS) {
            stream->beat = true;
            resume(stream);
        }
        pthread_mutex_unlock(&stream->mutex);
    }
    pthread_mutex_unlock(&all->mutex);
}

void http_streams_stop(struct http_streams *all)
{
    pthread_mutex_lock(&all->mutex);
    all->stopping = true;
    for (struct http_stream *stream = all->first; stream != NULL; stream = stream->next)
        http_stream_wake(stream);
    pthread_mutex_unlock(&all->mutex);
}

/* Suspends the connection unless there is something to do. Returns whether it did. */
static bool suspend(struct http_stream *stream)
{
    bool stopping = is_stopping(stream->all);
    pthread_mutex_lock(&stream->mutex);
    if (!stream->woken && !stream->beat && !stopping) {
        stream->suspended = true;
        MHD_suspend_connection(stream->connection);
    }
    bool suspended = stream->suspended;
    pthread_mutex_unlock(&stream->mutex);
    return suspended;
}

/* Has the source say what is new. */
static int ask(struct http_stream *stream)
{
    strbuf_release(&stream->out);
    stream->sent = 0;
    pthread_mutex_lock(&stream->mutex);
    bool woken = stream->woken, beat = stream->beat;
    stream->woken = stream->beat = false;
    pthread_mutex_unlock(&stream->mutex);
    if (woken) {
        int r = stream->source->next(stream->context, &stream->out);
        if (r < 0 || stream->out.failed)
            return -ENOMEM;
        stream->last = r == 1;
    }
    if (beat && stream->out.length == 0 && !stream->last)
        strbuf_add(&stream->out, ":\n\n");
    if (stream->out.length > 0) {
        pthread_mutex_lock(&stream->mutex);
        stream->spoke = clock_now();
        pthread_mutex_unlock(&stream->mutex);
    }
    return stream->out.failed ? -ENOMEM : 0;
}

/* What the library calls when the client can take more. */
static ssize_t fill(void *context, uint64_t position, char *buffer, size_t room)
{
    struct http_stream *stream = context;
    (void)position;
    while (stream->sent == stream->out.length) {
        if (stream->last || is_stopping(stream->all))
            return MHD_CONTENT_READER_END_OF_STREAM;
        if (suspend(stream))
            return 0;
        if (ask(stream) < 0)
            return MHD_CONTENT_READER_END_OF_STREAM;
    }
    size_t size = stream->out.length - stream->sent;
    if (size > room)
        size = room;
    memcpy(buffer, stream->out.chars + stream->sent, size);
    stream->sent += size;
    return (ssize_t)size;
}

static void forget(void *context)
{
    struct http_stream *stream = context;
    struct http_streams *all = stream->all;
    pthread_mutex_lock(&all->mutex);
    if (stream->before != NULL)
        stream->before->next = stream->next;
    else
        all->first = stream->next;
    if (stream->next != NULL)
        stream->next->before = stream->before;
    pthread_mutex_unlock(&all->mutex);
    http_stream_free(stream);
}

struct MHD_Response *http_stream_respond(struct http_stream *stream, struct http_streams *all,
                                         struct MHD_Connection *connection)
{
    struct MHD_Response *response =
        MHD_create_response_from_callback(MHD_SIZE_UNKNOWN, BLOCK_SIZE, fill, stream, forget);
    if (response == NULL) {
        http_stream_free(stream);
        return NULL;
    }
    stream->all = all;
    stream->connection = connection;
    pthread_mutex_lock(&all->mutex);
    stream->next = all->first;
    if (all->first != NULL)
        all->first->before = stream;
    all->first = stream;
    pthread_mutex_unlock(&all->mutex);
    return response;
}
