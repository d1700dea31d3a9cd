/* Runs that look for the smallest position that rulesets value differently. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "compare/compared_json.h"
#include "compare/difference.h"
#include "explore/runs/kind.h"
#include "report/rulesets.h"
#include "json/game_json.h"
#include "json/json.h"
#include "json/limits_json.h"
#include "json/query_fault.h"

#define TELL_SECONDS 0.1
#define RULESETS_MAX 64

struct find_job {
    struct solve_board *board;
    struct solve_rules *rulesets[RULESETS_MAX];
    size_t count;
    int komi_half_points;
    struct request_limits limits;
    struct comparison comparison;
    struct found_position found; /* if is_found */
    bool is_found;
    const struct kind_turn *turn; /* while it works */
    double started, told_at;
    size_t looked_at;
};

static void free_job(void *arg)
{
    struct find_job *job = arg;
    if (job == NULL)
        return;
    if (job->is_found)
        difference_release(&job->found);
    for (size_t i = 0; i < job->count; i++)
        solve_rules_unref(job->rulesets[i]);
    solve_board_unref(job->board);
    free(job);
}

static bool is_listed(const struct find_job *job, const struct solve_rules *rules)
{
    for (size_t i = 0; i < job->count; i++)
        if (strcmp(solve_rules_text(job->rulesets[i]), solve_rules_text(rules)) == 0)
            return true;
    return false;
}

/* Reads the query under one ruleset, which is checked so. */
static int read_ruleset(struct find_job *job, json_t *query, json_t *rules,
                        struct query_fault *fault)
{
    struct query read;
    int r;
    if (json_object_set(query, "rules", rules) < 0)
        return query_fault_set(fault, -ENOMEM, "", NULL, "out of memory");
    if ((r = query_json_read(query, QUERY_SOLVE, &read, fault)) < 0)
        return r;
    if (job->count == 0) {
        job->board = solve_board_ref(solve_game_board(read.game));
        job->komi_half_points = read.komi_half_points;
        job->limits = read.limits;
    }
    struct solve_rules *own = solve_game_rules(read.game);
    const struct rulesets one = {.list = &own, .count = 1};
    if (rulesets_uneven(&one) != NULL)
        r = query_fault_set(fault, -EINVAL, "rulesets", rules,
                            "wanted rulesets that treat both colours alike, as Black moves first "
                            "in all that is looked at");
    else if (is_listed(job, own))
        r = query_fault_set(fault, -EINVAL, "rulesets", rules,
                            "it is given twice: wanted each once");
    else
        job->rulesets[job->count++] = solve_rules_ref(own);
    query_json_release(&read);
    return r;
}

/* The keys of a query that are no keys of this kind, and those that are read past. */
static const struct {
    const char *key;
    bool is_past;
} other_keys[] = {
    {"rules", false},      {"position", false},    {"history", false},   {"to_move", false},
    {"prohibited", false}, {"rules_fields", true}, {"value_only", true}, {"ask", true},
    {"asked", true},       {"action", true},       {"living", false},
};
#define OTHER_KEYS (sizeof(other_keys) / sizeof(other_keys[0]))

/* A search begins with all positions of a board, and looks at each for Black. */
static int check_keys(const json_t *query, struct query_fault *fault)
{
    const char *keys[OTHER_KEYS + 1] = {NULL};
    for (size_t i = 0; i < OTHER_KEYS; i++)
        keys[i] = other_keys[i].key;
    int r = query_json_check(query, keys, fault);
    for (size_t i = 0; i < OTHER_KEYS && r == 0; i++) {
        const json_t *value = json_object_get(query, keys[i]);
        if (!other_keys[i].is_past && value != NULL && !json_is_null(value))
            r = query_fault_set(fault, -EINVAL, keys[i], value,
                                "no key of this kind: wanted \"rulesets\" and a board");
    }
    return r;
}

static int read_rulesets(struct find_job *job, const json_t *request, json_t *query,
                         struct query_fault *fault)
{
    const json_t *rulesets = json_object_get(request, "rulesets");
    int r = check_keys(query, fault);
    if (r < 0)
        return r;
    if (!json_is_array(rulesets) || json_array_size(rulesets) < 2 ||
        json_array_size(rulesets) > RULESETS_MAX)
        return query_fault_set(fault, -EINVAL, "rulesets", rulesets,
                               "wanted an array of 2 to %d rulesets", RULESETS_MAX);
    for (size_t i = 0; i < json_array_size(rulesets) && r == 0; i++)
        r = read_ruleset(job, query, json_array_get(rulesets, i), fault);
    return r;
}

