/* Progress lines. */
#include "cli/progress.h"
#include "base/clock.h"
#include "base/human.h"

#include <stdio.h>
#include <unistd.h>

#define TERMINAL_SECONDS 1.0
#define PLAIN_SECONDS 30.0

void progress_start(struct progress *progress)
{
    progress->started = progress->shown = clock_now();
    progress->terminal = isatty(STDERR_FILENO);
    progress->line_open = false;
}

/* "can Black get +2?": what is being asked. White's question is whether he can hold Black to less.
 */
static void show_question(enum colour attacker, int margin)
{
    fprintf(stderr, attacker == BLACK ? "can Black get %s?" : "can White hold Black to %s?",
            human_signed(margin));
}

static void show_search(const struct run_progress *run, double seconds)
{
    show_question(run->attacker, run->margin);
    fprintf(stderr, " %.0f nodes/s, %s, depth %zu, %s", (double)run->nodes / seconds,
            human_count(run->lemmas, "lemma", "lemmas"), run->depth,
            human_size((double)run->bytes));
}

static void show_strategy(const struct run_progress *run, double seconds)
{
    const struct strategy_progress *strategy = run->strategy;
    fputs("strategy: ", stderr);
    if (!strategy->root)
        fprintf(stderr, "after %s (%d of %s judged), ",
                move_format(strategy->graph, strategy->move), strategy->rated,
                human_count((uint64_t)strategy->moves, "first play", "first plays"));
    show_question(strategy->attacker, strategy->margin);
    fprintf(stderr, " %.0f nodes/s, %.1f million nodes, %s", (double)run->nodes / seconds,
            (double)run->nodes / 1e6, human_size((double)strategy->bytes));
}

static void show_stage(const struct run_progress *run, double seconds)
{
    switch (run->stage) {
    case PROGRESS_TABLES:
        fprintf(stderr, "preparing tables, %s up to symmetry, %s",
                human_count(run->boards, "board", "boards"), human_size((double)run->bytes));
        break;
    case PROGRESS_SEARCH:
        show_search(run, seconds);
        break;
    case PROGRESS_STRATEGY:
        show_strategy(run, seconds);
        break;
    case PROGRESS_LEARNING:
        fprintf(stderr, "learning to guess by games, %u of %u", *run->strategy->games,
                run->strategy->games_wanted);
        break;
    }
}

void progress_show(const struct run_progress *run, void *arg)
{
    struct progress *progress = arg;
    double now = clock_now();
    if (now - progress->shown < (progress->terminal ? TERMINAL_SECONDS : PLAIN_SECONDS))
        return;
    double seconds = now - progress->started;
    progress->shown = now;
    progress->line_open = progress->terminal;
    fprintf(stderr, "%s%.0f s: ", progress->terminal ? "\r\033[K" : "", seconds);
    show_stage(run, seconds);
    fputs(progress->terminal ? "" : "\n", stderr);
    fflush(stderr);
}

void progress_stop(struct progress *progress)
{
    if (progress->line_open)
        fputs("\r\033[K", stderr);
    progress->line_open = false;
}
