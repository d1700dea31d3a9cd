/* The verb compare: its options. */
#include <errno.h>
#include <string.h>

#include "cli/resources.h"
#include "cli/solve_options.h"
#include "cli/store_option.h"
#include "cli/verb.h"
#include "cli/verbs/compare.h"

enum {
    OPT_HISTORY = SETUP_OPTION_COUNT,
    OPT_KOMI,
    OPT_FIND,
    OPT_FORMAT,
    OPT_THREADS,
    OPT_MEMORY,
    OPT_MAX_NODES,
    OPT_MAX_SECONDS,
    OPT_QUIET,
    OPT_STORE,
    OPT_NO_STORE,
    OPT_COUNT,
};

static const struct option_spec options[OPT_COUNT] = {
    [SETUP_BOARD] = {"board", "RxC", "a board of R rows and C columns"},
    [SETUP_GRAPH] = {"graph", "FILE", "another board: point names, then an edge a line"},
    [SETUP_RULES] = {"rules", "A,B,...|all",
                     "rulesets; a part with '=' is a field of the one before it"},
    [SETUP_POSITION] = {"position", "TEXT", "the start: rows joined by '/', as in X.O/..X"},
    [SETUP_TO_MOVE] = {"to-move", "PLAYER", "who moves first: black (default) or white"},
    [OPT_HISTORY] = {"history", "\"B2 pass ...\"", "moves already played from the position"},
    [OPT_KOMI] = {"komi", "N", "plays are best at this komi; 0 if not given"},
    [OPT_FIND] = {"find", NULL, "the smallest position of the board with different values"},
    [OPT_FORMAT] = {"format", "FORMAT", "text (default), json, csv, markdown"},
    [OPT_THREADS] = {"threads", "N", "default: all cores"},
    [OPT_MEMORY] = {"memory", "SIZE", MEMORY_HELP},
    [OPT_MAX_NODES] = {"max-nodes", "N", "limit of each position under each ruleset"},
    [OPT_MAX_SECONDS] = {"max-seconds", "S", "limit of each position under each ruleset"},
    [OPT_QUIET] = {"quiet", NULL, "no progress on stderr"},
    [OPT_STORE] = {"store", "DIR", "what is proved is kept there; default: in the cache folder"},
    [OPT_NO_STORE] = {"no-store", NULL, "keep and use nothing"},
};

static int read_rulesets(struct compare_options *into, const char *text, struct error *err)
{
    struct error why;
    if (text == NULL)
        return error_set(err, -EINVAL,
                         "--rules is missing: wanted names that 'solve rules' lists, or all");
    int r = rulesets_parse(text, &into->rulesets, &why);
    if (r < 0)
        return r == -EINVAL ? options_refuse("rules", text, why.text, err)
                            : error_set(err, r, "%s", why.text);
    for (size_t i = 0; i < into->rulesets.count; i++)
        if (ruleset_players(&into->rulesets.list[i]) > 2)
            return options_refuse("rules", text, "wanted rulesets for two players", err);
    return 0;
}

/* The setup is read as if for the first ruleset; what differs between them is the rules alone. */
static int read_setup(struct compare_options *into, const char *const *values, struct error *err)
{
    const char *copy[OPT_COUNT];
    char rules[RULESET_TEXT_MAX];
    memcpy(copy, values, sizeof(copy));
    ruleset_format(&into->rulesets.list[0], rules);
    copy[SETUP_RULES] = rules;
    int r = setup_init(&into->setup, options, copy, OPT_HISTORY, err);
    if (r == 0 && into->setup.graph->points > SOLVER_MAX_POINTS)
        return error_set(err, -EINVAL, "--%s: %d points: wanted at most %d for solving",
                         setup_board_option(&into->setup), into->setup.graph->points,
                         SOLVER_MAX_POINTS);
    return r;
}

static int check_find(const struct compare_options *into, const char *const *values,
                      struct error *err)
{
    if (!into->find)
        return 0;
    if (into->rulesets.count < 2)
        return options_refuse("rules", values[SETUP_RULES], "wanted at least two for --find", err);
    if (values[SETUP_POSITION] != NULL || values[SETUP_TO_MOVE] != NULL ||
        values[OPT_HISTORY] != NULL)
        return error_set(err, -EINVAL,
                         "--find looks at all positions: leave out --position, --to-move and "
                         "--history");
    return 0;
}

static int read_limits(struct compare_options *into, const char *const *values, struct error *err)
{
    uint64_t bytes = 0;
    into->format = GRID_TEXT;
    if (values[OPT_FORMAT] != NULL && grid_format_parse(values[OPT_FORMAT], &into->format) < 0)
        return options_refuse("format", values[OPT_FORMAT], "wanted text, json, csv or markdown",
                              err);
    int r = solve_options_read_komi(values[OPT_KOMI], &into->komi_half_points, err);
    into->komi_given = values[OPT_KOMI] != NULL;
    if (r == 0)
        r = resources_read_threads(values[OPT_THREADS], &into->threads, err);
    if (r == 0)
        r = resources_read_memory(values[OPT_MEMORY], &bytes, err);
    if (r == 0)
        r = resources_read_max_nodes(values[OPT_MAX_NODES], &into->max_nodes, err);
    if (r == 0)
        r = resources_read_seconds("max-seconds", values[OPT_MAX_SECONDS], &into->max_seconds, err);
    if (into->threads == 0)
        into->threads = resources_threads();
    into->memory = bytes != 0 ? (size_t)bytes : resources_memory();
    return r;
}

static int run_with_store(struct compare_options *into, const char *const *values,
                          struct error *err)
{
    struct error failed;
    int r = store_option_open_default(values[OPT_STORE], values[OPT_NO_STORE] != NULL, into->quiet,
                                      &into->store, err);
    if (r < 0)
        return verb_exit_code(r);
    int code = into->find ? compare_find(into, err) : compare_run(into, err);
    if (store_option_close(values[OPT_STORE], into->store, &failed) < 0) {
        *err = failed;
        code = EXIT_FAILED;
    }
    return code;
}

static int run(const char *const *values, struct error *err)
{
    struct compare_options into = {.find = values[OPT_FIND] != NULL,
                                   .quiet = values[OPT_QUIET] != NULL};
    int r = store_option_check(values[OPT_STORE], values[OPT_NO_STORE], err);
    if (r == 0)
        r = read_limits(&into, values, err);
    if (r == 0)
        r = read_rulesets(&into, values[SETUP_RULES], err);
    if (r == 0)
        r = read_setup(&into, values, err);
    if (r == 0)
        r = check_find(&into, values, err);
    int code = r < 0 ? verb_exit_code(r) : run_with_store(&into, values, err);
    setup_release(&into.setup);
    rulesets_release(&into.rulesets);
    return code;
}

const struct verb verb_compare = {
    .name = "compare",
    .help = "one position under several rulesets, or where they differ (--find)",
    .options = options,
    .option_count = OPT_COUNT,
    .interruptible = true,
    .run = run,
};
