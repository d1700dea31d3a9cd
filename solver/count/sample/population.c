/* Sequential Monte Carlo for the number of complete games in an arena. */
#include "count/sample/population.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "base/clock.h"
#include "count/sample/learner.h"

/* Walks between two looks at the clock. */
#define WALKS 4096
/* Walks that rounding may keep beyond the room. */
#define SPARE 2
/* Of the room, what is given to candidates by their weights alone, whatever the guide guesses. */
#define DEFENCE 0.2

/* A walk with one step more. */
struct step {
    uint32_t parent, to;
    uint32_t length;
    double log_weight; /* of the parent, if nothing is left to chance */
    double log_value;  /* with the guide's guess */
};

size_t population_walk_bytes(const struct guide *guide)
{
    /* A few candidates for each walk. */
    return 2 * guide->walk_bytes + sizeof(uint32_t) + 8 * (sizeof(struct step) + sizeof(double));
}

int population_init(struct population *ret_population, const struct guide *guide, uint32_t room)
{
    struct population population = {
        .guide = guide,
        .room = room,
        .walks = malloc((room + SPARE) * guide->walk_bytes),
        .next = malloc((room + SPARE) * guide->walk_bytes),
        .parents = malloc((room + SPARE) * sizeof(uint32_t)),
    };
    if (population.walks == NULL || population.next == NULL || population.parents == NULL) {
        population_release(&population);
        return -ENOMEM;
    }
    *ret_population = population;
    return 0;
}

void population_release(struct population *population)
{
    free(population->walks);
    free(population->next);
    free(population->parents);
    free(population->steps);
    free(population->chances);
    *population = (struct population){0};
}

static bool must_stop(const struct limits *limits)
{
    return (limits->interrupted != NULL && atomic_load(limits->interrupted)) ||
           (limits->deadline > 0 && clock_now() > limits->deadline);
}

/* Adds complete games of this length. */
static void add_games(struct population *population, double log_weight, uint32_t length)
{
    if (log_weight > population->scale + 300) {
        double factor = exp(population->scale - log_weight);
        population->games *= factor;
        population->plays *= factor;
        population->scale = log_weight;
    }
    double games = exp(log_weight - population->scale);
    population->games += games;
    population->plays += games * length;
    if (length > population->longest)
        population->longest = length;
}

/* The games that end at node, where a walk of this weight and length has arrived. */
static void add_ends(struct population *population, const struct guide_walk *walk, uint32_t node,
                     double log_weight, uint32_t length)
{
    const struct arena *arena = population->guide->arena;
    for (uint32_t i = arena->first_end[node]; i < arena->first_end[node + 1]; i++)
        add_games(population, log_weight, length + arena->ends[i]);
    for (uint32_t e = arena->first_edge[node]; e < arena->first_edge[node + 1]; e++) {
        const struct arena_edge *edge = &arena->edges[e];
        if (arena->nodes[edge->to].closes && !guide_open(walk)[edge->to])
            add_games(population, log_weight, length + edge->length);
    }
}

/*
 * The candidate for a step of walk i, taken and taken back. Where it leads to a node at which every
 * game ends these games are counted at once, and it is no candidate.
 */
static void try_step(struct population *population, uint32_t i, const struct arena_edge *edge)
{
    const struct guide *guide = population->guide;
    struct guide_walk *walk = population_walk(population, i);
    uint32_t length = walk->length + edge->length;
    double change;
    bool closed = guide_arrive(guide, walk, edge->to, &change);
    if (guide_ways(guide, walk, edge->to) == 0)
        add_ends(population, walk, edge->to, walk->log_weight, length);
    else
        population->steps[population->step_count++] = (struct step){
            .parent = i,
            .to = edge->to,
            .length = length,
            .log_weight = walk->log_weight,
            .log_value =
                walk->log_weight + walk->log_open + change + guide_place(guide, walk, edge->to),
        };
    if (closed)
        guide_undo_arrival(guide, walk, edge->to);
}

/* Lists all steps of all walks. */
static int list_steps(struct population *population, const struct limits *limits)
{
    const struct arena *arena = population->guide->arena;
    population->step_count = 0;
    for (uint32_t i = 0; i < population->count; i++) {
        const struct guide_walk *walk = population_walk(population, i);
        uint32_t first = arena->first_edge[walk->node], end = arena->first_edge[walk->node + 1];
        if (i % WALKS == 0 && must_stop(limits))
            return -EINTR;
        int r = array_reserve(&population->steps, population->step_count + (end - first),
                              &population->step_room, sizeof(*population->steps));
        if (r < 0)
            return r;
        for (uint32_t e = first; e < end; e++)
            if (guide_open(walk)[arena->edges[e].to])
                try_step(population, i, &arena->edges[e]);
    }
    return 0;
}

/*
 * The factor by which weights become probabilities, of which none is above 1 and all together are
 * room: found by taking out those that are sure, again and again.
 */
