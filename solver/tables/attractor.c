/*
 * Retrograde analysis by levels. The ends come first: a pass that ends the game with the margin.
 * Then each state that was decided is handed to the states before it: an attacker's state is
 * decided by its first good successor, the other player's by its last, for which a counter of the
 * successors left is kept. Each play is looked at once per attacker and layer.
 *
 * For every margin at once the ends come in stages, the greatest margins first, each stage run to
 * its end: what is decided in a stage stays so, since who forces more forces less.
 *
 * States are numbered node << 3 | attacker << 2 | passes, and after these the states after a play
 * with a ko: base + ko play * 2 + attacker. Colours are those of the canonical board, so crossing a
 * play may swap the attacker.
 *
 * Nearly all the time is spent waiting for memory. So all that a touch needs of a node lies in one
 * record, and records are fetched ahead. Threads share a level's states; a state is decided at the
 * same level whoever comes first.
 */
#include "tables/attractor.h"

#include <assert.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#ifdef _OPENMP
#include <omp.h>
#endif

/* States by which the fetching is ahead: of offsets, arrivals, records. */
#define OFFSETS_AHEAD 24
#define ARRIVALS_AHEAD 14
#define RECORDS_AHEAD 6
/* States of a level that a thread takes at a time. */
#define CHUNK 512
/* Fewer are not worth another thread, least of all on a machine that others use: who is through
 * waits busily for the others. */
#define SHARED_LEAST (16 * CHUNK)
/* Boards that are looked through for ends of a margin: that is quick. */
#define ENDS_SHARED_LEAST (32 * SHARED_LEAST)

/* A node: ranks and counters of successors not decided yet, [attacker * layers + passes]. */
struct record {
    uint8_t ranks[2 * LAYERS_MAX];
    uint8_t left[2 * LAYERS_MAX];
    uint32_t ko; /* of reverse_moves.ko_first, times 2; odd: some plays lead there with a ko */
};

/* The same of a state after a play with a ko; [attacker]. */
struct ko_record {
    uint8_t ranks[2];
    uint8_t left[2];
};

/* A growing list of states. */
struct frontier {
    uint64_t *states;
    size_t count, room;
};

struct work {
    const struct reverse_moves *reverse;
    const struct attractor_work *how;
    int layers;
    uint64_t base; /* the first state after a play with a ko */
    struct record *records;
    struct ko_record *ko_records;
    int8_t *margins; /* of the orbits, close together */
    struct frontier now;
    struct frontier *next; /* by thread */
    uint8_t rank;          /* that states are decided with now */
};

/* What a thread works on. */
struct worker {
    struct work *work;
    struct frontier *next;
    bool shared; /* with other threads */
    int r;       /* 0 or -ENOMEM */
};

static size_t rank_count(const struct reverse_moves *reverse, int layers)
{
    return (size_t)reverse->node_count * 2 * (size_t)layers;
}

size_t attractor_size(const struct reverse_moves *reverse, int passes_to_end)
{
    return rank_count(reverse, passes_to_end) + ((size_t)reverse->ko_count + 1) * 2;
}

struct attractor_sizes attractor_sizes(int layers)
{
    /* A state stands in one frontier once; the next one is filled while the last is handed on. At
     * the worst a layer of both attackers is in both of them. */
    size_t states = 2 * sizeof(uint64_t);
    return (struct attractor_sizes){
        .node = 2 * (size_t)layers,
        .ko = 2,
        .node_work = sizeof(struct record) + 1 + states,
        .ko_work = sizeof(struct ko_record),
    };
}

static int frontier_add(struct frontier *frontier, uint64_t state)
{
    if (frontier->count == frontier->room) {
        size_t room = frontier->room ? frontier->room * 2 : 1024;
        void *grown = realloc(frontier->states, room * sizeof(*frontier->states));
        if (grown == NULL)
            return -ENOMEM;
        frontier->states = grown;
        frontier->room = room;
    }
    frontier->states[frontier->count++] = state;
    return 0;
}

/*
 * A successor of a state was decided: the state is decided, if it is the attacker's or nothing else
 * is left.
 */
