/* Queries on their way: those that wait, in the order in which they came, and those at work. */
#ifndef SOLVER_BATCH_QUEUE_H
#define SOLVER_BATCH_QUEUE_H

#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>

#include <jansson.h>

#include "json/query_json.h"

struct queued {
    json_t *line; /* owned */
    enum query_action action;
    size_t number;                     /* of the line */
    size_t bytes;                      /* of the line */
    struct solve_interrupt *interrupt; /* owned */
    struct queued *next;
};

struct queue {
    pthread_mutex_t mutex;
    pthread_cond_t came;          /* a job, or the end */
    pthread_cond_t went;          /* the last job, or one that made room */
    struct queued *first, **last; /* that wait */
    struct queued *working;       /* at work */
    size_t bytes;                 /* of those that wait */
    bool ended;                   /* no more will come */
    bool stopping;                /* all are to stop */
};

void queue_init(struct queue *queue);

/* Frees the queue, and all jobs that are left. */
void queue_release(struct queue *queue);

/* Makes a job of line, which is its own from now on, whatever this returns. NULL: no memory. */
struct queued *queue_new_job(json_t *line, enum query_action action, size_t number, size_t bytes);

/* Puts a job in, which is the queue's from now on. */
void queue_put(struct queue *queue, struct queued *job);

/* Waits, at most a tenth of a second, until so few bytes of lines wait that another one may be
 * read. Returns whether that is so. */
bool queue_has_room(struct queue *queue);

/* No more jobs come. */
void queue_end(struct queue *queue);

/* Waits for the next job, and takes it to work; NULL: there is none, and none will come. */
struct queued *queue_take(struct queue *queue);

/* The job is done: frees it. */
void queue_done(struct queue *queue, struct queued *job);

/* Waits, at most a tenth of a second, until nothing waits or is at work. Returns whether that is
 * so.
 */
bool queue_is_empty(struct queue *queue);

/* Asks the jobs with that id to stop. Returns how many there are. */
size_t queue_cancel(struct queue *queue, const json_t *id);

/* Asks all jobs to stop, and those that come. */
void queue_stop(struct queue *queue);

#endif
