/* Learns the weights of a guide. */
#include "count/sample/learner.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "count/sample/population.h"

/* One step ahead: one walk of so many is looked at, and a surprise (a difference of logarithms)
 * counts as no more than that. */
#define STRIDE 8
#define SURPRISE_MAX 5.0
/* Descendants of so few walks, by their effective number, show nothing. */
#define HEIRS_MIN 50
#define RIDGE_NEAR 1e-5
#define RIDGE_FAR 0.01
/* How far the weights move by what is seen many steps ahead. */
#define RATE 0.7

static int init_marks(struct learner *learner, size_t features)
{
    for (int m = 0; m < LEARNER_MARKS; m++) {
        struct learner_mark *mark = &learner->marks[m];
        mark->values = malloc((learner->room + 1) * sizeof(double));
        mark->features = malloc((learner->room + 1) * features * sizeof(float));
        mark->ancestors = malloc((learner->room + 1) * sizeof(uint32_t));
        if (mark->values == NULL || mark->features == NULL || mark->ancestors == NULL)
            return -ENOMEM;
    }
    return 0;
}

int learner_init(struct learner *ret_learner, struct guide *guide, uint32_t room)
{
    size_t features = guide->features;
    struct learner learner = {
        .guide = guide,
        .room = room + 2, /* as many as a population may hold */
        .scratch = malloc((room + 3) * sizeof(uint32_t)),
        .heirs = malloc((room + 3) * sizeof(double)),
        .row = malloc(features * sizeof(double)),
        .mean = malloc(features * sizeof(double)),
        .heirs_mean = malloc(features * sizeof(double)),
    };
    int r = least_squares_init(&learner.equations, features);
    if (r == 0 && (learner.scratch == NULL || learner.heirs == NULL || learner.row == NULL ||
                   learner.mean == NULL || learner.heirs_mean == NULL))
        r = -ENOMEM;
    if (r == 0)
        r = init_marks(&learner, features);
    if (r < 0) {
        learner_release(&learner);
        return r;
    }
    *ret_learner = learner;
    return 0;
}

void learner_release(struct learner *learner)
{
    for (int m = 0; m < LEARNER_MARKS; m++) {
        free(learner->marks[m].values);
        free(learner->marks[m].features);
        free(learner->marks[m].ancestors);
    }
    free(learner->scratch);
    free(learner->heirs);
    free(learner->row);
    free(learner->mean);
    free(learner->heirs_mean);
    least_squares_release(&learner->equations);
    *learner = (struct learner){0};
}

void learner_begin(struct learner *learner, uint32_t ahead)
{
    learner->ahead = ahead;
    least_squares_clear(&learner->equations);
    for (int m = 0; m < LEARNER_MARKS; m++)
        learner->marks[m].count = 0;
}

/* --- one step ahead --- */

/* The guess of walk after a step along edge, less that of walk. Adds times its features. */
static double look_ahead(const struct learner *learner, struct guide_walk *walk,
                         const struct arena_edge *edge, double times)
{
    const struct guide *guide = learner->guide;
    double change;
    bool closed = guide_arrive(guide, walk, edge->to, &change);
    double value = guide_ways(guide, walk, edge->to) == 0
                       ? -INFINITY
                       : change + guide_place(guide, walk, edge->to) - walk->log_place;
    if (times != 0)
        guide_describe(guide, walk, edge->to, times, learner->row);
    if (closed)
        guide_undo_arrival(guide, walk, edge->to);
    return value;
}

/* What the guesses after each step of walk, all together, say of its own guess. */
static void learn_near(struct learner *learner, struct guide_walk *walk)
{
    const struct arena *arena = learner->guide->arena;
    uint32_t first = arena->first_edge[walk->node], end = arena->first_edge[walk->node + 1];
    double sum = 0;
    for (uint32_t e = first; e < end; e++)
        if (guide_open(walk)[arena->edges[e].to])
            sum += exp(look_ahead(learner, walk, &arena->edges[e], 0));
    if (sum <= 0 || !isfinite(sum))
        return;
    memset(learner->row, 0, learner->guide->features * sizeof(double));
    for (uint32_t e = first; e < end; e++) {
        if (!guide_open(walk)[arena->edges[e].to])
            continue;
        double share = exp(look_ahead(learner, walk, &arena->edges[e], 0)) / sum;
        if (share > 0)
            look_ahead(learner, walk, &arena->edges[e], -share);
    }
    guide_describe(learner->guide, walk, walk->node, 1, learner->row);
    double surprise = fmax(-SURPRISE_MAX, fmin(log(sum), SURPRISE_MAX));
    least_squares_add(&learner->equations, learner->row, surprise, 1);
}

/* --- many steps ahead --- */

/* Weighs walks by their weights times their guesses, all together 1. Returns how many walks of
 * equal weight would be as good a sample. */
