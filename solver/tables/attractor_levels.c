/*
 * Retrograde analysis by levels. The ends come first: a pass that ends the game with the margin.
 * Then each state that was decided is handed to the states before it: an attacker's state is
 * decided by its first good successor, his opponent's by its last, for which a counter of the
 * successors left is kept. Each move is looked at once per attacker and layer.
 *
 * For every margin at once the ends come in stages, the greatest margins first, each stage run to
 * its end: what is decided in a stage stays so, since who forces more forces less.
 *
 * States are numbered node << 3 | attacker << 2 | passes, and after these the states after a move
 * with a ko: base + ko move * 2 + attacker. Colours are those of the canonical board, so crossing a
 * move may swap the attacker.
 *
 * Nearly all the time is spent waiting for memory. So all that a touch needs of a node lies in one
 * record, and records are fetched ahead. Threads share a level's states; a state is decided at the
 * same level whoever comes first.
 */
#include "tables/attractor_levels.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#ifdef _OPENMP
#include <omp.h>
#endif

#include "base/array.h"
#include "base/free_all.h"

/* States by which the fetching is ahead: of offsets, arrivals, records. */
#define OFFSETS_AHEAD 24
#define ARRIVALS_AHEAD 14
#define RECORDS_AHEAD 6
/* Boards that are looked through for ends of a margin: that is quick. */
#define ENDS_SHARED_LEAST (32 * LEVELS_SHARED_LEAST)
#define FRONTIER_FIRST 1024

/* What a thread works on. */
struct worker {
    struct attractor_levels *levels;
    struct frontier *next;
    bool shared; /* with other threads */
    int r;       /* 0 or -ENOMEM */
};

static int frontier_add(struct frontier *frontier, uint64_t state)
{
    if (frontier->count == frontier->room) {
        size_t wanted = frontier->room == 0 ? FRONTIER_FIRST : frontier->room + 1;
        int r =
            array_reserve(&frontier->states, wanted, &frontier->room, sizeof(*frontier->states));
        if (r < 0)
            return r;
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
        *rank = worker->levels->rank;
    } else if (own) {
        if (__atomic_load_n(rank, __ATOMIC_RELAXED) != RANK_NONE ||
            !__atomic_compare_exchange_n(rank, &none, worker->levels->rank, false, __ATOMIC_RELAXED,
                                         __ATOMIC_RELAXED))
            return;
    } else {
        /* One thread alone takes the last that is left. */
        if (__atomic_sub_fetch(left, 1, __ATOMIC_RELAXED) > 0)
            return;
        __atomic_store_n(rank, worker->levels->rank, __ATOMIC_RELAXED);
    }
    if (frontier_add(worker->next, state) < 0)
        worker->r = -ENOMEM;
}

/* Touches the state of node (a mover on a board) after passes. */
static void touch_layer(struct worker *worker, uint32_t node, unsigned attacker, int passes)
{
    struct node_record *record = &worker->levels->records[node];
    unsigned layers = (unsigned)worker->levels->layers, at = attacker * layers + (unsigned)passes;
    touch(worker, &record->ranks[at], &record->left[at], (node & 1) == attacker,
          (uint64_t)node << 3 | attacker << 2 | (unsigned)passes);
}

/*
 * Touches the states of node with a ko: the moves that lead there and leave one, but for those that
 * forbid point (-1: none; passing is never forbidden).
 */
static void touch_ko(struct worker *worker, uint32_t node, unsigned attacker, int point)
{
    const struct attractor_levels *levels = worker->levels;
    uint32_t ko = levels->records[node].ko;
    if ((ko & 1) == 0)
        return;
    for (uint32_t i = ko / 2; i < levels->reverse->ko_first[node + 1]; i++) {
        uint32_t index = levels->reverse->ko_list[i];
        const struct ko_move *move = &levels->reverse->ko_moves[index];
        if (point >= 0 && move->ko == point + 1)
            continue;
        unsigned own = attacker ^ (unsigned)move->swaps;
        struct ko_record *after = &levels->ko_records[index];
        touch(worker, &after->ranks[own], &after->left[own], (node & 1) == attacker,
              levels->base + (uint64_t)index * 2 + own);
    }
}

/* A move at owner leads to a decided state: touches the states at which it may be made. */
static void touch_move(struct worker *worker, uint32_t owner, int point, unsigned attacker)
{
    for (int passes = 0; passes < worker->levels->layers; passes++)
        touch_layer(worker, owner, attacker, passes);
    touch_ko(worker, owner, attacker, point);
}

/* Hands a decided state to the states before it. */
static void expand_state(struct worker *worker, uint64_t state)
{
    const struct attractor_levels *levels = worker->levels;
    const struct reverse_moves *reverse = levels->reverse;
    if (state >= levels->base) {
        const struct ko_move *move = &reverse->ko_moves[(state - levels->base) / 2];
        touch_move(worker, move->owner, move->point, (unsigned)(state - levels->base) & 1);
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
        touch_move(worker, arrival->owner, arrival->point, attacker ^ (unsigned)arrival->swaps);
    }
}

