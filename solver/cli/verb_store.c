/* The verb store: its sub-verbs and their options. */
#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "cli/interrupt.h"
#include "cli/number.h"
#include "cli/resources.h"
#include "cli/store_option.h"
#include "cli/store_verb.h"
#include "cli/verb.h"

enum {
    OPT_HISTORY = SETUP_OPTION_COUNT,
    OPT_KOMI,
    OPT_FORMAT,
    OPT_JSON,
    OPT_DEEP,
    OPT_ALL,
    OPT_SAMPLE,
    OPT_SEED,
    OPT_MAX_NODES,
    OPT_COUNT,
};

static const struct option_spec options[OPT_COUNT] = {
    SETUP_OPTIONS,
    [OPT_HISTORY] = {"history", "\"B2 pass ...\"", "moves already played from the position"},
    [OPT_KOMI] = {"komi", "N", "query: plays are best at this komi; 0 if not given"},
    [OPT_FORMAT] = {"format", "FORMAT", "info, query: text (default), json, csv, markdown"},
    [OPT_JSON] = {"json", NULL, "info, query: the same as --format json"},
    [OPT_DEEP] = {"deep", NULL, "check: prove a random sample of what is there again"},
    [OPT_ALL] = {"all", NULL, "check --deep: all of it, not a sample"},
    [OPT_SAMPLE] = {"sample", "N", "check --deep: so many lemmas, and positions; default 100"},
    [OPT_SEED] = {"seed", "N", "check --deep: of the choice; default 1"},
    [OPT_MAX_NODES] = {"max-nodes", "N",
                       "check --deep: the limit of each; 0: none; default 100000"},
};

#define SAMPLE_DEFAULT 100
#define SAMPLE_MOST 1000000
#define SEED_DEFAULT 1
#define NODES_DEFAULT 100000

#define BIT(option) (1u << (option))
#define PRINT_OPTIONS (BIT(OPT_FORMAT) | BIT(OPT_JSON))
#define QUERY_OPTIONS ((BIT(OPT_HISTORY + 1) - 1) | BIT(OPT_KOMI) | PRINT_OPTIONS)
#define CHECK_OPTIONS                                                                              \
    (BIT(OPT_DEEP) | BIT(OPT_ALL) | BIT(OPT_SAMPLE) | BIT(OPT_SEED) | BIT(OPT_MAX_NODES))

struct sub_verb {
    const char *name;
    unsigned options; /* bit per option that it takes */
    int (*run)(const struct store_verb *asked, struct error *err);
};

static const struct sub_verb sub_verbs[] = {
    {"info", PRINT_OPTIONS, store_print_info}, {"check", CHECK_OPTIONS, store_run_check},
    {"export", 0, store_run_export},           {"import", 0, store_run_import},
    {"compact", 0, store_run_compact},         {"query", QUERY_OPTIONS, store_run_query},
};
#define SUB_VERB_COUNT (sizeof(sub_verbs) / sizeof(sub_verbs[0]))
#define SUB_VERB_NAMES "info, check, export, import, compact or query"

int store_verb_fail(const struct store_verb *asked, int r, const char *why, struct error *err)
{
    error_set(err, r, "store '%.120s': %s", asked->dir, why);
    return verb_exit_code(r);
}

int store_verb_open(const struct store_verb *asked, unsigned flags, struct store **ret_store,
                    struct error *err)
{
    struct error why;
    struct store_patience patience = store_option_patience("store", asked->dir, 0);
    int r = store_open(asked->dir, flags, NULL, &patience, ret_store, &why);
    if (r < 0)
        return store_verb_fail(asked, r, why.text, err);
    store_verb_tell(asked, *ret_store);
    return 0;
}

void store_verb_tell(const struct store_verb *asked, struct store *store)
{
    for (const char *line = store_notice(store); line != NULL; line = store_notice(store))
        fprintf(stderr, "solve: store %s: %s\n", asked->dir, line);
}

int store_verb_close(const struct store_verb *asked, struct store *store, struct error *err)
{
    struct error why;
    store_finish(store);
    store_verb_tell(asked, store);
    int r = store_close(store, &why);
    return r < 0 ? store_verb_fail(asked, r, why.text, err) : 0;
}