static void touch(struct worker *worker, uint8_t *rank, uint8_t *left, bool own, uint64_t state)
{
    uint8_t none = RANK_NONE;
    if (!worker->shared) {
        if (*rank != RANK_NONE || (!own && --*left > 0))
            return;
        *rank = worker->work->rank;
    } else if (own) {
        if (__atomic_load_n(rank, __ATOMIC_RELAXED) != RANK_NONE ||
            !__atomic_compare_exchange_n(rank, &none, worker->work->rank, false, __ATOMIC_RELAXED,
                                         __ATOMIC_RELAXED))
            return;
    } else {
        /* One thread alone takes the last that is left. */
        if (__atomic_sub_fetch(left, 1, __ATOMIC_RELAXED) > 0)
            return;
        __atomic_store_n(rank, worker->work->rank, __ATOMIC_RELAXED);
    }
    if (frontier_add(worker->next, state) < 0)
        worker->r = -ENOMEM;
}

/* Touches the state of node (a mover on a board) after passes. */
static void touch_layer(struct worker *worker, uint32_t node, unsigned attacker, int passes)
{
    struct record *record = &worker->work->records[node];
    unsigned layers = (unsigned)worker->work->layers, at = attacker * layers + (unsigned)passes;
    touch(worker, &record->ranks[at], &record->left[at], (node & 1) == attacker,
          (uint64_t)node << 3 | attacker << 2 | (unsigned)passes);
}

/*
 * Touches the states of node with a ko: the plays that lead there and leave one, but for those that
 * forbid point (-1: none; passing is never forbidden).
 */
static void touch_ko(struct worker *worker, uint32_t node, unsigned attacker, int point)
{
    const struct work *work = worker->work;
    uint32_t ko = work->records[node].ko;
    if ((ko & 1) == 0)
        return;
    for (uint32_t i = ko / 2; i < work->reverse->ko_first[node + 1]; i++) {
        uint32_t index = work->reverse->ko_list[i];
        const struct ko_move *play = &work->reverse->ko_moves[index];
        if (point >= 0 && play->ko == point + 1)
            continue;
        unsigned own = attacker ^ (unsigned)play->swaps;
        struct ko_record *after = &work->ko_records[index];
        touch(worker, &after->ranks[own], &after->left[own], (node & 1) == attacker,
              work->base + (uint64_t)index * 2 + own);
    }
}

/* A play at owner leads to a decided state: touches the states at which it may be made. */
static void touch_play(struct worker *worker, uint32_t owner, int point, unsigned attacker)
{
    for (int passes = 0; passes < worker->work->layers; passes++)
        touch_layer(worker, owner, attacker, passes);
    touch_ko(worker, owner, attacker, point);
}

/* Hands a decided state to the states before it. */
static void expand_state(struct worker *worker, uint64_t state)
{
    const struct work *work = worker->work;
    const struct reverse_moves *reverse = work->reverse;
    if (state >= work->base) {
        const struct ko_move *play = &reverse->ko_moves[(state - work->base) / 2];
        touch_play(worker, play->owner, play->point, (unsigned)(state - work->base) & 1);
        return;
    }
    unsigned passes = (unsigned)state & 3, attacker = (unsigned)(state >> 2) & 1;
    uint32_t node = (uint32_t)(state >> 3);
    if (passes > 0) {
        touch_layer(worker, node ^ 1, attacker, (int)passes - 1);
        if (passes == 1)
            touch_ko(worker, node ^ 1, attacker, -1);
        return;
    }
    uint32_t end = reverse->first[node + 1];
    for (uint32_t i = reverse->first[node]; i < end; i++) {
        const struct arrival *arrival = &reverse->arrivals[i];
        touch_play(worker, arrival->owner, arrival->point, attacker ^ (unsigned)arrival->swaps);
    }
}

/* Fetches what the states after the one at the index will need. */
static void fetch_ahead(const struct work *work, size_t at)
{
    const struct reverse_moves *reverse = work->reverse;
    const uint64_t *states = work->now.states;
    if (at + OFFSETS_AHEAD >= work->now.count)
        return;
    uint64_t state = states[at + OFFSETS_AHEAD];
    if (state < work->base && (state & 3) == 0)
        __builtin_prefetch(&reverse->first[state >> 3]);
    state = states[at + ARRIVALS_AHEAD];
    if (state < work->base && (state & 3) == 0)
        __builtin_prefetch(&reverse->arrivals[reverse->first[state >> 3]]);
    state = states[at + RECORDS_AHEAD];
    if (state < work->base && (state & 3) == 0)
        for (uint32_t i = reverse->first[state >> 3]; i < reverse->first[(state >> 3) + 1]; i++)
            __builtin_prefetch(&work->records[reverse->arrivals[i].owner]);
    else if (state < work->base)
        __builtin_prefetch(&work->records[state >> 3 ^ 1]);
}

