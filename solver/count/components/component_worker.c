/* Frames, and when to give up. */
#include "count/components/component_worker.h"

#include <stdlib.h>
#include <time.h>

#include "base/clock.h"
#include "base/free_all.h"

/* At most so many nodes between two looks at the clock, and fewer where they take longer than so
 * many seconds: with the lengths of games a node may take a tenth of a second. */
#define NODES_BETWEEN 1024
#define SECONDS_BETWEEN 0.05
/* Who waits for memory looks so often whether it is there. */
#define NANOSECONDS_OF_WAITING 1000000

/* Bytes of a frame for each node of the sets that come to its depth: arrivals, tasks. */
static size_t walk_bytes(const struct cell_shape *shape)
{
    return shape->words * sizeof(uint64_t) + 2 * sizeof(uint32_t);
}

/* And of the sets of which it has results: the result and its image. */
static size_t result_bytes(const struct cell_shape *shape)
{
    return 2 * shape->words * sizeof(uint64_t);
}

size_t component_worker_frame_bytes(const struct component_graph *graph,
                                    const struct cell_shape *shape)
{
    return graph->arena->count * (walk_bytes(shape) + result_bytes(shape));
}

/* The frames, none of them made, and the cells of what it finds. */
size_t component_worker_bytes(const struct component_graph *graph, const struct cell_shape *shape)
{
    return (graph->longest + 2) * sizeof(struct component_frame) +
           component_worker_words(graph, shape) * sizeof(uint64_t);
}

/* Sets the node of the next look, from what the nodes since the last one took. */
static void plan_look(struct component_worker *worker)
{
    double now = clock_now(), took = now - worker->looked;
    if (took > SECONDS_BETWEEN && worker->between > 1)
        worker->between /= 2;
    else if (took < SECONDS_BETWEEN / 4 && worker->between < NODES_BETWEEN)
        worker->between *= 2;
    worker->looked = now;
    worker->look_at = worker->nodes + worker->between;
}

/* Tells the others of the nodes, and whether to stop. */
static void report(struct component_worker *worker)
{
    struct component_search *search = worker->search;
    plan_look(worker);
    atomic_fetch_add(&search->nodes, worker->nodes - worker->reported);
    worker->reported = worker->nodes;
    if (worker->overflow) {
        atomic_store(&search->overflow, true);
        atomic_store(&search->stopped, true);
    }
    if (worker->number > 0)
        return;
    struct memo_size size = memo_size(search->memo);
    component_keep_tick(&search->keep);
    search->run->nodes = atomic_load(&search->nodes);
    search->run->entries = size.entries;
    search->run->bytes = size.bytes + atomic_load(&search->other_bytes);
    if (count_run_must_stop(search->run))
        atomic_store(&search->stopped, true);
}

/* Is the worker the one that leaves? Never two at once: what the first one frees may be enough. */
static bool leave(struct component_worker *worker)
{
    bool nobody = false;
    if (!atomic_compare_exchange_strong(&worker->search->leaving, &nobody, true))
        return false;
    atomic_store(&worker->search->wanted, false);
    worker->left = true;
    return true;
}

/*
 * Memory lacks for the worker; *gone: the helpers that had left before it asked. Returns true, with
 * those that have left now, where it may ask again. Else it must give up: because it is a helper
 * that leaves, for the others to have its memory; or because all are stopped, as the first has
 * nobody left to ask (*why tells so).
 *
 * The first worker never leaves: it looks at the clock for all, and alone it has as much memory as
 * with --threads 1.
 */
static bool may_ask_again(struct component_worker *worker, unsigned *gone, atomic_bool *why)
{
    struct component_search *search = worker->search;
    bool alone = atomic_load(&search->helpers) == 0;
    if (component_worker_stopped(worker))
        return false;
    unsigned before = *gone;
    *gone = atomic_load(&search->gone);
    if (*gone != before)
        return true;
    if (worker->number > 0 && leave(worker))
        return false;
    if (worker->number == 0 && alone) {
        atomic_store(why, true);
        atomic_store(&search->stopped, true);
        return false;
    }
    if (worker->number == 0) {
        if (!atomic_load(&search->leaving))
            atomic_store(&search->wanted, true);
        report(worker);
    }
    nanosleep(&(struct timespec){.tv_nsec = NANOSECONDS_OF_WAITING}, NULL);
    *gone = atomic_load(&search->gone);
    return true;
}

/* Counts so many bytes more as held, if they are not too many. */
static bool fits(struct component_search *search, size_t bytes)
{
    size_t held = atomic_load(&search->other_bytes);
    do {
        if (search->max_bytes > 0 && held + bytes + search->memo_bytes > search->max_bytes)
            return false;
    } while (!atomic_compare_exchange_weak(&search->other_bytes, &held, held + bytes));
    return true;
}

/* Counts so many bytes more as held. Returns false where they are too many: the worker gives up. */
static bool take(struct component_worker *worker, size_t bytes)
{
    struct component_search *search = worker->search;
    unsigned gone = atomic_load(&search->gone);
    while (!fits(search, bytes))
        if (!may_ask_again(worker, &gone, &search->full))
            return false;
    worker->bytes += bytes;
    return true;
}

/* Adds the nodes of set to those that were written to, and returns how many are new. */
static size_t touch(const struct component_worker *worker, const uint64_t *set, uint64_t *touched)
{
    size_t words = (size_t)worker->search->graph->words, nodes = 0;
    for (size_t k = 0; k < words; k++) {
        nodes += (size_t)__builtin_popcountll(set[k] & ~touched[k]);
        touched[k] |= set[k];
    }
    return nodes;
}

