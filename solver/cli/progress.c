/* Progress lines. */
#include "cli/progress.h"

#include <stdio.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/human.h"
#include "report/move_text.h"

#define TERMINAL_SECONDS 1.0
#define PLAIN_SECONDS 30.0

void progress_start(struct progress *progress, const struct solve_board *board)
{
    progress->board = board;
    progress->started = progress->shown = clock_now();
    progress->terminal = isatty(STDERR_FILENO);
    progress->random_games = progress->line_open = false;
}

/* "can Black get +2?": what is being asked. White's query is whether he can hold Black to less. */
static void show_query(const struct solve_progress *run)
{
    fprintf(stderr, run->attacker == 0 ? "can Black get %s?" : "can White hold Black to %s?",
            human_signed(run->margin));
}

static void show_search(const struct solve_progress *run, double seconds)
{
    show_query(run);
    fprintf(stderr, " %.0f nodes/s, %s, depth %zu, %s", (double)run->nodes / seconds,
            human_count(run->entries, "lemma", "lemmas"), run->depth,
            human_size((double)run->bytes));
}

static void show_strategies(const struct solve_progress *run, const struct solve_board *board,
                            double seconds)
{
    fputs("strategy: ", stderr);
    if (!run->root)
        fprintf(stderr, "after %s (%d of %s judged), ", move_text(board, run->move), run->rated,
                human_count((uint64_t)run->moves, "first play", "first plays"));
    show_query(run);
    fprintf(stderr, " %.0f nodes/s, %.1f million nodes, %s", (double)run->nodes / seconds,
            (double)run->nodes / 1e6, human_size((double)run->bytes));
}

static void show_count(const struct solve_progress *run, double seconds)
{
    fprintf(stderr, "counting, %.1f million nodes, %.0f nodes/s, %s kept", (double)run->nodes / 1e6,
            (double)run->nodes / seconds, human_count(run->entries, "result", "results"));
    if (run->bytes > 0)
        fprintf(stderr, ", %s", human_size((double)run->bytes));
    if (run->points_wanted > 0)
        fprintf(stderr, ", %u of %u points", run->points_done, run->points_wanted);
}

static void show_random_games(const struct solve_progress *run, double seconds)
{
    if (run->nodes == 0)
        fputs("random games, getting ready", stderr);
    else
        fprintf(stderr, "%s, %.0f/s", human_count(run->nodes, "random game", "random games"),
                (double)run->nodes / seconds);
}

static void show_phase(const struct solve_progress *run, const struct progress *progress,
                       double seconds)
{
    switch (run->phase) {
    case SOLVE_PREPARING:
        fprintf(stderr, "preparing tables, %s up to symmetry, %s",
                human_count(run->boards, "board", "boards"), human_size((double)run->bytes));
        break;
    case SOLVE_SEARCHING:
        show_search(run, seconds);
        break;
    case SOLVE_STRATEGIES:
        show_strategies(run, progress->board, seconds);
        break;
    case SOLVE_LEARNING:
        fprintf(stderr, "learning to guess by games, %u of %u", run->games, run->games_wanted);
        break;
    case SOLVE_COUNTING:
        if (progress->random_games)
            show_random_games(run, seconds);
        else
            show_count(run, seconds);
        break;
    }
}

void progress_show(const struct solve_progress *run, void *arg)
{
    struct progress *progress = arg;
    double now = clock_now();
    if (now - progress->shown < (progress->terminal ? TERMINAL_SECONDS : PLAIN_SECONDS))
        return;
    double seconds = now - progress->started;
    progress->shown = now;
    progress->line_open = progress->terminal;
    fprintf(stderr, "%s%.0f s: ", progress->terminal ? "\r\033[K" : "", seconds);
    show_phase(run, progress, seconds);
    fputs(progress->terminal ? "" : "\n", stderr);
    fflush(stderr);
}

void progress_stop(struct progress *progress)
{
    if (progress->line_open)
        fputs("\r\033[K", stderr);
    progress->line_open = false;
}