static double weigh(const struct population *population, double *values)
{
    double largest = -INFINITY, sum = 0, squares = 0;
    for (uint32_t i = 0; i < population->count; i++) {
        const struct guide_walk *walk = population_walk(population, i);
        values[i] = walk->log_weight + walk->log_open + walk->log_place;
        largest = fmax(largest, values[i]);
    }
    for (uint32_t i = 0; i < population->count; i++) {
        values[i] = exp(values[i] - largest);
        sum += values[i];
        squares += values[i] * values[i];
    }
    for (uint32_t i = 0; i < population->count; i++)
        values[i] /= sum;
    return sum * sum / squares;
}

static void set_mark(struct learner *learner, struct learner_mark *mark,
                     const struct population *population)
{
    size_t features = learner->guide->features;
    mark->count = population->count;
    weigh(population, mark->values);
    for (uint32_t i = 0; i < population->count; i++) {
        const struct guide_walk *walk = population_walk(population, i);
        memset(learner->row, 0, features * sizeof(double));
        guide_describe(learner->guide, walk, walk->node, 1, learner->row);
        for (size_t f = 0; f < features; f++)
            mark->features[i * features + f] = (float)learner->row[f];
        mark->ancestors[i] = i;
    }
}

/* What descendants say of the walks at mark. Returns of how many walks they are, effectively. */
static double find_heirs(struct learner *learner, const struct learner_mark *mark,
                         const struct population *population, double *values)
{
    double squares = 0;
    weigh(population, values);
    memset(learner->heirs, 0, mark->count * sizeof(double));
    for (uint32_t i = 0; i < population->count; i++)
        learner->heirs[mark->ancestors[i]] += values[i];
    for (uint32_t i = 0; i < mark->count; i++)
        squares += learner->heirs[i] * learner->heirs[i];
    return 1 / squares;
}

/* Compares the walks at mark as they were guessed with what has become of them. */
static int learn_far(struct learner *learner, const struct learner_mark *mark,
                     const struct population *population)
{
    size_t features = learner->guide->features;
    double *values = malloc(population->count * sizeof(double));
    if (values == NULL)
        return -ENOMEM;
    double good = find_heirs(learner, mark, population, values);
    free(values);
    if (good < HEIRS_MIN)
        return 0;
    memset(learner->mean, 0, features * sizeof(double));
    memset(learner->heirs_mean, 0, features * sizeof(double));
    for (uint32_t i = 0; i < mark->count; i++)
        for (size_t f = 0; f < features; f++) {
            learner->mean[f] += mark->values[i] * mark->features[i * features + f];
            learner->heirs_mean[f] += learner->heirs[i] * mark->features[i * features + f];
        }
    double trust = good / learner->room;
    for (uint32_t i = 0; i < mark->count; i += STRIDE / 2) {
        for (size_t f = 0; f < features; f++)
            learner->row[f] = mark->features[i * features + f] - learner->mean[f];
        least_squares_add(&learner->equations, learner->row, 0,
                          trust * mark->values[i] * (STRIDE / 2));
    }
    for (size_t f = 0; f < features; f++)
        learner->equations.vector[f] += trust * (learner->heirs_mean[f] - learner->mean[f]);
    return 0;
}

/* The walks of today come from those of the step before. */
static void follow(struct learner *learner, struct learner_mark *mark,
                   const struct population *population)
{
    for (uint32_t i = 0; i < population->count; i++)
        learner->scratch[i] = mark->ancestors[population->parents[i]];
    memcpy(mark->ancestors, learner->scratch, population->count * sizeof(uint32_t));
}

int learner_watch(struct learner *learner, struct population *population, uint32_t steps)
{
    if (learner->ahead <= 1) {
        for (uint32_t i = 0; i < population->count; i += STRIDE)
            learn_near(learner, population_walk(population, i));
        return 0;
    }
    uint32_t every = (learner->ahead + LEARNER_MARKS - 1) / LEARNER_MARKS;
    int r = 0;
    for (int m = 0; m < LEARNER_MARKS; m++)
        if (learner->marks[m].count > 0)
            follow(learner, &learner->marks[m], population);
    if (steps % every > 0)
        return 0;
    struct learner_mark *mark = &learner->marks[steps / every % LEARNER_MARKS];
    if (mark->count > 0)
        r = learn_far(learner, mark, population);
    /* Before walks were dropped there is nothing to compare. */
    mark->count = 0;
    if (r == 0 && population->count + 2 >= learner->room)
        set_mark(learner, mark, population);
    return r;
}

void learner_end(struct learner *learner)
{
    bool near = learner->ahead <= 1;
    if (learner->equations.weight <= 0)
        return;
    least_squares_solve(&learner->equations, near ? RIDGE_NEAR : RIDGE_FAR);
    for (size_t f = 0; f < learner->guide->features; f++)
        learner->guide->weights[f] += (near ? 1 : RATE) * learner->equations.vector[f];
}
