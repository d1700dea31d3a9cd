/* The main verb: its options, checked and put into struct solve_options. */
#include <errno.h>
#include <string.h>

#include "cli/color.h"
#include "cli/format.h"
#include "cli/output_path.h"
#include "cli/parse_number.h"
#include "cli/solve_options.h"
#include "cli/verb.h"
#include "cli/verbs/helping.h"
#include "cli/verbs/solve_coalition.h"
#include "cli/verbs/solve_run.h"
#include "cli/verbs/store_option.h"
#include "sgf/record.h"

static const struct option_spec options[] = {
    SETUP_OPTIONS,
    SETUP_HISTORY_OPTION,
    SETUP_PROHIBITED_OPTION,
    {"komi", "N", "a whole or half number; values are printed before komi"},
    {"coalition", "PLAYERS", "what these players get against all others (kee2013)"},
    {"payoff", "WHAT", "of coalitions: points (default), margin or rank"},
    {"ask", "CLAIM", ">=N: does Black get N? <=N: does White hold him to N? only this"},
    {"value-only", NULL, "skip the values of the other first plays"},
    FORMAT_JSON_OPTIONS,
    {"store", "DIR", STORE_OPTION_HELP},
    {"no-store", NULL, "keep nothing (the default)"},
    RUN_LIMITS_THREADS_OPTION,
    RUN_LIMITS_MEMORY_OPTION,
    {"max-nodes", "N", "stop after so many expanded positions"},
    {"max-seconds", "S", "stop after so many seconds"},
    {"proof", "FILE", "write a certificate of what is proved"},
    {"strategy-leaves", NULL, "of --proof: lines may end in strategies from dense tables"},
    {"living", NULL, "strategies end where their player lives with enough"},
    {"sgf-out", "FILE", "write the game and the best line as SGF, with values"},
    {"tree", "N", "of --sgf-out: all moves, N moves deep, with their values"},
    PICTURE_OPTIONS("heat,line (default), or some of heat, line, boards, position"),
    COLOR_OPTION,
    FORMAT_QUIET_OPTION,
};

/* Deeper trees than that no computer holds. */
#define TREE_MAX 64

/* Reads --sgf-out and --tree. What SGF cannot hold is refused before hours of search. */
static int read_sgf_out(struct solve_options *into, const struct options *given, struct error *err)
{
    const char *path = options_text(given, "sgf-out"), *depth = options_text(given, "tree");
    struct error why;
    uint64_t tree = 0;
    if (depth != NULL && parse_number_unsigned(depth, 1, TREE_MAX, &tree) < 0)
        return options_refuse("tree", depth, "wanted a whole number from 1 to 64", err);
    if (depth != NULL && path == NULL)
        return options_refuse("tree", depth, "it is for --sgf-out: wanted that, too", err);
    if (depth != NULL && (into->value_only || into->proof != NULL))
        return error_set(err, -EINVAL, "--tree and --%s contradict each other: wanted one",
                         into->asks         ? "ask"
                         : into->value_only ? "value-only"
                                            : "proof");
    into->sgf_out = path;
    into->tree = (int)tree;
    if (path == NULL)
        return 0;
    if (into->setup.any_prohibited)
        return options_refuse("sgf-out", path, "SGF cannot tell --prohibited: wanted one of them",
                              err);
    if (sgf_record_check(into->setup.board, into->setup.rules, &why) < 0)
        return options_refuse("sgf-out", path, why.text, err);
    return output_path_file("sgf-out", path, err);
}

/* Reads --ask, of which the values of first plays are no part. */
static int read_ask(struct solve_options *into, const struct options *given, struct error *err)
{
    const char *text = options_text(given, "ask");
    struct solve_error why;
    if (text == NULL)
        return 0;
    if (solve_claim_parse(text, &into->asked, &why) < 0 ||
        solve_claim_check(&into->asked, into->setup.rules, &why) < 0)
        return options_refuse("ask", text, why.text, err);
    into->asks = into->value_only = true;
    return 0;
}

