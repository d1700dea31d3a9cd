/*
 * Independent runs, and what they say together.
 *
 * Runs that end when they look near enough to each other look nearer than they are. So how many
 * there are to be is decided beforehand, from the earlier ones among them, with some to spare, and
 * not before that many are made is the error asked. If it is too large still, more are planned, and
 * it is asked again. Each asking has a chance of its own to be wrong, the first four fifths of what
 * all may have together, each other a fifth of the one before (alpha spending: Lan and DeMets
 * 1983): so 95 % hold for the one that is told, whichever that is.
 */
#include "count/sample/sample_runs.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>

#include "base/array.h"
#include "base/clock.h"
#include "count/sample/student.h"
#include "result/progress.h"

#ifdef _OPENMP
#include <omp.h>
#endif

/* Runs at first, and the least that an error is told from when time is up. */
#define RUNS_FIRST 8
#define RUNS_LEAST 4
/* No fewer end it early, or are believed: an error may happen to be small of few. */
#define RUNS_ENOUGH 32
/* Then two are taken for one, of twice the games: an even number. */
#define RUNS_MAX 100000
/* The chance that the error is larger, of the first time that it is asked, and how it goes on:
 * together a twentieth. */
#define CHANCE_FIRST 0.04
#define CHANCE_RATIO 0.2
/* How many more runs are planned than the error wants. */
#define MORE 1.1
/* Runs that differ more than that (relative standard deviation) are too small: most of the sum may
 * lie in games that few runs meet, and then the error is not to be believed. */
#define SPREAD_MAX 0.25
#define GROWTH 4

/* Runs of one size. */
struct runs {
    const struct limits *limits; /* of all of them */
    uint64_t games;              /* in earlier ones, of other sizes */
    uint32_t room;               /* of what is played at once */
    uint32_t parts;              /* that are played for one run */
    int count;
    int asked; /* how often their error was, and was too large */
    size_t array_room;
    struct population_sum *sums; /* by run */
    double seconds;              /* that they took */
};

/* The games of a run. */
static uint64_t run_games(const struct runs *runs)
{
    return (uint64_t)runs->room * runs->parts;
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
    if (runs->sums[0].complete)
        return 0;
    if (runs->count < 2)
        return INFINITY;
    sum_up(runs, &log_mean, &spread);
    double chance = CHANCE_FIRST * pow(CHANCE_RATIO, runs->asked);
    return student_quantile(chance, runs->count - 1) * spread / sqrt(runs->count);
}

