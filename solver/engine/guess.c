/* The attractors that a solver has at hand, and what they let it expect of a value, or know. */
#include "engine/solver.h"
#include "engine/tables.h"

static int make(struct solver *solver, int margin, struct attractor *ret_attractor)
{
    const struct attractor_work how = {
        .margin = margin,
        .passes_to_end = tables_layers(&solver->search.model),
        .threads = solver->search.limits.threads > 1 ? solver->search.limits.threads : 1,
        .stop = solver_interrupted,
        .arg = solver,
    };
    return attractor_init(ret_attractor, &solver->reverse, &how);
}

static void count_bytes(struct solver *solver, size_t size)
{
    const struct attractor_cache *cache = &solver->cache;
    struct attractor_sizes sizes = attractor_sizes(tables_layers(&solver->search.model));
    /* The next attractor will be made when the search has filled its memory. */
    size_t work = (size_t)solver->reverse.node_count * sizes.node_work +
                  (size_t)solver->reverse.ko_count * sizes.ko_work;
    solver->search.table_bytes =
        solver->reverse.bytes + work + ((size_t)cache->count + cache->has_every) * size;
}

/* The attractor for the attacker's margin, from the cache or made; NULL if there is no room. */
static const struct attractor *find_attractor(struct solver *solver, int margin, int keep)
{
    struct attractor_cache *cache = &solver->cache;
    int slot = 0;
    cache->uses++;
    for (int i = 0; i < cache->count; i++) {
        if (cache->attractors[i].margin == margin) {
            cache->last_used[i] = cache->uses;
            return &cache->attractors[i];
        }
    }
    size_t size = attractor_size(&solver->reverse, tables_layers(&solver->search.model));
    size_t room = solver->search.limits.max_bytes / 4 / (size + 1);
    int most = room < 2 ? 0 : room > ATTRACTORS_MAX ? ATTRACTORS_MAX : (int)room;
    if (most == 0)
        return NULL;
    if (cache->count < most) {
        slot = cache->count;
    } else {
        for (int i = 1; i < cache->count; i++)
            if (cache->attractors[slot].margin == keep ||
                (cache->attractors[i].margin != keep &&
                 cache->last_used[i] < cache->last_used[slot]))
                slot = i;
        attractor_release(&cache->attractors[slot]);
        cache->attractors[slot].margin = MARGIN_INFINITE * 2;
    }
    struct attractor made;
    if (make(solver, margin, &made) < 0) {
        if (slot < cache->count) { /* it was emptied to make room: the last one fills the gap */
            cache->count--;
            cache->attractors[slot] = cache->attractors[cache->count];
            cache->last_used[slot] = cache->last_used[cache->count];
        }
        return NULL;
    }
    cache->attractors[slot] = made;
    cache->last_used[slot] = cache->uses;
    if (slot == cache->count)
        cache->count++;
    count_bytes(solver, size);
    return &cache->attractors[slot];
}

void solver_set_attractors(struct solver *solver, int t)
{
    solver->search.attractors[BLACK] = solver->search.attractors[WHITE] = NULL;
    if (!solver->closed)
        return;
    find_attractor(solver, t, 1 - t);
    solver->search.attractors[WHITE] = find_attractor(solver, 1 - t, t);
    solver->search.attractors[BLACK] = find_attractor(solver, t, 1 - t);
}

/* What attacker forces from each state but for the history; NULL if there is no room. */
static const struct attractor *find_every(struct solver *solver)
{
    struct attractor_cache *cache = &solver->cache;
    size_t size = attractor_size(&solver->reverse, tables_layers(&solver->search.model));
    if (cache->has_every)
        return &cache->every;
    if (size > solver->search.limits.max_bytes / 8 || make(solver, MARGIN_EVERY, &cache->every) < 0)
        return NULL;
    cache->has_every = true;
    count_bytes(solver, size);
    return &cache->every;
}

int solver_guess(struct solver *solver, int guess)
{
    const struct node *now = solver_now(solver);
    int points = solver->positions.points, own = guess - now->gain;
    if (!solver->closed || now->kind != NODE_OPEN || own > points || own < -points)
        return guess;
    const struct attractor *every = find_every(solver);
    if (every == NULL)
        return guess;
    int black = attractor_margin(every, now->state, BLACK);
    int white = attractor_margin(every, now->state, WHITE);
    if (black > own)
        return now->gain + black;
    return white > -own ? now->gain - white : guess;
}

bool solver_is_memoryless(const struct solver *solver)
{
    const struct history_model *model = &solver->search.model;
    return model->endless && !model->cycle_ends && model->class_count == 0;
}

/*
 * An end that a player forces by way of recurring states he forces without them, so a least
 * fixpoint over the states is what he can force; game.md, "Values". A single stone that removes
 * itself (suicide=yes) forbids more than a point, which attractors do not follow.
 */
bool solver_table_value(struct solver *solver, struct bounds *ret_bounds)
{
    const struct node *now = solver_now(solver);
    const struct positions *positions = &solver->positions;
    if (!solver->closed || !solver_is_memoryless(solver) || now->kind != NODE_OPEN ||
        now->state.ko != 0 || positions->suicide == SUICIDE_YES ||
        positions->scoring == SCORING_TERRITORY || solver->search.model.pass_prisoners)
        return false;
    const struct attractor *every = find_every(solver);
    if (every == NULL)
        return false;
    int black = attractor_margin(every, now->state, BLACK);
    int white = attractor_margin(every, now->state, WHITE);
    int lower = black == NEVER_FORCED ? -MARGIN_INFINITE : black;
    int upper = white == NEVER_FORCED ? MARGIN_INFINITE : -white;
    *ret_bounds = (struct bounds){lower, lower, upper, upper};
    return true;
}
