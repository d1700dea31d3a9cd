/* Setting up a search by components, and its threads. */
#include "count/components/component_search.h"

#include <errno.h>
#include <stdlib.h>

/* Of the memory that the graph leaves, what the memo gets at most. */
#define MEMO_SHARE 0.9
/* Where the memory has no limit. */
#define MEMO_BYTES ((size_t)1 << 30)

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
    size_t words = component_worker_words(search->graph, &search->shape);
    if (component_worker_begin(&worker, search, number)) {
        walks_of(search, component_graph_has(set, from))(&worker, from, set, worker.cells);
        if (worker.overflow)
            atomic_store(&search->overflow, true);
        bool whole = !component_worker_stopped(&worker) && !worker.overflow;
        if (whole || worker.overflow)
            atomic_store(&search->stopped, true);
        if (whole && !atomic_exchange(done, true))
            memcpy(ret_cells, worker.cells, words * sizeof(*ret_cells));
    }
    component_worker_end(&worker);
}

int component_search_arrivals(struct component_search *search, uint32_t from, const uint64_t *set,
                              uint64_t *ret_cells)
{
    struct count_run *run = search->run;
    int threads = run->limits->threads > 1 ? run->limits->threads : 1;
    atomic_bool done = false;
    atomic_store(&search->stopped, false);
    atomic_store(&search->wanted, false);
    atomic_store(&search->overflow, false);
#pragma omp parallel for num_threads(threads) schedule(static, 1) if (threads > 1)
    for (int i = 0; i < threads; i++)
        work(search, (unsigned)i, from, set, ret_cells, &done);
    struct memo_size size = memo_size(search->memo);
    run->nodes = atomic_load(&search->nodes);
    run->entries = size.entries;
    run->bytes = size.bytes + atomic_load(&search->other_bytes);
    if (atomic_load(&done))
        return 0;
    if (atomic_load(&search->failed))
        return -ENOMEM;
    if (atomic_load(&search->full))
        return -ENOSPC;
    return atomic_load(&search->overflow) ? -EOVERFLOW : -EINTR;
}

size_t component_search_max_bytes(const struct count_run *run)
{
    return run->limits->max_bytes > 0 ? run->limits->max_bytes : SIZE_MAX;
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

/* Of the bytes that are left, what the memo may hold beside the frames that so many threads may
 * want: it leaves room for them as far as that is not more than half. */
static size_t memo_share(const struct component_search *search, size_t left, size_t threads)
{
    const struct component_graph *graph = search->graph;
    /* By and large a depth takes a node. */
    size_t frames = threads * ((size_t)graph->arena->count + 2) *
                        component_worker_frame_bytes(graph, &search->shape) +
                    (threads - 1) * component_worker_bytes(graph, &search->shape);
    size_t most = (size_t)((double)left * MEMO_SHARE);
    return frames < left - most ? most : frames < left / 2 ? left - frames : left / 2;
}

/* Sets how much the memo may hold. What helpers need they take when they begin. */
static int divide_memory(struct component_search *search)
{
    size_t threads = search->run->limits->threads > 1 ? (size_t)search->run->limits->threads : 1;
    size_t worker = component_worker_bytes(search->graph, &search->shape);
    /* The caller has cells, too. */
    size_t held = component_graph_bytes(search->graph) + worker;
    atomic_store(&search->other_bytes, held);
    search->max_bytes = search->run->limits->max_bytes;
    search->memo_bytes = MEMO_BYTES;
    if (search->max_bytes == 0)
        return 0;
    if (held + worker >= search->max_bytes)
        return -ENOSPC;
    size_t left = search->max_bytes - held - worker;
    /* Where memory is too small for the frames of all, a memo is worth more than helpers. */
    do
        search->memo_bytes = memo_share(search, left, threads);
    while (search->memo_bytes < MEMO_LEAST && --threads > 0);
    return 0;
}

int component_search_init(struct component_search *search, const struct component_graph *graph,
                          struct count_run *run, struct cell_shape shape)
{
    *search = (struct component_search){.graph = graph, .run = run, .shape = shape};
    if (shape.lengths > UINT16_MAX)
        return -E2BIG;
    int r = divide_memory(search);
    if (r == 0)
        r = memo_new((size_t)graph->words + 1, search->memo_bytes, &search->memo);
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
