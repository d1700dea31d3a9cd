/* The verb control: who controls what by the Logical Japanese Rules, with proofs. */
#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "cli/format.h"
#include "cli/interrupt.h"
#include "cli/parse_number.h"
#include "cli/progress_clock.h"
#include "cli/run_limits.h"
#include "cli/setup.h"
#include "cli/verb.h"
#include "cli/verbs/control_report.h"

static const struct option_spec options[] = {
    SETUP_BOARD_OPTIONS,
    SETUP_SGF_OPTION,
    {"position", "TEXT", "rows joined by '/', as in X.O/..X"},
    {"prohibited", "\"A1 ...\"", "empty points that removed cycles used"},
    {"choices", "F=V[,F=V...]", "control-ko=free, control-pass=opponent, control-permanent=kept"},
    {"max-states", "N", "give a set up after so many states of its game; default: 2097152"},
    {"memory", "SIZE", "with as many states as fit, instead: 160 bytes each"},
    FORMAT_JSON_OPTIONS,
    FORMAT_QUIET_OPTION,
};

static int read_limit(const struct options *given, size_t *ret_states, struct error *err)
{
    const char *text = options_text(given, "max-states");
    struct run_limits limits;
    uint64_t states =
        options_has(given, "memory") ? SOLVE_CONTROL_STATES_LIMIT : SOLVE_CONTROL_STATES_MAX;
    if (text != NULL && parse_number_unsigned(text, 1, SOLVE_CONTROL_STATES_LIMIT, &states) < 0)
        return options_refuse("max-states", text, "wanted a number from 1 to 1073741824", err);
    int r = run_limits_read(given, &limits, err);
    if (r < 0)
        return r;
    uint64_t fitting = limits.memory / SOLVE_CONTROL_STATE_BYTES;
    *ret_states = (size_t)(!limits.memory_default && fitting < states ? fitting : states);
    return 0;
}

/*
 * Reads the board, the position and the points that are prohibited. Control belongs to ljrg: which
 * positions there are, and that points are prohibited, is as under these rules.
 */
static int read_setup(const struct options *given, struct game_setup *ret_setup, struct error *err)
{
    int r = setup_init_under(ret_setup, given, "ljrg", NULL, err);
    if (r < 0)
        return r;
    int points = solve_board_points(ret_setup->board);
    if (points > SOLVE_POINTS_MAX)
        return error_set(err, -EINVAL, "--%s '%.60s' has %d points: wanted at most %d for control",
                         setup_board_option(ret_setup), solve_board_name(ret_setup->board), points,
                         SOLVE_POINTS_MAX);
    return 0;
}

/* Finds who controls what. Returns 0 or a negative errno (err). */
static int find(const struct options *given, const struct game_setup *setup, size_t max_states,
                struct solve_control **ret_control, struct error *err)
{
    struct solve_error why;
    char position[SOLVE_POSITION_TEXT_MAX] = "";
    struct solve_control_options how = {.position = position,
                                        .prohibited = setup->prohibited,
                                        .choices = options_text(given, "choices"),
                                        .max_states = max_states,
                                        .interrupt = interrupt_handle()};
    static const struct run_limits no_limits;
    solve_game_position(setup->start, 0, position);
    struct progress_clock *clock = options_has(given, "quiet")
                                       ? NULL
                                       : progress_clock_start("looking for control", &no_limits);
    int r = solve_control_find(setup->board, &how, ret_control, &why);
    progress_clock_stop(clock);
    if (r == -EINVAL) /* the rest was read before */
        return options_refuse("choices", how.choices, why.text, err);
    return r < 0 ? error_set(err, r, "%s, looking for control on %s", strerror(-r),
                             solve_board_name(setup->board))
                 : 0;
}

static int print(const struct control_report *report, bool json, struct error *err)
{
    int r = 0;
    if (json)
        r = control_report_print_json(report, err);
    else
        control_report_print(report);
    if (solve_control_stopped(report->control))
        fprintf(stderr, "solve: stopped: %s\n", interrupt_text());
    return r < 0                                    ? EXIT_FAILED
           : solve_control_decided(report->control) ? EXIT_SOLVED
                                                    : EXIT_STOPPED;
}

static int run(const struct options *given, struct error *err)
{
    struct game_setup setup = {0};
    struct solve_control *control = NULL;
    size_t max_states = 0;
    bool json = false;
    int r = format_read_json(given, &json, err);
    if (r == 0)
        r = read_setup(given, &setup, err);
    if (r == 0)
        r = read_limit(given, &max_states, err);
    if (r == 0)
        r = find(given, &setup, max_states, &control, err);
    const struct control_report report = {&setup, control, max_states};
    int code = r < 0 ? verb_exit_code(r) : print(&report, json, err);
    solve_control_free(control);
    setup_release(&setup);
    return code;
}

const struct verb verb_control =
    VERB("control", "who controls what by the Logical Japanese Rules of Go, with proofs", options,
         .run = run, .interruptible = true);
