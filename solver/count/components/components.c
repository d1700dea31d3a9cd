/* Complete games by components: from the arrivals at each node to the number of games. */
#include "count/components/components.h"

#include <errno.h>
#include <stdlib.h>

#include "base/free_all.h"
#include "count/components/component_search.h"

static void add_cell(const struct cell_shape *shape, const uint64_t *cell, mpz_t number, size_t i)
{
    mpz_t part;
    if (shape->kind == CELL_NUMBERS) {
        mpz_init_set_ui(part, cell[0]);
    } else {
        mpz_init(part);
        if (i >= cell[0] && i < cell[1])
            mpz_import(part, shape->limbs, -1, sizeof(uint64_t), 0, 0, cell + 2 + i * shape->limbs);
    }
    mpz_add(number, number, part);
    mpz_clear(part);
}

/* Adds the walks of a cell to the tally, each with so much more, times times. */
static int tally_cell(const struct cell_shape *shape, const uint64_t *cell, size_t more, int times,
                      struct tally *tally)
{
    size_t from = 0, to = 1;
    if (shape->kind == CELL_LENGTHS) {
        from = cell[0];
        to = cell[1];
    }
    int r = shape->weighted ? tally_reserve(tally, to + more) : 0;
    for (size_t i = from; i < to && r == 0; i++) {
        mpz_t number;
        mpz_init(number);
        add_cell(shape, cell, number, i);
        mpz_mul_si(number, number, times);
        mpz_add(tally->games, tally->games, number);
        if (shape->weighted)
            mpz_add(tally->of_length[i + more], tally->of_length[i + more], number);
        mpz_clear(number);
    }
    return r;
}

/*
 * The games that end after an arrival at node: by passes; and, for each edge to a node that closes,
 * by that edge where its item is there. It is there unless the walk can go on along the edge: so of
 * all such edges those that were walked along are taken off, that is the arrivals where they lead.
 */
static int tally_node(const struct component_search *search, const uint64_t *cells, uint32_t node,
                      struct tally *tally)
{
    const struct arena *arena = search->graph->arena;
    const struct cell_shape *shape = &search->shape;
    const uint64_t *cell = cells + node * shape->words;
    int r = 0;
    for (uint32_t i = arena->first_end[node]; i < arena->first_end[node + 1] && r == 0; i++)
        r = tally_cell(shape, cell, shape->weighted ? arena->ends[i] : 0, 1, tally);
    for (uint32_t i = arena->first_edge[node]; i < arena->first_edge[node + 1] && r == 0; i++)
        if (arena->nodes[arena->edges[i].to].closes)
            r = tally_cell(shape, cell, shape->weighted ? arena->edges[i].length : 0, 1, tally);
    if (arena->nodes[node].closes && node != arena->root && r == 0)
        r = tally_cell(shape, cell, 0, -1, tally);
    return r;
}

/* The greatest length that has games becomes the last. */
static void trim(struct tally *tally)
{
    while (tally->lengths > 0 && mpz_sgn(tally->of_length[tally->lengths - 1]) == 0)
        mpz_clear(tally->of_length[--tally->lengths]);
}

static int count_with(const struct component_graph *graph, struct count_run *run,
                      struct cell_shape shape, struct tally *tally)
{
    struct component_search search;
    uint64_t set[COMPONENT_WORDS_MAX];
    uint64_t *cells = calloc(component_worker_words(graph, &shape), sizeof(*cells));
    int r = component_search_init(&search, graph, run, shape);
    if (r == 0 && cells == NULL)
        r = -ENOMEM;
    component_search_alive(graph, set);
    if (r == 0)
        r = component_search_arrivals(&search, graph->arena->root, set, cells);
    for (uint32_t i = 0; i < graph->arena->count && r == 0; i++)
        if (component_graph_has(set, i))
            r = tally_node(&search, cells, i, tally);
    component_search_release(&search);
    free(cells);
    trim(tally);
    return r;
}

int components_count(const struct arena *arena, struct count_run *run, struct tally *ret_tally)
{
    struct component_graph graph;
    struct tally tally;
    int r = component_graph_init(&graph, arena, component_search_max_bytes(run));
    run->method = "walks by strongly connected components";
    tally_init(&tally);
    if (r == 0) {
        enum cell_kind kind = run->lengths ? CELL_LENGTHS : CELL_NUMBERS;
        r = count_with(&graph, run, component_search_shape(&graph, run, kind, 1), &tally);
        for (size_t limbs = 2; r == -EOVERFLOW && limbs <= CELL_LIMBS_MAX; limbs *= 2)
            r = count_with(&graph, run, component_search_shape(&graph, run, CELL_LENGTHS, limbs),
                           &tally);
    }
    if (r == 0 && run->nodes == 0 && run->store != NULL)
        run->method = "from the store";
    component_graph_release(&graph);
    if (r == 0)
        *ret_tally = tally;
    else
        tally_release(&tally);
    return r == -EOVERFLOW ? -ERANGE : r;
}
