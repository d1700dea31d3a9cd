/* Queries in JSON: their keys, and what is asked for. */
#include "json/query_json.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/spelling.h"
#include "json/json.h"
#include "json/query_fault.h"
#include "json/query_game.h"

/* As the command line has them, where a number has at most 9 digits behind its point. */
#define SECONDS_MIN 1e-9
#define SECONDS_MAX 1e9

#define MEMORY_MAX ((json_int_t)1 << 50)

/* The keys of a query, ended by NULL. */
static const char *const asked_keys[] = {
    "id",       "action",  "board",   "graph", "rules",      "rules_fields",
    "position", "to_move", "history", "komi",  "value_only", "prohibited",
    "limits",   "schema",  "ask",     "asked", "living",     NULL,
};

/* What an answer has besides, ended by NULL. It is read past. */
static const char *const answered[] = {
    "verb",    "version",    "coalitions", "payoff",        "final",         "next",
    "ended",   "winner",     "score",      "best_order",    "store",         "value",
    "proven",  "at_komi",    "best",       "best_complete", "moves",         "moves_complete",
    "legal",   "not_played", "stands",     "line",          "line_complete", "cycle_from",
    "stopped", "nodes",      "entries",    "threads",       "seconds",       "peak_memory_bytes",
    NULL,
};

/* In the order of enum query_action. */
static const char *const actions[] = {"solve",   "lookup",     "replay", "cancel",
                                      "version", "coalitions", NULL};

static const char *const limit_keys[] = {"threads", "memory", "max_nodes", "max_seconds", NULL};

/* What other programs call it. */
static const struct {
    const char *theirs, *ours;
} renamed[] = {
    {"boardXSize", "\"board\": \"RxC\""},
    {"boardYSize", "\"board\": \"RxC\""},
    {"initialStones", "\"position\": rows joined by '/'"},
    {"initialPlayer", "\"to_move\": \"black\" or \"white\""},
    {"analyzeTurns", "a query for each turn"},
    {"maxVisits", "\"limits\": {\"max_nodes\": N}"},
    {"terminateId", "\"id\""},
};

json_t *query_json_given(const json_t *object, const char *key)
{
    json_t *value = json_object_get(object, key);
    return json_is_null(value) ? NULL : value;
}

static bool is_one_of(const char *const *names, const char *name)
{
    for (; *names != NULL; names++)
        if (strcmp(*names, name) == 0)
            return true;
    return false;
}

/* What is wanted in place of key. Only a key that the query takes is named: where another word
 * is nearer, as one of an answer, there is nothing to say. */
static const char *hint(const char *key, const char *const *not_taken, bool has_action,
                        char buffer[SPELLING_ANSWER_MAX])
{
    struct spelling own, all;
    buffer[0] = '\0';
    spelling_begin(&own, key, strlen(key));
    for (size_t i = 0; asked_keys[i] != NULL; i++)
        if (not_taken == NULL || !is_one_of(not_taken, asked_keys[i]))
            spelling_compare(&own, asked_keys[i]);
    all = own;
    for (size_t i = 0; has_action && actions[i] != NULL; i++)
        spelling_compare(&all, actions[i]);
    for (size_t i = 0; limit_keys[i] != NULL; i++)
        spelling_compare(&all, limit_keys[i]);
    for (size_t i = 0; answered[i] != NULL; i++)
        if (!is_one_of(limit_keys, answered[i]) && !(has_action && is_one_of(actions, answered[i])))
            spelling_compare(&all, answered[i]);
    if (all.count == own.count && all.distance == own.distance)
        return spelling_answer(&own, buffer);
    if (all.count == 1 && has_action && is_one_of(actions, all.nearest[0]))
        snprintf(buffer, SPELLING_ANSWER_MAX, ": wanted \"action\": \"%s\"", all.nearest[0]);
    else if (all.count == 1 && is_one_of(limit_keys, all.nearest[0]))
        snprintf(buffer, SPELLING_ANSWER_MAX, ": wanted \"limits\": {\"%s\": N}", all.nearest[0]);
    return buffer;
}

static int refuse_key(const char *key, const json_t *value, const char *wanted,
                      struct query_fault *fault)
{
    for (size_t i = 0; i < sizeof(renamed) / sizeof(renamed[0]); i++)
        if (strcmp(renamed[i].theirs, key) == 0)
            return query_fault_set(fault, -EINVAL, key, value, "no key of a query: wanted %s",
                                   renamed[i].ours);
    return query_fault_set(fault, -EINVAL, key, value, "no key of a query%s", wanted);
}

