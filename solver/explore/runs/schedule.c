/* Which runs work: the threads, and who gives way to whom. */
#include <errno.h>
#include <stdlib.h>

#include "base/clock.h"
#include "explore/runs/manager.h"
#include "report/request_limits.h"
#include "json/json.h"
#include "json/query_fault.h"

#define THREADS_LEAST 2
#define THREADS_MOST 4
#define TURN_FACTOR 2
/* Between two looks whether a run has had its turn, while others wait. */
#define TICK_SECONDS 0.5

bool schedule_is_watched(const struct explore_runs *runs, const struct explore_run *run)
{
    return run->watches != NULL || run->cancelled ||
           clock_now() - run->asked_at < runs->options.grace;
}

/* The run that waits and is next; NULL: none, or with watched_only none that somebody waits for. */
static struct explore_run *next_run(const struct explore_runs *runs, bool watched_only)
{
    struct explore_run *best = NULL;
    bool best_watched = watched_only;
    for (struct explore_run *run = runs->all; run != NULL; run = run->next) {
        if (run->state != RUN_QUEUED)
            continue;
        bool watched = schedule_is_watched(runs, run);
        if (watched < best_watched)
            continue;
        if (best == NULL || watched > best_watched || run->order < best->order)
            best = run;
        best_watched = watched;
    }
    return best;
}

/* The run that should give way first; NULL: none should. */
static struct explore_run *who_gives_way(const struct explore_runs *runs)
{
    double now = clock_now();
    struct explore_run *best = NULL;
    for (struct explore_run *run = runs->all; run != NULL; run = run->next) {
        if (run->state != RUN_WORKING || run->yielding || run->cancelled)
            continue;
        if (!schedule_is_watched(runs, run))
            return run;
        bool over = now - run->began_at > run->turn;
        if (over && (best == NULL || run->began_at < best->began_at))
            best = run;
    }
    return best;
}

void schedule_consider(struct explore_runs *runs)
{
    int waiting = 0, leaving = 0;
    for (const struct explore_run *run = runs->all; run != NULL; run = run->next) {
        waiting += run->state == RUN_QUEUED && schedule_is_watched(runs, run);
        leaving += run->state == RUN_WORKING && (run->yielding || run->cancelled);
    }
    int free_threads = runs->thread_count - runs->working;
    struct explore_run *run = waiting > free_threads + leaving ? who_gives_way(runs) : NULL;
    if (run == NULL)
        return;
    run->yielding = true;
    solve_interrupt_request(run->interrupt);
}

/* A run at work, and for whom. */
struct run_at_work {
    struct explore_runs *runs;
    struct explore_run *run;
};

/* What a run tells while it works. */
static void take_told(void *arg, const struct kind_told *told, json_t *value)
{
    const struct run_at_work *worker = arg;
    struct explore_runs *runs = worker->runs;
    struct explore_run *run = worker->run;
    pthread_mutex_lock(&runs->mutex);
    run->told = *told;
    if (value != NULL) {
        json_decref(run->value);
        run->value = value;
    }
    watch_wake(runs, run);
    schedule_consider(runs);
    pthread_mutex_unlock(&runs->mutex);
}

/* May a run that interrupted itself go on? */
static bool may_go_on(void *arg)
{
    const struct run_at_work *worker = arg;
    struct explore_runs *runs = worker->runs;
    pthread_mutex_lock(&runs->mutex);
    bool goes_on = !worker->run->yielding && !worker->run->cancelled && !runs->stopping;
    if (goes_on)
        solve_interrupt_clear(worker->run->interrupt);
    pthread_mutex_unlock(&runs->mutex);
    return goes_on;
}

/* A run is over: what it holds besides its result goes. */
static void shrink(struct explore_run *run)
{
    if (run->kind->shrink != NULL)
        run->kind->shrink(run->asked.job);
    run->asked.bytes = 0;
}

/* What becomes of a run that has stopped working: r is what its kind returned. */
static void settle(struct explore_runs *runs, struct explore_run *run, int r, json_t *result)
{
    bool goes_on = r == 0 && run->yielding && !run->cancelled && !runs->stopping;
    run->yielding = false;
    if (goes_on) {
        json_decref(result);
        run->state = RUN_QUEUED;
        run->order = ++runs->last_order;
        run->turn *= TURN_FACTOR;
        pthread_cond_signal(&runs->tick);
    } else if (r >= 0 && result != NULL) {
        run->result = result;
        run->complete = run->kind->is_complete(run->asked.job);
        run->state = RUN_DONE;
    } else {
        json_decref(result);
        if (r >= 0)
            query_fault_set(&run->fault, -ENOMEM, "", NULL, "out of memory");
        run->state = RUN_FAILED;
    }
    if (run->state != RUN_QUEUED)
        shrink(run);
    watch_wake(runs, run);
}

