/* The main verb: its options, checked and put into struct solve_options. */
#include <errno.h>
#include <string.h>

#include "cli/number.h"
#include "cli/resources.h"
#include "cli/solve_options.h"
#include "cli/verb.h"

enum {
    OPT_HISTORY = SETUP_OPTION_COUNT,
    OPT_KOMI,
    OPT_VALUE_ONLY,
    OPT_JSON,
    OPT_STORE,
    OPT_NO_STORE,
    OPT_THREADS,
    OPT_MEMORY,
    OPT_MAX_NODES,
    OPT_MAX_SECONDS,
    OPT_PROOF,
    OPT_QUIET,
    OPT_COUNT,
};

static const struct option_spec options[OPT_COUNT] = {
    SETUP_OPTIONS,
    [OPT_HISTORY] = {"history", "\"B2 pass ...\"", "moves already played from the position"},
    [OPT_KOMI] = {"komi", "N", "a whole or half number; values are printed before komi"},
    [OPT_VALUE_ONLY] = {"value-only", NULL, "skip the values of the other first plays"},
    [OPT_JSON] = {"json", NULL, "print one JSON object instead of text"},
    [OPT_STORE] = {"store", "DIR", "a persistent table (not in this version yet)"},
    [OPT_NO_STORE] = {"no-store", NULL, "no persistent table"},
    [OPT_THREADS] = {"threads", "N", "default: all cores"},
    [OPT_MEMORY] = {"memory", "SIZE", "bytes, or with K, M or G: 512M"},
    [OPT_MAX_NODES] = {"max-nodes", "N", "stop after so many expanded positions"},
    [OPT_MAX_SECONDS] = {"max-seconds", "S", "stop after so many seconds"},
    [OPT_PROOF] = {"proof", "FILE", "write a certificate of what is proved; one thread"},
    [OPT_QUIET] = {"quiet", NULL, "no progress on stderr"},
};

/* For a number_...() that failed. */
static int refuse(size_t option, const char *value, const char *wanted, struct error *err)
{
    return options_refuse(options[option].name, value, wanted, err);
}

static int check_store(const char *const *values, struct error *err)
{
    const char *store = values[OPT_STORE];
    if (store != NULL && values[OPT_NO_STORE] != NULL)
        return error_set(err, -EINVAL,
                         "--store '%.60s' and --no-store contradict each other: wanted one", store);
    if (store != NULL)
        return refuse(OPT_STORE, store, "this version has no persistent store yet: leave it out",
                      err);
    return 0;
}

static int read_limits(struct solve_options *into, const char *const *values, struct error *err)
{
    int r = resources_read_threads(values[OPT_THREADS], &into->threads, err);
    if (r == 0)
        r = resources_read_memory(values[OPT_MEMORY], &into->memory, err);
    if (r == 0)
        r = resources_read_max_nodes(values[OPT_MAX_NODES], &into->max_nodes, err);
    if (r == 0)
        r = resources_read_seconds("max-seconds", values[OPT_MAX_SECONDS], &into->max_seconds, err);
    return r;
}

static int read_komi(struct solve_options *into, const char *text, struct error *err)
{
    into->komi_given = text != NULL;
    if (text != NULL && number_half_points(text, KOMI_HALF_POINTS_MAX, &into->komi_half_points) < 0)
        return refuse(OPT_KOMI, text,
                      "wanted a whole or half number such as 7 or 6.5, from -1000 to 1000", err);
    return 0;
}

/* What the rules take but the solver does not. */
static int check_solvable(const struct game_setup *setup, const char *const *values,
                          struct error *err)
{
    const char *board = setup_board_option(setup);
    int players = ruleset_players(&setup->rules);
    if (setup->graph->points > SOLVER_MAX_POINTS)
        return error_set(err, -EINVAL, "--%s '%.60s' has %d points: wanted at most %d for solving",
                         board, values[setup->graph->rows > 0 ? SETUP_BOARD : SETUP_GRAPH],
                         setup->graph->points, SOLVER_MAX_POINTS);
    if (players > 2)
        return error_set(err, -EINVAL,
                         "--rules '%.60s' has %d players: wanted 2 for solving; "
                         "'solve replay' plays games of more",
                         values[SETUP_RULES], players);
    return 0;
}

/* Plays --history under the rules. */
static int play_history(struct solve_options *into, struct error *err)
{
    const struct game_setup *setup = &into->setup;
    int r = setup_start(setup, &into->game);
    for (size_t i = 0; i < setup->move_count && r == 0; i++) {
        struct verdict verdict = {.reason = "the game is over"};
        if (!game_over(&into->game))
            r = game_play(&into->game, setup->moves[i], &verdict);
        if (r == 0 && !verdict.legal)
            return error_set(err, -EINVAL, "--history play %zu, %s, is not legal: %s", i + 1,
                             move_format(setup->graph, setup->moves[i]), verdict.reason);
    }
    return r < 0 ? error_set(err, r, "out of memory for the game") : 0;
}

static int read_options(struct solve_options *into, const char *const *values, struct error *err)
{
    int r = check_store(values, err);
    if (r == 0)
        r = read_limits(into, values, err);
    if (r == 0)
        r = read_komi(into, values[OPT_KOMI], err);
    if (r == 0)
        r = setup_init(&into->setup, options, values, OPT_HISTORY, err);
    if (r == 0)
        r = check_solvable(&into->setup, values, err);
    if (r == 0)
        r = play_history(into, err);
    into->value_only = values[OPT_VALUE_ONLY] != NULL;
    into->json = values[OPT_JSON] != NULL;
    into->proof = values[OPT_PROOF];
    into->quiet = values[OPT_QUIET] != NULL;
    return r;
}

static int run(const char *const *values, struct error *err)
{
    struct solve_options into = {0};
    int r = read_options(&into, values, err);
    int code = r < 0 ? verb_exit_code(r) : solve_run(&into, err);
    game_release(&into.game);
    setup_release(&into.setup);
    return code;
}

const struct verb verb_solve = {
    .name = "solve",
    .help = "solve a board: its value, the best first plays, a best line",
    .options = options,
    .option_count = OPT_COUNT,
    .interruptible = true,
    .run = run,
};

int verb_exit_code(int r)
{
    return r == -EINVAL ? EXIT_USAGE : EXIT_FAILED;
}
