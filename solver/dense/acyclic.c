/* Ranking, group by group: sweeps until nothing follows any more, then the next weak boards. */
#include "dense/acyclic.h"

#include <assert.h>
#include <errno.h>
#include <string.h>

#include "dense/ranking.h"

/* Waiting places by their stones: first the owner's, then the opponent's. */
#define KEY_STEP (DENSE_POINTS_MAX + 1)
#define KEY_NONE (-1)
#define SET_BITS 64

/* So few lines are not worth another thread. */
#define FEW_LINES 4096

/* Of each margin of the group: the greatest key of a place that waits. */
struct weakest {
    int keys[SET_BITS];
};

int dense_acyclic_width(int points, uint64_t boards, uint64_t max_bytes)
{
    int margins = 2 * points + 1, width = DENSE_ACYCLIC_WIDTH_MAX;
    while (width > DENSE_ACYCLIC_WIDTH_MIN && dense_acyclic_bytes(boards, width) > max_bytes)
        width /= 2;
    /* No wider than is needed for as few groups. */
    int groups = (margins + 8 * width - 1) / (8 * width);
    while (width > DENSE_ACYCLIC_WIDTH_MIN && margins <= groups * 4 * width)
        width /= 2;
    return width;
}

int dense_acyclic_init(struct dense_acyclic *ret_acyclic, const struct dense_margins *all,
                       int width, struct dense_memory *memory)
{
    uint64_t boards = all->game.index->count;
    uint64_t left = memory->max_bytes > memory->held ? memory->max_bytes - memory->held : 0;
    int points = all->game.index->codes->points;
    struct dense_acyclic acyclic = {
        .game = all->game,
        .all = all,
        .memory = memory,
        .width = width != 0 ? width : dense_acyclic_width(points, boards, left),
        .most = points,
    };
    assert(all->game.kos == NULL && all->game.layers == 2 && all->game.index->share.ranks == 1);
    uint64_t set = (uint64_t)acyclic.width;
    int r = dense_memory_take(memory, 4 * boards + 1, &acyclic.codes);
    if (r == 0)
        r = dense_memory_take(memory, 4 * set * boards + set, &acyclic.sets);
    if (r == 0)
        r = dense_memory_take(memory, 2 * set * boards + set, &acyclic.waiting);
    if (r == 0)
        r = dense_memory_take(memory, boards / 8 + 1, &acyclic.marks);
    if (r < 0)
        dense_acyclic_release(&acyclic);
    else
        *ret_acyclic = acyclic;
    return r;
}

void dense_acyclic_release(struct dense_acyclic *acyclic)
{
    if (acyclic->memory == NULL)
        return;
    dense_memory_give(acyclic->memory, &acyclic->codes);
    dense_memory_give(acyclic->memory, &acyclic->sets);
    dense_memory_give(acyclic->memory, &acyclic->waiting);
    dense_memory_give(acyclic->memory, &acyclic->marks);
    memset(acyclic, 0, sizeof(*acyclic));
}

/* The margins for which a place waits. */
static uint64_t waiting(const struct dense_acyclic *acyclic, uint64_t number, unsigned owner)
{
    uint64_t set =
        ranking_load(&acyclic->waiting, ranking_waiting_at(number, owner), acyclic->width);
    if (set == 0)
        return 0;
    return set &
           ~ranking_load(&acyclic->sets, ranking_at(number, owner, RANKING_RANKED), acyclic->width);
}

static int key_of(struct stones stones, unsigned owner)
{
    return KEY_STEP * __builtin_popcountll(stones.of[owner]) +
           __builtin_popcountll(stones.of[!owner]);
}

/* Is there a place that waits among the boards from first to end? */
static bool any_waiting(const struct dense_acyclic *acyclic, uint64_t first, uint64_t end)
{
    for (uint64_t number = first; number < end; number++)
        if ((waiting(acyclic, number, BLACK) | waiting(acyclic, number, WHITE)) != 0)
            return true;
    return false;
}

/* What is done with a place that waits. */
struct weak_visit {
    const struct dense_acyclic *acyclic;
    const struct weakest *weakest; /* NULL: the greatest keys are sought */
    struct weakest found;
    struct ranking_marker marker;
};

/* Raises the greatest keys. */
static void note_keys(struct weakest *found, int key, uint64_t set)
{
    for (; set != 0; set &= set - 1) {
        int *greatest = &found->keys[__builtin_ctzll(set)];
        *greatest = key > *greatest ? key : *greatest;
    }
}

/* Ranks a place as weak for the margins of which it has the greatest key. */
static void rank_weak(struct weak_visit *visit, uint64_t number, struct stones stones,
                      unsigned owner, uint64_t set)
{
    const struct dense_acyclic *acyclic = visit->acyclic;
    int key = key_of(stones, owner);
    uint64_t weak = 0;
    for (; set != 0; set &= set - 1)
        if (visit->weakest->keys[__builtin_ctzll(set)] == key)
            weak |= set & -set;
    if (weak == 0)
        return;
    uint64_t at = ranking_at(number, owner, RANKING_RANKED);
    ranking_store(&acyclic->sets, at, acyclic->width,
                  ranking_load(&acyclic->sets, at, acyclic->width) | weak);
    ranking_mark_before(&visit->marker, stones, !owner, weak);
}

static void visit_lines(struct weak_visit *visit, uint64_t from, uint64_t end)
{
    const struct dense_index *index = visit->acyclic->game.index;
    for (uint64_t line = from; line < end; line++) {
        struct dense_walk walk;
        if (!any_waiting(visit->acyclic, dense_index_first(index, line),
                         dense_index_first(index, line + 1)))
            continue;
        dense_walk_start(&walk, index, line, line + 1);
        while (dense_walk_next(&walk)) {
            for (unsigned owner = BLACK; owner <= WHITE; owner++) {
                uint64_t set = waiting(visit->acyclic, walk.number, owner);
                if (set == 0)
                    continue;
                struct stones stones = dense_codes_stones(index->codes, walk.code);
                if (visit->weakest == NULL)
                    note_keys(&visit->found, key_of(stones, owner), set);
                else
                    rank_weak(visit, walk.number, stones, owner, set);
            }
        }
    }
}

