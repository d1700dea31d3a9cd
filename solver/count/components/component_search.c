/* Setting up a search by components, and its threads. */
#include "count/components/component_search.h"

#include <errno.h>
#include <stdlib.h>

/* Of the memory, what the memo gets; the rest is for frames and the graph. */
#define MEMO_SHARE 0.9

/* kept: by the memo. */
static component_walks *walks_of(const struct component_search *search, bool kept)
{
    if (search->shape.kind != CELL_NUMBERS || search->graph->words > 4)
        return kept ? component_walks_kept_any : component_walks_any;
    if (search->graph->words == 1)
        return kept ? component_walks_kept_numbers_1 : component_walks_numbers_1;
    if (search->graph->words == 2)
        return kept ? component_walks_kept_numbers_2 : component_walks_numbers_2;
    return kept ? component_walks_kept_numbers_4 : component_walks_numbers_4;
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
        walks_of(search, component_graph_has(set, from))(&worker, from, set, cells);
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

int component_search_arrivals(struct component_search *search, uint32_t from, const uint64_t *set,
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

struct cell_shape component_search_shape(const struct component_graph *graph,
                                         const struct count_run *run, enum cell_kind kind,
                                         size_t limbs)
{
    struct cell_shape shape = {.kind = kind, .lengths = 1, .limbs = limbs, .words = 1};
    shape.weighted = kind == CELL_LONGEST || run->lengths;
    if (shape.weighted)
        shape.lengths = graph->longest * graph->edge_length + 1;
    if (kind == CELL_LENGTHS)
        shape.words = 2 + shape.lengths * limbs;
    return shape;
}

int component_search_init(struct component_search *search, const struct component_graph *graph,
                          struct count_run *run, struct cell_shape shape)
{
    *search = (struct component_search){.graph = graph, .run = run, .shape = shape};
    if (shape.lengths > UINT16_MAX)
        return -E2BIG;
    size_t bytes = run->limits->max_bytes;
    size_t memory = bytes == 0 ? (size_t)1 << 30 : (size_t)((double)bytes * MEMO_SHARE);
    int r = memo_new((size_t)graph->words + 1, memory, &search->memo);
    if (r == 0)
        r = component_keep_init(&search->keep, graph, run, &search->shape);
    if (r == 0)
        component_keep_load(&search->keep, search->memo);
    return r;
}

void component_search_alive(const struct component_graph *graph, uint64_t *ret_set)
{
    memcpy(ret_set, graph->alive, (size_t)graph->words * sizeof(*ret_set));
    component_graph_add(ret_set, graph->arena->root);
}

void component_search_release(struct component_search *search)
{
    component_keep_release(&search->keep);
    memo_free(search->memo);
}
