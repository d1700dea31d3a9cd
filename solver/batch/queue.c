/* Queries on their way. */
#include "batch/queue.h"

#include <stdlib.h>

#include "base/clock.h"

#define WAIT_SECONDS 0.1
/* Bytes of lines that wait at most; the next is not read before. */
#define BYTES_MAX ((size_t)32 << 20)

void queue_init(struct queue *queue)
{
    *queue = (struct queue){.first = NULL};
    queue->last = &queue->first;
    pthread_mutex_init(&queue->mutex, NULL);
    clock_init_condition(&queue->came);
    clock_init_condition(&queue->went);
}

static void free_job(struct queued *job)
{
    json_decref(job->line);
    solve_interrupt_free(job->interrupt);
    free(job);
}

static void free_list(struct queued *job)
{
    while (job != NULL) {
        struct queued *next = job->next;
        free_job(job);
        job = next;
    }
}

void queue_release(struct queue *queue)
{
    free_list(queue->first);
    free_list(queue->working);
    pthread_cond_destroy(&queue->went);
    pthread_cond_destroy(&queue->came);
    pthread_mutex_destroy(&queue->mutex);
}

struct queued *queue_new_job(json_t *line, enum query_action action, size_t number, size_t bytes)
{
    struct queued *job = malloc(sizeof(*job));
    if (job == NULL || line == NULL) {
        json_decref(line);
        free(job);
        return NULL;
    }
    *job = (struct queued){.line = line, .action = action, .number = number, .bytes = bytes};
    if (solve_interrupt_new(&job->interrupt) == 0)
        return job;
    free_job(job);
    return NULL;
}

/* Waits on the condition for a while. */
static void wait_a_while(struct queue *queue, pthread_cond_t *condition)
{
    struct timespec until = clock_after(WAIT_SECONDS);
    pthread_cond_timedwait(condition, &queue->mutex, &until);
}

void queue_put(struct queue *queue, struct queued *job)
{
    pthread_mutex_lock(&queue->mutex);
    *queue->last = job;
    queue->last = &job->next;
    queue->bytes += job->bytes;
    if (queue->stopping)
        solve_interrupt_request(job->interrupt);
    pthread_cond_signal(&queue->came);
    pthread_mutex_unlock(&queue->mutex);
}

bool queue_has_room(struct queue *queue)
{
    pthread_mutex_lock(&queue->mutex);
    if (queue->bytes >= BYTES_MAX)
        wait_a_while(queue, &queue->went);
    bool has = queue->bytes < BYTES_MAX;
    pthread_mutex_unlock(&queue->mutex);
    return has;
}

void queue_end(struct queue *queue)
{
    pthread_mutex_lock(&queue->mutex);
    queue->ended = true;
    pthread_cond_broadcast(&queue->came);
    pthread_mutex_unlock(&queue->mutex);
}

struct queued *queue_take(struct queue *queue)
{
    pthread_mutex_lock(&queue->mutex);
    while (queue->first == NULL && !queue->ended)
        pthread_cond_wait(&queue->came, &queue->mutex);
    struct queued *job = queue->first;
    if (job != NULL) {
        queue->first = job->next;
        if (queue->first == NULL)
            queue->last = &queue->first;
        bool was_full = queue->bytes >= BYTES_MAX;
        queue->bytes -= job->bytes;
        job->next = queue->working;
        queue->working = job;
        if (was_full && queue->bytes < BYTES_MAX)
            pthread_cond_broadcast(&queue->went);
    }
    pthread_mutex_unlock(&queue->mutex);
    return job;
}

void queue_done(struct queue *queue, struct queued *job)
{
    pthread_mutex_lock(&queue->mutex);
    struct queued **at = &queue->working;
    while (*at != job)
        at = &(*at)->next;
    *at = job->next;
    if (queue->first == NULL && queue->working == NULL)
        pthread_cond_broadcast(&queue->went);
    pthread_mutex_unlock(&queue->mutex);
    free_job(job);
}

bool queue_is_empty(struct queue *queue)
{
    pthread_mutex_lock(&queue->mutex);
    if (queue->first != NULL || queue->working != NULL)
        wait_a_while(queue, &queue->went);
    bool is_empty = queue->first == NULL && queue->working == NULL;
    pthread_mutex_unlock(&queue->mutex);
    return is_empty;
}

/* Asks the jobs of a list to stop: those with that id, or all. */
static size_t stop_list(struct queued *job, const json_t *id)
{
    size_t count = 0;
    for (; job != NULL; job = job->next) {
        if (id != NULL && !json_equal(json_object_get(job->line, "id"), id))
            continue;
        solve_interrupt_request(job->interrupt);
        count++;
    }
    return count;
}

size_t queue_cancel(struct queue *queue, const json_t *id)
{
    pthread_mutex_lock(&queue->mutex);
    size_t count = stop_list(queue->first, id) + stop_list(queue->working, id);
    pthread_mutex_unlock(&queue->mutex);
    return count;
}

void queue_stop(struct queue *queue)
{
    pthread_mutex_lock(&queue->mutex);
    queue->stopping = true;
    stop_list(queue->first, NULL);
    stop_list(queue->working, NULL);
    pthread_mutex_unlock(&queue->mutex);
}
