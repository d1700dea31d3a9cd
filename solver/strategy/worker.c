/*
 * A thread's part of a search for strategies: df-pn with an explicit stack.
 *
 * worker_run() is the loop. Each step looks at the state on top of the stack. visit() looks up the
 * numbers of its successors and adds them up (worker_frame_sums()). If a number has reached its
 * threshold, or the state is decided, the visit ends: pop_frame(). Else the search goes down the
 * best successor: descend(), with thresholds that end its visit when another looks better
 * (worker_frame_thresholds()).
 *
 * What pop_frame() does with the numbers is what keeps the table true. A proof, and numbers that
 * are open, are stored under the state alone: store(). A failure is so only where it rests on no
 * board of the path. Where a move failed because it brings back a board of the path, or the boards
 * of the path are why a successor failed, the state may be won on another path: store_failure()
 * keeps it under the hash of this path, and worker_fails_here() finds it on no other. The level of
 * a failure is the least place on the path on which it rests. A failure that rests on the state's
 * own board alone holds everywhere, if that board leaves the path with the state.
 */
#include "strategy/worker.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "strategy/share.h"
#include "strategy/worker_state.h"

/* Nodes between two questions whether to stop. */
#define LOOK_EVERY 4096
/* Nodes between two reports to the prover, while several threads are at work. */
#define REPORT_EVERY 64
/* Nodes between two looks at what other ranks tell. */
#define HEAR_EVERY 64
/* Other ranks are told of a state that the worker is inside of for so many nodes. */
#define PLACE_NODES 32
/* The path may be so long. */
#define FRAMES_MAX 65536

int worker_new(struct prover_worker **ret_worker, struct prover *prover, bool asks)
{
    struct prover_worker *made = calloc(1, sizeof(*made));
    if (made == NULL)
        return -ENOMEM;
    made->prover = prover;
    made->asks = asks;
    made->failures = calloc(FAILURE_COUNT, sizeof(*made->failures));
    if (made->failures == NULL) {
        worker_free(made);
        return -ENOMEM;
    }
    *ret_worker = made;
    return 0;
}

void worker_free(struct prover_worker *worker)
{
    if (worker == NULL)
        return;
    free(worker->failures);
    free(worker->frames);
    worker_path_release(&worker->path);
    free(worker);
}

/* --- failures on one path --- */

/* Returns where the failure of a state on the present path is kept. */
static struct path_failure *failure_of(const struct prover_worker *worker,
                                       const struct entry_key *key)
{
    return &worker->failures[worker_state_failure_place(worker->path.hash, key->own, key->other,
                                                        prover_table_tag(worker->prover, key))];
}

bool worker_fails_here(const struct prover_worker *worker, const struct entry_key *key)
{
    const struct path_failure *kept = failure_of(worker, key);
    return kept->tag == prover_table_tag(worker->prover, key) &&
           kept->path_hash == worker->path.hash && kept->own == key->own &&
           kept->other == key->other;
}

void worker_forget_failures(struct prover_worker *worker)
{
    memset(worker->failures, 0, FAILURE_COUNT * sizeof(*worker->failures));
    worker->path_dependent = false;
}

static void store_failure(struct prover_worker *worker, const struct entry_key *key)
{
    worker->path_dependent = true;
    *failure_of(worker, key) = (struct path_failure){worker->path.hash, key->own, key->other,
                                                     prover_table_tag(worker->prover, key)};
}

/* --- who is where --- */

static atomic_ushort *mark_of(const struct prover *prover, uint64_t hash)
{
    return &prover->marks[hash & (MARK_COUNT - 1)];
}

static unsigned inside(const struct prover *prover, uint64_t hash)
{
    return prover->in_region ? atomic_load_explicit(mark_of(prover, hash), memory_order_relaxed)
                             : 0;
}

static void enter(const struct prover *prover, uint64_t hash)
{
    if (prover->in_region)
        atomic_fetch_add_explicit(mark_of(prover, hash), 1, memory_order_relaxed);
}

static void leave(const struct prover *prover, uint64_t hash)
{
    if (prover->in_region)
        atomic_fetch_sub_explicit(mark_of(prover, hash), 1, memory_order_relaxed);
}

void worker_mark(struct prover_worker *worker)
{
    for (size_t i = 0; i < worker->frame_count; i++)
        enter(worker->prover, worker->frames[i].hash);
}

size_t worker_places(const struct prover_worker *worker, uint16_t places[PLACES_MOST])
{
    size_t count = worker->place_count;
    for (size_t i = 0; i < count; i++)
        places[i] = worker->places[i];
    return count;
}

/* Notes where the worker is, for other ranks. */
static void note_places(struct prover_worker *worker)
{
    size_t count = 0;
    while (count < PLACES_MOST && count < worker->frame_count &&
           worker->nodes - worker->frames[count].nodes_before >= PLACE_NODES) {
        worker->places[count] = (uint16_t)(worker->frames[count].hash & (MARK_COUNT - 1));
        count++;
    }
    worker->place_count = count;
}