/* Sets a node's counters: a successor for each play and one for the pass. */
static void count_successors(const struct work *work, uint32_t node)
{
    const struct reverse_moves *reverse = work->reverse;
    const struct orbit *orbit = &reverse->positions->orbits[node / 2];
    uint8_t plays = orbit->move_count[node & 1];
    struct record *record = &work->records[node];
    if (node % 2 == 0) /* the other node may be another thread's */
        work->margins[node / 2] = orbit->margin;
    memset(record->left, plays + 1, sizeof(record->left));
    record->ko =
        reverse->ko_first[node] * 2 + (reverse->ko_first[node] != reverse->ko_first[node + 1]);
    for (uint32_t i = reverse->ko_first[node]; i < reverse->ko_first[node + 1]; i++) {
        uint32_t index = reverse->ko_list[i];
        uint8_t barred = reverse->ko_moves[index].ko == KO_SELF ? 0 : 1;
        memset(work->ko_records[index].left, plays + 1 - barred, 2);
    }
}

static void count_all_successors(const struct work *work)
{
    uint32_t count = work->reverse->node_count;
#ifdef _OPENMP
    if (work->how->threads > 1 && count >= SHARED_LEAST) {
#pragma omp parallel for schedule(static) num_threads(work->how->threads)
        for (uint32_t node = 0; node < count; node++)
            count_successors(work, node);
        return;
    }
#endif
    for (uint32_t node = 0; node < count; node++)
        count_successors(work, node);
}

/* The passes that end the game on a board whose margin is one player's, or the other's, from least
 * to most. */
static void decide_end(struct worker *worker, uint32_t orbit, int least, int most)
{
    int margin = worker->work->margins[orbit];
    for (uint32_t node = 2 * orbit; node < 2 * orbit + 2; node++) {
        /* With a single pass ending the game a ko would matter here; two is the least there is. */
        if (margin >= least && margin <= most)
            touch_layer(worker, node, BLACK, worker->work->layers - 1);
        if (-margin >= least && -margin <= most)
            touch_layer(worker, node, WHITE, worker->work->layers - 1);
    }
}

static int decide_ends(struct work *work, int least, int most)
{
    uint32_t count = work->reverse->node_count / 2;
    int r = 0;
#ifdef _OPENMP
    if (work->how->threads > 1 && count >= ENDS_SHARED_LEAST) {
#pragma omp parallel num_threads(work->how->threads) reduction(min : r)
        {
            struct worker worker = {work, &work->next[omp_get_thread_num()], true, 0};
#pragma omp for schedule(static)
            for (uint32_t orbit = 0; orbit < count; orbit++)
                decide_end(&worker, orbit, least, most);
            r = worker.r;
        }
        return r;
    }
#endif
    struct worker worker = {work, &work->next[0], false, 0};
    for (uint32_t orbit = 0; orbit < count && worker.r == 0; orbit++)
        decide_end(&worker, orbit, least, most);
    r = worker.r;
    return r;
}

/* The states decided last become those to hand on. */
static int take_next(struct work *work)
{
    struct frontier *now = &work->now;
    now->count = 0;
    for (int i = 0; i < work->how->threads; i++) {
        struct frontier *part = &work->next[i];
        if (now->count == 0) {
            struct frontier swap = *now;
            *now = *part;
            *part = swap;
        } else {
            for (size_t k = 0; k < part->count; k++)
                if (frontier_add(now, part->states[k]) < 0)
                    return -ENOMEM;
        }
        part->count = 0;
    }
    return 0;
}

