/* explore --export. */
#include "cli/verbs/explore_export.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/human.h"
#include "cli/data_folder.h"
#include "cli/interrupt.h"
#include "cli/output_path.h"
#include "cli/parse_number.h"
#include "cli/progress.h"
#include "cli/run_limits.h"
#include "cli/verb.h"
#include "explore/assets.h"
#include "explore/site/code.h"
#include "explore/site/site.h"
#include "report/board_list.h"
#include "report/rulesets.h"

#define DEPTH_DEFAULT 3
#define GAMES_DEFAULT 1000
#define GAMES_MAX 1000000000
#define STARTS_DEFAULT 9
/* More positions than those of so many points take days. */
#define STARTS_MAX 16
#define FILES_MAX 8

/* What was asked for. */
struct export
{
    struct site_options site;
    struct board_list boards; /* owned, as all that follows */
    struct rulesets rulesets;
    char *tables, *results; /* folders; NULL: there is none */
    struct shelf shelf;
    struct site_asset assets[FILES_MAX];
    struct run_limits limits;
    struct solve_interrupt *stop; /* by a signal, or since time is over */
    double started;               /* clock_now() */
    struct progress progress;
};

int explore_export_refuse(const struct options *given, struct error *err)
{
    static const char *const names[] = {"boards", "depth",     "games",
                                        "starts", "max-nodes", "max-seconds"};
    for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++)
        if (options_has(given, names[i]))
            return options_refuse(names[i], options_text(given, names[i]),
                                  "it is about a site: wanted --export, too", err);
    return 0;
}

/* --- options --- */

/* What is about a server or one game means nothing here. */
static int refuse_others(const struct options *given, struct error *err)
{
    static const char *const names[] = {"export",    "boards",      "depth", "games",   "starts",
                                        "max-nodes", "max-seconds", "rules", "threads", "memory"};
    for (size_t i = 0; i < given->count; i++) {
        bool known = given->values[i] == NULL;
        for (size_t k = 0; k < sizeof(names) / sizeof(names[0]); k++)
            known = known || strcmp(given->specs[i].name, names[k]) == 0;
        if (!known)
            return error_set(err, -EINVAL, "--%s says nothing of a site: leave it out, or --export",
                             given->specs[i].name);
    }
    return 0;
}

static int read_count(const struct options *given, const char *name, int by_default, int most,
                      int *ret_count, struct error *err)
{
    char why[64];
    uint64_t count = (uint64_t)by_default;
    const char *text = options_text(given, name);
    snprintf(why, sizeof(why), "wanted a number from 0 to %d", most);
    if (text != NULL && parse_number_unsigned(text, 0, (uint64_t)most, &count) < 0)
        return options_refuse(name, text, why, err);
    *ret_count = (int)count;
    return 0;
}

static int read_boards(struct export *into, const struct options *given, struct error *err)
{
    struct error why;
    const char *text = options_text(given, "boards");
    if (text == NULL)
        return error_set(err, -EINVAL, "--boards is missing: wanted boards as in 1x1..1x7,2x2");
    int r = board_list_parse(text, SOLVE_POINTS_MAX, &into->boards, &why);
    if (r < 0)
        return r == -EINVAL ? options_refuse("boards", text, why.text, err)
                            : error_set(err, r, "%s", why.text);
    into->site.boards = into->boards.list;
    into->site.board_count = into->boards.count;
    return 0;
}

static int read_rules(struct export *into, const struct options *given, struct error *err)
{
    struct error why;
    struct solve_rules_facts facts;
    const char *text = options_text(given, "rules");
    if (text == NULL)
        return error_set(err, -EINVAL,
                         "--rules is missing: wanted rulesets as in psk,kee2013, or all");
    int r = rulesets_parse(text, &into->rulesets, &why);
    if (r < 0)
        return r == -EINVAL ? options_refuse("rules", text, why.text, err)
                            : error_set(err, r, "%s", why.text);
    for (size_t i = 0; i < into->rulesets.count; i++)
        if (solve_rules_facts(into->rulesets.list[i], &facts) == 0 && facts.players > 2)
            return options_refuse("rules", text, "wanted rulesets for two players", err);
    into->site.rules = into->rulesets.list;
    into->site.rules_count = into->rulesets.count;
    return 0;
}

/* The files of the page, by the names that they have in a folder. */
static void list_assets(struct export *into)
{
    for (size_t i = 0; i < explore_assets_count && i < FILES_MAX; i++) {
        const struct http_asset *asset = &explore_assets[i];
        const char *name = asset->path[1] != '\0' ? asset->path + 1 : "index.html";
        into->assets[i] = (struct site_asset){name, asset->bytes, asset->size};
        into->site.asset_count = i + 1;
    }
    into->site.assets = into->assets;
}

