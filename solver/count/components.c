/* Complete games by components: from the arrivals at each node to the number of games. */
#include "count/components.h"

#include <errno.h>
#include <stdlib.h>

#include "base/free_all.h"
#include "count/component_worker.h"

/* Of the memory, what the memo gets; the rest is for frames and the graph. */
#define MEMO_SHARE 0.9

static component_walks *walks_of(const struct component_search *search)
{
    if (search->shape.kind != CELL_NUMBERS || search->graph->words > 4)
        return component_walks_any;
    if (search->graph->words == 1)
        return component_walks_numbers_1;
    return search->graph->words == 2 ? component_walks_numbers_2 : component_walks_numbers_4;
}

/* One thread finds what arrives at each node. The first that is done stops the others. */
static void work(struct component_search *search, unsigned number, uint32_t from,
                 const uint64_t *set, uint64_t *ret_cells, atomic_bool *done)
{
    struct component_worker worker;
    size_t bytes = (size_t)search->graph->arena->count * search->shape.words * sizeof(uint64_t);
    uint64_t *cells = malloc(bytes);
    int r = component_worker_init(&worker, search, number);
    if (r < 0 || cells == NULL) {
        atomic_store(&search->failed, true);
        atomic_store(&search->stopped, true);
    } else {
        walks_of(search)(&worker, from, set, cells);
        if (worker.overflow)
            atomic_store(&search->overflow, true);
        bool whole = !atomic_load(&search->stopped) && !worker.overflow;
        atomic_store(&search->stopped, true);
        if (whole && !atomic_exchange(done, true))
            memcpy(ret_cells, cells, bytes);
        atomic_fetch_add(&search->nodes, worker.nodes - worker.reported);
    }
    component_worker_release(&worker);
    free(cells);
}

/*
 * Sets ret_cells to what arrives at each node of set after an arrival at from. Returns 0, -EINTR,
 * -EOVERFLOW (a number is too large for the cells) or -ENOMEM.
 */
static int find_arrivals(struct component_search *search, uint32_t from, const uint64_t *set,
                         uint64_t *ret_cells)
{
    struct count_run *run = search->run;
    int threads = run->limits->threads > 1 ? run->limits->threads : 1;
    atomic_bool done = false;
    atomic_store(&search->stopped, false);
    atomic_store(&search->overflow, false);
#pragma omp parallel for num_threads(threads) schedule(static, 1) if (threads > 1)
    for (int i = 0; i < threads; i++)
        work(search, (unsigned)i, from, set, ret_cells, &done);
    struct memo_size size = memo_size(search->memo);
    run->nodes = atomic_load(&search->nodes);
    run->entries = size.entries;
    run->bytes = size.bytes;
    if (atomic_load(&done))
        return 0;
    if (atomic_load(&search->failed))
        return -ENOMEM;
    return atomic_load(&search->overflow) ? -EOVERFLOW : -EINTR;
}

/* The shape of cells for numbers of so many limbs. */
static struct cell_shape shape_of(const struct component_graph *graph, const struct count_run *run,
                                  enum cell_kind kind, size_t limbs)
{
    struct cell_shape shape = {.kind = kind, .lengths = 1, .limbs = limbs, .words = 1};
    shape.weighted = kind == CELL_LONGEST || run->lengths;
    if (shape.weighted)
        shape.lengths = graph->longest * graph->edge_length + 1;
    if (kind == CELL_LENGTHS)
        shape.words = 2 + shape.lengths * limbs;
    return shape;
}

static int search_init(struct component_search *search, const struct component_graph *graph,
                       struct count_run *run, struct cell_shape shape)
{
    *search = (struct component_search){.graph = graph, .run = run, .shape = shape};
    if (shape.lengths > UINT16_MAX)
        return -E2BIG;
    size_t bytes = run->limits->max_bytes;
    size_t memory = bytes == 0 ? (size_t)1 << 30 : (size_t)((double)bytes * MEMO_SHARE);
    return memo_new((size_t)graph->words + 1, memory, &search->memo);
}

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

/* All nodes with the root, which has no arrival but the first. */
static void set_alive(const struct component_graph *graph, uint64_t *ret_set)
{
    memcpy(ret_set, graph->alive, (size_t)graph->words * sizeof(*ret_set));
    component_graph_add(ret_set, graph->arena->root);
}

static int count_with(const struct component_graph *graph, struct count_run *run,
                      struct cell_shape shape, struct tally *tally)
{
    struct component_search search;
    uint64_t set[COMPONENT_WORDS_MAX];
    uint64_t *cells = calloc((size_t)graph->arena->count * shape.words, sizeof(*cells));
    int r = search_init(&search, graph, run, shape);
    if (r == 0 && cells == NULL)
        r = -ENOMEM;
    set_alive(graph, set);
    if (r == 0)
        r = find_arrivals(&search, graph->arena->root, set, cells);
    for (uint32_t i = 0; i < graph->arena->count && r == 0; i++)
        if (component_graph_has(set, i))
            r = tally_node(&search, cells, i, tally);
    memo_free(search.memo);
    free(cells);
    trim(tally);
    return r;
}

int components_count(const struct arena *arena, struct count_run *run, struct tally *ret_tally)
{
    struct component_graph graph;
    int r = component_graph_init(&graph, arena);
    run->method = "walks by strongly connected components";
    if (r == 0) {
        enum cell_kind kind = run->lengths ? CELL_LENGTHS : CELL_NUMBERS;
        r = count_with(&graph, run, shape_of(&graph, run, kind, 1), ret_tally);
        for (size_t limbs = 2; r == -EOVERFLOW && limbs <= CELL_LIMBS_MAX; limbs *= 2)
            r = count_with(&graph, run, shape_of(&graph, run, CELL_LENGTHS, limbs), ret_tally);
    }
    component_graph_release(&graph);
    return r == -EOVERFLOW ? -ERANGE : r;
}
