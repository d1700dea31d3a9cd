/*
 * Sweeps over the boards of an index that holds everything. What is done with some lines serves
 * mates (sweeper_mates.c), too.
 *
 * Nearly all the time would be spent waiting for memory: a child is a random line of the index, and
 * then a random entry. So a board goes through stages, a few boards apart: its plays are listed and
 * the lines fetched; the children's numbers are read there and their entries fetched; then the
 * entries are read, as they are at that moment.
 *
 * Later sweeps have this from lists (sweeper_lists.h), where there is memory for them.
 *
 * Threads share the lines of a span, in chunks from the top. Between spans, some times a second,
 * only one thread is at work: it reports and asks whether to stop.
 */
#include "dense/sweeper.h"

#include <errno.h>
#include <stdlib.h>

#include "base/clock.h"
#include "dense/lanes.h"
#include "dense/sweeper_lists.h"

/* Boards on their way at once, and those between two stages. */
#define RING 16
#define LINES_AHEAD 7
#define KOS_AHEAD 4
#define ENTRIES_AHEAD 4
/* Lines that are not worth another thread. */
#define SHARED_LEAST (4 * SWEEPER_CHUNK_LINES)

struct sweep_ring {
    const struct sweeper_kind *kind;
    const struct sweeper_window *window; /* NULL: none */
    const struct dense_mates *mates;     /* NULL: the index holds everything */
    struct dense_dealer dealer;          /* of the mates */
    struct sweeper_draft *draft;         /* NULL: no list is made */
    struct sweeper_counts counts;
    uint64_t listed; /* boards that came in */
    struct sweeper_board boards[RING];
};

/* Leaves the children that are in the window. */
static void keep_window(const struct dense_index *index, const struct sweeper_window *window,
                        struct sweeper_board *board)
{
    for (int mover = BLACK; mover <= WHITE; mover++) {
        int kept = 0;
        for (int i = 0; i < board->children.count[mover]; i++) {
            uint64_t line = dense_index_line(index->codes, board->children.of[mover][i].code);
            bool own = line >= window->own_from && line < window->own_end;
            if (window->last ? own : line >= window->from && line < window->end && !own)
                board->children.of[mover][kept++] = board->children.of[mover][i];
        }
        board->children.count[mover] = kept;
    }
}

static void list_plays(const struct dense_game *game, const struct sweeper_window *window,
                       struct sweeper_board *board, uint64_t code)
{
    const struct dense_index *index = game->index;
    const struct stones stones = dense_codes_stones(index->codes, code);
    if (window == NULL || window->last)
        board->margin = dense_game_margin(game, stones);
    dense_moves_list_of(index->codes, stones, board->wanted, &board->children);
    if (window != NULL)
        keep_window(index, window, board);
    for (int mover = BLACK; mover <= WHITE; mover++)
        for (int i = 0; i < board->children.count[mover]; i++)
            dense_index_fetch(index, board->children.of[mover][i].code);
}

/* The same where mates hold what the plays lead to: the spots of the children. */
DENSE_INLINE void list_mates_plays(const struct dense_game *game, const struct dense_mates *mates,
                                   struct dense_dealer dealer, struct sweeper_board *board,
                                   uint64_t code)
{
    const struct dense_index *index = game->index;
    const struct stones stones = dense_codes_stones(index->codes, code);
    board->margin = dense_game_margin(game, stones);
    dense_moves_list_of(index->codes, stones, board->wanted, &board->children);
    for (int mover = BLACK; mover <= WHITE; mover++)
        for (int i = 0; i < board->children.count[mover]; i++) {
            struct dense_child *child = &board->children.of[mover][i];
            uint64_t place = dense_codes_place(index->codes, child->code);
            uint64_t line = place / DENSE_LINE_PLACES;
            child->at = dense_mates_spot(mates, dense_share_deal(dealer, line),
                                         place - line * DENSE_LINE_PLACES);
            __builtin_prefetch(dense_mates_line(mates, child->at));
        }
}

