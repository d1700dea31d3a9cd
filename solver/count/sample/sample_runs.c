/* Independent runs, and what they say together. */
#include "count/sample/sample_runs.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>

#include "base/array.h"
#include "base/clock.h"
#include "result/progress.h"

#ifdef _OPENMP
#include <omp.h>
#endif

/* Runs at first, and the least that an error is told from when time is up. */
#define RUNS_FIRST 8
#define RUNS_LEAST 4
/* No fewer end it early, or are believed: an error may happen to be small of few. */
#define RUNS_ENOUGH 32
#define RUNS_MAX 100000
/* Runs that differ more than that (relative standard deviation) are too small: most of the sum may
 * lie in games that few runs meet, and then the error is not to be believed. */
#define SPREAD_MAX 0.25
#define GROWTH 4

/* Runs of one size. */
struct runs {
    const struct limits *limits; /* of all of them */
    uint64_t games;              /* in earlier ones, of other sizes */
    uint32_t room;
    int count;
    size_t array_room;
    struct population_sum *sums; /* by run */
    double seconds;              /* that they took */
};

/* The 97.5 % quantile of Student's t: within a thousandth from 2 degrees of freedom on. */
static double student(int freedom)
{
    static const double few[] = {0, 12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262};
    double v = freedom, z = 1.959964;
    if (freedom < (int)(sizeof(few) / sizeof(few[0])))
        return few[freedom];
    /* Cornish and Fisher. */
    return z + (pow(z, 3) + z) / (4 * v) + (5 * pow(z, 5) + 16 * pow(z, 3) + 3 * z) / (96 * v * v);
}

/* The mean of the runs (a logarithm) and their relative standard deviation. */
static void sum_up(const struct runs *runs, double *ret_log_mean, double *ret_spread)
{
    double largest = -INFINITY, mean = 0, squares = 0;
    for (int i = 0; i < runs->count; i++)
        largest = fmax(largest, runs->sums[i].log_games);
    for (int i = 0; i < runs->count; i++)
        mean += exp(runs->sums[i].log_games - largest) / runs->count;
    for (int i = 0; i < runs->count; i++) {
        double off = exp(runs->sums[i].log_games - largest) / mean - 1;
        squares += off * off;
    }
    *ret_log_mean = largest + log(mean);
    *ret_spread = runs->count > 1 ? sqrt(squares / (runs->count - 1)) : INFINITY;
}

static double error_of(const struct runs *runs)
{
    double log_mean, spread;
    sum_up(runs, &log_mean, &spread);
    return runs->sums[0].complete ? 0 : student(runs->count - 1) * spread / sqrt(runs->count);
}

static void tell(const struct runs *runs, struct sample_estimate *ret_sample)
{
    double log_mean, spread, games = 0, plays = 0;
    struct sample_estimate sample = {
        .error = error_of(runs),
        .runs = runs->count,
        .walks = (uint64_t)runs->room * (uint64_t)runs->count,
    };
    sum_up(runs, &log_mean, &spread);
    sample.doubtful = !runs->sums[0].complete && (spread > SPREAD_MAX || runs->count < RUNS_ENOUGH);
    sample.log10 = log_mean / log(10);
    for (int i = 0; i < runs->count; i++) {
        double share = exp(runs->sums[i].log_games - log_mean);
        games += share;
        plays += share * runs->sums[i].mean_length;
        if (runs->sums[i].longest > sample.longest)
            sample.longest = runs->sums[i].longest;
    }
    sample.mean_length = plays / games;
    *ret_sample = sample;
}

void sample_runs_tell(const struct limits *limits, uint64_t games)
{
    const struct run_progress progress = {.stage = PROGRESS_COUNTING, .nodes = games};
    if (limits->progress != NULL)
        limits->progress(&progress, limits->progress_arg);
}

/*
 * Makes runs until there are so many. Those that were finished when time was up stay. Returns 0,
 * -EINTR or -ENOMEM.
 */
static int add_runs(struct runs *runs, struct sample_method *method, int threads, int stage,
                    int count)
{
    double started = clock_now();
    int first = runs->count, failed = 0, finished = first;
    bool *done = calloc((size_t)count, sizeof(*done));
    int r = array_reserve(&runs->sums, (size_t)count, &runs->array_room, sizeof(*runs->sums));
    if (done == NULL || r < 0) {
        free(done);
        return -ENOMEM;
    }
#pragma omp parallel for schedule(dynamic, 1) num_threads(threads)
    for (int i = first; i < count; i++) {
        int thread = 0, stop;
#ifdef _OPENMP
        thread = omp_get_thread_num();
#endif
#pragma omp atomic read
        stop = failed;
        if (stop < 0)
            continue;
        uint64_t stream = ((uint64_t)stage << 32) + (uint64_t)i;
        int outcome = method->play(method, thread, stream, &runs->sums[i]);
        done[i] = outcome == 0;
        int now;
#pragma omp atomic capture
        now = ++finished;
        /* One thread tells for all of them. */
        if (thread == 0)
            sample_runs_tell(runs->limits, runs->games + (uint64_t)now * runs->room);
        if (outcome < 0) {
#pragma omp atomic write
            failed = outcome;
        }
    }
    for (int i = first; i < count; i++)
        if (done[i])
            runs->sums[runs->count++] = runs->sums[i];
    free(done);
    runs->seconds += clock_now() - started;
    return failed;
}

/* How many runs the error wants, by what they differ now. */
static int runs_wanted(const struct runs *runs, double within)
{
    double error = error_of(runs), ratio = error / within;
    double wanted = 1.1 * runs->count * ratio * ratio;
    double most = fmin(RUNS_MAX, (double)runs->count * GROWTH);
    wanted = fmax(fmax(runs->count + RUNS_FIRST, RUNS_ENOUGH), fmin(wanted, most));
    return (int)((wanted + RUNS_FIRST - 1) / RUNS_FIRST) * RUNS_FIRST;
}