static void take_greatest(struct weakest *greatest, const struct weakest *found)
{
    for (int i = 0; i < SET_BITS; i++)
        if (found->keys[i] > greatest->keys[i])
            greatest->keys[i] = found->keys[i];
}

static struct weakest none_waits(void)
{
    struct weakest none;
    for (int i = 0; i < SET_BITS; i++)
        none.keys[i] = KEY_NONE;
    return none;
}

/*
 * Visits all places that wait: seeks their greatest keys, or, if weakest tells them, ranks those
 * that have them. To rank them is not to be stopped half way: all of them come at once.
 */
static void visit_all(const struct ranking_sweeps *sweeps, const struct weakest *weakest,
                      struct weakest *greatest)
{
    uint64_t lines = sweeps->acyclic->game.index->line_count;
    uint64_t chunks = (lines + RANKING_CHUNK_LINES - 1) / RANKING_CHUNK_LINES;
#ifdef _OPENMP
#pragma omp parallel num_threads(lines < FEW_LINES ? 1 : sweeps->how->threads)
#endif
    {
        struct weak_visit visit = {
            .acyclic = sweeps->acyclic,
            .weakest = weakest,
            .found = none_waits(),
            .marker = {.acyclic = sweeps->acyclic},
        };
#ifdef _OPENMP
#pragma omp for schedule(dynamic)
#endif
        for (uint64_t chunk = 0; chunk < chunks; chunk++) {
            uint64_t from = chunk * RANKING_CHUNK_LINES, end = from + RANKING_CHUNK_LINES;
            visit_lines(&visit, from, end > lines ? lines : end);
        }
        ranking_mark_end(&visit.marker);
#ifdef _OPENMP
#pragma omp critical(dense_acyclic_greatest)
#endif
        take_greatest(greatest, &visit.found);
    }
}

static bool is_none(const struct weakest *weakest)
{
    for (int i = 0; i < SET_BITS; i++)
        if (weakest->keys[i] != KEY_NONE)
            return false;
    return true;
}

/* Sweeps until nothing is marked any more. Returns 0, -EINTR or what report returned. */
static int sweep_all(struct ranking_sweeps *sweeps, const struct dense_sweeps *how)
{
    do {
        ranking_sweep(sweeps);
        if (atomic_load(&sweeps->stopped))
            return -EINTR;
        int r = how->report == NULL ? 0 : how->report(how->report_arg, &sweeps->progress);
        if (r < 0)
            return r;
    } while (sweeps->progress.looked > 0);
    return 0;
}

/* Ranks for the margins of a group. What is there already is gone on with. */
static int rank_group(struct ranking_sweeps *sweeps, const struct dense_sweeps *how)
{
    const struct dense_acyclic *acyclic = sweeps->acyclic;
    memset(acyclic->waiting.data, 0, acyclic->waiting.bytes);
    memset(acyclic->marks.data, 0xff, acyclic->marks.bytes);
    for (;;) {
        int r = sweep_all(sweeps, how);
        if (r < 0)
            return r;
        struct weakest greatest = none_waits();
        visit_all(sweeps, NULL, &greatest);
        if (is_none(&greatest))
            return 0;
        visit_all(sweeps, &greatest, &(struct weakest){{0}});
    }
}

/* Enters the greatest margin of a set, if there is none yet. */
static void enter(const struct dense_acyclic *acyclic, uint64_t set, uint8_t *code)
{
    if (set != 0 && *code == 0)
        *code = (uint8_t)(ranking_least(acyclic) + 63 - __builtin_clzll(set) +
                          acyclic->game.index->codes->points + 1);
}

/* Takes what was ranked into the codes: those of greater margins are there already. */
static void keep_group(const struct dense_acyclic *acyclic, int threads)
{
    uint64_t boards = acyclic->game.index->count;
    uint8_t *codes = acyclic->codes.data;
    (void)threads;
#ifdef _OPENMP
#pragma omp parallel for num_threads(threads)
#endif
    for (uint64_t number = 0; number < boards; number++)
        for (unsigned owner = BLACK; owner <= WHITE; owner++) {
            uint8_t *own = &codes[4 * number + 2 * owner + owner];
            uint8_t *other = &codes[4 * number + 2 * !owner + owner];
            enter(acyclic,
                  ranking_load(&acyclic->sets, ranking_at(number, owner, RANKING_RANKED),
                               acyclic->width),
                  own);
            enter(acyclic,
                  ranking_load(&acyclic->sets, ranking_at(number, owner, RANKING_FULL),
                               acyclic->width),
                  other);
        }
}

int dense_acyclic_run(struct dense_acyclic *acyclic, const struct dense_sweeps *how)
{
    struct ranking_sweeps sweeps = {
        .acyclic = acyclic,
        .how = &how->work,
        .progress = {.boards = acyclic->game.index->count},
    };
    int points = acyclic->game.index->codes->points, r = 0;
    while (acyclic->most >= -points && r == 0) {
        r = rank_group(&sweeps, how);
        if (r < 0)
            break;
        keep_group(acyclic, how->work.threads);
        memset(acyclic->sets.data, 0, acyclic->sets.bytes);
        acyclic->most -= 8 * acyclic->width;
        r = how->report == NULL ? 0 : how->report(how->report_arg, &sweeps.progress);
    }
    return r;
}
