/* One sweep: what follows for the boards that are marked. */
#include "dense/ranking.h"

#include "dense/unmoves.h"

/* Boards that are looked at together: what they need is fetched meanwhile. */
#define BATCH 16

/* So few boards are not worth another thread: many sweeps look at hardly any. */
#define FEW_MARKS 4096

struct looked {
    uint64_t number;
    struct stones stones;
    struct dense_children children; /* `at` is the number of the child's board */
};

struct sweep_batch {
    struct ranking_sweeps *sweeps;
    struct ranking_marker marker;
    int count;
    uint64_t looked, changed, plays;
    struct looked boards[BATCH];
};

/* Asks whether to stop, one thread at a time; says so to the others. */
static bool must_stop(struct ranking_sweeps *sweeps)
{
    if (atomic_load(&sweeps->stopped))
        return true;
    bool stop = false;
    if (sweeps->how->stop != NULL) {
#ifdef _OPENMP
#pragma omp critical(dense_acyclic_stop)
#endif
        stop = sweeps->how->stop(sweeps->how->arg);
    }
    if (stop)
        atomic_store(&sweeps->stopped, true);
    return stop;
}

/* The greatest margin that attacker forces where boards may come back. */
static int forced(const struct dense_acyclic *acyclic, uint64_t number, unsigned mover,
                  unsigned attacker)
{
    const uint8_t *codes = acyclic->all->codes.data;
    return (int)codes[4 * number + 2 * mover + attacker] - acyclic->game.index->codes->points - 1;
}

/* Is there a margin of the set for which a place of the board is not ranked, but may be? */
static bool needs(const struct dense_acyclic *acyclic, uint64_t number, uint64_t set)
{
    for (unsigned owner = BLACK; owner <= WHITE; owner++) {
        uint64_t ranked =
            ranking_load(&acyclic->sets, ranking_at(number, owner, RANKING_RANKED), acyclic->width);
        if ((set & ~ranked) != 0 &&
            (ranking_up_to(acyclic, forced(acyclic, number, owner, owner)) & set & ~ranked) != 0)
            return true;
    }
    return false;
}

void ranking_mark_end(struct ranking_marker *marker)
{
    const struct dense_acyclic *acyclic = marker->acyclic;
    const uint8_t *sets = acyclic->sets.data, *forced_codes = acyclic->all->codes.data;
    uint64_t numbers[RANKING_MARKS];
    for (int i = 0; i < marker->count; i++) {
        numbers[i] = dense_index_number(acyclic->game.index, marker->boards[i].code);
        __builtin_prefetch(sets + ranking_at(numbers[i], 0, 0) * (uint64_t)acyclic->width);
        __builtin_prefetch(forced_codes + 4 * numbers[i]);
    }
    for (int i = 0; i < marker->count; i++)
        if (needs(acyclic, numbers[i], marker->boards[i].set))
            ranking_mark(acyclic, numbers[i]);
    marker->count = 0;
}

static void mark_later(void *arg, uint64_t code)
{
    struct ranking_marker *marker = arg;
    if (marker->count == RANKING_MARKS)
        ranking_mark_end(marker);
    dense_index_fetch(marker->acyclic->game.index, code);
    marker->boards[marker->count].code = code;
    marker->boards[marker->count++].set = marker->set;
}

void ranking_mark_before(struct ranking_marker *marker, struct stones stones, unsigned mover,
                         uint64_t set)
{
    marker->set = set;
    dense_unmoves_list(marker->acyclic->game.index->codes, stones, (enum colour)mover, mark_later,
                       marker);
}

/* The margins that the board scores for the owner as it stands. */
static uint64_t scored(const struct dense_acyclic *acyclic, struct stones stones, unsigned owner)
{
    int margin = dense_game_margin(&acyclic->game, stones);
    return ranking_up_to(acyclic, owner == WHITE ? -margin : margin);
}

/* Looks at a place again. What can be full is forced with the opponent to move, too (may). */
DENSE_INLINE void look_at(struct sweep_batch *batch, const struct looked *board, unsigned owner,
                          int width)
{
    const struct dense_acyclic *acyclic = batch->sweeps->acyclic;
    const struct dense_array *sets = &acyclic->sets;
    const struct dense_children *children = &board->children;
    uint64_t plays = 0, answered = ~0ull;
    for (int i = 0; i < children->count[owner]; i++)
        plays |= ranking_load(sets,
                              ranking_at(children->of[owner][i].at,
                                         owner ^ children->of[owner][i].swaps, RANKING_FULL),
                              width);
    for (int i = 0; i < children->count[!owner]; i++)
        answered &= ranking_load(sets,
                                 ranking_at(children->of[!owner][i].at,
                                            owner ^ children->of[!owner][i].swaps, RANKING_RANKED),
                                 width);
    uint64_t full_at = ranking_at(board->number, owner, RANKING_FULL);
    uint64_t ranked_at = ranking_at(board->number, owner, RANKING_RANKED);
    uint64_t ranked = ranking_load(sets, ranked_at, width);
    uint64_t may = ranking_up_to(acyclic, forced(acyclic, board->number, !owner, owner));
    uint64_t full = answered & may & ~ranked, unplayed = full & ~plays;
    if (unplayed != 0)
        full &= ~unplayed | scored(acyclic, board->stones, owner);
    uint64_t weak = plays & ~may & ~ranked & ~full;
    ranking_store(&acyclic->waiting, ranking_waiting_at(board->number, owner), width,
                  plays & may & ~ranked & ~full);
    if ((full | weak) == 0)
        return;
    if (full != 0)
        ranking_store(sets, full_at, width, ranking_load(sets, full_at, width) | full);
    ranking_store(sets, ranked_at, width, ranked | full | weak);
    batch->changed++;
    ranking_mark_before(&batch->marker, board->stones, !owner, full | weak);
    if (full != 0)
        ranking_mark_before(&batch->marker, board->stones, owner, full);
}

