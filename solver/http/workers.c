/* The threads that run the functions of routes. */
#include "http/workers.h"

#include <errno.h>
#include <stdlib.h>

#include "base/clock.h"

/* Waits for a job; NULL: there is none, and none will come. */
static struct http_job *take(struct http_workers *workers)
{
    pthread_mutex_lock(&workers->mutex);
    while (workers->first == NULL && !workers->ended)
        pthread_cond_wait(&workers->came, &workers->mutex);
    struct http_job *job = workers->first;
    if (job != NULL) {
        workers->first = job->next;
        if (workers->first == NULL)
            workers->last = &workers->first;
    }
    pthread_mutex_unlock(&workers->mutex);
    return job;
}

static void *work(void *context)
{
    struct http_job *job;
    while ((job = take(context)) != NULL)
        job->run(job);
    return NULL;
}

int http_workers_start(struct http_workers *workers, unsigned count)
{
    int r = 0;
    *workers = (struct http_workers){.threads = calloc(count, sizeof(pthread_t))};
    if (workers->threads == NULL)
        return -ENOMEM;
    workers->last = &workers->first;
    pthread_mutex_init(&workers->mutex, NULL);
    clock_init_condition(&workers->came);
    for (; workers->count < count && r == 0; workers->count += r == 0)
        r = -pthread_create(&workers->threads[workers->count], NULL, work, workers);
    if (r < 0) {
        http_workers_end(workers);
        http_workers_release(workers);
    }
    return r;
}

void http_workers_end(struct http_workers *workers)
{
    pthread_mutex_lock(&workers->mutex);
    workers->ended = true;
    pthread_cond_broadcast(&workers->came);
    pthread_mutex_unlock(&workers->mutex);
    for (unsigned i = 0; i < workers->count; i++)
        pthread_join(workers->threads[i], NULL);
    workers->count = 0;
}

void http_workers_release(struct http_workers *workers)
{
    free(workers->threads);
    pthread_cond_destroy(&workers->came);
    pthread_mutex_destroy(&workers->mutex);
}

bool http_workers_put(struct http_workers *workers, struct http_job *job,
                      void (*prepare)(void *context), void *context)
{
    pthread_mutex_lock(&workers->mutex);
    bool taken = !workers->ended;
    if (taken) {
        prepare(context);
        job->next = NULL;
        *workers->last = job;
        workers->last = &job->next;
        pthread_cond_signal(&workers->came);
    }
    pthread_mutex_unlock(&workers->mutex);
    return taken;
}