static int check_keys(const json_t *line, const char *const *not_taken, bool has_action,
                      struct query_fault *fault)
{
    char wanted[SPELLING_ANSWER_MAX];
    const char *key;
    json_t *value;
    json_object_foreach ((json_t *)line, key, value)
        if (!is_one_of(asked_keys, key) && !is_one_of(answered, key))
            return refuse_key(key, value, hint(key, not_taken, has_action, wanted), fault);
    value = query_json_given(line, "schema");
    if (value != NULL && (!json_is_integer(value) || json_integer_value(value) != JSON_SCHEMA))
        return query_fault_set(fault, -EINVAL, "schema", value, "wanted %d", JSON_SCHEMA);
    value = json_object_get(line, "moves");
    if (json_is_array(value) && json_array_size(value) > 0 &&
        !json_is_object(json_array_get(value, 0)))
        return query_fault_set(
            fault, -EINVAL, "moves", value,
            "wanted the moves that were made in \"history\": [\"B2\", \"pass\"]");
    return 0;
}

int query_json_check(const json_t *line, const char *const *not_taken, struct query_fault *fault)
{
    return check_keys(line, not_taken, false, fault);
}

int query_json_action(const json_t *line, enum query_action *ret_action, struct query_fault *fault)
{
    static const char *const no_ask[] = {"ask", "living", NULL};
    const json_t *value = query_json_given(line, "action");
    const char *action = json_is_string(value) ? json_string_value(value) : "";
    bool any_players = strcmp(action, actions[QUERY_COALITIONS]) == 0;
    int r = check_keys(line, any_players ? no_ask : NULL, true, fault);
    if (r < 0)
        return r;
    *ret_action = QUERY_SOLVE;
    if (value == NULL)
        return 0;
    for (size_t i = 0; actions[i] != NULL; i++) {
        if (strcmp(actions[i], action) != 0)
            continue;
        *ret_action = (enum query_action)i;
        return 0;
    }
    return query_fault_set(fault, -EINVAL, "action", value,
                           "wanted solve, coalitions, lookup, replay, cancel or version");
}

/* A whole number from min to max. */
static int read_integer(const json_t *limits, const char *key, json_int_t min, json_int_t max,
                        json_int_t *ret_number, struct query_fault *fault)
{
    const json_t *value = query_json_given(limits, key);
    *ret_number = 0;
    if (value == NULL)
        return 0;
    if (!json_is_integer(value) || json_integer_value(value) < min ||
        json_integer_value(value) > max)
        return query_fault_set(fault, -EINVAL, key, value,
                               "wanted null, or a whole number from %lld to %lld", (long long)min,
                               (long long)max);
    *ret_number = json_integer_value(value);
    return 0;
}

static int read_seconds(const json_t *limits, double *ret_seconds, struct query_fault *fault)
{
    const json_t *value = query_json_given(limits, "max_seconds");
    double seconds = json_number_value(value);
    *ret_seconds = 0;
    if (value == NULL)
        return 0;
    if (!json_is_number(value) || !(seconds >= SECONDS_MIN && seconds <= SECONDS_MAX))
        return query_fault_set(fault, -EINVAL, "max_seconds", value,
                               "wanted null, or seconds from 0.000000001 to 1000000000");
    *ret_seconds = seconds;
    return 0;
}

static int read_limits(const json_t *line, struct request_limits *limits, struct query_fault *fault)
{
    json_t *given = query_json_given(line, "limits"), *value;
    json_int_t threads = 0, memory = 0, nodes = 0;
    char wanted[SPELLING_ANSWER_MAX];
    const char *key;
    if (given == NULL)
        return 0;
    if (!json_is_object(given))
        return query_fault_set(fault, -EINVAL, "limits", given,
                               "wanted an object such as {\"max_seconds\": 10}");
    json_object_foreach (given, key, value)
        if (!is_one_of(limit_keys, key))
            return refuse_key(key, value, spelling_answer_of(limit_keys, key, strlen(key), wanted),
                              fault);
    int r = read_integer(given, "threads", 1, SOLVE_THREADS_MAX, &threads, fault);
    if (r == 0)
        r = read_integer(given, "memory", SOLVE_MEMORY_MIN, MEMORY_MAX, &memory, fault);
    if (r == 0)
        r = read_integer(given, "max_nodes", 1, INT64_MAX, &nodes, fault);
    if (r == 0)
        r = read_seconds(given, &limits->max_seconds, fault);
    limits->threads = (int)threads;
    limits->memory = (uint64_t)memory;
    limits->max_nodes = (uint64_t)nodes;
    return r;
}

