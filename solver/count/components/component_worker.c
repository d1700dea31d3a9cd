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

static void release_frame(struct component_frame *frame)
{
    FREE_ALL(frame->arrivals, frame->result, frame->image, frame->blocks, frame->tasks,
             frame->bytes);
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
    bool made = frame->arrivals != NULL && frame->result != NULL && frame->image != NULL &&
                frame->blocks != NULL && frame->tasks != NULL && frame->bytes != NULL;
    if (!made)
        release_frame(frame);
    return made;
}

struct component_frame *component_worker_frame(struct component_worker *worker)
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
    return frame;
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
    search->run->bytes = size.bytes;
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
    free(worker->frames);
}
