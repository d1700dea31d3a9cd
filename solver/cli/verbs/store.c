/* The verb store: its sub-verbs and their options. */
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "base/human.h"
#include "base/spelling.h"
#include "cli/format.h"
#include "cli/interrupt.h"
#include "cli/parse_number.h"
#include "cli/resources.h"
#include "cli/verb.h"
#include "cli/verbs/store.h"
#include "cli/verbs/store_option.h"

static const struct option_spec options[] = {
    SETUP_OPTIONS,
    SETUP_HISTORY_OPTION,
    {"komi", "N", "query, add: plays are best at this komi; 0 if not given"},
    {"format", "FORMAT", "info, query: text (default), json, csv, markdown; check: text or json"},
    {"swap-colours", NULL, "add: the claims with the colours swapped"},
    {"json", NULL, "info, check, query: the same as --format json"},
    {"deep", NULL, "check: prove a random sample of what is there again"},
    {"all", NULL, "check --deep: all of it, not a sample"},
    {"sample", "N", "check --deep: so many lemmas, and positions; default 100"},
    {"seed", "N", "check --deep: of the choice; default 1"},
    {"max-nodes", "N", "check --deep: the limit of each; 0: none; default 100000"},
    {"memory", "SIZE", "add: bytes, or with K, M, G or T: 512M; default: what is available"},
    {"quiet", NULL, "check --deep: no progress; add: nor what was added"},
};

#define SAMPLE_DEFAULT 100
#define SAMPLE_MOST 1000000
#define SEED_DEFAULT 1
#define NODES_DEFAULT 100000

struct sub_verb {
    const char *name;
    const char *options; /* that it takes, with a blank before and behind each */
    int (*run)(const struct store_verb *asked, struct error *err);
    bool files; /* certificates come after the folder */
};

static const char query_options[] =
    " board graph sgf rules position to-move history komi format json ";

static const char add_options[] = " rules position to-move history swap-colours komi memory quiet ";

static const struct sub_verb sub_verbs[] = {
    {"info", " format json ", store_info_print, false},
    {"check", " format json deep all sample seed max-nodes quiet ", store_check_run, false},
    {"export", "", store_exchange_export, false},
    {"import", "", store_exchange_import, false},
    {"compact", "", store_exchange_compact, false},
    {"query", query_options, store_query_run, false},
    {"add", add_options, store_add_run, true},
};
#define SUB_VERB_COUNT (sizeof(sub_verbs) / sizeof(sub_verbs[0]))
#define SUB_VERB_NAMES "info, check, export, import, compact, query or add"

int store_verb_fail(const struct store_verb *asked, int r, const char *why, struct error *err)
{
    error_set(err, r, "store '%.120s': %s", asked->dir, why);
    return verb_exit_code(r);
}

struct store_patience store_verb_patience(const struct store_verb *asked)
{
    store_option_name("store", asked->dir);
    return (struct store_patience){&interrupt_requested, 0, store_option_tell_now, NULL};
}

/* Prints the notices of the store on stderr. */
static void tell_notices(const struct store_verb *asked, struct store *store)
{
    for (const char *line = store_notice(store); line != NULL; line = store_notice(store))
        fprintf(stderr, "solve: store %s: %s\n", asked->dir, line);
}

int store_verb_open(const struct store_verb *asked, unsigned flags, struct store **ret_store,
                    struct error *err)
{
    struct error why;
    struct store_patience patience = store_verb_patience(asked);
    int r = store_open(asked->dir, flags, NULL, &patience, ret_store, &why);
    if (r < 0)
        return store_verb_fail(asked, r, why.text, err);
    tell_notices(asked, *ret_store);
    return 0;
}

int store_verb_close(const struct store_verb *asked, struct store *store, struct error *err)
{
    struct error why;
    store_finish(store);
    tell_notices(asked, store);
    int r = store_close(store, &why);
    return r < 0 ? store_verb_fail(asked, r, why.text, err) : 0;
}

void store_verb_tell_handle(const struct store_verb *asked, struct solve_store *store)
{
    for (const char *line = solve_store_notice(store); line != NULL;
         line = solve_store_notice(store))
        fprintf(stderr, "solve: store %s: %s\n", asked->dir, line);
}

int store_verb_open_handle(const struct store_verb *asked, unsigned flags,
                           struct solve_store **ret_store, struct error *err)
{
    struct solve_error why;
    const struct solve_store_options how = {
        .flags = flags, .interrupt = interrupt_handle(), .tell = store_option_tell_now};
    store_option_name("store", asked->dir);
    int r = solve_store_open(asked->dir, &how, ret_store, &why);
    if (r < 0)
        return store_verb_fail(asked, r, why.text, err);
    store_verb_tell_handle(asked, *ret_store);
    return 0;
}

int store_verb_close_handle(const struct store_verb *asked, struct solve_store *store,
                            struct error *err)
{
    struct solve_error why;
    solve_store_finish(store);
    store_verb_tell_handle(asked, store);
    int r = solve_store_close(store, &why);
    return r < 0 ? store_verb_fail(asked, r, why.text, err) : 0;
}