static void set_title(const struct find_job *job, char title[160])
{
    size_t used = (size_t)snprintf(title, 160, "%.60s:", solve_board_name(job->board));
    for (size_t i = 0; i < job->count && used < 159; i++)
        used += (size_t)snprintf(title + used, 160 - used, "%s%s", i > 0 ? " and " : " ",
                                 solve_rules_text(job->rulesets[i]));
}

static char *make_key(const struct find_job *job)
{
    json_t *object = game_json_set_board(json_object(), job->board), *rulesets = json_array();
    for (size_t i = 0; i < job->count; i++)
        rulesets = json_append(rulesets, json_string(solve_rules_text(job->rulesets[i])));
    object = json_with(object, "rulesets", rulesets);
    object = json_with(object, "komi", json_integer(job->komi_half_points));
    object = json_with(object, "limits", limits_json(&job->limits));
    char *key = json_was_incomplete() ? NULL : json_dumps(object, JSON_COMPACT | JSON_SORT_KEYS);
    json_decref(object);
    return key;
}

static int read_job(const json_t *request, struct kind_asked *ret_asked, struct query_fault *fault)
{
    struct kind_asked asked = {0};
    struct find_job *job = calloc(1, sizeof(*job));
    json_t *query = kind_query_of(request, "rulesets");
    int r = -ENOMEM;
    if (job == NULL || query == NULL)
        query_fault_set(fault, r, "", NULL, "out of memory");
    else
        r = read_rulesets(job, request, query, fault);
    json_decref(query);
    if (r < 0) {
        free_job(job);
        return r;
    }
    set_title(job, asked.title);
    asked.key = make_key(job);
    asked.job = job;
    *ret_asked = asked;
    return 0;
}

static void tell_now(struct find_job *job, const struct solve_progress *progress)
{
    double now = clock_now();
    struct kind_told told = {.seconds = now - job->started};
    if (now - job->told_at < TELL_SECONDS)
        return;
    job->told_at = now;
    if (progress != NULL) {
        told.nodes = progress->nodes;
        told.entries = progress->entries;
    }
    snprintf(told.text, sizeof(told.text), "%zu positions looked at: no difference yet",
             job->looked_at);
    job->turn->tell(job->turn->arg, &told, NULL);
}

static void tell(const struct solve_progress *progress, void *arg)
{
    tell_now(arg, progress);
}

/* Is called before each position. */
static bool is_enough(void *arg)
{
    struct find_job *job = arg;
    tell_now(job, NULL);
    job->looked_at++;
    return solve_interrupt_is_requested(job->turn->interrupt);
}

static int work(void *arg, const struct kind_turn *turn, struct query_fault *fault)
{
    struct find_job *job = arg;
    const struct difference_watch watch = {.enough = is_enough, .arg = job};
    if (job->is_found)
        difference_release(&job->found);
    job->is_found = false;
    job->turn = turn;
    job->started = clock_now();
    job->looked_at = 0;
    job->comparison = (struct comparison){.board = job->board,
                                          .rulesets = job->rulesets,
                                          .count = job->count,
                                          .komi_half_points = job->komi_half_points,
                                          .limits = kind_limits(&job->limits, turn),
                                          .interrupt = turn->interrupt,
                                          .store = turn->store,
                                          .cache = turn->cache,
                                          .tell = tell,
                                          .arg = job};
    int r = difference_find(&job->comparison, &watch, &job->found);
    if (r < 0)
        return query_fault_set(fault, r, "", NULL,
                               r == -ENOMEM ? "out of memory" : "the board is too large");
    job->is_found = true;
    return job->found.found.stopped ? 0 : 1;
}

static json_t *make_result(void *arg)
{
    const struct find_job *job = arg;
    return job->is_found ? compared_json_found(&job->comparison, &job->found) : NULL;
}

static bool is_complete(void *arg)
{
    const struct find_job *job = arg;
    return job->is_found && job->found.found.complete;
}

static void shrink(void *arg)
{
    struct find_job *job = arg;
    if (job->is_found)
        difference_release(&job->found);
    job->is_found = false;
}

const struct run_kind kind_find = {"find",      read_job, work,    make_result,
                                   is_complete, shrink,   free_job};
