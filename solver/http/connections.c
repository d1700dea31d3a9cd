/* Who is connected. */
#include "http/connections.h"

#include <stdlib.h>
#include <sys/socket.h>

#include "base/clock.h"

/* So many places are kept for those who come next. */
#define SPARE_SHARE 8

void http_connections_init(struct http_connections *all, const struct http_limits *limits)
{
    *all = (struct http_connections){.most = limits->connections};
    all->seconds[HTTP_ASKS] = limits->header_seconds;
    all->seconds[HTTP_IDLE] = limits->idle_seconds;
    all->seconds[HTTP_SENDS] = limits->body_seconds;
    all->seconds[HTTP_READS] = limits->write_seconds;
    pthread_mutex_init(&all->mutex, NULL);
}

void http_connections_release(struct http_connections *all)
{
    pthread_mutex_destroy(&all->mutex);
}

/* The library sees the end of what it reads and writes, and closes. Closing here would let the
 * number of the socket go to somebody else while the library uses it. */
static void drop(struct http_connection *one)
{
    one->dropped = true;
    shutdown(one->fd, SHUT_RDWR);
}

/* Drops the first who did not ask yet, or not again. */
static void make_room(struct http_connections *all)
{
    for (struct http_connection *one = all->first; one != NULL; one = one->next) {
        if (!one->dropped && (one->phase == HTTP_ASKS || one->phase == HTTP_IDLE)) {
            drop(one);
            return;
        }
    }
}

struct http_connection *http_connections_add(struct http_connections *all, int fd)
{
    struct http_connection *one = malloc(sizeof(*one));
    if (one == NULL)
        return NULL;
    *one = (struct http_connection){.fd = fd, .phase = HTTP_ASKS, .since = clock_now()};
    pthread_mutex_lock(&all->mutex);
    if (all->count >= all->most - all->most / SPARE_SHARE)
        make_room(all);
    one->before = all->last;
    if (all->last != NULL)
        all->last->next = one;
    else
        all->first = one;
    all->last = one;
    all->count++;
    pthread_mutex_unlock(&all->mutex);
    return one;
}

void http_connections_remove(struct http_connections *all, struct http_connection *one)
{
    pthread_mutex_lock(&all->mutex);
    if (one->before != NULL)
        one->before->next = one->next;
    else
        all->first = one->next;
    if (one->next != NULL)
        one->next->before = one->before;
    else
        all->last = one->before;
    all->count--;
    all->streams -= one->phase == HTTP_LISTENS;
    pthread_mutex_unlock(&all->mutex);
    free(one);
}

static void enter(struct http_connections *all, struct http_connection *one, enum http_phase phase)
{
    all->streams -= one->phase == HTTP_LISTENS;
    all->streams += phase == HTTP_LISTENS;
    one->phase = phase;
    one->since = clock_now();
}

void http_connections_enter(struct http_connections *all, struct http_connection *one,
                            enum http_phase phase)
{
    pthread_mutex_lock(&all->mutex);
    enter(all, one, phase);
    pthread_mutex_unlock(&all->mutex);
}

bool http_connections_listen(struct http_connections *all, struct http_connection *one)
{
    pthread_mutex_lock(&all->mutex);
    bool free_place = all->streams < all->most / 2;
    if (free_place)
        enter(all, one, HTTP_LISTENS);
    pthread_mutex_unlock(&all->mutex);
    return free_place;
}

void http_connections_sweep(struct http_connections *all)
{
    double now = clock_now();
    pthread_mutex_lock(&all->mutex);
    for (struct http_connection *one = all->first; one != NULL; one = one->next) {
        double most = all->seconds[one->phase];
        if (!one->dropped && most > 0 && now - one->since > most)
            drop(one);
    }
    pthread_mutex_unlock(&all->mutex);
}