bool component_worker_blocks(struct component_worker *worker, struct component_frame *frame,
                             size_t count)
{
    size_t more = count > frame->block_count ? count - frame->block_count : 0;
    frame->block_count += more;
    return more == 0 ||
           take(worker, more * (size_t)worker->search->graph->words * sizeof(*frame->blocks));
}

bool component_worker_result(struct component_worker *worker, struct component_frame *frame,
                             const uint64_t *set, size_t size)
{
    size_t nodes = touch(worker, set, frame->with_result);
    size_t more = nodes * result_bytes(&worker->search->shape);
    if (size > frame->packed) {
        more += size - frame->packed;
        frame->packed = size;
    }
    return more == 0 || take(worker, more);
}

static void release_frame(struct component_frame *frame)
{
    FREE_ALL(frame->arrivals, frame->result, frame->image, frame->blocks, frame->tasks,
             frame->bytes, frame->walked);
    *frame = (struct component_frame){0};
}

/* All of it or nothing: it may be asked for again. */
static bool make_frame(const struct component_search *search, struct component_frame *frame)
{
    size_t count = search->graph->arena->count, cells = (count + 1) * search->shape.words;
    frame->arrivals = malloc(cells * sizeof(*frame->arrivals));
    frame->result = malloc(cells * sizeof(*frame->result));
    frame->image = malloc(cells * sizeof(*frame->image));
    frame->blocks = malloc(count * (size_t)search->graph->words * sizeof(*frame->blocks));
    frame->tasks = malloc(2 * count * sizeof(*frame->tasks));
    frame->bytes = malloc(cell_pack_room(&search->shape, count));
    frame->walked = calloc(2 * (size_t)search->graph->words, sizeof(*frame->walked));
    bool made = frame->walked != NULL && frame->arrivals != NULL && frame->result != NULL &&
                frame->image != NULL && frame->blocks != NULL && frame->tasks != NULL &&
                frame->bytes != NULL;
    if (made)
        frame->with_result = frame->walked + search->graph->words;
    else
        release_frame(frame);
    return made;
}

/* The same, as often as there is hope. */
static bool must_make_frame(struct component_worker *worker, struct component_frame *frame)
{
    struct component_search *search = worker->search;
    unsigned gone = atomic_load(&search->gone);
    while (!make_frame(search, frame))
        if (!may_ask_again(worker, &gone, &search->failed))
            return false;
    return true;
}

struct component_frame *component_worker_frame(struct component_worker *worker, const uint64_t *set)
{
    if (worker->depth >= worker->frame_count) {
        atomic_store(&worker->search->failed, true); /* cannot be: no walk is so long */
        atomic_store(&worker->search->stopped, true);
        return NULL;
    }
    struct component_frame *frame = &worker->frames[worker->depth];
    if (frame->arrivals == NULL && !must_make_frame(worker, frame))
        return NULL;
    /* There is room for all nodes, but memory is taken by those that are written to. */
    size_t nodes = touch(worker, set, frame->walked);
    const struct component_search *search = worker->search;
    return nodes == 0 || take(worker, nodes * walk_bytes(&search->shape)) ? frame : NULL;
}

bool component_worker_stops(struct component_worker *worker)
{
    if (++worker->nodes >= worker->look_at || worker->overflow)
        report(worker);
    if (atomic_load_explicit(&worker->search->wanted, memory_order_relaxed) && worker->number > 0 &&
        !worker->left)
        leave(worker);
    return component_worker_stopped(worker);
}

/* Makes what a worker has without any frame. All of it or nothing. */
static bool make_worker(struct component_worker *worker)
{
    const struct component_search *search = worker->search;
    size_t words = component_worker_words(search->graph, &search->shape);
    worker->frames = calloc(worker->frame_count, sizeof(*worker->frames));
    worker->cells = malloc(words * sizeof(*worker->cells));
    if (worker->frames != NULL && worker->cells != NULL)
        return true;
    FREE_ALL(worker->frames, worker->cells);
    worker->frames = NULL;
    worker->cells = NULL;
    return false;
}

bool component_worker_begin(struct component_worker *ret_worker, struct component_search *search,
                            unsigned number)
{
    struct component_worker *worker = ret_worker;
    *worker = (struct component_worker){
        .search = search,
        .number = number,
        .between = 1,
        .looked = clock_now(),
        .random = number * UINT64_C(0x9e3779b97f4a7c15),
        /* Each arrival in between makes the set smaller, but for unguarded nodes. */
        .frame_count = search->graph->longest + 2,
    };
    if (number > 0)
        atomic_fetch_add(&search->helpers, 1);
    unsigned gone = atomic_load(&search->gone);
    bool begun = take(worker, component_worker_bytes(search->graph, &search->shape));
    while (begun && !make_worker(worker))
        begun = may_ask_again(worker, &gone, &search->failed);
    return begun;
}

void component_worker_end(struct component_worker *worker)
{
    struct component_search *search = worker->search;
    for (size_t i = 0; i < worker->frame_count && worker->frames != NULL; i++)
        release_frame(&worker->frames[i]);
    FREE_ALL(worker->frames, worker->cells);
    atomic_fetch_add(&search->nodes, worker->nodes - worker->reported);
    atomic_fetch_sub(&search->other_bytes, worker->bytes);
    if (worker->number == 0)
        return;
    /* In this order: who sees that there is no helper sees that the last one has gone. */
    atomic_fetch_add(&search->gone, 1);
    atomic_fetch_sub(&search->helpers, 1);
    if (worker->left)
        atomic_store(&search->leaving, false);
}
