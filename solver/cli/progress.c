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

static void show_search(const struct search *search, double seconds)
{
    enum colour attacker = search->model.pairs ? search->attacker : BLACK;
    show_question(attacker, attacker == BLACK ? search->asked : search->asked - 1);
    fprintf(stderr, " %.0f nodes/s, %s, depth %zu, %s", (double)search->nodes / seconds,
            human_count(search->lemmas->count, "lemma", "lemmas"), search->frame_count,
            human_size((double)search_bytes(search)));
}

static void show_strategy(const struct search *search, double seconds)
{
    const struct strategy_progress *strategy = search->strategy;
    fputs("strategy: ", stderr);
    if (!strategy->root)
        fprintf(stderr, "after %s (%d of %s judged), ",
                move_format(strategy->graph, strategy->move), strategy->judged,
                human_count((uint64_t)strategy->moves, "first play", "first plays"));
    show_question(strategy->attacker, strategy->margin);
    fprintf(stderr, " %.0f nodes/s, %.1f million nodes, %s", (double)search->nodes / seconds,
            (double)search->nodes / 1e6, human_size((double)strategy->bytes));
}

void progress_show(const struct search *search, void *arg)
{
    struct progress *progress = arg;
    double now = clock_now();
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
        fprintf(stderr, "preparing tables, %s up to symmetry, %s",
                human_count(search->positions->orbit_count, "board", "boards"),
                human_size((double)search_bytes(search)));
    else
        show_search(search, seconds);
    fputs(progress->terminal ? "" : "\n", stderr);
    fflush(stderr);
}

void progress_stop(struct progress *progress)
{
    if (progress->line_open)
        fputs("\r\033[K", stderr);
    progress->line_open = false;
}
