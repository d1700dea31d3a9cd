/* An estimate of the number of complete games. */
#include "count/sample/sample.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "count/finite.h"
#include "count/sample/learner.h"
#include "count/sample/random_play.h"
#include "count/sample/sample_runs.h"

/* Walks of a population. */
#define ROOM_FIRST 1000
#define ROOM_LAST 1000000
#define ROOM_LEARNING 8000
/* Runs that learn one step ahead and many; how many. */
#define ROUNDS_NEAR 3
#define ROUNDS_FAR 8
#define AHEAD_MAX 50
/* Streams of random numbers of runs that learn. */
#define STREAM_LEARNING (UINT64_C(1) << 62)
/* Small runs that show how good the weights are. */
#define TRIALS 12
#define STREAM_TRIALS (STREAM_LEARNING + 1000)
/* Of the time that is left, what learning may take where it is limited. Where games are limited,
 * too, it is more: what ends by the clock comes out differently each time. */
#define TIME_LEARNING 0.3
#define TIME_LEARNING_GAMES 0.5
/* Of the time, what the arena may take. */
#define TIME_ARENA 0.4

/* A part of the time that is left, where time limits the run. */
static double deadline_of(const struct limits *limits, double part)
{
    double now = clock_now();
    return limits->deadline <= now ? limits->deadline : now + part * (limits->deadline - now);
}

/* Sampling in an arena. */
struct arena_method {
    struct sample_method method;
    struct guide guide;
    struct population *populations;
    int threads;
    const struct limits *limits;
    size_t max_bytes;
    uint64_t seed;
};

static void release_populations(struct arena_method *sampling)
{
    for (int i = 0; i < sampling->threads; i++)
        population_release(&sampling->populations[i]);
    free(sampling->populations);
    sampling->populations = NULL;
    sampling->threads = 0;
}

static int prepare(struct sample_method *method, uint32_t room, int threads, int *ret_threads)
{
    struct arena_method *sampling = (struct arena_method *)method;
    size_t fit = sampling->max_bytes / room / population_walk_bytes(&sampling->guide);
    if ((size_t)threads > fit)
        threads = fit > 1 ? (int)fit : 1;
    release_populations(sampling);
    sampling->populations = calloc((size_t)threads, sizeof(*sampling->populations));
    if (sampling->populations == NULL)
        return -ENOMEM;
    for (; sampling->threads < threads; sampling->threads++) {
        int r = population_init(&sampling->populations[sampling->threads], &sampling->guide, room);
        if (r < 0 && sampling->threads == 0)
            return r;
        if (r < 0)
            break;
    }
    *ret_threads = sampling->threads;
    return 0;
}

static int play(struct sample_method *method, int thread, uint64_t stream,
                struct population_sum *ret_sum)
{
    struct arena_method *sampling = (struct arena_method *)method;
    return population_run(&sampling->populations[thread], sampling->seed, stream, sampling->limits,
                          NULL, ret_sum);
}

/* One run that changes the weights. */
static int learn_once(struct arena_method *sampling, struct learner *learner, int round,
                      const struct limits *limits, uint32_t *steps, bool *ret_complete)
{
    struct population_sum sum;
    uint32_t ahead = *steps / 4 < AHEAD_MAX ? *steps / 4 : AHEAD_MAX;
    sample_runs_tell(limits, 0);
    learner_begin(learner, round < ROUNDS_NEAR || ahead < 2 ? 1 : ahead);
    int r = population_run(&sampling->populations[0], sampling->seed,
                           STREAM_LEARNING + (uint64_t)round, limits, learner, &sum);
    if (r < 0)
        return r;
    learner_end(learner);
    *steps = sum.steps;
    *ret_complete = sum.complete;
    return 0;
}

/* The standard deviation of the logarithm of small runs under the weights as they are. */
static int try_weights(struct arena_method *sampling, const struct limits *limits,
                       double *ret_spread)
{
    double mean = 0, squares = 0;
    struct population trials = {0};
    int r = population_init(&trials, &sampling->guide, ROOM_FIRST);
    for (int i = 0; i < TRIALS && r == 0; i++) {
        struct population_sum sum;
        r = population_run(&trials, sampling->seed, STREAM_TRIALS + (uint64_t)i, limits, NULL,
                           &sum);
        if (r < 0)
            break;
        double off = sum.log_games - mean;
        mean += off / (i + 1);
        squares += off * (sum.log_games - mean);
    }
    population_release(&trials);
    if (r == 0)
        *ret_spread = sqrt(squares / (TRIALS - 1));
    return r;
}

/*
 * Learns one step ahead, then many. Where games are long the latter sees much that the former does
 * not; where many end soon it overlooks them. So what it learned is kept if small runs say so.
 */
