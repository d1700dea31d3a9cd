/* The attractors and energies that a solver has at hand, made when a threshold is asked for. */
#include "search/solver.h"
#include "tables/tables.h"

#include <errno.h>

/* Beyond so many threads, all of them share the states of one attractor, then of the next. */
#define PAIR_THREADS_MOST 3
/* With fewer states one thread is done before another has begun. */
#define SHARED_LEAST 16384

/* Two attractors may be made at the same time. */
static bool make_interrupted(void *arg)
{
    bool interrupted;
#pragma omp critical(make_interrupted)
    interrupted = solver_interrupted(arg);
    return interrupted;
}

static int make(struct solver *solver, int margin, int threads, struct attractor *ret_attractor)
{
    const struct attractor_work how = {
        .margin = margin,
        .passes_to_end = tables_layers(&solver->search.model),
        .threads = threads,
        .stop = make_interrupted,
        .arg = solver,
    };
    return attractor_init(ret_attractor, &solver->tables->reverse, &how);
}

static int thread_count(const struct solver *solver)
{
    int threads = solver->search.limits.threads;
    return threads > 1 && solver->tables->reverse.node_count >= SHARED_LEAST ? threads : 1;
}

/* May one more attractor of size bytes be made? */
static bool may_make_more(const struct solver *solver, size_t size)
{
    const struct attractor_cache *cache = &solver->tables->cache;
    size_t most = solver->search.limits.max_bytes / 4 / (size + 1), made = 0;
    for (int i = 0; i < ATTRACTORS_MAX; i++)
        made += cache->list[i].made;
    return most >= 2 && made < most;
}

static size_t size_energy(const struct solver *solver)
{
    return energy_size(&solver->tables->reverse, tables_layers(&solver->search.model));
}

static void drop_energy(struct solver *solver, struct cached_attractor *slot)
{
    if (slot->energy.needs != NULL)
        solver->tables->bytes -= size_energy(solver);
    energy_release(&slot->energy);
    slot->weighed = false;
}

/* Returns a free slot, if need be that of the least recently used attractor that nobody looks at.
 * The attractor for keep stays. NULL: there is none. */
static struct cached_attractor *free_slot(struct solver *solver, int keep)
{
    struct solver_tables *tables = solver->tables;
    struct cached_attractor *list = tables->cache.list, *slot = NULL;
    size_t size = attractor_size(&tables->reverse, tables_layers(&solver->search.model));
    bool more = may_make_more(solver, size);
    for (int i = 0; i < ATTRACTORS_MAX; i++) {
        if (!list[i].made && more)
            return &list[i];
        if (list[i].made && list[i].users == 0 && list[i].attractor.margin != keep &&
            (slot == NULL || list[i].last_used < slot->last_used))
            slot = &list[i];
    }
    if (slot == NULL)
        return NULL;
    drop_energy(solver, slot);
    attractor_release(&slot->attractor);
    slot->made = false;
    tables->bytes -= size;
    return slot;
}

static struct cached_attractor *find_made(struct solver *solver, int margin)
{
    struct attractor_cache *cache = &solver->tables->cache;
    for (int i = 0; i < ATTRACTORS_MAX; i++) {
        if (cache->list[i].made && cache->list[i].attractor.margin == margin) {
            cache->list[i].last_used = ++cache->uses;
            return &cache->list[i];
        }
    }
    return NULL;
}

/* Takes a slot for the attractor for margin. NULL: there is none. */
static struct cached_attractor *take_slot(struct solver *solver, int margin, int keep)
{
    struct solver_tables *tables = solver->tables;
    struct cached_attractor *slot = free_slot(solver, keep);
    if (slot == NULL)
        return NULL;
    slot->made = true;
    slot->attractor = (struct attractor){.margin = margin};
    slot->last_used = ++tables->cache.uses;
    tables->bytes += attractor_size(&tables->reverse, tables_layers(&solver->search.model));
    return slot;
}