static void tell(const struct runs *runs, struct sample_estimate *ret_sample)
{
    double log_mean, spread, games = 0, plays = 0;
    struct sample_estimate sample = {
        .error = error_of(runs),
        .runs = runs->count,
        .walks = run_games(runs) * (uint64_t)runs->count,
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

/* Two runs of one size as one. */
static struct population_sum together(const struct population_sum *a,
                                      const struct population_sum *b)
{
    double largest = fmax(a->log_games, b->log_games);
    double of_a = exp(a->log_games - largest), of_b = exp(b->log_games - largest);
    struct population_sum both = *a;
    both.log_games = largest + log((of_a + of_b) / 2);
    both.mean_length = (of_a * a->mean_length + of_b * b->mean_length) / (of_a + of_b);
    if (b->longest > a->longest)
        both.longest = b->longest;
    return both;
}

/* Takes neighbours for one run: then there are half as many, with as many games. */
static void halve(struct runs *runs)
{
    runs->count /= 2;
    runs->parts *= 2;
    for (int i = 0; i < runs->count; i++)
        runs->sums[i] = together(&runs->sums[2 * (size_t)i], &runs->sums[2 * (size_t)i + 1]);
}

/* Plays parts of a run, a power of two of them, from this stream on. They come together as
 * those do that are taken for one run later. */
static int play_parts(struct sample_method *method, int thread, uint64_t stream, uint32_t parts,
                      struct population_sum *ret_sum)
{
    struct population_sum sum, next;
    if (parts == 1)
        return method->play(method, thread, stream, ret_sum);
    int r = play_parts(method, thread, stream, parts / 2, &sum);
    if (r == 0)
        r = play_parts(method, thread, stream + parts / 2, parts / 2, &next);
    if (r == 0)
        *ret_sum = together(&sum, &next);
    return r;
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
        uint64_t stream = ((uint64_t)stage << 32) + (uint64_t)i * runs->parts;
        int outcome = play_parts(method, thread, stream, runs->parts, &runs->sums[i]);
        done[i] = outcome == 0;
        int now;
#pragma omp atomic capture
        now = ++finished;
        /* One thread tells for all of them. */
        if (thread == 0)
            sample_runs_tell(runs->limits, runs->games + (uint64_t)now * run_games(runs));
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
static double plan(const struct runs *runs, double within)
{
    double error = error_of(runs), ratio = error / within;
    double wanted = fmax(MORE * runs->count * ratio * ratio, runs->count + RUNS_FIRST);
    return ceil(fmax(wanted, RUNS_ENOUGH) / RUNS_FIRST) * RUNS_FIRST;
}

/* How many of them are made before that is planned anew: few runs tell it badly. */
static int next_count(const struct runs *runs, double planned)
{
    return (int)fmin(planned, fmin((double)runs->count * GROWTH, RUNS_MAX));
}

/* How many more runs of so many games there are games for. */
static uint64_t runs_left(const struct runs *runs, uint64_t games)
{
    uint64_t most = runs->limits->max_nodes;
    uint64_t played = runs->games + run_games(runs) * (uint64_t)runs->count;
    return most == 0 ? RUNS_MAX : most > played ? (most - played) / games : 0;
}

/* So many runs, or as many as there are games for. */
static int as_many(const struct runs *runs, int wanted)
{
    uint64_t left = runs_left(runs, run_games(runs));
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

/*
 * What comes after so many runs. Returns true: no more of this size, as they tell the number, or
 * are seen to be too small (*ret_larger). Else *planned has been planned anew if it was reached.
 */
static bool is_done(struct runs *runs, const struct sample_method *method, double within,
                    double *planned, bool *ret_larger)
{
    double log_mean, spread;
    if (runs->sums[0].complete)
        return true;
    sum_up(runs, &log_mean, &spread);
    *ret_larger = spread > SPREAD_MAX && may_grow(runs, method);
    if (*ret_larger)
        return true;
    if (runs->count >= *planned) {
        if (error_of(runs) <= within)
            return true;
        runs->asked++;
    }
    if (runs->count == RUNS_MAX)
        halve(runs);
    *planned = plan(runs, within);
    return false;
}

/* Runs of one size, until they tell the number or are seen to be too small (*ret_larger). */
static int make_stage(struct runs *runs, struct sample_method *method, struct count_run *run,
                      double within, int stage, bool *ret_larger)
{
    int threads = run->limits->threads > 1 ? run->limits->threads : 1, wanted = RUNS_FIRST;
    double planned = INFINITY;
    *ret_larger = false;
    int r = method->prepare(method, runs->room, threads, &threads);
    while (r == 0) {
        wanted = as_many(runs, wanted);
        if (wanted == runs->count)
            break;
        r = add_runs(runs, method, threads, stage, wanted);
        if (r < 0 || is_done(runs, method, within, &planned, ret_larger))
            break;
        wanted = next_count(runs, planned);
    }
    return r;
}

bool sample_runs_suffice(const struct limits *limits)
{
    return limits->max_nodes == 0 || limits->max_nodes / SAMPLE_GAMES_LEAST >= RUNS_LEAST;
}

bool sample_runs_are_few(const struct limits *limits, const struct sample_method *method)
{
    return limits->max_nodes > 0 && limits->max_nodes / method->room_first < RUNS_LEAST;
}

int sample_runs_all(struct sample_method *method, struct count_run *run,
                    struct sample_estimate *ret_sample)
{
    uint64_t most = run->limits->max_nodes;
    struct runs runs = {.limits = run->limits, .room = method->room_first, .parts = 1};
    int threads;
    if (most > 0 && most < runs.room)
        runs.room = (uint32_t)most;
    int r = method->prepare(method, runs.room, 1, &threads);
    if (r == 0)
        r = add_runs(&runs, method, 1, 0, 1);
    if (r == 0 && !runs.sums[0].complete)
        r = -ENODATA;
    if (r == 0)
        tell(&runs, ret_sample);
    if (r == -EINTR)
        count_run_must_stop(run);
    free(runs.sums);
    return r;
}

/* What ended the runs before their error was within and to be believed, if a limit did: else they
 * differ too much, and cannot be larger. Without any limit they do not end before that. r: what the
 * last of them returned. */
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
        runs->count = runs->asked = 0;
        runs->parts = 1;
        runs->seconds = 0;
        r = make_stage(runs, method, run, within, stage, &larger);
        if (runs->count >= RUNS_LEAST)
            tell(runs, ret_sample);
        runs->games += (uint64_t)runs->count * run_games(runs);
        if (larger)
            runs->room = room_after(runs, method);
    }
    ret_sample->stop = why_wide(runs, method, run, ret_sample, within, r);
    return r;
}

int sample_runs_make(struct sample_method *method, struct count_run *run, double within,
                     struct sample_estimate *ret_sample)
{
    uint64_t most = run->limits->max_nodes;
    struct runs runs = {.limits = run->limits, .room = method->room_first};
    struct sample_estimate sample = {0};
    run->games_least = (uint64_t)RUNS_LEAST * SAMPLE_GAMES_LEAST;
    if (!sample_runs_suffice(run->limits))
        return -ENODATA;
    if (sample_runs_are_few(run->limits, method))
        runs.room = (uint32_t)(most / RUNS_LEAST);
    int r = make_stages(&runs, method, run, within, &sample);
    free(runs.sums);
    if (r == -EINTR && sample.runs > 0)
        r = 0;
    if (r == -EINTR)
        count_run_must_stop(run);
    if (r == 0)
        *ret_sample = sample;
    return r;
}