void store_verb_print_gaps(const struct walk_gaps *gaps)
{
    for (unsigned i = 0; i < gaps->count && i < WALK_GAPS; i++) {
        char text[GAP_TEXT_MAX];
        store_gap_text(&gaps->first[i], text);
        printf("%s\n", text);
    }
    if (gaps->count > WALK_GAPS)
        printf("of %s something is missing\n",
               human_count(gaps->count - WALK_GAPS, "other table", "other tables"));
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
        if (words[1] != NULL && (words[2] != NULL) == sub_verbs[i].files)
            return &sub_verbs[i];
        if (sub_verbs[i].files)
            error_set(err, -EINVAL, "store %s: wanted the folder, then certificates", words[0]);
        else
            error_set(err, -EINVAL, "store %s: wanted one folder%s%.60s%s", words[0],
                      words[1] != NULL ? ", not '" : "", words[1] != NULL ? words[2] : "",
                      words[1] != NULL ? "' as well" : "");
        return NULL;
    }
    struct spelling spelling;
    char answer[SPELLING_ANSWER_MAX];
    spelling_begin(&spelling, words[0], strlen(words[0]));
    for (size_t i = 0; i < SUB_VERB_COUNT; i++)
        spelling_compare(&spelling, sub_verbs[i].name);
    error_set(err, -EINVAL, "store '%.40s': wanted " SUB_VERB_NAMES "%s", words[0],
              spelling_answer(&spelling, answer));
    return NULL;
}

static int check_options(const struct sub_verb *sub, const struct options *given, struct error *err)
{
    for (size_t i = 0; i < given->count; i++) {
        char name[40];
        snprintf(name, sizeof(name), " %s ", given->specs[i].name);
        if (given->values[i] != NULL && strstr(sub->options, name) == NULL)
            return error_set(err, -EINVAL, "--%s is no option of 'store %s': leave it out",
                             given->specs[i].name, sub->name);
    }
    return 0;
}

/* Reads a number that --deep alone has a use for. */
static int read_number(const struct options *given, const char *option, uint64_t most,
                       uint64_t by_default, uint64_t *ret_number, struct error *err)
{
    const char *text = options_text(given, option);
    char wanted[64];
    *ret_number = by_default;
    if (text == NULL)
        return 0;
    snprintf(wanted, sizeof(wanted), "wanted a whole number from 0 to %" PRIu64, most);
    if (parse_number_unsigned(text, 0, most, ret_number) < 0)
        return options_refuse(option, text, wanted, err);
    if (!options_has(given, "deep"))
        return options_refuse(option, text, "it is for --deep: wanted that, too", err);
    return 0;
}

static int read_deep(struct store_verb *into, const struct options *given, struct error *err)
{
    struct verify_options *deep = &into->verify_options;
    into->deep = options_has(given, "deep");
    into->quiet = options_has(given, "quiet");
    deep->all = options_has(given, "all");
    deep->threads = resources_threads();
    deep->max_bytes = resources_memory();
    deep->interrupted = &interrupt_requested;
    if (deep->all && !into->deep)
        return error_set(err, -EINVAL, "--all: wanted --deep with it");
    if (deep->all && options_has(given, "sample"))
        return error_set(err, -EINVAL,
                         "--all and --sample '%.40s' contradict each other: wanted one",
                         options_text(given, "sample"));
    int r = read_number(given, "sample", SAMPLE_MOST, SAMPLE_DEFAULT, &deep->sample, err);
    if (r == 0)
        r = read_number(given, "seed", UINT64_MAX, SEED_DEFAULT, &deep->seed, err);
    if (r == 0)
        r = read_number(given, "max-nodes", UINT64_MAX, NODES_DEFAULT, &deep->max_nodes, err);
    return r;
}

/* A check has no rows for CSV and Markdown. */
static int read_format(struct store_verb *into, const struct sub_verb *sub,
                       const struct options *given, struct error *err)
{
    bool json = false;
    if (sub->run != store_check_run)
        return format_read(given, &into->format, err);
    int r = format_read_json(given, &json, err);
    into->format = json ? GRID_JSON : GRID_TEXT;
    return r;
}

static int read_options(struct store_verb *into, const struct sub_verb *sub,
                        const struct options *given, struct error *err)
{
    int r = check_options(sub, given, err);
    if (r == 0)
        r = read_deep(into, given, err);
    if (r == 0)
        r = read_format(into, sub, given, err);
    if (r == 0)
        r = setup_read_komi(given, &into->query.komi_half_points, err);
    if (r == 0 && sub->options == query_options)
        r = solve_options_read_game(&into->query, given, "history", err);
    if (r == 0 && sub->files)
        r = run_limits_read(given, &into->limits, err);
    into->given = given;
    into->query.json = into->format == GRID_JSON;
    into->dir = given->words[1];
    return r;
}

static int run(const struct options *given, struct error *err)
{
    struct store_verb asked = {0};
    const struct sub_verb *sub = find_sub_verb(given->words, err);
    if (sub == NULL)
        return EXIT_USAGE;
    int r = read_options(&asked, sub, given, err);
    int code = r < 0 ? verb_exit_code(r) : sub->run(&asked, err);
    solve_options_release(&asked.query);
    return code;
}

const struct verb verb_store = VERB(
    "store", "look into, check, exchange and compact what --store keeps", options, .run = run,
    .words = "info|check|export|import|compact|query|add DIR [FILE...]", .interruptible = true);