static void give_slot_back(struct solver *solver, struct cached_attractor *slot)
{
    struct solver_tables *tables = solver->tables;
    slot->made = false;
    tables->bytes -= attractor_size(&tables->reverse, tables_layers(&solver->search.model));
}

/* Returns the attractor for the attacker's margin, from the cache or made. NULL: no memory. */
static struct cached_attractor *find_attractor(struct solver *solver, int margin, int keep)
{
    struct cached_attractor *slot = find_made(solver, margin);
    if (slot != NULL)
        return slot;
    slot = take_slot(solver, margin, keep);
    if (slot != NULL && make(solver, margin, thread_count(solver), &slot->attractor) < 0) {
        give_slot_back(solver, slot);
        return NULL;
    }
    return slot;
}

/* Is there memory to make two attractors at the same time? To make one is reckoned with. */
static bool has_room_for_two(const struct solver *solver)
{
    const struct reverse_moves *reverse = &solver->tables->reverse;
    struct attractor_sizes sizes = attractor_sizes(tables_layers(&solver->search.model));
    size_t bytes = solver->positions->bytes + solver->tables->bytes;
    bytes += (size_t)reverse->node_count * (2 * sizes.node + sizes.node_work) +
             (size_t)reverse->ko_count * (2 * sizes.ko + sizes.ko_work);
    return bytes <= solver->search.limits.max_bytes / TABLE_SIZE_PARTS * TABLE_SIZE_SHARE;
}

/*
 * Makes the attractors for both margins, if neither is there, each in a thread of its own: sharing
 * the states of one between two threads saves less.
 */
static void make_both(struct solver *solver, const int margins[2])
{
    struct cached_attractor *slots[2];
    int threads = thread_count(solver);
    if (threads < 2 || threads > PAIR_THREADS_MOST || margins[0] == margins[1] ||
        find_made(solver, margins[0]) != NULL || find_made(solver, margins[1]) != NULL ||
        !has_room_for_two(solver))
        return;
    for (int i = 0; i < 2; i++) {
        slots[i] = take_slot(solver, margins[i], margins[!i]);
        if (slots[i] == NULL) {
            if (i > 0)
                give_slot_back(solver, slots[0]);
            return;
        }
    }
#ifdef _OPENMP
#pragma omp parallel for num_threads(2) schedule(static, 1)
#endif
    for (int i = 0; i < 2; i++)
        slots[i]->made = make(solver, margins[i], 1, &slots[i]->attractor) == 0;
    for (int i = 0; i < 2; i++)
        if (!slots[i]->made)
            give_slot_back(solver, slots[i]);
}

static bool has_room_for_energies(const struct solver *solver)
{
    size_t bytes = solver->positions->bytes + solver->tables->bytes;
    bytes += 2 * (size_energy(solver) + energy_work_size(&solver->tables->reverse));
    return bytes <= solver->search.limits.max_bytes / TABLE_SIZE_PARTS * TABLE_SIZE_SHARE;
}

/*
 * Makes the energies for a margin and its denial, if they pay; with more threads both at once.
 * Where the rules remember nothing a pass uses up nothing, and they lead astray.
 */
static void make_energies(struct solver *solver, struct cached_attractor *pair[2])
{
    if (!solver->energies || solver->search.model.class_count == 0 || pair[0] == NULL ||
        pair[1] == NULL || (pair[0]->weighed && pair[1]->weighed) || !has_room_for_energies(solver))
        return;
    pair[0]->weighed = pair[1]->weighed = true;
    if (!energy_pays(&pair[0]->attractor, &pair[1]->attractor))
        return;
#ifdef _OPENMP
#pragma omp parallel for num_threads(thread_count(solver) > 1 ? 2 : 1) schedule(static, 1)
#endif
    for (int i = 0; i < 2; i++) {
        struct cached_attractor *own = pair[i];
        if (own->energy.needs != NULL)
            continue;
        int r = energy_init(&own->energy, &own->attractor, &pair[!i]->attractor, make_interrupted,
                            solver);
        if (r == 0)
            solver->tables->bytes += size_energy(solver);
        own->weighed = r != -EINTR;
    }
}