static int learn_rounds(struct arena_method *sampling, struct learner *learner,
                        const struct limits *limits, double *before)
{
    struct guide *guide = &sampling->guide;
    double near = 0, far = 0;
    bool complete = false;
    uint32_t steps = 0;
    int r = 0;
    for (int round = 0; round < ROUNDS_NEAR && r == 0 && !complete; round++)
        r = learn_once(sampling, learner, round, limits, &steps, &complete);
    if (r < 0 || complete)
        return r;
    memcpy(before, guide->weights, guide->features * sizeof(*before));
    r = try_weights(sampling, limits, &near);
    for (int round = ROUNDS_NEAR; round < ROUNDS_NEAR + ROUNDS_FAR && r == 0; round++)
        r = learn_once(sampling, learner, round, limits, &steps, &complete);
    if (r == 0)
        r = try_weights(sampling, limits, &far);
    if (r < 0 || !(far < near))
        memcpy(guide->weights, before, guide->features * sizeof(*before));
    return r;
}

/* Learns the weights of the guide, for part of the time. Returns 0, -EINTR or -ENOMEM. */
static int learn(struct arena_method *sampling, struct count_run *run)
{
    struct limits limits = *run->limits;
    struct learner learner;
    size_t features = sampling->guide.features;
    size_t each =
        population_walk_bytes(&sampling->guide) + features * LEARNER_MARKS * sizeof(float);
    uint32_t room = ROOM_LEARNING;
    int threads;
    if (room > sampling->max_bytes / each)
        room = (uint32_t)(sampling->max_bytes / each);
    limits.deadline =
        deadline_of(&limits, limits.max_nodes > 0 ? TIME_LEARNING_GAMES : TIME_LEARNING);
    double *before = malloc(features * sizeof(*before));
    int r = before != NULL ? prepare(&sampling->method, room, 1, &threads) : -ENOMEM;
    if (r == 0)
        r = learner_init(&learner, &sampling->guide, room);
    if (r == 0) {
        r = learn_rounds(sampling, &learner, &limits, before);
        learner_release(&learner);
    }
    free(before);
    return r == -EINTR && !count_run_must_stop(run) ? 0 : r;
}

/* Where games are few they may be all there are, and then nothing is to be learned. It takes far
 * longer than a few games, and would be for nothing where these are too few for an error, too. */
static int sample_with(struct arena_method *sampling, struct count_run *run, double within,
                       struct sample_estimate *ret_sample)
{
    int r = -ENODATA;
    if (sample_runs_are_few(run->limits, &sampling->method))
        r = sample_runs_all(&sampling->method, run, ret_sample);
    if (r != -ENODATA)
        return r;
    r = sample_runs_suffice(run->limits) ? learn(sampling, run) : 0;
    return r == 0 ? sample_runs_make(&sampling->method, run, within, ret_sample) : r;
}

static int sample_arena(const struct arena *arena, struct count_run *run, size_t max_bytes,
                        double within, uint64_t seed, struct sample_estimate *ret_sample)
{
    struct arena_method sampling = {
        .method = {.prepare = prepare, .play = play},
        .limits = run->limits,
        .max_bytes = max_bytes,
        .seed = seed,
    };
    int r = guide_init(&sampling.guide, arena);
    if (r < 0)
        return r;
    size_t most = max_bytes / population_walk_bytes(&sampling.guide);
    sampling.method.room_last = most < ROOM_LAST ? (uint32_t)most : ROOM_LAST;
    sampling.method.room_first = ROOM_FIRST;
    r = most < ROOM_FIRST ? -ENOSPC : sample_with(&sampling, run, within, ret_sample);
    release_populations(&sampling);
    guide_release(&sampling.guide);
    return r;
}

/* Random games need no arena: where it takes too much of the time they are played without it. */
static int make_arena(const struct game *game, struct count_run *run, size_t max_bytes,
                      struct arena *ret_arena)
{
    struct limits limits = *run->limits;
    struct count_run making = {.limits = &limits};
    limits.deadline = deadline_of(&limits, TIME_ARENA);
    int r = arena_init(ret_arena, game, ARENA_STONES, max_bytes, &making);
    return r == -EINTR && !count_run_must_stop(run) ? -EOPNOTSUPP : r;
}

static int sample_random_play(const struct game *game, struct count_run *run, double within,
                              uint64_t seed, struct sample_estimate *ret_sample)
{
    struct random_play play;
    run->method = "random games, pruned and enriched";
    random_play_init(&play, game, run->limits, seed);
    return sample_runs_make(&play.method, run, within, ret_sample);
}

int sample_games(const struct game *game, struct count_run *run, double within, uint64_t seed,
                 struct sample_estimate *ret_sample)
{
    struct arena arena;
    enum endless_verdict endless;
    size_t max_bytes = run->limits->max_bytes > 0 ? run->limits->max_bytes : SIZE_MAX;
    if (game_over(game)) {
        *ret_sample = (struct sample_estimate){.runs = 1};
        return 0;
    }
    int r = finite_decide(game, run, &endless);
    if (r < 0 || endless == ENDLESS_YES)
        return r < 0 ? r : -ERANGE;
    /* An arena is made only where play is known to end. */
    r = endless == ENDLESS_NO ? make_arena(game, run, max_bytes / 4, &arena) : -EOPNOTSUPP;
    if (r == 0) {
        run->method = "random walks with resampling";
        r = sample_arena(&arena, run, max_bytes / 2, within, seed, ret_sample);
        arena_release(&arena);
    }
    if (r == -EOPNOTSUPP || (r == -ENOSPC && run->stop == STOP_NONE))
        r = sample_random_play(game, run, within, seed, ret_sample);
    return r;
}