/* Fetches what the states after the one at the index will need. */
static void fetch_ahead(const struct attractor_levels *levels, size_t at)
{
    const struct reverse_moves *reverse = levels->reverse;
    const uint64_t *states = levels->now.states;
    if (at + OFFSETS_AHEAD >= levels->now.count)
        return;
    uint64_t state = states[at + OFFSETS_AHEAD];
    if (state < levels->base && (state & 3) == 0)
        __builtin_prefetch(&reverse->first[state >> 3]);
    state = states[at + ARRIVALS_AHEAD];
    if (state < levels->base && (state & 3) == 0)
        __builtin_prefetch(&reverse->arrivals[reverse->first[state >> 3]]);
    state = states[at + RECORDS_AHEAD];
    if (state < levels->base && (state & 3) == 0)
        for (uint32_t i = reverse->first[state >> 3]; i < reverse->first[(state >> 3) + 1]; i++)
            __builtin_prefetch(&levels->records[reverse->arrivals[i].owner]);
    else if (state < levels->base)
        __builtin_prefetch(&levels->records[state >> 3 ^ 1]);
}

/* Sets a node's counters: a successor for each move and one for the pass. */
static void count_successors(const struct attractor_levels *levels, uint32_t node)
{
    const struct reverse_moves *reverse = levels->reverse;
    const struct orbit *orbit = &reverse->positions->orbits[node / 2];
    uint8_t moves = orbit->move_count[node & 1];
    struct node_record *record = &levels->records[node];
    if (node % 2 == 0) /* the next node may be another thread's */
        levels->margins[node / 2] = orbit->margin;
    memset(record->left, moves + 1, sizeof(record->left));
    record->ko =
        reverse->ko_first[node] * 2 + (reverse->ko_first[node] != reverse->ko_first[node + 1]);
    for (uint32_t i = reverse->ko_first[node]; i < reverse->ko_first[node + 1]; i++) {
        uint32_t index = reverse->ko_list[i];
        uint8_t excluded = reverse->ko_moves[index].ko == KO_SELF ? 0 : 1;
        memset(levels->ko_records[index].left, moves + 1 - excluded, 2);
    }
}

static void count_all_successors(const struct attractor_levels *levels)
{
    uint32_t count = levels->reverse->node_count;
#ifdef _OPENMP
    if (levels->how->threads > 1 && count >= LEVELS_SHARED_LEAST) {
#pragma omp parallel for schedule(static) num_threads(levels->how->threads)
        for (uint32_t node = 0; node < count; node++)
            count_successors(levels, node);
        return;
    }
#endif
    for (uint32_t node = 0; node < count; node++)
        count_successors(levels, node);
}

/* The passes that end the game on a board whose margin, in a player's view, is from least to most.
 */
static void decide_end(struct worker *worker, uint32_t orbit, int least, int most)
{
    int margin = worker->levels->margins[orbit];
    for (uint32_t node = 2 * orbit; node < 2 * orbit + 2; node++) {
        /* With a single pass ending the game a ko would matter here; two is the least there is. */
        if (margin >= least && margin <= most)
            touch_layer(worker, node, BLACK, worker->levels->layers - 1);
        if (-margin >= least && -margin <= most)
            touch_layer(worker, node, WHITE, worker->levels->layers - 1);
    }
}

int attractor_levels_end(struct attractor_levels *levels, int least, int most)
{
    uint32_t count = levels->reverse->node_count / 2;
    int r = 0;
#ifdef _OPENMP
    if (levels->how->threads > 1 && count >= ENDS_SHARED_LEAST) {
#pragma omp parallel num_threads(levels->how->threads) reduction(min : r)
        {
            struct worker worker = {levels, &levels->next[omp_get_thread_num()], true, 0};
#pragma omp for schedule(static)
            for (uint32_t orbit = 0; orbit < count; orbit++)
                decide_end(&worker, orbit, least, most);
            r = worker.r;
        }
        return r;
    }
#endif
    struct worker worker = {levels, &levels->next[0], false, 0};
    for (uint32_t orbit = 0; orbit < count && worker.r == 0; orbit++)
        decide_end(&worker, orbit, least, most);
    r = worker.r;
    return r;
}