static void use(struct solver *solver, enum colour attacker, struct cached_attractor *cached)
{
    solver->held[attacker] = cached;
    solver->search.attractors[attacker] = cached != NULL ? &cached->attractor : NULL;
    solver->search.energies[attacker] =
        cached != NULL && cached->energy.needs != NULL ? &cached->energy : NULL;
    if (cached != NULL)
        cached->users++;
}

static void let_go(struct solver *solver)
{
    if (solver->foreseen != NULL)
        foresight_give(solver->foreseen);
    solver->foreseen = NULL;
    solver->search.outlook = (struct outlook){.outcomes = NULL};
    solver->search.free_margins = (struct free_margins){.dense = NULL};
    for (enum colour attacker = BLACK; attacker <= WHITE; attacker++) {
        if (solver->held[attacker] != NULL)
            solver->held[attacker]->users--;
        use(solver, attacker, NULL);
    }
}

/* Is t beyond what any board is worth, and each query of it a leaf (search_add_leaf())? */
static bool is_all_leaves(const struct solver *solver, int t)
{
    const struct positions *positions = solver->positions;
    const struct history_model *model = &solver->search.model;
    return (t > positions->points || t <= -positions->points) && solver->search.solo_leaf &&
           model->passing_safe && model->solo_ends && !model->pass_prisoners &&
           !history_model_has_first_pass(model) && positions->scoring != SCORING_TERRITORY &&
           positions->suicide == SUICIDE_NO;
}

void solver_set_attractors(struct solver *solver, int t)
{
    struct solver_tables *tables = solver->tables;
    /* Beyond what a board can be worth all attractors are the same. */
    t = solver_clamp(t, -solver->positions->points, solver->positions->points + 1);
    pthread_mutex_lock(&tables->cache_lock);
    let_go(solver);
    if (tables->enumerated && !is_all_leaves(solver, t)) {
        make_both(solver, (const int[2]){t, 1 - t});
        struct cached_attractor *pair[2];
        pair[WHITE] = find_attractor(solver, 1 - t, t);
        pair[BLACK] = find_attractor(solver, t, 1 - t);
        make_energies(solver, pair);
        use(solver, BLACK, pair[BLACK]);
        use(solver, WHITE, pair[WHITE]);
    }
    if (tables->foresight != NULL && !is_all_leaves(solver, t))
        solver_foresee(solver, t);
    pthread_mutex_unlock(&tables->cache_lock);
}

void solver_drop_attractors(struct solver *solver)
{
    pthread_mutex_lock(&solver->tables->cache_lock);
    let_go(solver);
    pthread_mutex_unlock(&solver->tables->cache_lock);
}

void attractor_cache_release(struct attractor_cache *cache)
{
    for (int i = 0; i < ATTRACTORS_MAX; i++) {
        if (!cache->list[i].made)
            continue;
        energy_release(&cache->list[i].energy);
        attractor_release(&cache->list[i].attractor);
    }
    if (cache->has_every)
        attractor_release(&cache->every);
    *cache = (struct attractor_cache){0};
}

const struct attractor *solver_every_margin(struct solver *solver)
{
    struct solver_tables *tables = solver->tables;
    struct attractor_cache *cache = &tables->cache;
    size_t size = attractor_size(&tables->reverse, tables_layers(&solver->search.model));
    pthread_mutex_lock(&tables->cache_lock);
    if (!cache->has_every && size <= solver->search.limits.max_bytes / 8 &&
        make(solver, MARGIN_EVERY, thread_count(solver), &cache->every) == 0) {
        cache->has_every = true;
        tables->bytes += size;
    }
    pthread_mutex_unlock(&tables->cache_lock);
    return cache->has_every ? &cache->every : NULL;
}
