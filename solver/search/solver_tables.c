/* The tables that solvers of a game share. */
#include "search/solver_tables.h"

#include <stdlib.h>

/* Of a run's memory, what lemmas get before the search has looked at what the rest takes. */
#define LEMMA_EIGHTHS 5

static size_t lemma_share(const struct limits *limits)
{
    return limits->max_bytes / 8 * LEMMA_EIGHTHS;
}

struct solver_tables *solver_tables_new(const struct game *game, const struct limits *limits)
{
    struct solver_tables *tables = calloc(1, sizeof(*tables));
    if (tables == NULL)
        return NULL;
    if (positions_init(&tables->positions, game->graph, &game->rules) < 0) {
        free(tables);
        return NULL;
    }
    tables->lemmas = lemma_table_new(lemma_share(limits));
    if (tables->lemmas == NULL) {
        positions_release(&tables->positions);
        free(tables);
        return NULL;
    }
    pthread_mutex_init(&tables->cache_lock, NULL);
    return tables;
}

void solver_tables_free(struct solver_tables *tables)
{
    if (tables == NULL)
        return;
    attractor_cache_release(&tables->cache);
    reverse_moves_release(&tables->reverse);
    lemma_table_free(tables->lemmas);
    positions_release(&tables->positions);
    pthread_mutex_destroy(&tables->cache_lock);
    free(tables);
}

void solver_tables_reopen(struct solver_tables *tables, const struct limits *limits)
{
    lemma_table_limit(tables->lemmas, lemma_share(limits));
    /* A run gives up leaves after so many hard boards of its own. */
    tables->positions.solo_hard = 0;
}

/* Room counts, as it is held. */
static size_t count_bytes(const struct solver_tables *tables)
{
    const struct positions *positions = &tables->positions;
    return sizeof(*tables) + positions->orbit_room * sizeof(*positions->orbits) +
           positions->move_room * sizeof(*positions->moves) + hashset_bytes(&positions->index) +
           group_bytes(&positions->group) + tables->bytes + lemma_table_held(tables->lemmas);
}

size_t solver_tables_shrink(struct solver_tables *tables, size_t max_bytes)
{
    size_t held = count_bytes(tables), lemmas = lemma_table_held(tables->lemmas);
    if (held <= max_bytes)
        return held;
    size_t rest = held - lemmas;
    lemma_table_limit(tables->lemmas, rest < max_bytes ? max_bytes - rest : 0);
    return count_bytes(tables);
}

struct stones solver_tables_stones(const struct graph *graph, const struct position *position)
{
    struct stones stones = {{0, 0}};
    for (int p = 0; p < graph->points; p++)
        if (position->cells[p] != POINT_EMPTY)
            stones.of[position->cells[p] - 1] |= 1ull << p;
    return stones;
}