/* The states decided last become those to hand on. */
static int take_next(struct attractor_levels *levels)
{
    struct frontier *now = &levels->now;
    now->count = 0;
    for (int i = 0; i < levels->how->threads; i++) {
        struct frontier *part = &levels->next[i];
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

static int expand_level(struct attractor_levels *levels)
{
    size_t count = levels->now.count;
    int r = 0;
#ifdef _OPENMP
    if (levels->how->threads > 1 && count >= LEVELS_SHARED_LEAST) {
#pragma omp parallel num_threads(levels->how->threads) reduction(min : r)
        {
            struct worker worker = {levels, &levels->next[omp_get_thread_num()], true, 0};
#pragma omp for schedule(dynamic, LEVELS_CHUNK)
            for (size_t i = 0; i < count; i++) {
                fetch_ahead(levels, i);
                expand_state(&worker, levels->now.states[i]);
            }
            r = worker.r;
        }
        return r;
    }
#endif
    struct worker worker = {levels, &levels->next[0], false, 0};
    for (size_t i = 0; i < count && worker.r == 0; i++) {
        fetch_ahead(levels, i);
        expand_state(&worker, levels->now.states[i]);
    }
    r = worker.r;
    return r;
}

static bool stopped(const struct attractor_levels *levels)
{
    return levels->how->stop != NULL && levels->how->stop(levels->how->arg);
}

/* Level after level until nothing more is decided. Ranks count the levels, up to RANK_MAX; where
 * they are margins they stay. */
int attractor_levels_run(struct attractor_levels *levels)
{
    bool counts = levels->how->margin != MARGIN_EVERY;
    for (;;) {
        int r = take_next(levels);
        if (r < 0)
            return r;
        if (levels->now.count == 0 || (counts && levels->rank == RANK_MAX))
            return 0;
        levels->rank = (uint8_t)(levels->rank + counts);
        r = expand_level(levels);
        if (r < 0)
            return r;
        if (stopped(levels))
            return -EINTR;
    }
}

int attractor_levels_init(struct attractor_levels *levels)
{
    const struct reverse_moves *reverse = levels->reverse;
    levels->records = calloc((size_t)reverse->node_count, sizeof(*levels->records));
    levels->ko_records = calloc((size_t)reverse->ko_count + 1, sizeof(*levels->ko_records));
    levels->margins = malloc(reverse->positions->orbit_count + 1);
    levels->next = calloc((size_t)levels->how->threads, sizeof(*levels->next));
    if (levels->records == NULL || levels->ko_records == NULL || levels->margins == NULL ||
        levels->next == NULL)
        return -ENOMEM;
    count_all_successors(levels);
    return 0;
}

void attractor_levels_release(struct attractor_levels *levels)
{
    for (int i = 0; levels->next != NULL && i < levels->how->threads; i++)
        free(levels->next[i].states);
    FREE_ALL(levels->next, levels->now.states, levels->records, levels->ko_records,
             levels->margins);
}

/* Takes the ranks of the nodes out of the records. */
static void copy_node_ranks(const struct attractor_levels *levels, uint8_t *ranks)
{
    size_t share = 2 * (size_t)levels->layers;
    uint32_t count = levels->reverse->node_count;
#ifdef _OPENMP
    if (levels->how->threads > 1 && count >= LEVELS_SHARED_LEAST) {
#pragma omp parallel for schedule(static) num_threads(levels->how->threads)
        for (uint32_t node = 0; node < count; node++)
            memcpy(&ranks[node * share], levels->records[node].ranks, share);
        return;
    }
#endif
    for (uint32_t node = 0; node < count; node++)
        memcpy(&ranks[node * share], levels->records[node].ranks, share);
}

void attractor_levels_copy(const struct attractor_levels *levels, struct attractor *attractor)
{
    copy_node_ranks(levels, attractor->ranks);
    for (uint32_t i = 0; i < levels->reverse->ko_count; i++)
        memcpy(&attractor->ko_ranks[(size_t)i * 2], levels->ko_records[i].ranks, 2);
}

/*
 * Goes on where an earlier run had come to. Handing on all that it had decided, the ends among it,
 * brings the counters to where they were, and decides nothing: that was done to the end.
 */
int attractor_levels_restore(struct attractor_levels *levels, const struct attractor_start *start)
{
    struct worker worker = {levels, &levels->next[0], false, 0};
    size_t share = 2 * (size_t)levels->layers;
    for (uint32_t node = 0; node < levels->reverse->node_count; node++)
        memcpy(levels->records[node].ranks, &start->ranks[node * share], share);
    for (uint32_t i = 0; i < levels->reverse->ko_count; i++)
        memcpy(levels->ko_records[i].ranks, &start->ko_ranks[(size_t)i * 2], 2);
    for (uint32_t node = 0; node < levels->reverse->node_count; node++)
        for (unsigned i = 0; i < share; i++)
            if (start->ranks[node * share + i] != RANK_NONE)
                expand_state(&worker, (uint64_t)node << 3 | i / (unsigned)levels->layers << 2 |
                                          i % (unsigned)levels->layers);
    for (uint64_t i = 0; i < 2 * (uint64_t)levels->reverse->ko_count; i++)
        if (start->ko_ranks[i] != RANK_NONE)
            expand_state(&worker, levels->base + i);
    for (uint32_t orbit = 0; orbit < levels->reverse->node_count / 2; orbit++)
        decide_end(&worker, orbit, start->margin, INT_MAX);
    if (worker.r == 0 && levels->next[0].count > 0)
        return -EBADMSG;
    return worker.r;
}