static const struct sub_verb *find_sub_verb(const char *const *words, struct error *err)
{
    if (words[0] == NULL) {
        error_set(err, -EINVAL, "store: wanted " SUB_VERB_NAMES ", then the folder");
        return NULL;
    }
    for (size_t i = 0; i < SUB_VERB_COUNT; i++) {
        if (strcmp(words[0], sub_verbs[i].name) != 0)
            continue;
        if (words[1] != NULL && words[2] == NULL)
            return &sub_verbs[i];
        error_set(err, -EINVAL, "store %s: wanted one folder%s%.60s%s", words[0],
                  words[1] != NULL ? ", not '" : "", words[1] != NULL ? words[2] : "",
                  words[1] != NULL ? "' as well" : "");
        return NULL;
    }
    error_set(err, -EINVAL, "store '%.40s': wanted " SUB_VERB_NAMES, words[0]);
    return NULL;
}

static int check_options(const struct sub_verb *sub, const char *const *values, struct error *err)
{
    for (size_t i = 0; i < OPT_COUNT; i++)
        if (values[i] != NULL && !(sub->options >> i & 1))
            return error_set(err, -EINVAL, "--%s is no option of 'store %s': leave it out",
                             options[i].name, sub->name);
    return 0;
}

static int read_number(size_t option, const char *const *values, uint64_t most, uint64_t by_default,
                       uint64_t *ret_number, struct error *err)
{
    *ret_number = by_default;
    if (values[option] == NULL || number_unsigned(values[option], 0, most, ret_number) == 0)
        return 0;
    return options_refuse(options[option].name, values[option], "wanted a whole number", err);
}

static int read_deep(struct store_verb *into, const char *const *values, struct error *err)
{
    struct deep_options *deep = &into->deep_options;
    into->deep = values[OPT_DEEP] != NULL;
    deep->all = values[OPT_ALL] != NULL;
    deep->threads = resources_threads();
    deep->max_bytes = resources_memory();
    deep->interrupted = &interrupt_requested;
    if (deep->all && !into->deep)
        return error_set(err, -EINVAL, "--all: wanted --deep with it");
    if (deep->all && values[OPT_SAMPLE] != NULL)
        return error_set(err, -EINVAL,
                         "--all and --sample '%.40s' contradict each other: wanted one",
                         values[OPT_SAMPLE]);
    int r = read_number(OPT_SAMPLE, values, SAMPLE_MOST, SAMPLE_DEFAULT, &deep->sample, err);
    if (r == 0)
        r = read_number(OPT_SEED, values, UINT64_MAX, SEED_DEFAULT, &deep->seed, err);
    if (r == 0)
        r = read_number(OPT_MAX_NODES, values, UINT64_MAX, NODES_DEFAULT, &deep->max_nodes, err);
    return r;
}

static int read_format(struct store_verb *into, const char *const *values, struct error *err)
{
    const char *format = values[OPT_FORMAT];
    into->format = values[OPT_JSON] != NULL ? GRID_JSON : GRID_TEXT;
    if (format == NULL)
        return 0;
    if (grid_format_parse(format, &into->format) < 0)
        return options_refuse("format", format, "wanted text, json, csv or markdown", err);
    if (values[OPT_JSON] != NULL && into->format != GRID_JSON)
        return error_set(err, -EINVAL, "--format '%s' and --json contradict each other: wanted one",
                         format);
    return 0;
}

static int read_options(struct store_verb *into, const struct sub_verb *sub,
                        const char *const *values, struct error *err)
{
    int r = check_options(sub, values, err);
    if (r == 0)
        r = read_deep(into, values, err);
    if (r == 0)
        r = read_format(into, values, err);
    if (r == 0 && sub->options == QUERY_OPTIONS)
        r = solve_options_read_komi(values[OPT_KOMI], &into->query.komi_half_points, err);
    if (r == 0 && sub->options == QUERY_OPTIONS)
        r = solve_options_read_game(&into->query, options, values, OPT_HISTORY, NULL, err);
    if (r == 0 && sub->options == QUERY_OPTIONS &&
        into->query.setup.rules.family->remove_cycle != NULL)
        r = options_refuse("rules", values[SETUP_RULES],
                           "nothing is kept under rules with cycles: wanted others", err);
    into->query.json = into->format == GRID_JSON;
    into->dir = values[OPT_COUNT + 1];
    return r;
}

static int run(const char *const *values, struct error *err)
{
    struct store_verb asked = {0};
    const struct sub_verb *sub = find_sub_verb(values + OPT_COUNT, err);
    if (sub == NULL)
        return EXIT_USAGE;
    int r = read_options(&asked, sub, values, err);
    int code = r < 0 ? verb_exit_code(r) : sub->run(&asked, err);
    game_release(&asked.query.game);
    setup_release(&asked.query.setup);
    return code;
}

const struct verb verb_store = {
    .name = "store",
    .help = "look into, check, exchange and compact what --store keeps",
    .options = options,
    .option_count = OPT_COUNT,
    .words = "info|check|export|import|compact|query DIR",
    .interruptible = true,
    .run = run,
};