/* How many more runs of a size there are games for. */
static uint64_t runs_left(const struct runs *runs, uint32_t room)
{
    uint64_t most = runs->limits->max_nodes;
    uint64_t played = runs->games + (uint64_t)runs->room * (uint64_t)runs->count;
    return most == 0 ? RUNS_MAX : most > played ? (most - played) / room : 0;
}

/* So many runs, or as many as there are games for. */
static int as_many(const struct runs *runs, int wanted)
{
    uint64_t left = runs_left(runs, runs->room);
    int more = wanted - runs->count;
    return (uint64_t)more <= left ? wanted : runs->count + (int)left;
}

static uint32_t room_after(const struct runs *runs, const struct sample_method *method)
{
    return runs->room > method->room_last / GROWTH ? method->room_last : runs->room * GROWTH;
}

/* Is there time, or are there games, for larger runs, as many as an error is told from? Where games
 * are limited time decides nothing, so that the same come out on any machine. */
static bool may_grow(const struct runs *runs, const struct sample_method *method)
{
    double deadline = runs->limits->deadline;
    if (runs->room >= method->room_last)
        return false;
    if (runs->limits->max_nodes > 0)
        return runs_left(runs, room_after(runs, method)) >= RUNS_LEAST;
    return deadline <= 0 ||
           clock_now() + GROWTH * runs->seconds * RUNS_LEAST / runs->count < deadline;
}

/* Runs of one size, until they tell the number or are seen to be too small (*ret_larger). */
static int make_stage(struct runs *runs, struct sample_method *method, struct count_run *run,
                      double within, int stage, bool *ret_larger)
{
    int threads = run->limits->threads > 1 ? run->limits->threads : 1, wanted = RUNS_FIRST;
    *ret_larger = false;
    int r = method->prepare(method, runs->room, threads, &threads);
    while (r == 0) {
        double log_mean, spread;
        wanted = as_many(runs, wanted);
        if (wanted == runs->count)
            break;
        r = add_runs(runs, method, threads, stage, wanted);
        if (r < 0 || runs->count >= RUNS_MAX || runs->sums[0].complete ||
            (runs->count >= RUNS_ENOUGH && error_of(runs) <= within))
            break;
        sum_up(runs, &log_mean, &spread);
        if (spread > SPREAD_MAX && may_grow(runs, method)) {
            *ret_larger = true;
            break;
        }
        wanted = runs_wanted(runs, within);
    }
    return r;
}

bool sample_runs_suffice(const struct limits *limits, uint32_t room)
{
    return limits->max_nodes == 0 || limits->max_nodes / room >= RUNS_LEAST;
}

/*
 * One run where there are games for no more: if it drops no walk it counts them all. Returns as
 * sample_games().
 */
static int make_one(struct runs *runs, struct sample_method *method, struct count_run *run,
                    struct sample_estimate *ret_sample)
{
    uint64_t most = run->limits->max_nodes;
    int threads;
    run->games_least = (uint64_t)RUNS_LEAST * method->room_first;
    if (!method->may_be_complete)
        return -ENODATA;
    if (most < runs->room)
        runs->room = (uint32_t)most;
    int r = method->prepare(method, runs->room, 1, &threads);
    if (r == 0)
        r = add_runs(runs, method, 1, 0, 1);
    if (r == 0 && !runs->sums[0].complete)
        r = -ENODATA;
    if (r == 0)
        tell(runs, ret_sample);
    return r;
}

/* What ended the runs before their error was within and to be believed, if a limit did: else they
 * differ too much, and cannot be larger. r: what the last of them returned. */
static enum stop_reason why_wide(const struct runs *runs, const struct sample_method *method,
                                 struct count_run *run, const struct sample_estimate *sample,
                                 double within, int r)
{
    const struct limits *limits = runs->limits;
    bool may_grow = runs->room < method->room_last;
    if (sample->error <= within && !(sample->doubtful && (may_grow || sample->runs < RUNS_ENOUGH)))
        return STOP_NONE;
    if (r == -EINTR && count_run_must_stop(run))
        return run->stop;
    return limits->max_nodes > 0 ? STOP_NODES : limits->deadline > 0 ? STOP_TIME : STOP_NONE;
}

static int make_stages(struct runs *runs, struct sample_method *method, struct count_run *run,
                       double within, struct sample_estimate *ret_sample)
{
    bool larger = true;
    int r = 0;
    for (int stage = 0; larger && r == 0; stage++) {
        runs->count = 0;
        runs->seconds = 0;
        r = make_stage(runs, method, run, within, stage, &larger);
        if (runs->count >= RUNS_LEAST)
            tell(runs, ret_sample);
        runs->games += (uint64_t)runs->count * runs->room;
        if (larger)
            runs->room = room_after(runs, method);
    }
    ret_sample->stop = why_wide(runs, method, run, ret_sample, within, r);
    return r;
}

int sample_runs_make(struct sample_method *method, struct count_run *run, double within,
                     struct sample_estimate *ret_sample)
{
    struct runs runs = {.limits = run->limits, .room = method->room_first};
    struct sample_estimate sample = {0};
    int r = sample_runs_suffice(run->limits, method->room_first)
                ? make_stages(&runs, method, run, within, &sample)
                : make_one(&runs, method, run, &sample);
    free(runs.sums);
    if (r == -EINTR && sample.runs > 0)
        r = 0;
    if (r == -EINTR)
        count_run_must_stop(run);
    if (r == 0)
        *ret_sample = sample;
    return r;
}
