/* Noting where a worker is, and going there again. */
#include <errno.h>
#include <stdlib.h>

#include "strategy/worker_state.h"

/* --- noting --- */

static uint32_t level_as_kept(size_t level)
{
    return level == WORKER_PATH_NONE ? HALTED_LEVEL_NONE : (uint32_t)level;
}

static void note_edges(const struct worker_frame *frame, struct halted_edge *to)
{
    for (int i = 0; i < frame->count; i++)
        to[i] = (struct halted_edge){frame->edges[i].numbers, level_as_kept(frame->edges[i].level),
                                     frame->edges[i].settled};
}

static void note_frames(const struct prover_worker *worker, struct halted_path *path)
{
    struct halted_edge *edge = path->edges;
    for (size_t i = 0; i < path->frame_count; i++) {
        const struct worker_frame *frame = &worker->frames[i];
        path->frames[i] = (struct halted_frame){
            .nodes = worker->nodes - frame->nodes_before,
            .edge_count = (uint8_t)frame->count,
            .chosen = (uint8_t)(frame->looked ? frame->chosen : 0),
            .looked = frame->looked,
            .descended = frame->descended,
        };
        note_edges(frame, edge);
        edge += frame->count;
    }
}

static void note_failures(const struct prover_worker *worker, struct halted_path *path)
{
    for (size_t i = 0; i < FAILURE_COUNT; i++) {
        const struct path_failure *from = &worker->failures[i];
        if (from->tag != 0)
            path->failures[path->failure_count++] = (struct halted_failure){
                from->path_hash, from->own, from->other, (uint16_t)from->tag};
    }
}

static size_t count_failures(const struct prover_worker *worker)
{
    size_t count = 0;
    for (size_t i = 0; i < FAILURE_COUNT && worker->path_dependent; i++)
        count += worker->failures[i].tag != 0;
    return count;
}

int worker_note(const struct prover_worker *worker, bool inside, struct halted_path *ret_path)
{
    bool noted = inside && worker->frame_count <= HALTED_FRAMES_MOST;
    struct halted_path path = {.frame_count = noted ? worker->frame_count : 0};
    size_t failures = count_failures(worker);
    *ret_path = (struct halted_path){0};
    for (size_t i = 0; i < path.frame_count; i++)
        path.edge_count += (size_t)worker->frames[i].count;
    path.frames = calloc(path.frame_count + 1, sizeof(*path.frames));
    path.edges = calloc(path.edge_count + 1, sizeof(*path.edges));
    path.failures = calloc(failures + 1, sizeof(*path.failures));
    if (path.frames == NULL || path.edges == NULL || path.failures == NULL) {
        halted_path_release(&path);
        return -ENOMEM;
    }
    note_frames(worker, &path);
    if (failures > 0)
        note_failures(worker, &path);
    *ret_path = path;
    return 0;
}

/* --- going there again --- */

/* Is a move decided as is said? By the table, whatever the path is; here: by what failed on this
 * path only. */
static bool is_confirmed(const struct prover_worker *worker, const struct worker_frame *frame,
                         int i, struct dfpn_numbers numbers, bool here)
{
    const struct entry_key *key = &frame->successors[i].key;
    struct dfpn_numbers found;
    if (here)
        return numbers.disproof == 0 && worker_fails_here(worker, key);
    return prover_table_look_up(worker->prover, key, frame->edges[i].hash, &found) &&
           (numbers.proof == 0 ? found.proof == 0 : found.disproof == 0);
}

/* Takes over what was seen of a move. Returns false if it makes no sense. */
static bool take_edge(struct prover_worker *worker, struct worker_frame *frame, int i,
                      const struct halted_edge *from)
{
    struct worker_edge *edge = &frame->edges[i];
    bool decided = prover_numbers_decided(from->numbers);
    bool here = from->level != HALTED_LEVEL_NONE;
    if (from->numbers.proof > NEVER || from->numbers.disproof > NEVER ||
        ((from->settled || here) && !decided) || (here && from->level >= worker->path.count))
        return false;
    if (edge->settled)
        return true;
    if (!decided || is_confirmed(worker, frame, i, from->numbers, here)) {
        edge->numbers = from->numbers;
        edge->settled = from->settled;
        edge->level = here ? from->level : WORKER_PATH_NONE;
    } else {
        worker_look_up(worker, frame, edge);
    }
    return true;
}

static bool take_frame(struct prover_worker *worker, const struct halted_frame *from,
                       const struct halted_edge *edges)
{
    struct worker_frame *frame = &worker->frames[worker->frame_count - 1];
    if (frame->count != from->edge_count || from->chosen >= from->edge_count)
        return false;
    frame->nodes_before = worker->nodes - from->nodes;
    worker->looked_around = false;
    for (int i = 0; i < frame->count && from->looked; i++)
        if (!take_edge(worker, frame, i, &edges[i]))
            return false;
    frame->chosen = from->chosen;
    frame->looked = from->looked;
    frame->descended = from->descended;
    return true;
}

/* Descends again from the last frame, which was taken. Returns 1; 0: that makes no sense; or
 * -ENOMEM. */
static int descend_again(struct prover_worker *worker)
{
    struct worker_frame *frame = &worker->frames[worker->frame_count - 1];
    int chosen = frame->chosen;
    if (!frame->looked || frame->edges[chosen].settled)
        return 0;
    struct worker_sums sums = worker_frame_sums(frame);
    frame->chosen = chosen;
    if (worker_frame_is_done(frame, &sums))
        return 0;
    const struct prover_successor next = frame->successors[chosen];
    int r = worker_push(worker, &next.to, &next.key, worker_frame_thresholds(frame, &sums));
    worker->nodes--; /* it has been looked at before */
    return r < 0 ? r : 1;
}

void worker_take_failures(struct prover_worker *worker, const struct halted_path *path)
{
    for (size_t i = 0; i < path->failure_count; i++) {
        const struct halted_failure *from = &path->failures[i];
        worker->failures[worker_state_failure_place(from->path_hash, from->own, from->other,
                                                    from->tag)] =
            (struct path_failure){from->path_hash, from->own, from->other, from->tag};
        worker->path_dependent = true;
    }
}

int worker_go_again(struct prover_worker *worker, const struct halted_path *path)
{
    const struct halted_edge *edges = path->edges;
    int r = 1;
    worker->nodes -= path->frame_count > 0; /* the root has been looked at before */
    for (size_t i = 0; i < path->frame_count && r > 0; i++) {
        r = take_frame(worker, &path->frames[i], edges);
        edges += path->frames[i].edge_count;
        if (r > 0 && i + 1 < path->frame_count)
            r = descend_again(worker);
    }
    return r < 0 ? r : 0;
}