static DENSE_CLONES void number_mates(const struct dense_game *game,
                                      const struct dense_mates *mates, struct sweeper_board *board)
{
    for (int mover = BLACK; mover <= WHITE; mover++)
        for (int i = 0; i < board->children.count[mover]; i++) {
            struct dense_child *child = &board->children.of[mover][i];
            child->at = dense_mates_number(mates, child->at, sweeper_has_ko(game, child));
        }
}

static void number_mates_kos(const struct dense_game *game, const struct dense_mates *mates,
                             struct sweeper_board *board)
{
    for (unsigned mover = BLACK; game->kos != NULL && mover <= WHITE; mover++)
        for (int i = 0; i < board->children.count[mover]; i++) {
            struct dense_child *child = &board->children.of[mover][i];
            if (child->ko != 0)
                child->at = dense_mates_ko(mates, child->at, !mover ^ child->swaps, child->ko);
        }
}

/* The numbers of the boards that the plays lead to. */
static DENSE_CLONES void number_children(const struct dense_game *game, struct sweeper_board *board)
{
    for (int mover = BLACK; mover <= WHITE; mover++)
        for (int i = 0; i < board->children.count[mover]; i++) {
            struct dense_child *child = &board->children.of[mover][i];
            child->at = dense_index_number(game->index, child->code);
            if (sweeper_has_ko(game, child))
                dense_kos_fetch(game->kos, child->at);
        }
}

/* After plays with a ko it is the number of a state instead. */
static void number_kos(const struct dense_game *game, struct sweeper_board *board)
{
    for (unsigned mover = BLACK; game->kos != NULL && mover <= WHITE; mover++)
        for (int i = 0; i < board->children.count[mover]; i++) {
            struct dense_child *child = &board->children.of[mover][i];
            if (child->ko != 0)
                child->at =
                    dense_kos_number(game->kos, child->at, !mover ^ child->swaps, child->ko);
        }
}

void sweeper_list(const struct dense_game *game, uint64_t code, struct sweeper_board *ret_board)
{
    ret_board->wanted = DENSE_MOVERS_BOTH;
    list_plays(game, NULL, ret_board, code);
    ret_board->number = dense_index_number(game->index, code);
    ret_board->ko_from = ret_board->ko_end = 0;
    number_children(game, ret_board);
    number_kos(game, ret_board);
}

/* Takes what is in the window into the sums: apart, where a ko forbids the play. */
static void sum_up(struct sweep_ring *ring, const struct sweeper_board *board,
                   const struct sweeper_entries *entries)
{
    const struct sweeper_kind *kind = ring->kind;
    const struct sweeper_window *window = ring->window;
    size_t width = (size_t)kind->width;
    for (unsigned mover = BLACK; mover <= WHITE; mover++)
        for (int i = 0; i < board->children.count[mover]; i++) {
            const struct dense_child *child = &board->children.of[mover][i];
            uint8_t *sum =
                window->boards + (2 * (board->number - window->first_board) + mover) * width;
            for (uint64_t ko = board->ko_from; ko < board->ko_end; ko++)
                if ((kind->game->kos->keys[ko] & 127) == (mover << 6 | child->point))
                    sum = window->kos + (ko - window->first_ko) * width;
            kind->fold(mover, child->swaps, sum, entries->of[mover][i]);
        }
}

static void look(struct sweep_ring *ring, struct sweeper_board *board)
{
    const struct sweeper_kind *kind = ring->kind;
    struct sweeper_entries entries;
    kind->gather(kind->table, board, &entries);
    ring->counts.plays +=
        (unsigned)board->children.count[BLACK] + (unsigned)board->children.count[WHITE];
    if (ring->window != NULL) {
        sum_up(ring, board, &entries);
        if (!ring->window->last)
            return;
        sweeper_windows_children(kind, ring->window, board, &entries);
    }
    if (ring->draft != NULL)
        sweeper_lists_add(ring->draft, kind->game, board);
    ring->counts.changed += kind->look(kind->table, board, &entries);
    ring->counts.looked++;
}

