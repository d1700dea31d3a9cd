/* The server. */
#include "http/server.h"

#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/clock.h"
#include "http/exchange.h"
#include "http/listen.h"

/* Of what the library keeps for a connection, and so of the headers of a request. */
#define CONNECTION_BYTES ((size_t)32 << 10)
/* How long a client may be silent where it should send or read. */
#define SILENCE_SECONDS 30u
/* How often it is looked whose time is over. */
#define WATCH_SECONDS 0.5

static void fill_in(struct http_settings *settings)
{
    struct http_limits *limits = &settings->limits;
    if (limits->connections == 0)
        limits->connections = 512;
    if (limits->connections_per_address == 0)
        limits->connections_per_address =
            http_address_is_loopback(settings->address) ? limits->connections : 64;
    if (limits->bodies == 0)
        limits->bodies = (size_t)256 << 20;
    if (limits->header_seconds == 0)
        limits->header_seconds = 10;
    if (limits->body_seconds == 0)
        limits->body_seconds = 60;
    if (limits->write_seconds == 0)
        limits->write_seconds = 120;
    if (limits->idle_seconds == 0)
        limits->idle_seconds = 20;
    if (limits->workers == 0)
        limits->workers = 4;
}

static void on_connection(void *context, struct MHD_Connection *connection, void **place,
                          enum MHD_ConnectionNotificationCode what)
{
    struct http_server *server = context;
    if (what == MHD_CONNECTION_NOTIFY_STARTED) {
        const union MHD_ConnectionInfo *info =
            MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CONNECTION_FD);
        *place = http_connections_add(&server->connections, info->connect_fd);
    } else if (*place != NULL) {
        http_connections_remove(&server->connections, *place);
        *place = NULL;
    }
}

/* Paths are taken as they are written. */
static size_t leave_escaped(void *context, struct MHD_Connection *connection, char *text)
{
    (void)context, (void)connection;
    return strlen(text);
}

static void *watch(void *context)
{
    struct http_server *server = context;
    pthread_mutex_lock(&server->watch_mutex);
    while (!atomic_load(&server->stopping)) {
        struct timespec next = clock_after(WATCH_SECONDS);
        pthread_cond_timedwait(&server->watch_ends, &server->watch_mutex, &next);
        http_connections_sweep(&server->connections);
        http_streams_sweep(&server->streams);
    }
    pthread_mutex_unlock(&server->watch_mutex);
    return NULL;
}

/* The server stops: ends the thread that watches. */
static void stop_watch(struct http_server *server)
{
    pthread_mutex_lock(&server->watch_mutex);
    atomic_store(&server->stopping, true);
    pthread_cond_signal(&server->watch_ends);
    pthread_mutex_unlock(&server->watch_mutex);
    pthread_join(server->watch, NULL);
}

/* Starts the library's thread. It owns the socket then. */
static int start_daemon(struct http_server *server, int fd)
{
    const struct http_limits *limits = &server->settings.limits;
    errno = 0;
    server->daemon = MHD_start_daemon(
        MHD_USE_EPOLL_INTERNAL_THREAD | MHD_ALLOW_SUSPEND_RESUME | MHD_USE_ITC, 0, NULL, NULL,
        http_exchange_step, server, MHD_OPTION_LISTEN_SOCKET, fd, MHD_OPTION_NOTIFY_COMPLETED,
        http_exchange_end, server, MHD_OPTION_NOTIFY_CONNECTION, on_connection, server,
        MHD_OPTION_UNESCAPE_CALLBACK, leave_escaped, NULL, MHD_OPTION_CONNECTION_LIMIT,
        limits->connections, MHD_OPTION_PER_IP_CONNECTION_LIMIT, limits->connections_per_address,
        MHD_OPTION_CONNECTION_TIMEOUT, SILENCE_SECONDS, MHD_OPTION_CONNECTION_MEMORY_LIMIT,
        CONNECTION_BYTES, MHD_OPTION_STRICT_FOR_CLIENT, 1, MHD_OPTION_END);
    if (server->daemon != NULL)
        return 0;
    int r = errno != 0 ? -errno : -ENOMEM;
    close(fd);
    return r;
}

