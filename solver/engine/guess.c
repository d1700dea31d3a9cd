/* The attractors that a solver has at hand, and what they let it expect of a value. */
#include "engine/solver.h"

/* Passes to the end in the attractor's game: where the rules end by other means, two. */
static int attractor_layers(const struct search *search)
{
    return search->model.passes_to_end != 0 ? search->model.passes_to_end : 2;
}

/* The attractor for the attacker's margin, from the cache or made; NULL if there is no room. */
static const struct attractor *find_attractor(struct solver *solver, int margin, int keep)
{
    struct attractor_cache *cache = &solver->cache;
    struct search *search = &solver->search;
    int slot = 0;
    cache->uses++;
    for (int i = 0; i < cache->count; i++) {
        if (cache->attractors[i].margin == margin) {
            cache->last_used[i] = cache->uses;
            return &cache->attractors[i];
        }
    }
    size_t size = attractor_size(&solver->positions, attractor_layers(search));
    size_t room = search->limits.max_bytes / 4 / (size + 1);
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
    if (attractor_init(&made, &solver->reverse, margin, attractor_layers(search),
                       solver_interrupted, solver) < 0) {
        if (slot < cache->count) { /* it was emptied to make room: the last one fills the gap */
            cache->count--;
            cache->attractors[slot] = cache->attractors[cache->count];
            cache->last_used[slot] = cache->last_used[cache->count];
        }
        return NULL;
    }
    cache->attractors[slot] = made;
    search->table_bytes = solver->reverse.bytes + (size_t)cache->count * size + size;
    cache->last_used[slot] = cache->uses;
    if (slot == cache->count)
        cache->count++;
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

/* Can attacker force the margin (his own view) from the present node, but for the history? */
static bool attracts(struct solver *solver, int margin, enum colour attacker)
{
    const struct attractor *attractor = find_attractor(solver, margin, margin);
    return attractor != NULL &&
           attractor_rank(attractor, solver_now(solver)->state, attacker) != RANK_NONE;
}

/* The greatest margin from least on, which attacker can force, that he can force: by doubling
 * steps. */
static int most_attracted(struct solver *solver, int least, enum colour attacker)
{
    int step = 1, beyond = solver->positions.points + 1;
    while (least + step < beyond && attracts(solver, least + step, attacker)) {
        least += step;
        step *= 2;
    }
    if (least + step < beyond)
        beyond = least + step;
    while (beyond - least > 1) {
        int middle = least + (beyond - least) / 2;
        if (attracts(solver, middle, attacker))
            least = middle;
        else
            beyond = middle;
    }
    return least;
}

int solver_guess(struct solver *solver, int guess)
{
    const struct node *now = solver_now(solver);
    int points = solver->positions.points, own = guess - now->gain;
    if (!solver->closed || now->kind != NODE_OPEN || own > points || own < -points)
        return guess;
    if (attracts(solver, own + 1, BLACK))
        return now->gain + most_attracted(solver, own + 1, BLACK);
    if (attracts(solver, 1 - own, WHITE))
        return now->gain - most_attracted(solver, 1 - own, WHITE);
    return guess;
}