static int find_shelf(struct export *into, struct error *err)
{
    struct error why;
    if (data_folder_find("tables", &into->tables, &why) == -ENOMEM ||
        data_folder_find("results", &into->results, &why) == -ENOMEM)
        return error_set(err, -ENOMEM, "out of memory");
    into->shelf = (struct shelf){.tables = into->tables, .results = into->results};
    into->site.shelf = &into->shelf;
    return 0;
}

static void share_limits(struct export *into)
{
    struct site_options *site = &into->site;
    size_t pairs = site->board_count * site->rules_count;
    site->threads = into->limits.threads < (int)pairs ? into->limits.threads : (int)pairs;
    site->memory = into->limits.memory / (uint64_t)site->threads;
    site->max_nodes = into->limits.max_nodes;
}

static int read_options(struct export *into, const struct options *given, struct error *err)
{
    into->site.folder = options_text(given, "export");
    int games = GAMES_DEFAULT, r = refuse_others(given, err);
    if (r == 0)
        r = run_limits_read(given, &into->limits, err);
    if (r == 0)
        r = read_boards(into, given, err);
    if (r == 0)
        r = read_rules(into, given, err);
    if (r == 0)
        r = read_count(given, "depth", DEPTH_DEFAULT, CODE_DEPTH_MAX, &into->site.depth, err);
    if (r == 0)
        r = read_count(given, "games", GAMES_DEFAULT, GAMES_MAX, &games, err);
    if (r == 0)
        r = read_count(given, "starts", STARTS_DEFAULT, STARTS_MAX, &into->site.starts_points, err);
    if (r == 0)
        r = output_path_folder("export", into->site.folder, err);
    if (r == 0)
        r = find_shelf(into, err);
    if (r < 0)
        return r;
    into->site.games = (uint64_t)games;
    list_assets(into);
    share_limits(into);
    return 0;
}

/* --- the run --- */

static void tell(void *arg, const struct site_progress *progress)
{
    struct export *into = arg;
    double most = into->limits.max_seconds;
    if (interrupt_requested || (most > 0 && clock_now() - into->started >= most))
        solve_interrupt_request(into->stop);
    progress_show_many(&into->progress, "boards under a ruleset", progress->done, progress->pairs);
}

static void print_board(const struct export *into, const struct site *site, size_t board)
{
    uint64_t states = 0, open = 0, bytes = 0;
    size_t done = 0, there = 0;
    for (size_t i = 0; i < site->count; i++) {
        const struct site_pair *pair = &site->pairs[i];
        if (pair->board != board || !pair->done)
            continue;
        done++;
        there += pair->was_there;
        states += pair->size.states;
        open += pair->size.open;
        bytes += pair->size.bytes;
    }
    printf("%-6s %zu of %s, %s, ", solve_board_name(into->boards.list[board]), done,
           human_count(into->rulesets.count, "ruleset", "rulesets"),
           human_count(states, "state", "states"));
    if (open > 0)
        printf("%" PRIu64 " not decided, ", open);
    printf("%s", human_size((double)bytes));
    if (there > 0)
        printf(" (%zu made before)", there);
    printf("\n");
}

static void print_site(const struct export *into, const struct site *site)
{
    uint64_t states = 0;
    for (size_t i = 0; i < site->count; i++)
        states += site->pairs[i].size.states;
    for (size_t i = 0; i < into->boards.count; i++)
        print_board(into, site, i);
    printf("all    %s in %s, %s, with the page and the tables\n",
           human_count(states, "state", "states"), into->site.folder,
           human_size((double)site->bytes));
}

static int write_site(struct export *into, struct error *err)
{
    struct site site = {0};
    struct error why = {""};
    progress_start(&into->progress, NULL, &into->limits);
    int r = site_write(&into->site, &site, &why);
    progress_stop(&into->progress);
    if (site.pairs != NULL && (r == 0 || r == -EINTR))
        print_site(into, &site);
    site_release(&site);
    if (r == -EINTR) {
        if (!interrupt_requested)
            error_set(err, r, "stopped: out of time; the same command goes on");
        return EXIT_STOPPED_UNTOLD;
    }
    if (r == -EINVAL)
        options_refuse("export", into->site.folder, why.text, err);
    else if (r < 0)
        error_set(err, r, "--export: %s", why.text);
    return r < 0 ? verb_exit_code(r) : EXIT_SOLVED;
}

int explore_export_run(const struct options *given, struct error *err)
{
    struct export into = {.started = clock_now()};
    struct error why = {""};
    int r = read_options(&into, given, err);
    if (r == 0 && site_check(&into.site, &why) < 0)
        r = options_refuse("export", into.site.folder, why.text, err);
    if (r == 0)
        r = solve_interrupt_new(&into.stop);
    into.site.interrupt = into.stop;
    into.site.tell = tell;
    into.site.arg = &into;
    int code = r == 0 ? write_site(&into, err) : verb_exit_code(r);
    solve_interrupt_free(into.stop);
    board_list_release(&into.boards);
    rulesets_release(&into.rulesets);
    free(into.tables);
    free(into.results);
    return code;
}
