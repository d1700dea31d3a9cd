/* The verb compare: its options. */
#include <errno.h>

#include "cli/format.h"
#include "cli/output_path.h"
#include "cli/verb.h"
#include "cli/verbs/coalition_ask.h"
#include "cli/verbs/compare.h"
#include "cli/verbs/store_option.h"
#include "sgf/record.h"

static const struct option_spec options[] = {
    SETUP_BOARD_OPTIONS,
    SETUP_SGF_OPTION,
    {"rules", "A,B,...|all", "rulesets; a part with '=' is a field of the one before it"},
    {"position", "TEXT", "the start: rows joined by '/', as in X.O/..X"},
    {"to-move", "PLAYER", "who moves first: black (default) or white"},
    SETUP_HISTORY_OPTION,
    {"komi", "N", "plays are best at this komi; 0 if not given"},
    {"payoff", "WHAT", "of coalitions: points (default), margin or rank"},
    {"find", NULL, "the smallest position of the board with different values"},
    {"format", "FORMAT", "text (default), json, csv, markdown"},
    FORMAT_JSON_OPTION,
    RUN_LIMITS_THREADS_OPTION,
    RUN_LIMITS_MEMORY_OPTION,
    {"max-nodes", "N", "limit of each position under each ruleset"},
    {"max-seconds", "S", "limit of each position under each ruleset"},
    FORMAT_QUIET_OPTION,
    STORE_OPTIONS_BY_DEFAULT,
    {"sgf-out", "FILE", "write the best line under each ruleset as SGF"},
    PICTURE_OPTIONS("heat (default), line, boards, position"),
};

static int read_rulesets(struct compare_options *into, const char *text, struct error *err)
{
    struct error why;
    struct solve_rules_facts facts, first;
    if (text == NULL)
        return error_set(err, -EINVAL,
                         "--rules is missing: wanted names that '" SOLVE_PROGRAM
                         " rules' lists, or all");
    int r = rulesets_parse(text, &into->rulesets, &why);
    if (r < 0)
        return r == -EINVAL ? options_refuse("rules", text, why.text, err)
                            : error_set(err, r, "%s", why.text);
    solve_rules_facts(into->rulesets.list[0], &first);
    for (size_t i = 1; i < into->rulesets.count; i++)
        if (solve_rules_facts(into->rulesets.list[i], &facts) == 0 &&
            facts.players != first.players)
            return options_refuse("rules", text, "wanted rulesets for as many players each", err);
    return 0;
}

/* Takes the komi that rulesets name (KataGo's JSON): all that name one must name the same. */
static int read_komi_of_rulesets(struct compare_options *into, const struct options *given,
                                 struct error *err)
{
    for (size_t i = 0; i < into->rulesets.count; i++) {
        int komi, r = setup_komi_of_rules(given, into->rulesets.list[i], &komi, err);
        if (r < 0)
            return r;
        if (r > 0 && into->komi_given && komi != into->komi_half_points)
            return error_set(err, -EINVAL, "--rules names two different komis: wanted one");
        if (r > 0)
            into->komi_half_points = komi;
        into->komi_given = into->komi_given || r > 0;
    }
    return 0;
}

/* Reads the setup under the first ruleset. Only the rules differ from one to the next. */
static int read_setup(struct compare_options *into, const struct options *given, struct error *err)
{
    const char *rules = solve_rules_text(into->rulesets.list[0]);
    int r = setup_init_under(&into->setup, given, rules, "history", err);
    if (r == 0 && !into->komi_given && into->setup.has_komi) {
        into->komi_half_points = into->setup.komi_half_points;
        into->komi_given = true;
    }
    if (r == 0 && solve_board_points(into->setup.board) > SOLVE_POINTS_MAX)
        return error_set(err, -EINVAL, "--%s '%.60s' has %d points: wanted at most %d for solving",
                         setup_board_option(&into->setup), solve_board_name(into->setup.board),
                         solve_board_points(into->setup.board), SOLVE_POINTS_MAX);
    return r;
}