/* The komi of the query, or that of rules in JSON. */
static int read_komi(const json_t *line, const struct solve_rules *rules, int *ret_half_points,
                     struct query_fault *fault)
{
    const json_t *value = query_json_given(line, "komi");
    int named = 0;
    bool is_named = solve_rules_komi(rules, &named) == 0;
    *ret_half_points = named;
    if (value == NULL)
        return 0;
    double half_points = 2 * json_number_value(value);
    if (!json_is_number(value) || fabs(half_points) > SOLVE_KOMI_MAX ||
        half_points != floor(half_points))
        return query_fault_set(
            fault, -EINVAL, "komi", value,
            "wanted a whole or half number such as 7 or 6.5, from -1000 to 1000");
    if (is_named && (int)half_points != named)
        return query_fault_set(fault, -EINVAL, "komi", value,
                               "the rules name another komi: wanted one");
    *ret_half_points = (int)half_points;
    return 0;
}

/* Reads a claim in text. */
static int read_claim(const char *key, const json_t *value, struct query *query,
                      struct query_fault *fault)
{
    struct solve_error why;
    const char *text = json_string_value(value);
    if (text == NULL)
        return query_fault_set(fault, -EINVAL, key, value, "wanted a claim such as \">=24\"");
    if (solve_claim_parse(text, &query->asked, &why) < 0 ||
        solve_claim_check(&query->asked, solve_game_rules(query->game), &why) < 0)
        return query_fault_set(fault, -EINVAL, key, value, "%s", why.text);
    query->asks = query->value_only = true;
    return 0;
}

/* "ask", or what an answer says that was asked. */
static int read_ask(const json_t *line, enum query_action action, struct query *query,
                    struct query_fault *fault)
{
    const json_t *ask = query_json_given(line, "ask"), *asked = query_json_given(line, "asked");
    if (action == QUERY_REPLAY)
        return 0;
    if (action == QUERY_COALITIONS && ask != NULL)
        return query_fault_set(fault, -EINVAL, "ask", ask, "wanted none for values by coalition");
    if (ask != NULL)
        return read_claim("ask", ask, query, fault);
    if (asked == NULL)
        return 0;
    const json_t *claim = json_object_get(asked, "claim");
    return read_claim("asked", claim != NULL ? claim : asked, query, fault);
}

/* "living": may strategies end where their player lives with enough? */
static int read_living(const json_t *line, enum query_action action, struct query *query,
                       struct query_fault *fault)
{
    const json_t *value = query_json_given(line, "living");
    if (value != NULL && !json_is_boolean(value))
        return query_fault_set(fault, -EINVAL, "living", value, "wanted true or false");
    query->living = json_is_true(value);
    if (!query->living || action == QUERY_REPLAY)
        return 0;
    if (action == QUERY_COALITIONS)
        return query_fault_set(fault, -EINVAL, "living", value,
                               "wanted none for values by coalition");
    if (solve_rules_living(solve_game_rules(query->game)))
        return 0;
    return query_fault_set(
        fault, -EINVAL, "living", value,
        "wanted rules under which strategies prove something, with suicide=no and "
        "scoring=area, or kee-v6 with counts=last and suicide=change");
}

int query_json_read(const json_t *line, enum query_action action, struct query *ret_query,
                    struct query_fault *fault)
{
    struct query query = {0};
    const json_t *value = query_json_given(line, "value_only");
    if (value != NULL && !json_is_boolean(value))
        return query_fault_set(fault, -EINVAL, "value_only", value, "wanted true or false");
    query.value_only = json_is_true(value);
    int r = read_limits(line, &query.limits, fault);
    if (r == 0)
        r = query_game_read(line, action, &query, fault);
    if (r == 0)
        r = read_komi(line, solve_game_rules(query.game), &query.komi_half_points, fault);
    if (r == 0)
        r = read_ask(line, action, &query, fault);
    if (r == 0)
        r = read_living(line, action, &query, fault);
    if (r < 0) {
        query_json_release(&query);
        return r;
    }
    *ret_query = query;
    return 0;
}

void query_json_release(struct query *query)
{
    solve_game_free(query->game);
    free(query->moves);
    query->game = NULL;
    query->moves = NULL;
}

json_t *query_json_fault(const struct query_fault *fault)
{
    json_t *object = json_with(json_object(), "key",
                               json_text_or_null(fault->key[0] != '\0' ? fault->key : NULL));
    object = json_with(object, "value",
                       json_text_or_null(fault->value[0] != '\0' ? fault->value : NULL));
    return json_with(object, "why", json_text_or_null(fault->why.text));
}
