/* Estimating the number of complete games by random games. */
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "base/human.h"
#include "cli/interrupt.h"
#include "cli/stop_text.h"
#include "cli/verb.h"
#include "cli/verbs/counting.h"
#include "json/json.h"
#include "json/result_json.h"

/* How long a run whose time is over still looks whether play must end. */
#define LOOK_SECONDS 0.1

/* Is it undecided whether play must end? Where it need not the library refuses to estimate. Rules
 * for more than two players are finite. Takes what estimate (NULL: none was made) left of the time.
 */
static bool may_be_endless(const struct counting_asked *counting,
                           const struct solve_estimate *estimate)
{
    struct run_limits limits = counting->options.limits;
    struct solve_request *request;
    struct solve_endless found;
    if (counting->options.setup.facts.players > 2)
        return false;
    limits.max_nodes = 0; /* games, which are no nodes of this */
    limits.max_seconds -= estimate != NULL ? estimate->seconds : limits.max_seconds;
    if (limits.max_seconds < LOOK_SECONDS)
        limits.max_seconds = LOOK_SECONDS;
    if (run_limits_request(&limits, &request) < 0)
        return true;
    bool decided = false;
    if (solve_request_endless(request, counting->options.game, &found, NULL) == 0) {
        decided = found.verdict == SOLVE_ENDLESS_NO;
        solve_endless_release(&found);
    }
    solve_request_free(request);
    return !decided;
}

/* estimate: NULL where there is none. */
static int print_json(const struct counting_asked *counting, const struct solve_estimate *estimate,
                      enum solve_stop stop, struct error *err)
{
    bool made = estimate != NULL, finite = !may_be_endless(counting, estimate);
    json_t *object = counting_json(counting);
    object = json_with(object, "verdict", json_string(made ? "estimated" : "not estimated"));
    object = json_with(object, "exact", json_false());
    object = json_with(object, "games", json_null());
    object = json_with(object, "finite", finite ? json_true() : json_null());
    object = json_with(object, "within", json_real(counting->within));
    object = json_with(object, "estimate",
                       made ? counting_estimate_json(estimate, counting->seed) : json_null());
    object = json_with(object, "stopped", json_text_or_null(result_json_stop(stop)));
    return json_print(object, err);
}

static void set_real(struct grid *grid, const char *key, const char *format, double number)
{
    char text[64];
    snprintf(text, sizeof(text), format, number);
    grid_put(grid, 0, key, strdup(text));
}

static int fill_row(const struct counting_asked *counting, const void *found, struct grid *grid)
{
    const struct solve_estimate *estimate = found;
    struct strbuf about = {0}, number = {0};
    counting_add_estimate(&about, estimate);
    int r = grid_set_text(grid, 0, "estimate", &about);
    set_real(grid, "log10", "%.6f", estimate->log10);
    set_real(grid, "error", "%.4g", estimate->error);
    grid_put(grid, 0, "doubtful", strdup(estimate->doubtful ? "yes" : "no"));
    set_real(grid, "mean_length", "%.2f", estimate->mean_length);
    set_real(grid, "longest_met", "%.0f", (double)estimate->longest);
    set_real(grid, "samples", "%.0f", (double)estimate->samples);
    strbuf_add(&number, "%" PRIu64, counting->seed);
    return r < 0 ? r : grid_set_text(grid, 0, "seed", &number);
}

static int print_grid(const struct counting_asked *counting, const struct solve_estimate *estimate,
                      struct error *err)
{
    static const struct grid_column more[] = {
        {"estimate", "estimate"}, {"log10", "log10"},       {"error", "error (95 %)"},
        {"doubtful", "doubtful"}, {"mean_length", "plays"}, {"longest_met", "longest met"},
        {"samples", "games"},     {"seed", "seed"},
    };
    return counting_print_row(counting, more, sizeof(more) / sizeof(more[0]), fill_row, estimate,
                              err);
}

static int print_text(const struct counting_asked *counting, const struct solve_estimate *estimate,
                      struct error *err)
{
    counting_print_head(counting);
    int r = counting_print_estimate(estimate, err);
    if (r == 0 && may_be_endless(counting, estimate))
        printf("It is not decided whether play must end; if it need not there is no number.\n");
    if (r == 0 && !counting->options.quiet)
        printf("\nseed %" PRIu64 ", %.2f s\n", counting->seed, estimate->seconds);
    return r;
}

static int print(const struct counting_asked *counting, const struct solve_estimate *estimate,
                 struct error *err)
{
    switch (counting->format) {
    case GRID_JSON:
        return print_json(counting, estimate, estimate->stop, err);
    case GRID_TEXT:
        return print_text(counting, estimate, err);
    default:
        return print_grid(counting, estimate, err);
    }
}

static const char *text_of_stop(const struct counting_asked *counting, enum solve_stop stop)
{
    return stop == SOLVE_STOP_NODES ? "--games reached"
                                    : stop_text_within(stop, &counting->options.limits);
}

/* There is no estimate. Returns an exit code. */
static int fail(const struct counting_asked *counting, int r, const struct solve_error *why,
                struct error *err)
{
    enum solve_stop stop = r == -ENOSPC                        ? SOLVE_STOP_MEMORY
                           : atomic_load(&interrupt_requested) ? SOLVE_STOP_INTERRUPT
                                                               : SOLVE_STOP_TIME;
    if (r == -ENODATA) {
        error_set(err, r, "--games '%" PRIu64 "': %s", counting->options.limits.max_nodes,
                  why->text);
        return EXIT_USAGE;
    }
    if (r != -EINTR && r != -ENOSPC)
        return counting_refused(counting, r, why, "there is no number", err);
    if (counting->format == GRID_JSON && print_json(counting, NULL, stop, err) < 0)
        return EXIT_FAILED;
    fprintf(stderr, "solve: stopped before there was an estimate: %s\n",
            text_of_stop(counting, stop));
    return EXIT_STOPPED;
}

/* Says why the error that was wanted is not reached, if it is not. Returns an exit code. */
static int tell_stop(const struct counting_asked *counting, const struct solve_estimate *estimate)
{
    if (estimate->stop != SOLVE_STOP_NONE)
        fprintf(stderr, "solve: stopped before the error was %.3g %%: %s\n", 100 * counting->within,
                text_of_stop(counting, estimate->stop));
    else if (estimate->doubtful)
        fprintf(
            stderr,
            "solve: the error is doubtful: single runs differ too much, and cannot be larger\n");
    else
        return EXIT_SOLVED;
    return EXIT_STOPPED;
}

int counting_estimate(const struct counting_asked *counting, struct error *err)
{
    struct progress progress;
    struct solve_request *request;
    struct solve_estimate estimate;
    struct solve_error why = {""};
    if (counting_request(counting, &progress, &request, err) < 0)
        return EXIT_FAILED;
    progress.random_games = true;
    int r = solve_request_estimate(request, counting->options.game, counting->within,
                                   counting->seed, &estimate, &why);
    progress_stop(&progress);
    solve_request_free(request);
    if (r < 0)
        return fail(counting, r, &why, err);
    if (print(counting, &estimate, err) < 0)
        return EXIT_FAILED;
    return tell_stop(counting, &estimate);
}