/* Refuses what only games of two players have, or only those of more. */
static int check_players(struct compare_options *into, const struct options *given,
                         struct error *err)
{
    static const char *const others[] = {"komi", "find", "store", "sgf-out", "picture"};
    if (into->setup.facts.players == 2)
        return options_has(given, "payoff")
                   ? options_refuse("payoff", options_text(given, "payoff"),
                                    "wanted none for two players: it is for values by coalition",
                                    err)
                   : 0;
    for (size_t i = 0; i < sizeof(others) / sizeof(others[0]); i++)
        if (options_has(given, others[i]))
            return error_set(err, -EINVAL, "--%s: wanted none for values by coalition", others[i]);
    return coalition_ask_payoff(given, &into->payoff, err);
}

static int check_find(const struct compare_options *into, const struct options *given,
                      struct error *err)
{
    if (!into->find)
        return 0;
    if (into->rulesets.count < 2)
        return options_refuse("rules", options_text(given, "rules"),
                              "wanted at least two for --find", err);
    if (rulesets_uneven(&into->rulesets) != NULL)
        return options_refuse(
            "rules", options_text(given, "rules"),
            "wanted rulesets that treat both colours alike for --find, which lets "
            "Black move first only",
            err);
    if (options_has(given, "position") || options_has(given, "to-move") ||
        options_has(given, "history") || options_has(given, "sgf"))
        return error_set(err, -EINVAL,
                         "--find looks at all positions: leave out --position, --to-move, "
                         "--history and --sgf");
    return 0;
}

/* Reads --sgf-out. What SGF cannot hold is refused before hours of search. */
static int read_sgf_out(struct compare_options *into, const struct options *given,
                        struct error *err)
{
    struct error why;
    into->sgf_out = options_text(given, "sgf-out");
    if (into->sgf_out == NULL)
        return 0;
    if (sgf_record_check(into->setup.board, into->setup.rules, &why) < 0)
        return options_refuse("sgf-out", into->sgf_out, why.text, err);
    return output_path_file("sgf-out", into->sgf_out, err);
}

static int read_options(struct compare_options *into, const struct options *given,
                        struct error *err)
{
    int r = store_option_check(given, err);
    into->find = options_has(given, "find");
    into->quiet = options_has(given, "quiet");
    into->komi_given = options_has(given, "komi");
    if (r == 0)
        r = format_read(given, &into->format, err);
    if (r == 0)
        r = picture_option_read(given, "heat,line,boards,position", "heat", &into->picture, err);
    if (r == 0)
        r = setup_read_komi(given, &into->komi_half_points, err);
    if (r == 0)
        r = run_limits_read(given, &into->limits, err);
    if (r == 0)
        r = read_rulesets(into, options_text(given, "rules"), err);
    if (r == 0)
        r = read_komi_of_rulesets(into, given, err);
    if (r == 0)
        r = read_setup(into, given, err);
    if (r == 0)
        r = check_players(into, given, err);
    if (r == 0)
        r = read_sgf_out(into, given, err);
    return r == 0 ? check_find(into, given, err) : r;
}

static int run_with_store(struct compare_options *into, const struct options *given,
                          struct error *err)
{
    struct error failed;
    int r = store_option_open_default(given, &into->store, NULL, err);
    if (r < 0)
        return verb_exit_code(r);
    int code = into->find ? compare_find(into, err) : compare_run(into, err);
    if (store_option_close(options_text(given, "store"), into->store, &failed) < 0) {
        *err = failed;
        code = EXIT_FAILED;
    }
    return code;
}

static int run(const struct options *given, struct error *err)
{
    struct compare_options into = {0};
    int r = read_options(&into, given, err);
    int code = r < 0                          ? verb_exit_code(r)
               : into.setup.facts.players > 2 ? compare_coalitions(&into, err)
                                              : run_with_store(&into, given, err);
    setup_release(&into.setup);
    rulesets_release(&into.rulesets);
    return code;
}

const struct verb verb_compare =
    VERB("compare", "one position under several rulesets, or where they differ (--find)", options,
         .run = run, .interruptible = true);