DENSE_INLINE void look_at_all(struct sweep_batch *batch, int width)
{
    for (int i = 0; i < batch->count; i++)
        for (unsigned owner = BLACK; owner <= WHITE; owner++)
            look_at(batch, &batch->boards[i], owner, width);
}

static void fetch_numbers(const struct dense_acyclic *acyclic, struct looked *board)
{
    const uint8_t *sets = acyclic->sets.data;
    for (unsigned mover = BLACK; mover <= WHITE; mover++)
        for (int i = 0; i < board->children.count[mover]; i++) {
            uint64_t number =
                dense_index_number(acyclic->game.index, board->children.of[mover][i].code);
            board->children.of[mover][i].at = number;
            __builtin_prefetch(sets + ranking_at(number, 0, 0) * (uint64_t)acyclic->width);
        }
}

static void end_batch(struct sweep_batch *batch)
{
    const struct dense_acyclic *acyclic = batch->sweeps->acyclic;
    for (int i = 0; i < batch->count; i++)
        fetch_numbers(acyclic, &batch->boards[i]);
    if (acyclic->width == 2)
        look_at_all(batch, 2);
    else if (acyclic->width == 4)
        look_at_all(batch, 4);
    else
        look_at_all(batch, 8);
    batch->count = 0;
}

static void add_to_batch(struct sweep_batch *batch, uint64_t number, uint64_t code)
{
    const struct dense_acyclic *acyclic = batch->sweeps->acyclic;
    const struct dense_index *index = acyclic->game.index;
    struct looked *board = &batch->boards[batch->count];
    board->number = number;
    board->stones = dense_codes_stones(index->codes, code);
    dense_moves_list(index->codes, board->stones, &board->children);
    for (unsigned mover = BLACK; mover <= WHITE; mover++) {
        for (int i = 0; i < board->children.count[mover]; i++)
            dense_index_fetch(index, board->children.of[mover][i].code);
        batch->plays += (uint64_t)board->children.count[mover];
    }
    batch->looked++;
    if (++batch->count == BATCH)
        end_batch(batch);
}

/* Is a board of those from first to end marked? */
static bool any_marked(const struct dense_acyclic *acyclic, uint64_t first, uint64_t end)
{
    const _Atomic uint8_t *marks = acyclic->marks.data;
    for (uint64_t byte = first / 8; byte * 8 < end; byte++)
        if (atomic_load_explicit(&marks[byte], memory_order_relaxed) != 0)
            return true;
    return false;
}

static void sweep_lines(struct sweep_batch *batch, uint64_t from, uint64_t end)
{
    const struct dense_acyclic *acyclic = batch->sweeps->acyclic;
    const struct dense_index *index = acyclic->game.index;
    for (uint64_t line = end; line-- > from;) {
        struct dense_walk walk;
        if (!any_marked(acyclic, dense_index_first(index, line),
                        dense_index_first(index, line + 1)))
            continue;
        dense_walk_start(&walk, index, line, line + 1);
        while (dense_walk_next(&walk))
            if (ranking_unmark(acyclic, walk.number) && needs(acyclic, walk.number, ~0ull))
                add_to_batch(batch, walk.number, walk.code);
    }
}

static int count_threads(const struct ranking_sweeps *sweeps)
{
    const struct dense_acyclic *acyclic = sweeps->acyclic;
    const uint8_t *marks = acyclic->marks.data;
    uint64_t marked = 0, bytes = acyclic->game.index->count / 8 + 1;
    for (uint64_t byte = 0; byte < bytes && marked < FEW_MARKS; byte++)
        marked += (unsigned)__builtin_popcount(marks[byte]);
    return marked < FEW_MARKS ? 1 : sweeps->how->threads;
}

void ranking_sweep(struct ranking_sweeps *sweeps)
{
    uint64_t lines = sweeps->acyclic->game.index->line_count;
    uint64_t chunks = (lines + RANKING_CHUNK_LINES - 1) / RANKING_CHUNK_LINES;
    uint64_t looked = 0, changed = 0, plays = 0;
    int threads = count_threads(sweeps);
    (void)threads;
#ifdef _OPENMP
#pragma omp parallel num_threads(threads) reduction(+ : looked, changed, plays)
#endif
    {
        struct sweep_batch batch = {.sweeps = sweeps, .marker = {.acyclic = sweeps->acyclic}};
#ifdef _OPENMP
#pragma omp for schedule(dynamic)
#endif
        for (uint64_t chunk = 0; chunk < chunks; chunk++) {
            uint64_t end = lines - chunk * RANKING_CHUNK_LINES;
            uint64_t from = end > RANKING_CHUNK_LINES ? end - RANKING_CHUNK_LINES : 0;
            if (!must_stop(sweeps))
                sweep_lines(&batch, from, end);
        }
        end_batch(&batch);
        ranking_mark_end(&batch.marker);
        looked += batch.looked;
        changed += batch.changed;
        plays += batch.plays;
    }
    sweeps->progress.sweep++;
    sweeps->progress.looked = looked;
    sweeps->progress.changed = changed;
    sweeps->progress.plays += plays;
}