static int expand_level(struct work *work)
{
    size_t count = work->now.count;
    int r = 0;
#ifdef _OPENMP
    if (work->how->threads > 1 && count >= SHARED_LEAST) {
#pragma omp parallel num_threads(work->how->threads) reduction(min : r)
        {
            struct worker worker = {work, &work->next[omp_get_thread_num()], true, 0};
#pragma omp for schedule(dynamic, CHUNK)
            for (size_t i = 0; i < count; i++) {
                fetch_ahead(work, i);
                expand_state(&worker, work->now.states[i]);
            }
            r = worker.r;
        }
        return r;
    }
#endif
    struct worker worker = {work, &work->next[0], false, 0};
    for (size_t i = 0; i < count && worker.r == 0; i++) {
        fetch_ahead(work, i);
        expand_state(&worker, work->now.states[i]);
    }
    r = worker.r;
    return r;
}

static bool stopped(const struct work *work)
{
    return work->how->stop != NULL && work->how->stop(work->how->arg);
}

/* Level after level until nothing more is decided. Ranks count the levels, up to RANK_MAX; where
 * they are margins they stay. */
static int run_levels(struct work *work)
{
    bool counts = work->how->margin != MARGIN_EVERY;
    for (;;) {
        int r = take_next(work);
        if (r < 0)
            return r;
        if (work->now.count == 0 || (counts && work->rank == RANK_MAX))
            return 0;
        work->rank = (uint8_t)(work->rank + counts);
        r = expand_level(work);
        if (r < 0)
            return r;
        if (stopped(work))
            return -EINTR;
    }
}

/* Takes the ranks of the nodes out of the records. */
static void keep_node_ranks(const struct work *work, uint8_t *ranks)
{
    size_t share = 2 * (size_t)work->layers;
    uint32_t count = work->reverse->node_count;
#ifdef _OPENMP
    if (work->how->threads > 1 && count >= SHARED_LEAST) {
#pragma omp parallel for schedule(static) num_threads(work->how->threads)
        for (uint32_t node = 0; node < count; node++)
            memcpy(&ranks[node * share], work->records[node].ranks, share);
        return;
    }
#endif
    for (uint32_t node = 0; node < count; node++)
        memcpy(&ranks[node * share], work->records[node].ranks, share);
}

static void keep_ranks(const struct work *work, struct attractor *attractor)
{
    keep_node_ranks(work, attractor->ranks);
    for (uint32_t i = 0; i < work->reverse->ko_count; i++)
        memcpy(&attractor->ko_ranks[(size_t)i * 2], work->ko_records[i].ranks, 2);
}

/*
 * Goes on where an earlier run had come to. Handing on all that it had decided, the ends among it,
 * brings the counters to where they were, and decides nothing: that was done to the end.
 */
static int restore(struct work *work, const struct attractor_start *start)
{
    struct worker worker = {work, &work->next[0], false, 0};
    size_t share = 2 * (size_t)work->layers;
    for (uint32_t node = 0; node < work->reverse->node_count; node++)
        memcpy(work->records[node].ranks, &start->ranks[node * share], share);
    for (uint32_t i = 0; i < work->reverse->ko_count; i++)
        memcpy(work->ko_records[i].ranks, &start->ko_ranks[(size_t)i * 2], 2);
    for (uint32_t node = 0; node < work->reverse->node_count; node++)
        for (unsigned i = 0; i < share; i++)
            if (start->ranks[node * share + i] != RANK_NONE)
                expand_state(&worker, (uint64_t)node << 3 | i / (unsigned)work->layers << 2 |
                                          i % (unsigned)work->layers);
    for (uint64_t i = 0; i < 2 * (uint64_t)work->reverse->ko_count; i++)
        if (start->ko_ranks[i] != RANK_NONE)
            expand_state(&worker, work->base + i);
    for (uint32_t orbit = 0; orbit < work->reverse->node_count / 2; orbit++)
        decide_end(&worker, orbit, start->margin, INT_MAX);
    if (worker.r == 0 && work->next[0].count > 0)
        return -EBADMSG;
    return worker.r;
}

/* Every margin, the greatest first. */
static int run_stages(struct work *work, struct attractor *so_far)
{
    const struct attractor_work *how = work->how;
    int points = work->reverse->positions->points, most = points, r = 0;
    work->rank = 1;
    if (how->start != NULL) {
        r = restore(work, how->start);
        most = how->start->margin - 1;
    }
    for (; most >= -points && r == 0; most--) {
        work->rank = (uint8_t)(most + MARGIN_OFFSET);
        r = decide_ends(work, most, most);
        if (r == 0)
            r = run_levels(work);
        if (r == 0 && how->stage != NULL) {
            keep_ranks(work, so_far);
            r = how->stage(how->arg, so_far, most);
        }
    }
    return r;
}