/* Does what is to be done when the board with a number in the ring came in, or would come in. */
static void advance(struct sweep_ring *ring, uint64_t now, uint64_t end)
{
    const struct dense_game *game = ring->kind->game;
    const struct dense_mates *mates = ring->mates;
    uint64_t at = now - LINES_AHEAD;
    if (now >= LINES_AHEAD && at < end) {
        if (mates != NULL)
            number_mates(game, mates, &ring->boards[at % RING]);
        else
            number_children(game, &ring->boards[at % RING]);
    }
    at -= KOS_AHEAD;
    if (now >= LINES_AHEAD + KOS_AHEAD && at < end) {
        if (mates != NULL)
            number_mates_kos(game, mates, &ring->boards[at % RING]);
        else
            number_kos(game, &ring->boards[at % RING]);
        ring->kind->fetch(ring->kind->table, &ring->boards[at % RING]);
    }
    at -= ENTRIES_AHEAD;
    if (now >= LINES_AHEAD + KOS_AHEAD + ENTRIES_AHEAD && at < end)
        look(ring, &ring->boards[at % RING]);
}

/* Goes down the held lines end - 1, ..., from. */
DENSE_CLONES void sweeper_chunk(const struct sweeper_kind *kind,
                                const struct sweeper_window *window,
                                const struct dense_mates *mates, uint64_t from, uint64_t end,
                                struct sweeper_draft *draft, struct sweeper_counts *ret_counts)
{
    const struct dense_game *game = kind->game;
    struct sweep_ring ring = {.kind = kind,
                              .window = window,
                              .mates = mates,
                              .dealer = dense_share_dealer(game->index->share),
                              .draft = draft};
    struct dense_walk walk;
    uint64_t ko_end =
        game->kos == NULL ? 0 : dense_kos_first(game->kos, dense_index_first(game->index, end));
    dense_walk_start(&walk, game->index, from, end);
    while (dense_walk_next(&walk)) {
        uint64_t ko_from = game->kos == NULL ? 0 : sweeper_ko_from(game->kos, walk.number, ko_end);
        ring.counts.done += window == NULL || window->last;
        unsigned wanted = kind->wanted(kind->table, walk.number, ko_from, ko_end);
        if (wanted != 0) {
            struct sweeper_board *board = &ring.boards[ring.listed % RING];
            board->number = walk.number;
            board->wanted = wanted;
            board->ko_from = ko_from;
            board->ko_end = ko_end;
            if (mates != NULL)
                list_mates_plays(game, mates, ring.dealer, board, walk.code);
            else
                list_plays(game, window, board, walk.code);
            advance(&ring, ring.listed, UINT64_MAX);
            ring.listed++;
        }
        ko_end = ko_from;
    }
    for (uint64_t now = ring.listed; now < ring.listed + RING; now++)
        advance(&ring, now, ring.listed);
    *ret_counts = ring.counts;
}

/* Goes down the lines of a chunk, by its list if there is one; else makes one, if it may. */
static void sweep_chunk(const struct sweeper_kind *kind, const struct sweeper_window *window,
                        uint64_t from, uint64_t end, struct sweeper_draft *draft,
                        struct sweeper_counts *ret_counts)
{
    const struct dense_index *index = kind->game->index;
    uint64_t chunk = (index->line_count - end) / SWEEPER_CHUNK_LINES;
    if (kind->lists != NULL && kind->lists->chunks[chunk].words != NULL) {
        sweeper_lists_sweep(kind, &kind->lists->chunks[chunk], ret_counts);
        ret_counts->done = dense_index_first(index, end) - dense_index_first(index, from);
        return;
    }
    draft->count = 0;
    sweeper_chunk(kind, window, NULL, from, end, draft->words != NULL ? draft : NULL, ret_counts);
    if (draft->words != NULL)
        sweeper_lists_keep(kind->lists, chunk, draft);
}

