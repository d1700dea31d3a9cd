/* Progress lines. */
#include "cli/progress.h"

#include <math.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/human.h"
#include "base/strbuf.h"
#include "cli/draw.h"
#include "report/move_text.h"
#include "json/player.h"

#define TERMINAL_SECONDS 1.0
#define PLAIN_SECONDS 30.0

void progress_start(struct progress *progress, const struct solve_board *board,
                    const struct run_limits *limits)
{
    progress->limits = limits;
    progress->boards_most = 0;
    progress->board = board;
    progress->started = progress->shown = clock_now();
    progress->terminal = isatty(STDERR_FILENO);
    progress->random_games = progress->line_open = false;
}

/* " (12 %)": how much of it is done; never 100 before the end. */
static void add_share(struct strbuf *text, double done, double all)
{
    double percent = all > 0 ? 100 * done / all : 0;
    strbuf_add(text, " (%.0f %%)", percent < 100 ? floor(percent) : 99.0);
}

/* "12 s: ", "12 of 60 s, 34 % of the nodes: ": how far the run is within what it may take. */
static void add_used(struct strbuf *text, uint64_t nodes, const struct progress *progress,
                     double seconds)
{
    const struct run_limits *limits = progress->limits;
    strbuf_add(text, "%.0f", floor(seconds));
    if (limits->max_seconds > 0)
        strbuf_add(text, " of %g", limits->max_seconds);
    strbuf_add(text, " s");
    if (limits->max_nodes > 0)
        strbuf_add(text, ", %.0f %% of the %s",
                   floor(100.0 * (double)nodes / (double)limits->max_nodes),
                   progress->random_games ? "games" : "nodes");
    strbuf_add(text, ": ");
}

/* "can Black get +2?": what is being asked. White's query is whether he can hold Black to less. */
static void add_query(struct strbuf *text, const struct solve_progress *run)
{
    strbuf_add(text, run->attacker == 0 ? "can Black get %s?" : "can White hold Black to %s?",
               human_signed_half_points(2 * run->margin + run->half_points));
}

static void add_search(struct strbuf *text, const struct solve_progress *run, double seconds)
{
    add_query(text, run);
    strbuf_add(text, " %.0f nodes/s, %s, depth %zu, %s", (double)run->nodes / seconds,
               human_count(run->entries, "lemma", "lemmas"), run->depth,
               human_size((double)run->bytes));
}

static void add_coalition(struct strbuf *text, const struct solve_progress *run, double seconds)
{
    strbuf_add(text, "can");
    for (int k = 0, any = 0; k < SOLVE_PLAYERS_MAX; k++)
        if (run->attacker >> k & 1)
            strbuf_add(text, "%s %s", any++ > 0 ? " and" : "", player_name(k));
    strbuf_add(text, " get %d? %.0f nodes/s, %s, depth %zu, %s", run->margin,
               (double)run->nodes / seconds, human_count(run->entries, "lemma", "lemmas"),
               run->depth, human_size((double)run->bytes));
}

static void add_strategies(struct strbuf *text, const struct solve_progress *run,
                           const struct solve_board *board, double seconds)
{
    strbuf_add(text, "strategy: ");
    if (!run->root)
        strbuf_add(text, "after %s (%d of %s judged), ", move_text(board, run->move), run->rated,
                   human_count((uint64_t)run->moves, "first play", "first plays"));
    add_query(text, run);
    if (run->sweep > 0)
        strbuf_add(text, " making the strategy: %.2f million states, round %d,",
                   (double)run->boards / 1e6, run->sweep);
    strbuf_add(text, " %.0f nodes/s, %.1f million nodes, %s", (double)run->nodes / seconds,
               (double)run->nodes / 1e6, human_size((double)run->bytes));
}

static void add_count(struct strbuf *text, const struct solve_progress *run, double seconds)
{
    strbuf_add(text, "counting, ");
    if (run->points_wanted > 0) {
        strbuf_add(text, "%u of %u points", run->points_done, run->points_wanted);
        add_share(text, run->points_done, run->points_wanted);
        strbuf_add(text, ", ");
    }
    strbuf_add(text, "%.1f million nodes, %.0f nodes/s, %s kept", (double)run->nodes / 1e6,
               (double)run->nodes / seconds, human_count(run->entries, "result", "results"));
    if (run->bytes > 0)
        strbuf_add(text, ", %s", human_size((double)run->bytes));
}

static void add_tables(struct strbuf *text, const struct solve_progress *run, double boards_most)
{
    double boards = (double)run->boards;
    strbuf_add(text, "preparing tables, ");
    if (boards_most <= 0 || boards > boards_most)
        strbuf_add(text, "%s", human_count(run->boards, "board", "boards"));
    else if (boards < boards_most)
        strbuf_add(text, "%.0f %% of %.0f boards", floor(100 * boards / boards_most), boards_most);
    else
        strbuf_add(text, "all %.0f boards", boards);
    strbuf_add(text, " up to symmetry, %s", human_size((double)run->bytes));
}

static void add_sweep(struct strbuf *text, const struct solve_progress *run)
{
    double share = run->boards > 0 ? (double)run->swept / (double)run->boards : 0;
    strbuf_add(text, "dense table, sweep %d, %.0f %% of %s up to symmetry, %s", run->sweep,
               floor(100 * share), human_count(run->boards, "board", "boards"),
               human_size((double)run->bytes));
}

