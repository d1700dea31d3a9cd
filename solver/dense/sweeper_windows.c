/*
 * Sweeps over boards whose entries do not fit into memory, and lie in a mapped file.
 *
 * A board's children are all over the place: nearly each look-up would wait for the disk. So only a
 * window is looked into at a time, a part of the lines and of the entries that fits, and is read
 * from the disk in one go. For a stretch of boards all windows come one after the other, and the
 * plays are listed anew each time; those that lead into the window are summed up, an entry for each
 * board and mover. The play at a ko is kept apart, for the state with the ko may not make it.
 *
 * The stretch itself comes last. Its boards are looked at in their order, with what they lead to in
 * the stretch as it is at that moment; so hardly more sweeps are needed than in memory. (Three
 * times as many where they saw each other in the next sweep only.)
 */
#include "dense/sweeper.h"

#include <assert.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

/* The least window, in bytes. */
#define WINDOW_LEAST ((uint64_t)1 << 20)
/* Of the memory, one part in so many is for the stretch that is gone over. */
#define STRETCH_SHARE 3
/* The point of a child that stands for several: no ko is there. */
#define NO_POINT UINT8_MAX

/* How the lines are divided. */
struct plan {
    uint64_t windows; /* into so many windows */
    uint64_t stretch; /* lines whose boards are gone over together */
};

struct dense_sweeps sweeper_window_of(const struct dense_sweeps *how,
                                      const struct dense_array *boards,
                                      const struct dense_memory *memory)
{
    struct dense_sweeps own = *how;
    if (own.window == 0 && boards->mapped) {
        own.window = memory->max_bytes > memory->held ? memory->max_bytes - memory->held : 0;
        if (own.window < WINDOW_LEAST)
            own.window = WINDOW_LEAST;
    }
    return own;
}

static struct plan make_plan(const struct sweeper_kind *kind, uint64_t bytes)
{
    const struct dense_index *index = kind->game->index;
    uint64_t all =
        index->line_count * sizeof(struct dense_line) + index->count * (uint64_t)kind->board_width;
    uint64_t stretch = bytes / STRETCH_SHARE, window = bytes - stretch;
    /* A line of a stretch: its sums, its boards' entries, itself. */
    uint64_t line_boards = index->count / index->line_count + 1;
    uint64_t line = (3 * (uint64_t)kind->width + (uint64_t)kind->board_width) * line_boards +
                    sizeof(struct dense_line);
    struct plan plan = {
        .windows = window > 0 ? all / window + 1 : all,
        .stretch = stretch / line,
    };
    if (plan.windows > index->line_count)
        plan.windows = index->line_count;
    if (plan.stretch < SWEEPER_CHUNK_LINES)
        plan.stretch = SWEEPER_CHUNK_LINES;
    return plan;
}

/* Tells the system that these bytes will be read. */
static void announce(const void *data, uint64_t from, uint64_t end)
{
    uintptr_t page = (uintptr_t)sysconf(_SC_PAGESIZE);
    uintptr_t low = ((uintptr_t)data + from) & ~(page - 1);
    if (from < end)
        (void)madvise((void *)low, (uintptr_t)data + end - low, MADV_WILLNEED);
}

static void announce_window(const struct sweeper_kind *kind, const struct sweeper_window *window)
{
    const struct dense_index *index = kind->game->index;
    uint64_t width = (uint64_t)kind->board_width;
    announce(index->lines, window->from * sizeof(*index->lines),
             window->end * sizeof(*index->lines));
    announce(kind->boards, dense_index_first(index, window->from) * width,
             dense_index_first(index, window->end) * width);
}

void sweeper_windows_children(const struct sweeper_kind *kind, const struct sweeper_window *window,
                              struct sweeper_board *board, struct sweeper_entries *ret_entries)
{
    size_t width = (size_t)kind->width;
    for (unsigned mover = BLACK; mover <= WHITE; mover++) {
        board->children.count[mover] = 0;
        if ((board->wanted & DENSE_MOVER(mover)) == 0)
            continue;
        board->children.of[mover][0] = (struct dense_child){.point = NO_POINT};
        board->children.count[mover] = 1;
        memcpy(ret_entries->of[mover][0],
               window->boards + (2 * (board->number - window->first_board) + mover) * width, width);
    }
    for (uint64_t ko = board->ko_from; ko < board->ko_end; ko++) {
        unsigned key = kind->game->kos->keys[ko], mover = key >> 6 & 1;
        if ((board->wanted & DENSE_MOVER(mover)) == 0)
            continue;
        int at = board->children.count[mover]++;
        board->children.of[mover][at] = (struct dense_child){.point = (uint8_t)(key & 63)};
        memcpy(ret_entries->of[mover][at], window->kos + (ko - window->first_ko) * width, width);
    }
}

