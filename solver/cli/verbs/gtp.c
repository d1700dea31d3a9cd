/* The verb gtp: an engine for programs that speak the Go Text Protocol. */
#include <errno.h>
#include <stdio.h>
#include <unistd.h>

#include "base/outlet.h"
#include "cli/interrupt.h"
#include "cli/run_limits.h"
#include "cli/setup.h"
#include "cli/verb.h"
#include "cli/verbs/store_option.h"
#include "gtp/serve.h"

static const struct option_spec options[] = {
    SETUP_RULES_OPTION,
    {"board", "RxC", "the board until the client sets one (default: 5x5)"},
    {"komi", "N", "a whole or half number, until the client sets one; default: 0"},
    {"resign", NULL, "resign lost games"},
    {"store", "DIR", STORE_OPTION_HELP},
    {"no-store", NULL, "keep nothing (the default)"},
    RUN_LIMITS_THREADS_OPTION,
    RUN_LIMITS_MEMORY_OPTION,
    {"max-seconds", "S", "of an answer; default: as long as it takes"},
};

#define BOARD_DEFAULT "5x5"
#define RULES_DEFAULT "psk"

static int read_board(const struct options *given, struct gtp_settings *settings, struct error *err)
{
    struct solve_error why;
    const char *text = options_text(given, "board");
    int r = solve_board_parse(text != NULL ? text : BOARD_DEFAULT, &settings->board, &why);
    if (r == -EINVAL)
        return options_refuse("board", text, why.text, err);
    if (r < 0)
        return error_set(err, r, "%s", why.text);
    if (solve_board_rows(settings->board) <= GTP_SIDE_MAX &&
        solve_board_columns(settings->board) <= GTP_SIDE_MAX)
        return 0;
    return options_refuse("board", text, "wanted at most 25 rows and columns, as GTP has them",
                          err);
}

static int read_rules(const struct options *given, struct gtp_settings *settings, struct error *err)
{
    struct solve_error why;
    struct solve_rules_facts facts;
    const char *text = options_text(given, "rules");
    int r = solve_rules_parse(text != NULL ? text : RULES_DEFAULT, &settings->rules, &why);
    if (r == -EINVAL)
        return options_refuse("rules", text, why.text, err);
    if (r < 0)
        return error_set(err, r, "%s", why.text);
    solve_rules_facts(settings->rules, &facts);
    if (facts.players > 2)
        return options_refuse("rules", text, "wanted a ruleset for two players", err);
    return 0;
}

static int read_settings(const struct options *given, struct gtp_settings *settings,
                         struct error *err)
{
    struct run_limits limits;
    int r = store_option_check(given, err);
    if (r == 0)
        r = run_limits_read(given, &limits, err);
    if (r == 0)
        r = setup_read_komi(given, &settings->komi, err);
    if (r == 0)
        r = read_board(given, settings, err);
    if (r == 0)
        r = read_rules(given, settings, err);
    if (r < 0)
        return r;
    settings->threads = limits.threads;
    settings->memory = limits.memory;
    settings->max_seconds = limits.max_seconds;
    settings->resign = options_has(given, "resign");
    settings->stop = interrupt_handle();
    return 0;
}

static bool is_interrupted(void *arg)
{
    (void)arg;
    return atomic_load(&interrupt_requested);
}

/* A client that reads no answers does not keep the engine from ending. */
static int answer(const struct gtp_settings *settings, struct error *err)
{
    FILE *out;
    int r = outlet_open(stdout, is_interrupted, NULL, &out);
    if (r < 0)
        return error_set(err, r, "out of memory");
    r = gtp_serve(settings, STDIN_FILENO, out, stderr, err);
    fclose(out);
    return r;
}

static int serve(const struct options *given, struct gtp_settings *settings, struct error *err)
{
    const char *dir = options_text(given, "store");
    struct error why;
    int r = store_option_open(dir, NULL, NULL, &settings->store, err);
    if (r < 0)
        return verb_exit_code(r);
    r = answer(settings, err);
    int closed = store_option_close(dir, settings->store, r < 0 ? &why : err);
    if (r < 0 || closed < 0)
        return EXIT_FAILED;
    return interrupt_requested ? EXIT_STOPPED_UNTOLD : EXIT_SOLVED;
}

static int run(const struct options *given, struct error *err)
{
    struct gtp_settings settings = {0};
    int r = read_settings(given, &settings, err);
    int code = r < 0 ? verb_exit_code(r) : serve(given, &settings, err);
    solve_board_unref(settings.board);
    solve_rules_unref(settings.rules);
    return code;
}

const struct verb verb_gtp =
    VERB("gtp", "an engine for programs that speak the Go Text Protocol (Sabaki, GoGui, ...)",
         options, .run = run, .interruptible = true);