/* Refuses strategy leaves where there can be none. */
static int check_leaves(const struct solve_options *into, struct error *err)
{
    if (!into->strategy_leaves)
        return 0;
    if (into->proof == NULL)
        return error_set(err, -EINVAL, "--strategy-leaves is for --proof: wanted that, too");
    if (into->by_coalition)
        return error_set(err, -EINVAL, "--strategy-leaves: wanted none for values by coalition");
    if (solve_rules_strategy_leaves(into->setup.rules))
        return 0;
    return options_refuse("rules", solve_rules_text(into->setup.rules),
                          "--strategy-leaves is for psk, ssk, nssk, repetition=own, kee2013 and "
                          "kee-v6, varied in nothing but suicide, refresh, tally and scoring=stone",
                          err);
}

/* Refuses living strategies where there can be none. */
static int check_living(const struct solve_options *into, struct error *err)
{
    if (!into->living)
        return 0;
    if (into->by_coalition)
        return error_set(err, -EINVAL, "--living: wanted none for values by coalition");
    if (solve_rules_living(into->setup.rules))
        return 0;
    return options_refuse(
        "rules", solve_rules_text(into->setup.rules),
        "--living is for rules under which strategies prove something, with "
        "suicide=no and scoring=area, and for kee-v6 with counts=last and suicide=change",
        err);
}

/* Refuses what rules that remove cycles do not have. */
static int check_cycles(const struct solve_options *into, struct error *err)
{
    if (!into->setup.facts.removes_cycles)
        return 0;
    if (into->proof != NULL && into->setup.any_prohibited)
        return options_refuse("proof", into->proof,
                              "a certificate cannot tell --prohibited: wanted one of them", err);
    return 0;
}

/* Refuses a store in which nothing would be kept. */
static int check_store(const struct solve_options *into, struct error *err)
{
    struct solve_rules_field field;
    const char *value;
    for (size_t i = 0; (value = solve_rules_value(into->setup.rules, i)) != NULL; i++)
        if (into->store != NULL &&
            solve_rules_family_field(into->setup.facts.family, i, &field) == 0 &&
            strcmp(field.name, "first-pass") == 0 && strcmp(value, field.values[0]) != 0)
            return options_refuse(
                "store", into->store,
                "nothing is saved where the first pass brings points: wanted none with first-pass",
                err);
    return 0;
}

static int read_options(struct solve_options *into, const struct options *given, struct error *err)
{
    int r = store_option_check(given, err);
    if (r == 0)
        r = format_read_json(given, &into->json, err);
    if (r == 0)
        r = color_read(given, stdout, &into->colored, err);
    if (r == 0)
        r = run_limits_read(given, &into->limits, err);
    if (r == 0)
        r = output_path_stream("proof", options_text(given, "proof"), err);
    if (r == 0)
        r = picture_option_read(given, "heat,line,boards,position", "heat,line", &into->picture,
                                err);
    into->any_players = true;
    if (r == 0)
        r = setup_read_komi(given, &into->komi_half_points, err);
    if (r == 0)
        r = solve_options_read_game(into, given, "history", err);
    into->store = options_text(given, "store");
    into->value_only = options_has(given, "value-only");
    into->proof = options_text(given, "proof");
    into->strategy_leaves = options_has(given, "strategy-leaves");
    into->living = options_has(given, "living");
    into->quiet = options_has(given, "quiet");
    if (r == 0)
        r = solve_coalition_read(into, given, err);
    if (r == 0)
        r = check_leaves(into, err);
    if (r == 0)
        r = check_living(into, err);
    if (r == 0)
        r = read_ask(into, given, err);
    if (r == 0)
        r = read_sgf_out(into, given, err);
    if (r == 0)
        r = check_store(into, err);
    return r == 0 ? check_cycles(into, err) : r;
}

static int run(const struct options *given, struct error *err)
{
    struct solve_options into = {0};
    int r = read_options(&into, given, err);
    int code = verb_exit_code(r);
    if (r == 0 && !helping_serve(&into.limits, &code)) {
        code = into.by_coalition ? solve_coalition_run(&into, err) : solve_run(&into, err);
        helping_end();
    }
    solve_options_release(&into);
    return code;
}

const struct verb verb_solve =
    VERB("solve", "solve a board: its value, the best first plays, a best line", options,
         .run = run, .ranks = true, .interruptible = true);