static void add_random_games(struct strbuf *text, const struct solve_progress *run, double seconds)
{
    if (run->nodes == 0)
        strbuf_add(text, "random games, getting ready");
    else
        strbuf_add(text, "%s, %.0f/s", human_count(run->nodes, "random game", "random games"),
                   (double)run->nodes / seconds);
}

static void add_phase(struct strbuf *text, const struct solve_progress *run,
                      const struct progress *progress, double seconds)
{
    switch (run->phase) {
    case SOLVE_PREPARING:
        add_tables(text, run, progress->boards_most);
        break;
    case SOLVE_SWEEPING:
        add_sweep(text, run);
        break;
    case SOLVE_SEARCHING:
        add_search(text, run, seconds);
        break;
    case SOLVE_COALITIONS:
        add_coalition(text, run, seconds);
        break;
    case SOLVE_STRATEGIES:
        add_strategies(text, run, progress->board, seconds);
        break;
    case SOLVE_LEARNING:
        strbuf_add(text, "learning to guess by games, %u of %u", run->games, run->games_wanted);
        add_share(text, run->games, run->games_wanted);
        break;
    case SOLVE_COUNTING:
        if (progress->random_games)
            add_random_games(text, run, seconds);
        else
            add_count(text, run, seconds);
        break;
    }
}

/* Shortens a line to less than width columns: by parts at its end, or within the first one. */
static void fit(char *line, int width)
{
    size_t room = width > 1 ? (size_t)width - 1 : 1;
    if (strlen(line) <= room)
        return;
    bool at_end = strchr(", ", line[room]) != NULL;
    line[room] = '\0';
    char *comma = strrchr(line, ','), *blank = strrchr(line, ' ');
    if (!at_end && comma != NULL && comma > line + room / 2)
        *comma = '\0';
    else if (!at_end && blank != NULL && blank > line + room / 2)
        *blank = '\0';
}

static bool is_due(const struct progress *progress, double now)
{
    return now - progress->shown >= (progress->terminal ? TERMINAL_SECONDS : PLAIN_SECONDS);
}

/* Shows text, and releases it. */
static void show(struct progress *progress, struct strbuf *text, double now)
{
    if (text->length > 0 && progress->terminal)
        fit(text->chars, draw_width(stderr));
    if (!text->failed)
        fprintf(stderr, "%s%s%s", progress->terminal ? "\r\033[K" : "", text->chars,
                progress->terminal ? "" : "\n");
    fflush(stderr);
    strbuf_release(text);
    progress->shown = now;
    progress->line_open = progress->terminal;
}

void progress_show(const struct solve_progress *run, void *arg)
{
    struct progress *progress = arg;
    double now = clock_now();
    if (!is_due(progress, now))
        return;
    double seconds = now - progress->started;
    struct strbuf text = {0};
    add_used(&text, run->nodes, progress, seconds);
    add_phase(&text, run, progress, seconds);
    show(progress, &text, now);
}

void progress_show_check(const struct solve_check_progress *check, void *arg)
{
    struct progress *progress = arg;
    double now = clock_now();
    if (!is_due(progress, now))
        return;
    struct strbuf text = {0};
    add_used(&text, 0, progress, now - progress->started);
    strbuf_add(&text, "%s", check->checking ? "checking" : "reading");
    if (check->all > 0 || check->done > 0)
        strbuf_add(&text, ", %s", human_size((double)check->done));
    if (check->all > 0) {
        strbuf_add(&text, " of %s", human_size((double)check->all));
        add_share(&text, (double)check->done, (double)check->all);
    }
    show(progress, &text, now);
}

void progress_show_table(struct progress *progress, const struct solve_table_progress *table)
{
    double now = clock_now();
    if (!is_due(progress, now))
        return;
    struct strbuf text = {0};
    add_used(&text, 0, progress, now - progress->started);
    switch (table->step) {
    case SOLVE_TABLE_STEP_BOARDS:
        strbuf_add(&text, "finding the boards");
        break;
    case SOLVE_TABLE_STEP_WRITING:
        strbuf_add(&text, "writing the table");
        break;
    case SOLVE_TABLE_STEP_SWEEPS:
        strbuf_add(&text, "sweep %d, %.1f of %.1f million boards", table->sweep,
                   (double)table->done / 1e6, (double)table->boards / 1e6);
        add_share(&text, (double)table->done, (double)table->boards);
        strbuf_add(&text, ", %.1f million plays/s",
                   (double)table->plays / 1e6 / (now - progress->started));
    }
    show(progress, &text, now);
}

void progress_show_many(struct progress *progress, const char *what, uint64_t done, uint64_t all)
{
    double now = clock_now();
    if (!is_due(progress, now))
        return;
    struct strbuf text = {0};
    add_used(&text, 0, progress, now - progress->started);
    strbuf_add(&text, "%s, %llu of %llu", what, (unsigned long long)done, (unsigned long long)all);
    add_share(&text, (double)done, (double)all);
    show(progress, &text, now);
}

void progress_show_time(struct progress *progress, const char *what)
{
    double now = clock_now();
    if (!is_due(progress, now))
        return;
    struct strbuf text = {0};
    add_used(&text, 0, progress, now - progress->started);
    strbuf_add(&text, "%s", what);
    show(progress, &text, now);
}

void progress_stop(struct progress *progress)
{
    if (progress->line_open)
        fputs("\r\033[K", stderr);
    progress->line_open = false;
}
