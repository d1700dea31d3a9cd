/* Progress lines. */
#include "cli/progress.h"

#include <stdio.h>
#include <unistd.h>

#define TERMINAL_SECONDS 1.0
#define PLAIN_SECONDS 30.0

void progress_start(struct progress *progress)
{
    progress->started = progress->shown = search_clock();
    progress->terminal = isatty(STDERR_FILENO);
    progress->line_open = false;
}

static void show_strategy(const struct search *search, double seconds)
{
    const struct strategy_progress *strategy = search->strategy;
    fprintf(stderr, "strategy for %s, %s%+d", strategy->attacker == BLACK ? "Black" : "White",
            strategy->attacker == BLACK ? ">= " : "<= ", strategy->margin);
    if (!strategy->root)
        fprintf(stderr, " after %s (%d of %d first plays judged)",
                move_format(strategy->graph, strategy->move), strategy->judged, strategy->moves);
    fprintf(stderr, ": %.0f nodes/s, %.1f million nodes, %.0f MiB", (double)search->nodes / seconds,
            (double)search->nodes / 1e6, (double)strategy->bytes / 1048576.0);
}

void progress_show(const struct search *search, void *arg)
{
    struct progress *progress = arg;
    double now = search_clock();
    if (now - progress->shown < (progress->terminal ? TERMINAL_SECONDS : PLAIN_SECONDS))
        return;
    double seconds = now - progress->started;
    progress->shown = now;
    progress->line_open = progress->terminal;
    fprintf(stderr, "%s%.0f s: ", progress->terminal ? "\r\033[K" : "", seconds);
    const struct strategy_progress *strategy = search->strategy;
    if (strategy != NULL && strategy->games != NULL)
        fprintf(stderr, "learning to guess by games, %u of %u", *strategy->games,
                strategy->games_wanted);
    else if (strategy != NULL)
        show_strategy(search, seconds);
    else if (search->nodes == 0)
        fprintf(stderr, "preparing tables, %u boards up to symmetry, %.0f MiB",
                search->positions->orbit_count, (double)search_bytes(search) / 1048576.0);
    else
        fprintf(stderr, "threshold %+d, %.0f nodes/s, %zu lemmas, depth %zu, %.0f MiB",
                search->asked, (double)search->nodes / seconds, search->lemmas->count,
                search->frame_count, (double)search_bytes(search) / 1048576.0);
    fputs(progress->terminal ? "" : "\n", stderr);
    fflush(stderr);
}

void progress_stop(struct progress *progress)
{
    if (progress->line_open)
        fputs("\r\033[K", stderr);
    progress->line_open = false;
}
