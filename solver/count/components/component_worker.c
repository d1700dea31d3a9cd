/* Frames, and when to give up. */
#include "count/components/component_worker.h"

#include <errno.h>
#include <stdlib.h>

#include "base/clock.h"
#include "base/free_all.h"

/* At most so many nodes between two looks at the clock, and fewer where they take longer than so
 * many seconds: with the lengths of games a node may take a tenth of a second. */
#define NODES_BETWEEN 1024
#define SECONDS_BETWEEN 0.05

static void give_up(struct component_worker *worker)
{
    atomic_store(&worker->search->failed, true);
    atomic_store(&worker->search->stopped, true);
}

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
           graph->arena->count * shape->words * sizeof(uint64_t);
}

/* Counts so many bytes more as held; stops all where they are too many. */
static bool take(struct component_worker *worker, size_t bytes)
{
    struct component_search *search = worker->search;
    size_t held = atomic_fetch_add(&search->other_bytes, bytes) + bytes;
    worker->bytes += bytes;
    if (search->max_bytes == 0 || held + search->memo_bytes <= search->max_bytes)
        return true;
    atomic_store(&search->full, true);
    atomic_store(&search->stopped, true);
    return false;
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

struct component_frame *component_worker_frame(struct component_worker *worker, const uint64_t *set)
{
    if (worker->depth >= worker->frame_count) {
        give_up(worker); /* cannot be: no walk is so long */
        return NULL;
    }
    struct component_frame *frame = &worker->frames[worker->depth];
    if (frame->arrivals == NULL && !make_frame(worker->search, frame)) {
        give_up(worker);
        return NULL;
    }
    /* There is room for all nodes, but memory is taken by those that are written to. */
    size_t nodes = touch(worker, set, frame->walked);
    const struct component_search *search = worker->search;
    return nodes == 0 || take(worker, nodes * walk_bytes(&search->shape)) ? frame : NULL;
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

bool component_worker_stops(struct component_worker *worker)
{
    if (++worker->nodes >= worker->look_at || worker->overflow)
        report(worker);
    return component_worker_stopped(worker);
}

int component_worker_init(struct component_worker *ret_worker, struct component_search *search,
                          unsigned number)
{
    *ret_worker = (struct component_worker){
        .search = search,
        .number = number,
        .between = 1,
        .looked = clock_now(),
        .random = number * UINT64_C(0x9e3779b97f4a7c15),
        /* Each arrival in between makes the set smaller, but for unguarded nodes. */
        .frame_count = search->graph->longest + 2,
    };
    ret_worker->frames = calloc(ret_worker->frame_count, sizeof(*ret_worker->frames));
    return ret_worker->frames == NULL ? -ENOMEM : 0;
}

void component_worker_release(struct component_worker *worker)
{
    for (size_t i = 0; i < worker->frame_count && worker->frames != NULL; i++)
        release_frame(&worker->frames[i]);
    atomic_fetch_sub(&worker->search->other_bytes, worker->bytes);
    free(worker->frames);
}