/* Works on a run for a turn. The lock is not held. */
static int work_on(struct explore_runs *runs, struct explore_run *run, int threads,
                   json_t **ret_result)
{
    struct run_at_work worker = {runs, run};
    const struct kind_turn turn = {.interrupt = run->interrupt,
                                   .store = runs->options.store,
                                   .store_name = runs->options.store_name,
                                   .cache = runs->cache,
                                   .threads = threads,
                                   .memory = runs->memory,
                                   .tell = take_told,
                                   .goes_on = may_go_on,
                                   .arg = &worker};
    json_was_incomplete();
    int r = run->kind->work(run->asked.job, &turn, &run->fault);
    *ret_result = r < 0 ? NULL : run->kind->result(run->asked.job);
    if (json_was_incomplete()) {
        json_decref(*ret_result);
        *ret_result = NULL;
    }
    return r;
}

/* Takes a run to work. */
static void begin(struct explore_runs *runs, struct explore_run *run)
{
    run->state = RUN_WORKING;
    run->began_at = clock_now();
    run->yielding = false;
    runs->working++;
    if (!run->cancelled && !runs->stopping)
        solve_interrupt_clear(run->interrupt);
    watch_wake(runs, run);
}

static void *work(void *arg)
{
    struct explore_runs *runs = arg;
    pthread_mutex_lock(&runs->mutex);
    while (!runs->stopping) {
        struct explore_run *run = next_run(runs, false);
        if (run == NULL) {
            pthread_cond_wait(&runs->came, &runs->mutex);
            continue;
        }
        begin(runs, run);
        int threads = runs->options.threads / runs->working;
        json_t *result;
        pthread_mutex_unlock(&runs->mutex);
        int r = work_on(runs, run, threads > 1 ? threads : 1, &result);
        pthread_mutex_lock(&runs->mutex);
        runs->working--;
        settle(runs, run, r, result);
    }
    pthread_mutex_unlock(&runs->mutex);
    return NULL;
}

static bool somebody_waits(const struct explore_runs *runs)
{
    return next_run(runs, false) != NULL;
}

/* While runs wait, looks now and then whether one at work has had its turn. */
static void *watch_turns(void *arg)
{
    struct explore_runs *runs = arg;
    pthread_mutex_lock(&runs->mutex);
    while (!runs->stopping) {
        if (somebody_waits(runs)) {
            struct timespec limit = clock_after(TICK_SECONDS);
            pthread_cond_timedwait(&runs->tick, &runs->mutex, &limit);
            schedule_consider(runs);
        } else {
            pthread_cond_wait(&runs->tick, &runs->mutex);
        }
    }
    pthread_mutex_unlock(&runs->mutex);
    return NULL;
}

int schedule_start(struct explore_runs *runs)
{
    int wanted = runs->options.threads;
    wanted = wanted < THREADS_LEAST ? THREADS_LEAST : wanted > THREADS_MOST ? THREADS_MOST : wanted;
    runs->threads = calloc((size_t)wanted, sizeof(*runs->threads));
    if (runs->threads == NULL)
        return -ENOMEM;
    runs->memory =
        request_limits_share(runs->options.memory - runs->options.memory / 4, (unsigned)wanted);
    pthread_mutex_lock(&runs->mutex);
    for (; runs->thread_count < wanted; runs->thread_count++)
        if (pthread_create(&runs->threads[runs->thread_count], NULL, work, runs) != 0)
            break;
    int started = runs->thread_count;
    runs->has_ticker = pthread_create(&runs->ticker, NULL, watch_turns, runs) == 0;
    pthread_mutex_unlock(&runs->mutex);
    return started > 0 && runs->has_ticker ? 0 : -EAGAIN;
}

void schedule_join(struct explore_runs *runs)
{
    for (int i = 0; i < runs->thread_count; i++)
        pthread_join(runs->threads[i], NULL);
    if (runs->has_ticker)
        pthread_join(runs->ticker, NULL);
    runs->has_ticker = false;
    free(runs->threads);
    runs->threads = NULL;
    runs->thread_count = 0;
}