void worker_mark_places(const struct prover *prover, const uint16_t *places, size_t count, int by)
{
    for (size_t i = 0; i < count; i++)
        atomic_fetch_add_explicit(mark_of(prover, places[i]), (unsigned short)by,
                                  memory_order_relaxed);
}

/* Hands on what other ranks are to know. */
static void hand_on(struct prover_worker *worker)
{
    share_put(worker->prover->share, worker->news, worker->news_count);
    worker->news_count = 0;
}

/* --- frames --- */

/* Guesses the numbers of an edge's successor that nobody has looked at. */
static void estimate_edge(struct prover_worker *worker, const struct worker_frame *frame,
                          struct worker_edge *edge)
{
    const struct prover *prover = worker->prover;
    if (!worker->looked_around)
        initial_numbers_look_around(prover, &frame->state, &worker->around);
    worker->looked_around = true;
    edge->initial =
        initial_numbers(prover, &frame->successors[edge - frame->edges], &worker->around);
    edge->estimated = true;
}

void worker_look_up(struct prover_worker *worker, const struct worker_frame *frame,
                    struct worker_edge *edge)
{
    const struct prover *prover = worker->prover;
    const struct entry_key *key = &frame->successors[edge - frame->edges].key;
    struct dfpn_numbers found;
    if (edge->settled)
        return;
    bool known = prover_table_look_up(prover, key, edge->hash, &found);
    if (!(known && prover_numbers_decided(found)) && worker->path_dependent &&
        worker_fails_here(worker, key)) {
        edge->numbers = (struct dfpn_numbers){NEVER, 0};
        edge->level = 0;
        return;
    }
    if (known) {
        edge->numbers = found;
        return;
    }
    if (!edge->estimated)
        estimate_edge(worker, frame, edge);
    edge->numbers = edge->initial;
}

int worker_push(struct prover_worker *worker, const struct prover_state *state,
                const struct entry_key *key, struct dfpn_numbers limits)
{
    size_t count = worker->frame_count;
    if (count == FRAMES_MAX ||
        array_reserve(&worker->frames, count + 1, &worker->frame_room, sizeof(*worker->frames)) < 0)
        return -ENOMEM;
    struct worker_frame *frame = &worker->frames[worker->frame_count++];
    frame->state = *state;
    frame->key = *key;
    frame->hash = prover_table_hash(worker->prover, key);
    frame->limits = limits;
    frame->nodes_before = worker->nodes++;
    frame->looked = frame->descended = false;
    enter(worker->prover, frame->hash);
    int r = worker_path_enter(&worker->path, state, &frame->mark);
    if (r == 0)
        worker_frame_list_moves(frame, worker->prover, &worker->path);
    return r;
}

/* Reports to the prover what was done since the last report. */
static void report(struct prover_worker *worker)
{
    struct prover *prover = worker->prover;
    atomic_fetch_add_explicit(&prover->nodes, worker->nodes - worker->reported,
                              memory_order_relaxed);
    worker->reported = worker->nodes;
    if (worker->stored == 0)
        return;
    atomic_fetch_add_explicit(&prover->entry_count, worker->stored, memory_order_relaxed);
    worker->stored = 0;
    if (!prover_table_is_full(prover))
        return;
    if (prover->in_region)
        prover->meet = true;
    else
        prover_table_widen(prover);
}

static void store(struct prover_worker *worker, const struct worker_frame *frame,
                  struct dfpn_numbers numbers)
{
    struct prover *prover = worker->prover;
    uint64_t work = worker->nodes - frame->nodes_before;
    worker->stored += prover_table_store(prover, &frame->key, frame->hash, numbers, work);
    if (prover->share != NULL && share_wants(prover->share, work)) {
        worker->news[worker->news_count++] = prover_table_news(prover, &frame->key, numbers, work);
        if (worker->news_count == WORKER_NEWS_MOST)
            hand_on(worker);
    }
    if (!prover->in_region)
        report(worker);
}

/* The worker has left the root: whoever decides the root first has the answer. */
static void finish(struct prover *prover, struct dfpn_numbers numbers)
{
    int open = PROVER_STOPPED;
    if (prover_numbers_decided(numbers))
        atomic_compare_exchange_strong(&prover->answer, &open,
                                       numbers.proof == 0 ? PROVER_PROVED : PROVER_FAILED);
    prover->over = true;
}

/* Hands what a visit found to the edge that led there. */
static void settle_parent(struct worker_frame *parent, struct dfpn_numbers numbers, size_t level)
{
    struct worker_edge *edge = &parent->edges[parent->chosen];
    edge->numbers = numbers;
    if (prover_numbers_decided(numbers)) {
        edge->settled = true;
        edge->level = level;
    }
}

/*
 * Ends the visit of the last frame. A failure that rests on boards further up the path, or on a
 * board that stays on it, is kept under this path only; all else goes to the table.
 */
