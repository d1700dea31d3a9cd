/*
 * Malformed queries: views and runs say what is wrong with each, and nothing else happens.
 *
 * usage: test_explore_fuzz [COUNT [SEED]]
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "explore/runs/runs.h"
#include "explore/view/view.h"
#include "json/json.h"

#define COUNT_DEFAULT 3000

static uint64_t seed = 1;

static unsigned below(unsigned n)
{
    seed ^= seed << 13;
    seed ^= seed >> 7;
    seed ^= seed << 17;
    return (unsigned)(seed >> 33) % n;
}

static const char *const good[] = {
    "{\"board\":\"2x3\",\"rules\":\"psk\",\"history\":[\"B2\",\"pass\"],\"komi\":1.5}",
    "{\"board\":\"1x4\",\"rules\":\"kee2013,refresh=no\",\"position\":\".XO.\",\"to_move\":"
    "\"white\"}",
    "{\"board\":\"2x2\",\"rules\":\"ljrg\",\"prohibited\":[\"A1\"],\"history\":[\"A2\",\"B2\"]}",
    "{\"graph\":{\"points\":[\"a\",\"b\",\"c\"],\"edges\":[[\"a\",\"b\"],[\"b\",\"c\"]]},"
    "\"rules\":\"simple\",\"history\":[\"a\",\"c\"],\"value_only\":true}",
    "{\"board\":\"3x3\",\"rules\":{\"ko\":\"POSITIONAL\",\"scoring\":\"AREA\",\"suicide\":true},"
    "\"limits\":{\"max_nodes\":10,\"threads\":2,\"memory\":1000000,\"max_seconds\":0.5}}",
    "{\"kind\":\"solve\",\"board\":\"1x3\",\"rules\":\"ssk\",\"limits\":{\"max_seconds\":0.01}}",
    "{\"kind\":\"endless\",\"board\":\"1x3\",\"rules\":\"none\",\"limits\":{\"max_seconds\":0.01}}",
    "{\"kind\":\"find\",\"board\":\"1x2\",\"rulesets\":[\"psk\",\"ssk\",\"none\"]}",
};

/* A value that hardly fits. */
static json_t *odd_value(void)
{
    static const char *const texts[] = {"",       "A1",    "psk", "2x3",     "pass", "0x0", "361x1",
                                        "\u00e4", "black", "X.O", "cycle:1", "1x1",  "a",   "none"};
    switch (below(9)) {
    case 0:
        return json_null();
    case 1:
        return json_true();
    case 2:
        return json_integer((json_int_t)below(2000) - 1000);
    case 3:
        return json_integer((json_int_t)1 << below(63));
    case 4:
        return json_real(1e300);
    case 5:
        return json_array();
    case 6:
        return json_object();
    default:
        return json_string(texts[below(sizeof(texts) / sizeof(texts[0]))]);
    }
}

/* Changes something somewhere in value. */
static void mutate(json_t *value)
{
    const char *key;
    json_t *inner;
    if (json_is_array(value)) {
        unsigned count = (unsigned)json_array_size(value);
        if (count == 0 || below(3) == 0)
            json_array_append_new(value, odd_value());
        else if (below(2) == 0)
            json_array_set_new(value, below(count), odd_value());
        else
            mutate(json_array_get(value, below(count)));
        return;
    }
    unsigned count = (unsigned)json_object_size(value);
    unsigned chosen = count > 0 ? below(count) : 0, i = 0;
    if (!json_is_object(value))
        return;
    if (count == 0 || below(12) == 0) {
        json_object_set_new(value, "rules_fields", odd_value());
        return;
    }
    json_object_foreach (value, key, inner) {
        if (i++ != chosen)
            continue;
        if ((json_is_array(inner) || json_is_object(inner)) && below(2) == 0)
            mutate(inner);
        else if (below(8) == 0)
            json_object_del(value, key);
        else
            json_object_set_new(value, key, odd_value());
        return;
    }
}

/* Is the fault one that can be shown? */
static bool is_told(int r, const struct query_fault *fault)
{
    return (r == -EINVAL || r == -EBUSY) && fault->why.text[0] != '\0' &&
           strlen(fault->key) < sizeof(fault->key);
}

static bool look(const json_t *query)
{
    const struct view_source nobody = {0};
    struct query_fault fault = {.key = ""};
    json_t *view;
    int r = view_make(&nobody, query, &view, &fault);
    if (r < 0)
        return is_told(r, &fault);
    char *text = json_dumps(view, JSON_COMPACT);
    bool made = text != NULL && json_object_size(view) >= 28;
    free(text);
    json_decref(view);
    return made;
}

static bool ask(struct explore_runs *runs, const json_t *query)
{
    struct query_fault fault = {.key = ""};
    char id[RUNS_ID_MAX];
    int r = runs_ask(runs, query, id, &fault);
    if (r < 0)
        return is_told(r, &fault);
    if (below(2) == 0)
        runs_cancel(runs, id);
    return true;
}

int main(int argc, char **argv)
{
    const struct runs_options options = {.threads = 2, .memory = 64 << 20, .kept = 32};
    struct explore_runs *runs;
    long count = argc > 1 ? atol(argv[1]) : COUNT_DEFAULT;
    seed = argc > 2 ? strtoull(argv[2], NULL, 10) : 88172645463325252u;
    if (runs_new(&options, &runs) < 0)
        return 1;
    for (long i = 0; i < count; i++) {
        const char *text = good[below(sizeof(good) / sizeof(good[0]))];
        json_t *query = json_loads(text, 0, NULL);
        for (unsigned changes = 1 + below(3); changes > 0; changes--)
            mutate(query);
        if (!look(query) || !ask(runs, query)) {
            char *shown = json_dumps(query, JSON_COMPACT);
            fprintf(stderr, "query %ld is not answered: %s\n", i, shown);
            return 1;
        }
        json_decref(query);
    }
    runs_free(runs);
    printf("%ld queries\n", count);
    return 0;
}
