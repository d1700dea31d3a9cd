/* The verb endless: does a ruleset allow a play that never ends? */
#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "cli/failures.h"
#include "cli/format.h"
#include "cli/interrupt.h"
#include "cli/progress_clock.h"
#include "cli/run_limits.h"
#include "cli/setup.h"
#include "cli/verb.h"
#include "cli/verbs/endless_line.h"
#include "cli/verbs/endless_picture.h"
#include "json/endless_json.h"
#include "json/json.h"
#include "json/player.h"
#include "json/result_json.h"

static const struct option_spec options[] = {
    SETUP_OPTIONS,
    FORMAT_JSON_OPTIONS,
    RUN_LIMITS_MEMORY_OPTION,
    {"max-seconds", "S", "stop after so many seconds"},
    PICTURE_OPTIONS("lap (default), line, boards"),
    FORMAT_QUIET_OPTION,
};

struct endless_request {
    struct game_setup setup;
    bool json, quiet;
    struct run_limits limits;
    struct picture_option picture;
};

static int print_json(const struct endless_request *request, const struct solve_endless *found,
                      const char *stopped, struct error *err)
{
    const struct endless_asked asked = {request->setup.start, run_limits_told(&request->limits)};
    return json_print(endless_json_set(json_head("endless"), found, &asked, stopped), err);
}

static int print_text(const struct endless_request *request, const struct solve_endless *found,
                      struct error *err)
{
    const struct game_setup *setup = &request->setup;
    printf("%s, %s, %s to move\n", solve_board_name(setup->board), solve_rules_text(setup->rules),
           player_title(solve_game_to_move(setup->start)));
    if (found->verdict == SOLVE_ENDLESS_YES)
        printf("Play can go on for ever (%s): %s.\n", found->argument, found->reason);
    else if (found->verdict == SOLVE_ENDLESS_NO)
        printf("Every play ends, proven (%s): %s.\n", found->argument, found->reason);
    else
        printf("Not decided (%s): %s.\n", found->argument, found->reason);
    return found->moves != NULL ? endless_line_print(setup->start, found, err) : 0;
}

/* stopped: the word for why, or NULL. */
static int print(const struct endless_request *request, const struct solve_endless *found,
                 const char *stopped, struct error *err)
{
    struct failures failures = {.last = err};
    struct error why;
    failures_note(&failures,
                  request->json ? print_json(request, found, stopped, &why)
                                : print_text(request, found, &why),
                  &why);
    if (request->picture.path != NULL)
        failures_note(&failures,
                      endless_picture_write(&request->picture, request->setup.start, found, &why),
                      &why);
    return failures.any ? -EIO : 0;
}

static int read_request(struct endless_request *request, const struct options *given,
                        struct error *err)
{
    int r = run_limits_read(given, &request->limits, err);
    request->quiet = options_has(given, "quiet");
    if (r == 0)
        r = format_read_json(given, &request->json, err);
    if (r == 0)
        r = picture_option_read(given, "lap,line,boards", "lap", &request->picture, err);
    if (r == 0)
        r = setup_init(&request->setup, given, NULL, err);
    if (r < 0)
        return r;
    const struct game_setup *setup = &request->setup;
    int points = solve_board_points(setup->board);
    if (points > SOLVE_POINTS_MAX)
        return error_set(err, -EINVAL, "--%s '%.60s' has %d points: wanted at most %d for endless",
                         setup_board_option(setup), solve_board_name(setup->board), points,
                         SOLVE_POINTS_MAX);
    if (setup->facts.players > 2)
        return options_refuse("rules", options_text(given, "rules"),
                              "wanted a ruleset for two players", err);
    return 0;
}

/* Stopped before anything was known. */
static int print_stopped(const struct endless_request *request, int r, struct error *err)
{
    const struct solve_endless nothing = {
        .verdict = SOLVE_ENDLESS_UNDECIDED,
        .argument = "stopped",
        .reason = r == -ENOSPC          ? "the memory allowed is too small"
                  : interrupt_requested ? interrupt_text()
                                        : "stopped before the end",
    };
    enum solve_stop stop = r == -ENOSPC          ? SOLVE_STOP_MEMORY
                           : interrupt_requested ? SOLVE_STOP_INTERRUPT
                                                 : SOLVE_STOP_TIME;
    return print(request, &nothing, result_json_stop(stop), err) < 0 ? EXIT_FAILED : EXIT_STOPPED;
}

static int decide(const struct endless_request *request, struct solve_endless *ret_found)
{
    struct solve_request *run;
    int r = run_limits_request(&request->limits, &run);
    if (r < 0)
        return r;
    struct progress_clock *clock =
        request->quiet
            ? NULL
            : progress_clock_start("looking for a play that never ends", &request->limits);
    r = solve_request_endless(run, request->setup.start, ret_found, NULL);
    progress_clock_stop(clock);
    solve_request_free(run);
    return r;
}

static int decide_and_print(const struct endless_request *request, struct error *err)
{
    struct solve_endless found;
    int r = decide(request, &found);
    if (r == -EINTR || r == -ENOSPC)
        return print_stopped(request, r, err);
    if (r < 0) {
        error_set(err, r, "%s, looking for endless play on %s",
                  r == -EPROTO ? "the rules refuse the line found" : strerror(-r),
                  solve_board_name(request->setup.board));
        return EXIT_FAILED;
    }
    r = print(request, &found, NULL, err);
    bool decided = found.verdict != SOLVE_ENDLESS_UNDECIDED;
    solve_endless_release(&found);
    return r < 0 ? EXIT_FAILED : decided ? EXIT_SOLVED : EXIT_STOPPED;
}

static int run(const struct options *given, struct error *err)
{
    struct endless_request request = {0};
    int r = read_request(&request, given, err);
    int code = r < 0 ? verb_exit_code(r) : decide_and_print(&request, err);
    setup_release(&request.setup);
    return code;
}

const struct verb verb_endless = VERB(
    "endless", "does a ruleset allow a play that never ends: a line, or a proof that there is none",
    options, .run = run, .interruptible = true);