static int start_threads(struct http_server *server, int fd)
{
    int r = http_workers_start(&server->workers, server->settings.limits.workers);
    if (r < 0) {
        close(fd);
        return r;
    }
    r = -pthread_create(&server->watch, NULL, watch, server);
    if (r == 0) {
        r = start_daemon(server, fd);
        if (r == 0)
            return 0;
        stop_watch(server);
    } else {
        close(fd);
    }
    http_workers_end(&server->workers);
    http_workers_release(&server->workers);
    return r;
}

/* Starts the threads so that signals are left to those that there were. */
static int start_quietly(struct http_server *server, int fd)
{
    sigset_t all, before;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    int r = start_threads(server, fd);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    return r;
}

static int check_hosts(const char *const *hosts, struct error *err)
{
    for (size_t i = 0; hosts != NULL && hosts[i] != NULL; i++) {
        if (!http_guard_is_host(hosts[i]))
            return error_set(err, -EINVAL, "'%s' is no host: wanted NAME or NAME:PORT", hosts[i]);
    }
    return 0;
}

/* What the server is called. */
static int name(struct http_server *server)
{
    const char *address = server->settings.address;
    struct strbuf url = {0};
    server->guard.hosts = server->settings.hosts;
    snprintf(server->guard.port, sizeof(server->guard.port), "%u", server->port);
    if (address != NULL && strcmp(address, "localhost") != 0)
        server->guard.address = address;
    const char *shown = address != NULL ? address : "127.0.0.1";
    if (strcmp(shown, "0.0.0.0") == 0 || strcmp(shown, "::") == 0)
        shown = "localhost"; /* among others */
    strbuf_add(&url, strchr(shown, ':') != NULL ? "http://[%s]:%u/" : "http://%s:%u/", shown,
               server->port);
    server->url = strbuf_take(&url);
    return server->url != NULL ? 0 : -ENOMEM;
}

static void free_server(struct http_server *server)
{
    pthread_cond_destroy(&server->watch_ends);
    pthread_mutex_destroy(&server->watch_mutex);
    http_streams_release(&server->streams);
    http_connections_release(&server->connections);
    free(server->url);
    free(server);
}

static struct http_server *new_server(const struct http_settings *settings)
{
    struct http_server *server = calloc(1, sizeof(*server));
    if (server == NULL)
        return NULL;
    server->settings = *settings;
    fill_in(&server->settings);
    http_connections_init(&server->connections, &server->settings.limits);
    http_streams_init(&server->streams);
    pthread_mutex_init(&server->watch_mutex, NULL);
    clock_init_condition(&server->watch_ends);
    return server;
}

int http_server_start(const struct http_settings *settings, struct http_server **ret_server,
                      struct error *err)
{
    int fd, r = check_hosts(settings->hosts, err);
    if (r < 0)
        return r;
    struct http_server *server = new_server(settings);
    if (server == NULL)
        return error_set(err, -ENOMEM, "out of memory");
    r = http_listen(settings->address, settings->port, &fd, &server->port, err);
    if (r == 0) {
        r = name(server);
        if (r == 0)
            r = start_quietly(server, fd);
        else
            close(fd);
        if (r < 0)
            error_set(err, r, "cannot start the server: %s", strerror(-r));
    }
    if (r < 0) {
        free_server(server);
        return r;
    }
    *ret_server = server;
    return 0;
}

unsigned http_server_port(const struct http_server *server)
{
    return server->port;
}

const char *http_server_url(const struct http_server *server)
{
    return server->url;
}

void http_server_stop(struct http_server *server)
{
    if (server == NULL)
        return;
    stop_watch(server);
    /* No connection may be suspended when the library stops: those that a worker has go on when it
     * is done, and those with a stream do so now. New ones are not suspended any more. */
    http_workers_end(&server->workers);
    http_streams_stop(&server->streams);
    MHD_stop_daemon(server->daemon);
    http_workers_release(&server->workers);
    free_server(server);
}
