/* The threads that run the functions of routes. */
#ifndef SOLVER_HTTP_WORKERS_H
#define SOLVER_HTTP_WORKERS_H

#include <pthread.h>
#include <stdbool.h>

/* A piece of work; part of what it works on. */
struct http_job {
    void (*run)(struct http_job *job);
    struct http_job *next;
};

struct http_workers {
    pthread_mutex_t mutex;
    pthread_cond_t came;
    struct http_job *first, **last; /* that wait */
    bool ended;
    pthread_t *threads;
    unsigned count;
};

/* Starts so many threads. Returns 0, -ENOMEM or -EAGAIN; then there is nothing to end or to
 * release.
 */
int http_workers_start(struct http_workers *workers, unsigned count);

/* No more jobs are taken; waits for those that were. */
void http_workers_end(struct http_workers *workers);

/* Releases the workers, which were ended: nobody hands them a job any more. */
void http_workers_release(struct http_workers *workers);

/*
 * Hands over a job. Before it can run, prepare(context) is called. Returns false, and calls
 * nothing, after the end.
 */
bool http_workers_put(struct http_workers *workers, struct http_job *job,
                      void (*prepare)(void *context), void *context);

#endif
