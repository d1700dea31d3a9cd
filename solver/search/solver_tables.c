/* The tables that solvers of a game share. */
#include "search/solver_tables.h"

#include <stdlib.h>

/* Of a run's memory, what lemmas get before the search has looked at what the rest takes. */
#define LEMMA_EIGHTHS 5
/* The part of a run's memory that boards may fill which only earlier runs met. */
#define OLD_BOARDS_PART 8

static size_t lemma_share(const struct limits *limits)
{
    return limits->max_bytes / 8 * LEMMA_EIGHTHS;
}

struct solver_tables *solver_tables_new(const struct game *game, const struct limits *limits)
{
    struct solver_tables *tables = calloc(1, sizeof(*tables));
    struct history_model model;
    if (tables == NULL)
        return NULL;
    game->rules.family->describe(&game->rules, &model);
    if (positions_init(&tables->positions, game->graph, &game->rules) < 0) {
        free(tables);
        return NULL;
    }
    tables->lemmas = lemma_table_new(lemma_share(limits), lemma_table_per_key(&model));
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
    if (!tables->borrows_foresight)
        foresight_free(tables->foresight);
    reverse_moves_release(&tables->reverse);
    lemma_table_free(tables->lemmas);
    positions_release(&tables->positions);
    pthread_mutex_destroy(&tables->cache_lock);
    free(tables);
}

struct stones solver_tables_stones(const struct graph *graph, const struct position *position)
{
    struct stones stones = {{0, 0}};
    for (int p = 0; p < graph->points; p++)
        if (position->cells[p] != POINT_EMPTY)
            stones.of[position->cells[p] - 1] |= 1ull << p;
    return stones;
}

/* --- what waits for another run --- */

/* All legal boards come of the empty one, as stones can be put down one by one: each chain keeps a
 * liberty, whatever the order. So where all boards have numbers any start has one. */
static void *make_warm(const struct game *game, const struct limits *limits)
{
    const struct stones empty = {{0, 0}};
    uint32_t ignored;
    struct solver_tables *tables = solver_tables_new(game, limits);
    if (tables != NULL && positions_intern(&tables->positions, empty, &ignored) < 0) {
        solver_tables_free(tables);
        return NULL;
    }
    return tables;
}

static void free_warm(void *content)
{
    solver_tables_free(content);
}

/* Such a run makes all that they have room for. */
static bool dense_tables_fit(const struct solver_tables *tables, const struct limits *limits)
{
    size_t most = tables->foresight != NULL ? foresight_bytes_most(tables->foresight) : 0;
    return most <= limits->max_bytes / TABLE_SIZE_PARTS * TABLE_SIZE_SHARE;
}

/* Boards that only earlier runs met cannot be forgotten. */
static bool suits(const void *content, size_t bytes, const struct game *game,
                  const struct limits *limits)
{
    const struct solver_tables *tables = content;
    const struct positions *positions = &tables->positions;
    uint32_t ignored;
    if (bytes > limits->max_bytes || !dense_tables_fit(tables, limits))
        return false;
    if (!tables->enumerated)
        return positions->bytes <= limits->max_bytes / OLD_BOARDS_PART;
    return positions_find(positions, solver_tables_stones(game->graph, &game->turns[0].board),
                          &ignored);
}

static int reopen(void *content, const struct game *game, const struct limits *limits)
{
    struct solver_tables *tables = content;
    (void)game;
    lemma_table_limit(tables->lemmas, lemma_share(limits));
    /* A run gives up leaves after so many hard boards of its own. */
    tables->positions.solo_hard = 0;
    return 0;
}

/* Room counts, as it is held. */
static size_t count_bytes(const struct solver_tables *tables)
{
    const struct positions *positions = &tables->positions;
    size_t dense = tables->foresight != NULL && !tables->borrows_foresight
                       ? foresight_bytes(tables->foresight)
                       : 0;
    return sizeof(*tables) + dense + positions->orbit_room * sizeof(*positions->orbits) +
           positions->move_room * sizeof(*positions->moves) + hashset_bytes(&positions->index) +
           group_bytes(&positions->group) + tables->bytes + lemma_table_held(tables->lemmas);
}

static size_t shrink(void *content, size_t max_bytes)
{
    const struct solver_tables *tables = content;
    size_t held = count_bytes(tables);
    if (held <= max_bytes)
        return held;
    size_t rest = held - lemma_table_held(tables->lemmas);
    lemma_table_limit(tables->lemmas, rest < max_bytes ? max_bytes - rest : 0);
    return count_bytes(tables);
}

const struct warm_kind solver_tables_warm = {make_warm, free_warm, suits, reopen, shrink};