static double find_factor(const struct population *population, double sum)
{
    double factor = population->room / sum;
    for (;;) {
        double rest = 0;
        size_t sure = 0;
        for (size_t i = 0; i < population->step_count; i++)
            if (population->chances[i] * factor >= 1)
                sure++;
            else
                rest += population->chances[i];
        if (sure >= population->room || rest <= 0)
            return factor;
        double better = ((double)population->room - (double)sure) / rest;
        if (better <= factor * (1 + 1e-12))
            return factor;
        factor = better;
    }
}

/*
 * In what proportion candidates are kept: for most of the room by what the guide guesses, for the
 * rest by weight. By guesses alone a candidate of which the guide thinks far too little would
 * hardly ever be kept, and then bring many times the mean: few runs do not meet that, and look
 * better than they are. So no weight grows by more than if all candidates were alike, over DEFENCE.
 * Returns the sum.
 */
static double set_proportions(const struct population *population, double *proportions)
{
    double best = -INFINITY, heaviest = -INFINITY, values = 0, weights = 0, sum = 0;
    for (size_t i = 0; i < population->step_count; i++) {
        best = fmax(best, population->steps[i].log_value);
        heaviest = fmax(heaviest, population->steps[i].log_weight);
    }
    for (size_t i = 0; i < population->step_count; i++) {
        values += exp(population->steps[i].log_value - best);
        weights += exp(population->steps[i].log_weight - heaviest);
    }
    for (size_t i = 0; i < population->step_count; i++) {
        const struct step *step = &population->steps[i];
        proportions[i] = (1 - DEFENCE) * exp(step->log_value - best) / values +
                         DEFENCE * exp(step->log_weight - heaviest) / weights;
        sum += proportions[i];
    }
    return sum;
}

/* The chance of each candidate to be kept. Returns 0 or -ENOMEM. */
static int set_chances(struct population *population)
{
    double *chances = realloc(population->chances, (population->step_count + 1) * sizeof(*chances));
    if (chances == NULL)
        return -ENOMEM;
    population->chances = chances;
    double factor = find_factor(population, set_proportions(population, chances));
    for (size_t i = 0; i < population->step_count; i++)
        chances[i] = fmin(1, chances[i] * factor);
    return 0;
}

static void take_step(struct population *population, const struct step *step, double log_weight)
{
    const struct guide *guide = population->guide;
    const struct guide_walk *parent = population_walk(population, step->parent);
    struct guide_walk *walk =
        (struct guide_walk *)(population->next + population->count * guide->walk_bytes);
    double change;
    memcpy(walk, parent, guide->walk_bytes);
    guide_arrive(guide, walk, step->to, &change);
    walk->node = step->to;
    walk->length = step->length;
    walk->log_weight = log_weight;
    walk->log_open += change;
    walk->log_place = guide_place(guide, walk, step->to);
    population->parents[population->count++] = step->parent;
}

/* Keeps candidates: all, or by systematic sampling, for which neighbours are kept in turn. */
static int keep_steps(struct population *population, bool *complete)
{
    bool all = population->step_count <= population->room;
    if (!all) {
        int r = set_chances(population);
        if (r < 0)
            return r;
        *complete = false;
    }
    double next = all ? 0 : generator_unit(&population->generator), sum = 0;
    population->count = 0;
    for (size_t i = 0; i < population->step_count && population->count < population->room + SPARE;
         i++) {
        const struct step *step = &population->steps[i];
        double chance = all ? 1 : population->chances[i];
        if (chance < 1) {
            sum += chance;
            if (sum <= next)
                continue;
            next += 1;
        }
        take_step(population, step, step->log_weight - log(chance));
    }
    char *walks = population->walks;
    population->walks = population->next;
    population->next = walks;
    return 0;
}

static int make_steps(struct population *population, const struct limits *limits,
                      struct learner *learner, struct population_sum *sum)
{
    int r = 0;
    while (population->count > 0 && r == 0) {
        if (learner != NULL)
            r = learner_watch(learner, population, sum->steps);
        if (r == 0)
            r = list_steps(population, limits);
        for (uint32_t i = 0; i < population->count && r == 0; i++) {
            const struct guide_walk *walk = population_walk(population, i);
            add_ends(population, walk, walk->node, walk->log_weight, walk->length);
        }
        if (r == 0)
            r = keep_steps(population, &sum->complete);
        sum->steps++;
    }
    return r;
}

int population_run(struct population *population, uint64_t seed, uint64_t stream,
                   const struct limits *limits, struct learner *learner,
                   struct population_sum *ret_sum)
{
    struct population_sum sum = {.complete = true};
    generator_start(&population->generator, seed, stream);
    guide_start(population->guide, population_walk(population, 0));
    population->count = 1;
    population->games = population->plays = population->scale = 0;
    population->longest = 0;
    int r = make_steps(population, limits, learner, &sum);
    if (r < 0)
        return r;
    sum.log_games = population->scale + log(population->games);
    sum.mean_length = population->plays / population->games;
    sum.longest = population->longest;
    *ret_sum = sum;
    return 0;
}