/* Is there anything to look at in some lines? */
static bool is_wanted(const struct sweeper_kind *kind, uint64_t from, uint64_t end)
{
    const struct dense_game *game = kind->game;
    struct dense_walk walk;
    uint64_t ko_end =
        game->kos == NULL ? 0 : dense_kos_first(game->kos, dense_index_first(game->index, end));
    dense_walk_start(&walk, game->index, from, end);
    while (dense_walk_next(&walk)) {
        uint64_t ko_from = game->kos == NULL ? 0 : sweeper_ko_from(game->kos, walk.number, ko_end);
        if (kind->wanted(kind->table, walk.number, ko_from, ko_end) != 0)
            return true;
        ko_end = ko_from;
    }
    return false;
}

/* Begins the sums of a stretch of lines anew. */
static int clear_sums(const struct sweeper_kind *kind, uint64_t from, uint64_t end,
                      struct sweeper_window *window)
{
    const struct dense_game *game = kind->game;
    uint64_t boards_end = dense_index_first(game->index, end), kos_end = 0;
    size_t width = (size_t)kind->width;
    window->first_board = dense_index_first(game->index, from);
    window->first_ko = 0;
    if (game->kos != NULL) {
        window->first_ko = dense_kos_first(game->kos, window->first_board);
        kos_end = dense_kos_first(game->kos, boards_end);
    }
    window->boards = malloc(2 * (boards_end - window->first_board) * width + 1);
    window->kos = malloc((kos_end - window->first_ko) * width + 1);
    if (window->boards == NULL || window->kos == NULL)
        return -ENOMEM;
    for (uint64_t i = 0; i < 2 * (boards_end - window->first_board); i++)
        kind->clear(i & 1, window->boards + i * width);
    for (uint64_t ko = window->first_ko; ko < kos_end; ko++)
        kind->clear(game->kos->keys[ko] >> 6 & 1, window->kos + (ko - window->first_ko) * width);
    return 0;
}

/* Sums up the plays of the boards of a stretch, window by window: upwards and downwards by turns,
 * so that the last one of a stretch is the first one of the next. */
static int sum_windows(const struct sweeper_kind *kind, const struct dense_sweeps *how,
                       const struct plan *plan, bool upwards, struct sweeper_window *window,
                       struct dense_progress *progress)
{
    uint64_t lines = kind->game->index->line_count;
    for (uint64_t i = 0; i < plan->windows; i++) {
        uint64_t at = upwards ? i : plan->windows - 1 - i;
        window->from = lines / plan->windows * at;
        window->end = at + 1 == plan->windows ? lines : lines / plan->windows * (at + 1);
        announce_window(kind, window);
        sweeper_span(kind, window, how->work.threads, window->own_from, window->own_end, progress);
        int r = sweeper_report(how, progress);
        if (r < 0)
            return r;
        if (sweeper_stopped(how))
            return -EINTR;
    }
    return 0;
}

int sweeper_windows(const struct sweeper_kind *kind, const struct dense_sweeps *how,
                    struct dense_progress *progress)
{
    const struct dense_index *index = kind->game->index;
    struct plan plan = make_plan(kind, how->window);
    bool upwards = false;
    int r = 0;
    assert(kind->fold != NULL);
    for (uint64_t end = index->line_count, from; end > 0 && r == 0; end = from) {
        from = end > plan.stretch ? end - plan.stretch : 0;
        struct sweeper_window window = {.own_from = from, .own_end = end};
        if (!is_wanted(kind, from, end)) {
            progress->done += dense_index_first(index, end) - dense_index_first(index, from);
            continue;
        }
        r = clear_sums(kind, from, end, &window);
        if (r == 0)
            r = sum_windows(kind, how, &plan, upwards, &window, progress);
        if (r == 0) {
            window.last = true;
            sweeper_span(kind, &window, how->work.threads, from, end, progress);
            r = sweeper_report(how, progress);
        }
        upwards = !upwards;
        free(window.boards);
        free(window.kos);
    }
    return r;
}
