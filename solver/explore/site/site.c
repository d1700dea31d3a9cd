/* A site of what is known. */
#include "explore/site/site.h"

#include <errno.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "explore/site/index.h"

#define TELL_SECONDS 0.2

/* What the threads share. */
struct work {
    const struct site_options *options;
    struct site site;
    atomic_uint_fast64_t states;
    pthread_mutex_t lock; /* of what follows, and of which pairs are done */
    pthread_cond_t changed;
    size_t next;      /* pair that is to be made */
    size_t done;      /* pairs */
    int running;      /* threads */
    int failure;      /* a negative errno, or 0 */
    struct error why; /* it failed */
};

static struct pair make_pair(struct work *work, const struct site_pair *pair)
{
    const struct site_options *options = work->options;
    struct solve_board *board = options->boards[pair->board];
    return (struct pair){
        .board = board,
        .rules = options->rules[pair->rules],
        .folder = options->folder,
        .depth = options->depth,
        .games = options->games,
        .starts = solve_board_points(board) <= options->starts_points,
        .memory = options->memory,
        .max_nodes = options->max_nodes,
        .interrupt = options->interrupt,
        .states = &work->states,
    };
}

/* --- threads --- */

/* The next pair that is to be made; NULL: there is none. */
static struct site_pair *take_pair(struct work *work)
{
    struct site_pair *found = NULL;
    pthread_mutex_lock(&work->lock);
    while (work->failure == 0 && found == NULL && work->next < work->site.count) {
        struct site_pair *pair = &work->site.pairs[work->next++];
        found = pair->done ? NULL : pair;
    }
    pthread_mutex_unlock(&work->lock);
    return found;
}

/* Notes how a pair went. Files say at once what there is, so that a run that is killed loses no
 * pair that is done. */
static void note_pair(struct work *work, struct site_pair *pair, int r,
                      const struct pair_size *size, const struct error *why)
{
    pthread_mutex_lock(&work->lock);
    if (r == 0) {
        pair->size = *size;
        pair->done = true;
        work->done++;
    } else if (work->failure == 0) {
        work->failure = r;
        work->why = *why;
    }
    pthread_cond_broadcast(&work->changed);
    pthread_mutex_unlock(&work->lock);
}

static void *run_thread(void *arg)
{
    struct work *work = arg;
    struct site_pair *pair;
    while ((pair = take_pair(work)) != NULL) {
        struct error why = {""};
        struct pair_size size = {0};
        struct pair made = make_pair(work, pair);
        int r = pair_make(&made, &size, &why);
        note_pair(work, pair, r, &size, &why);
    }
    pthread_mutex_lock(&work->lock);
    work->running--;
    pthread_cond_broadcast(&work->changed);
    pthread_mutex_unlock(&work->lock);
    return NULL;
}

static void tell(struct work *work)
{
    const struct site_progress progress = {
        .pairs = work->site.count, .done = work->done, .states = atomic_load(&work->states)};
    if (work->options->tell != NULL)
        work->options->tell(work->options->arg, &progress);
}

/* Waits for the threads, and tells what they do. */
static void watch(struct work *work)
{
    pthread_mutex_lock(&work->lock);
    while (work->running > 0) {
        struct timespec until = clock_after(TELL_SECONDS);
        pthread_cond_timedwait(&work->changed, &work->lock, &until);
        tell(work);
    }
    pthread_mutex_unlock(&work->lock);
}

static int run_threads(struct work *work)
{
    pthread_t *threads = calloc((size_t)work->options->threads, sizeof(*threads));
    int started = 0, r = 0;
    if (threads == NULL)
        return error_set(&work->why, -ENOMEM, "out of memory");
    pthread_mutex_lock(&work->lock);
    while (started < work->options->threads && r == 0) {
        r = pthread_create(&threads[started], NULL, run_thread, work);
        started += r == 0;
    }
    work->running = started;
    pthread_mutex_unlock(&work->lock);
    if (started == 0)
        error_set(&work->why, -r, "no thread can be started: %s", strerror(r));
    watch(work);
    for (int i = 0; i < started; i++)
        pthread_join(threads[i], NULL);
    free(threads);
    return started == 0 ? -r : work->failure;
}

/* --- all of it --- */

static int list_pairs(struct work *work)
{
    const struct site_options *options = work->options;
    struct site *site = &work->site;
    site->pairs = calloc(options->board_count * options->rules_count, sizeof(*site->pairs));
    if (site->pairs == NULL)
        return error_set(&work->why, -ENOMEM, "out of memory");
    for (size_t b = 0; b < options->board_count; b++)
        for (size_t r = 0; r < options->rules_count; r++)
            site->pairs[site->count++] = (struct site_pair){.board = b, .rules = r};
    return 0;
}

/* Which pairs an earlier run has made. */
static int find_pairs(struct work *work)
{
    for (size_t i = 0; i < work->site.count; i++) {
        struct site_pair *pair = &work->site.pairs[i];
        struct pair wanted = make_pair(work, pair);
        int r = pair_find(&wanted, &pair->size, &work->why);
        if (r == -EEXIST)
            return -EINVAL;
        pair->done = pair->was_there = r == 0;
        work->done += pair->done;
    }
    return 0;
}

static int write_all(struct work *work)
{
    long size = index_write(work->options, &work->site, false, &work->why);
    int r = size < 0 ? (int)size : run_threads(work);
    bool all = r == 0 && work->done == work->site.count;
    size = index_write(work->options, &work->site, all, &work->why);
    if (size < 0)
        return r < 0 ? r : (int)size;
    work->site.bytes = (uint64_t)size;
    for (size_t i = 0; i < work->site.count; i++)
        work->site.bytes += work->site.pairs[i].size.bytes;
    return r;
}

static int start(struct work *work, const struct site_options *options)
{
    *work = (struct work){.options = options};
    int r = index_check(options, &work->why);
    if (r == 0)
        r = list_pairs(work);
    return r == 0 ? find_pairs(work) : r;
}

int site_check(const struct site_options *options, struct error *err)
{
    struct work work;
    int r = start(&work, options);
    if (r < 0)
        *err = work.why;
    site_release(&work.site);
    return r;
}

int site_write(const struct site_options *options, struct site *ret_site, struct error *err)
{
    struct work work;
    int r = start(&work, options);
    if (r == 0) {
        pthread_mutex_init(&work.lock, NULL);
        clock_init_condition(&work.changed);
        r = write_all(&work);
        pthread_cond_destroy(&work.changed);
        pthread_mutex_destroy(&work.lock);
    }
    if (r < 0)
        *err = work.why;
    *ret_site = work.site;
    return r;
}

void site_release(struct site *site)
{
    free(site->pairs);
    site->pairs = NULL;
}