static void pop_frame(struct prover_worker *worker, const struct worker_sums *sums)
{
    struct worker_frame *frame = &worker->frames[--worker->frame_count];
    size_t own_level = worker->path.count - 1, level = WORKER_PATH_NONE;
    if (sums->numbers.disproof == 0 && !sums->elsewhere)
        level = worker_frame_level(frame);
    if (frame->mark.pushed && level >= own_level)
        level = WORKER_PATH_NONE;
    leave(worker->prover, frame->hash);
    worker_path_leave(&worker->path, &frame->mark);
    if (level != WORKER_PATH_NONE)
        store_failure(worker, &frame->key);
    else if (!sums->elsewhere)
        store(worker, frame, sums->numbers);
    if (worker->frame_count == 0)
        finish(worker->prover, sums->numbers);
    else
        settle_parent(&worker->frames[worker->frame_count - 1], sums->numbers, level);
}

static int descend(struct prover_worker *worker, const struct worker_sums *sums)
{
    struct worker_frame *frame = &worker->frames[worker->frame_count - 1];
    const struct prover_successor next = frame->successors[frame->chosen];
    frame->descended = true;
    return worker_push(worker, &next.to, &next.key, worker_frame_thresholds(frame, sums));
}

/* --- the search --- */

/* Saves at once, or when the threads have met. */
static void save(struct prover *prover)
{
    if (prover->in_region)
        prover->meet = true;
    else
        prover->save(prover->arg);
}

/* Tells other ranks what they are to know; the worker that asks hears what they tell. */
static void talk(struct prover_worker *worker)
{
    struct prover *prover = worker->prover;
    worker->heard = worker->nodes;
    note_places(worker);
    hand_on(worker);
    if (worker->asks)
        share_talk(prover->share);
}

static void look_at_limits(struct prover_worker *worker)
{
    struct prover *prover = worker->prover;
    if (prover->share != NULL && prover->in_region && worker->nodes - worker->heard >= HEAR_EVERY)
        talk(worker);
    bool looks = worker->asks && worker->nodes % LOOK_EVERY == 0;
    if (!prover->in_region || worker->nodes - worker->reported >= REPORT_EVERY)
        report(worker);
    bool spent = prover->nodes >= prover->max_nodes;
    if (spent || (looks && prover->stop != NULL && prover->stop(prover->arg))) {
        prover->halts = prover->save != NULL && (!spent || prover->run_ends);
        prover->stopped = true;
    } else if (looks && prover->save != NULL && prover->is_due(prover->arg)) {
        save(prover);
    }
}

/* Looks up a frame's edges and adds their numbers up. Another thread may have decided the frame's
 * own state, and changed what it is inside of. */
static struct worker_sums visit(struct prover_worker *worker, struct worker_frame *frame)
{
    const struct prover *prover = worker->prover;
    struct worker_sums sums = {.elsewhere = true};
    if (prover->in_region && frame->looked &&
        prover_table_look_up(prover, &frame->key, frame->hash, &sums.numbers) &&
        prover_numbers_decided(sums.numbers))
        return sums;
    worker->looked_around = false;
    for (int i = 0; i < frame->count; i++) {
        struct worker_edge *edge = &frame->edges[i];
        uint16_t others = (uint16_t)inside(prover, edge->hash);
        if (!frame->looked || i == frame->chosen || others > 0 || edge->inside > 0)
            worker_look_up(worker, frame, edge);
        edge->inside = others;
    }
    frame->looked = true;
    return worker_frame_sums(frame);
}

int worker_begin(struct prover_worker *worker, const struct prover_query *query)
{
    struct entry_key key = prover_key(worker->prover->board, &query->state);
    int r = 0;
    worker->frame_count = 0;
    worker->place_count = 0;
    worker_path_clear(&worker->path);
    for (size_t i = 0; i < query->before_count && r == 0; i++)
        r = worker_path_begin(&worker->path, query->before[i]);
    return r == 0 ? worker_push(worker, &query->state, &key, (struct dfpn_numbers){NEVER, NEVER})
                  : r;
}

static bool is_halted(const struct prover *prover)
{
    return prover->in_region && (prover->over || prover->meet || prover->stopped);
}

void worker_run(struct prover_worker *worker, uint64_t nodes)
{
    struct prover *prover = worker->prover;
    uint64_t from = worker->nodes;
    int r = 0;
    while (r == 0 && worker->frame_count > 0 && worker->nodes - from < nodes &&
           !is_halted(prover)) {
        struct worker_frame *frame = &worker->frames[worker->frame_count - 1];
        struct worker_sums sums = visit(worker, frame);
        look_at_limits(worker);
        if (prover->stopped && prover->halts)
            break; /* the path is kept */
        if (prover->stopped || worker_frame_is_done(frame, &sums))
            pop_frame(worker, &sums);
        else
            r = descend(worker, &sums);
    }
    report(worker);
    if (prover->share != NULL)
        hand_on(worker);
    if (r < 0)
        prover->no_memory = prover->stopped = true;
}
