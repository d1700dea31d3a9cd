/* The verb control: who controls what by the Logical Japanese Rules, with proofs. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "cli/format.h"
#include "cli/interrupt.h"
#include "cli/parse_number.h"
#include "cli/setup.h"
#include "cli/verb.h"
#include "cli/verbs/control_report.h"
#include "rules/control/location.h"
#include "rules/control_choice.h"

static const struct option_spec options[] = {
    SETUP_BOARD_OPTIONS,
    {"position", "TEXT", "rows joined by '/', as in X.O/..X"},
    {"prohibited", "\"A1 ...\"", "empty points that removed cycles used"},
    {"choices", "F=V[,F=V...]", "control-ko=free, control-pass=opponent, control-permanent=kept"},
    {"max-states", "N", "give a set up after so many states of its game"},
    FORMAT_JSON_OPTION,
};

static int read_prohibited(struct control_report *report, const struct options *given,
                           struct error *err)
{
    struct point_set prohibited;
    int r = setup_read_prohibited(given, report->graph, &report->position, &prohibited, err);
    for (int p = 0; p < report->graph->points && r == 0; p++)
        if (point_set_has(&prohibited, p))
            report->prohibited |= location_bit(p);
    return r;
}

static int read_limit(struct control_report *report, const char *text, struct error *err)
{
    uint64_t states;
    if (parse_number_unsigned(text, 1, CONTROL_STATES_MAX, &states) < 0)
        return options_refuse("max-states", text, "wanted a number from 1 to 2097152", err);
    report->limit = (size_t)states;
    return 0;
}

static int read_request(struct control_report *report, struct graph **graph,
                        const struct options *given, struct error *err)
{
    struct error why;
    int r = setup_read_board(given, graph, err);
    if (r < 0)
        return r;
    report->graph = *graph;
    if (report->graph->points > CONTROL_MAX_POINTS)
        return error_set(err, -EINVAL, "--%s '%.60s' has %d points: wanted at most %d for control",
                         options_has(given, "board") ? "board" : "graph", report->graph->name,
                         report->graph->points, CONTROL_MAX_POINTS);
    r = setup_read_position(given, report->graph, 2, &report->position, err);
    if (r == 0)
        r = read_prohibited(report, given, err);
    if (r == 0 && options_has(given, "max-states"))
        r = read_limit(report, options_text(given, "max-states"), err);
    if (r < 0 || !options_has(given, "choices"))
        return r;
    r = control_choice_parse(options_text(given, "choices"), &report->choice, &why);
    return r < 0 ? options_refuse("choices", options_text(given, "choices"), why.text, err) : 0;
}

static bool must_stop(void *arg)
{
    (void)arg;
    return atomic_load(&interrupt_requested);
}

static int find_and_print(struct control_report *report, bool json, struct error *err)
{
    int r = control_report_find(report);
    if (r < 0) {
        error_set(err, r, "%s, looking for control on %s", strerror(-r), report->graph->name);
        return EXIT_FAILED;
    }
    if (json)
        r = control_report_print_json(report, err);
    else
        control_report_print(report);
    if (report->stopped)
        fprintf(stderr, "solve: stopped: %s\n", interrupt_text());
    return r < 0 ? EXIT_FAILED : report->decided ? EXIT_SOLVED : EXIT_STOPPED;
}

static int run(const struct options *given, struct error *err)
{
    struct control_report report = {.limit = CONTROL_STATES_MAX, .stop = must_stop};
    struct graph *graph = NULL;
    int r = read_request(&report, &graph, given, err);
    int code = r < 0 ? verb_exit_code(r) : find_and_print(&report, options_has(given, "json"), err);
    control_report_release(&report);
    graph_free(graph);
    return code;
}

const struct verb verb_control = {
    .name = "control",
    .help = "who controls what by the Logical Japanese Rules of Go, with proofs",
    VERB_OPTIONS(options),
    .interruptible = true,
    .run = run,
};