void sweeper_span(const struct sweeper_kind *kind, const struct sweeper_window *window, int threads,
                  uint64_t from, uint64_t end, struct dense_progress *progress)
{
    uint64_t chunks = (end - from + SWEEPER_CHUNK_LINES - 1) / SWEEPER_CHUNK_LINES;
    uint64_t done = 0, looked = 0, changed = 0, plays = 0;
    bool many = threads > 1 && end - from >= SHARED_LEAST;
    bool lists = kind->lists != NULL && kind->lists->open;
#ifdef _OPENMP
#pragma omp parallel num_threads(threads) if (many) reduction(+ : done, looked, changed, plays)
#endif
    {
        struct sweeper_draft draft = {0};
        if (lists) /* NULL: this thread makes none */
            draft.words = malloc(kind->lists->draft_room * sizeof(*draft.words));
#ifdef _OPENMP
#pragma omp for schedule(dynamic, 1)
#endif
        for (uint64_t i = 0; i < chunks; i++) {
            uint64_t top = end - i * SWEEPER_CHUNK_LINES;
            struct sweeper_counts counts;
            sweep_chunk(kind, window,
                        top - from > SWEEPER_CHUNK_LINES ? top - SWEEPER_CHUNK_LINES : from, top,
                        &draft, &counts);
            done += counts.done;
            looked += counts.looked;
            changed += counts.changed;
            plays += counts.plays;
        }
        free(draft.words);
    }
    (void)many;
    (void)threads;
    sweeper_add(progress, &(struct sweeper_counts){done, looked, changed, plays});
}

/* As sweeper_share(), of an index that holds everything. Spans end where chunks do. */
static int sweep_whole(const struct sweeper_kind *kind, const struct dense_sweeps *how,
                       struct dense_progress *progress)
{
    int threads = how->work.threads;
    uint64_t span = (uint64_t)threads * 8 * SWEEPER_CHUNK_LINES;
    for (uint64_t end = kind->game->index->line_count; end > 0;) {
        uint64_t from = end > span ? end - span : 0;
        double start = clock_now();
        sweeper_span(kind, NULL, threads, from, end, progress);
        span =
            sweeper_next_span(span, (uint64_t)threads * SWEEPER_CHUNK_LINES, clock_now() - start);
        end = from;
        int r = sweeper_report(how, progress);
        if (r < 0)
            return r;
        if (sweeper_stopped(how))
            return -EINTR;
    }
    return 0;
}

/* Sums what the ranks have changed. */
static int sum_changed(const struct dense_sweeps *how, uint64_t *changed)
{
    return how->reader != NULL ? how->reader->sum(how->reader->arg, changed, 1) : 0;
}

/* Sweeps until nothing changes, or little. */
static int run(const struct sweeper_kind *kind, const struct dense_sweeps *how,
               struct dense_progress *progress)
{
    uint64_t changed = 1, most = 0;
    progress->boards = kind->game->index->count;
    int begun = kind->of_mates != NULL ? sweeper_mates_begin(how) : 0;
    if (begun < 0)
        return begun;
    while (changed > 0) {
        progress->sweep++;
        progress->done = progress->looked = progress->changed = 0;
        int r = kind->of_mates != NULL                   ? sweeper_mates(kind, how, progress)
                : how->reader != NULL                    ? sweeper_share(kind, how, progress)
                : how->window != 0 && kind->fold != NULL ? sweeper_windows(kind, how, progress)
                                                         : sweep_whole(kind, how, progress);
        if (r < 0)
            return r;
        if (kind->lists != NULL)
            kind->lists->open = false;
        changed = progress->changed;
        r = sum_changed(how, &changed);
        if (r < 0)
            return r;
        if (how->enough != 0 && changed <= most / how->enough)
            break;
        most = changed > most ? changed : most;
    }
    return 0;
}

int sweeper_run(const struct sweeper_kind *kind, const struct dense_sweeps *how,
                struct dense_progress *progress)
{
    struct sweeper_kind own = *kind;
    struct sweeper_lists lists;
    bool whole = how->reader == NULL && (how->window == 0 || kind->fold == NULL);
    if (whole && sweeper_lists_init(&lists, kind->game, how->list_bytes))
        own.lists = &lists;
    int r = run(&own, how, progress);
    if (own.lists != NULL)
        sweeper_lists_release(&lists);
    return r;
}
