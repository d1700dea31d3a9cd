/* The main verb: its options, checked and put into struct solve_options. */
#include <errno.h>
#include <string.h>

#include "cli/output_path.h"
#include "cli/parse_number.h"
#include "cli/resources.h"
#include "cli/solve_options.h"
#include "cli/store_option.h"
#include "cli/verb.h"

enum {
    OPT_HISTORY = SETUP_OPTION_COUNT,
    OPT_PROHIBITED,
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
    [OPT_PROHIBITED] = {"prohibited", "\"B2 ...\"", SETUP_PROHIBITED_HELP},
    [OPT_KOMI] = {"komi", "N", "a whole or half number; values are printed before komi"},
    [OPT_VALUE_ONLY] = {"value-only", NULL, "skip the values of the other first plays"},
    [OPT_JSON] = {"json", NULL, "print one JSON object instead of text"},
    [OPT_STORE] = {"store", "DIR", STORE_OPTION_HELP},
    [OPT_NO_STORE] = {"no-store", NULL, "keep nothing (the default)"},
    [OPT_THREADS] = {"threads", "N", "default: all cores"},
    [OPT_MEMORY] = {"memory", "SIZE", MEMORY_HELP},
    [OPT_MAX_NODES] = {"max-nodes", "N", "stop after so many expanded positions"},
    [OPT_MAX_SECONDS] = {"max-seconds", "S", "stop after so many seconds"},
    [OPT_PROOF] = {"proof", "FILE", "write a certificate of what is proved; one thread"},
    [OPT_QUIET] = {"quiet", NULL, "no progress on stderr"},
};

/* What rules with cycles do not have. */
static int check_cycles(const struct solve_options *into, struct error *err)
{
    if (into->setup.rules.family->remove_cycle == NULL)
        return 0;
    if (into->store != NULL)
        return options_refuse("store", into->store,
                              "nothing is kept under rules with cycles: wanted none with ljrg",
                              err);
    if (into->proof != NULL && !point_set_is_empty(&into->setup.prohibited))
        return options_refuse("proof", into->proof,
                              "a certificate cannot tell --prohibited: wanted one of them", err);
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
    into->memory_default = r == 0 && into->memory == 0;
    if (into->memory_default)
        into->memory = resources_memory();
    return r;
}

static int read_options(struct solve_options *into, const char *const *values, struct error *err)
{
    int r = store_option_check(values[OPT_STORE], values[OPT_NO_STORE], err);
    if (r == 0)
        r = read_limits(into, values, err);
    if (r == 0)
        r = output_path_file("proof", values[OPT_PROOF], err);
    if (r == 0)
        r = solve_options_read_komi(values[OPT_KOMI], &into->komi_half_points, err);
    if (r == 0)
        r = solve_options_read_game(into, options, values, OPT_HISTORY, values[OPT_PROHIBITED],
                                    err);
    into->store = values[OPT_STORE];
    into->value_only = values[OPT_VALUE_ONLY] != NULL;
    into->json = values[OPT_JSON] != NULL;
    into->proof = values[OPT_PROOF];
    into->quiet = values[OPT_QUIET] != NULL;
    return r == 0 ? check_cycles(into, err) : r;
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