static int run(struct work *work, struct attractor *so_far)
{
    if (work->how->margin == MARGIN_EVERY)
        return run_stages(work, so_far);
    work->rank = 1;
    int r = decide_ends(work, work->how->margin, INT_MAX);
    return r < 0 ? r : run_levels(work);
}

static void work_release(struct work *work)
{
    for (int i = 0; work->next != NULL && i < work->how->threads; i++)
        free(work->next[i].states);
    free(work->next);
    free(work->now.states);
    free(work->records);
    free(work->ko_records);
    free(work->margins);
}

int attractor_init(struct attractor *ret_attractor, const struct reverse_moves *reverse,
                   const struct attractor_work *how)
{
    struct work work = {
        .reverse = reverse,
        .how = how,
        .layers = how->passes_to_end,
        .base = (uint64_t)reverse->node_count << 3,
        .records = calloc((size_t)reverse->node_count, sizeof(*work.records)),
        .ko_records = calloc((size_t)reverse->ko_count + 1, sizeof(*work.ko_records)),
        .margins = malloc(reverse->positions->orbit_count + 1),
        .next = calloc((size_t)how->threads, sizeof(*work.next)),
    };
    struct attractor attractor = {
        .reverse = reverse,
        .margin = how->margin,
        .layers = how->passes_to_end,
        .ranks = malloc(rank_count(reverse, how->passes_to_end)),
        .ko_ranks = malloc(((size_t)reverse->ko_count + 1) * 2),
    };
    assert(how->passes_to_end >= 2 && how->passes_to_end <= LAYERS_MAX && how->threads >= 1);
    int r = -ENOMEM;
    if (work.records != NULL && work.ko_records != NULL && work.margins != NULL &&
        work.next != NULL && attractor.ranks != NULL && attractor.ko_ranks != NULL) {
        count_all_successors(&work);
        r = run(&work, &attractor);
        if (r == 0)
            keep_ranks(&work, &attractor);
    }
    work_release(&work);
    if (r < 0)
        attractor_release(&attractor);
    else
        *ret_attractor = attractor;
    return r;
}

void attractor_release(struct attractor *attractor)
{
    free(attractor->ranks);
    free(attractor->ko_ranks);
    memset(attractor, 0, sizeof(*attractor));
}

int attractor_rank(const struct attractor *attractor, struct state state, enum colour attacker)
{
    const struct positions *positions = attractor->reverse->positions;
    unsigned swap = (unsigned)group_swaps(position_element(positions, state.board));
    size_t node = (size_t)position_orbit(positions, state.board) * 2 + (state.mover ^ swap);
    return attractor
        ->ranks[(node * 2 + (attacker ^ swap)) * (size_t)attractor->layers + state.passes];
}

int attractor_play_rank(const struct attractor *attractor, struct state state, int n,
                        enum colour attacker)
{
    const struct positions *positions = attractor->reverse->positions;
    uint32_t orbit = position_orbit(positions, state.board);
    unsigned swap = (unsigned)group_swaps(position_element(positions, state.board));
    unsigned mover = state.mover ^ swap;
    const struct stone_move *play =
        &positions->moves[positions->orbits[orbit].first_move[mover] + (uint32_t)n];
    if (reverse_moves_has_ko(attractor->reverse, play)) {
        size_t index = reverse_moves_ko_index(attractor->reverse, orbit * 2 + mover, n);
        return attractor->ko_ranks[index * 2 + (attacker ^ swap)];
    }
    struct state child = {.board = play->child, .mover = (uint8_t)!mover};
    return attractor_rank(attractor, child, attacker ^ swap);
}

int attractor_margin(const struct attractor *attractor, struct state state, enum colour attacker)
{
    int rank = attractor_rank(attractor, state, attacker);
    return rank == RANK_NONE ? NEVER_FORCED : rank - MARGIN_OFFSET;
}

int attractor_ko_margin(const struct attractor *attractor, uint32_t index, unsigned attacker)
{
    int rank = attractor->ko_ranks[(size_t)index * 2 + attacker];
    return rank == RANK_NONE ? NEVER_FORCED : rank - MARGIN_OFFSET;
}
