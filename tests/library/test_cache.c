/*
 * Runs with a cache say the same as runs without one: many games on small boards under every
 * ruleset, in random order, with caches of several sizes, on several threads, and with runs in
 * between that are stopped.
 */
#include <pthread.h>
#include <stdio.h>
#include <unistd.h>

#include "cache_cases.h"

#define BIG ((uint64_t)64 << 20)
#define SMALL ((uint64_t)200 << 10) /* a board or two */
#define THREADS 2

static struct solve_cache *make_cache(uint64_t bytes)
{
    struct solve_cache *cache;
    assert_int_equal(solve_cache_new(bytes, &cache), 0);
    return cache;
}

/* All cases through one cache, twice. Returns the nodes of each round. */
static void run_all(uint64_t bytes, uint64_t ret_nodes[2])
{
    struct solve_cache *cache = make_cache(bytes);
    size_t *order = calloc(cache_cases_count, sizeof(*order));
    assert_non_null(order);
    for (int round = 0; round < 2; round++) {
        cache_cases_shuffle(order);
        ret_nodes[round] = 0;
        for (size_t i = 0; i < cache_cases_count; i++)
            ret_nodes[round] += cache_cases_compare(&cache_cases[order[i]], cache);
    }
    free(order);
    solve_cache_free(cache);
}

static void a_cache_saves_work_only(void **state)
{
    uint64_t nodes[2];
    (void)state;
    run_all(BIG, nodes);
    assert_true(nodes[1] < nodes[0] / 2);
}

static void a_small_cache_does_no_harm(void **state)
{
    uint64_t nodes[2];
    (void)state;
    run_all(SMALL, nodes);
    run_all(0, nodes);
}

/* Stops a run early, by nodes, by an interrupt, or for want of memory. */
static void stop_one(const struct cache_case *one, struct solve_cache *cache, unsigned how)
{
    struct solve_request *request = cache_cases_request(one, cache);
    struct solve_result *result;
    struct solve_interrupt *interrupt;
    assert_int_equal(solve_interrupt_new(&interrupt), 0);
    if (how % 3 == 0)
        assert_int_equal(solve_request_set_max_nodes(request, 1 + how), 0);
    else if (how % 3 == 1)
        solve_interrupt_request(interrupt);
    else
        assert_int_equal(solve_request_set_memory(request, 64 << 10), 0);
    assert_int_equal(solve_request_set_interrupt(request, interrupt), 0);
    assert_int_equal(solve_request_run(request, one->game, &result, NULL), 0);
    cache_cases_check_line(one, result);
    solve_result_free(result);
    solve_request_free(request);
    solve_interrupt_free(interrupt);
}

static void a_stopped_run_leaves_a_sound_cache(void **state)
{
    struct solve_cache *cache = make_cache(BIG);
    size_t *order = calloc(cache_cases_count, sizeof(*order));
    assert_non_null(order);
    (void)state;
    cache_cases_shuffle(order);
    for (size_t i = 0; i < cache_cases_count; i++) {
        stop_one(&cache_cases[order[cache_cases_random((unsigned)cache_cases_count)]], cache,
                 cache_cases_random(60));
        stop_one(&cache_cases[order[i]], cache, cache_cases_random(60));
        cache_cases_compare(&cache_cases[order[i]], cache);
    }
    free(order);
    solve_cache_free(cache);
}

/* What a thread of its own does. */
struct part {
    struct solve_cache *cache;
    size_t *order;
    size_t count; /* of cases */
};

static void *work(void *arg)
{
    const struct part *part = arg;
    for (size_t i = 0; i < part->count; i++)
        cache_cases_compare(&cache_cases[part->order[i]], part->cache);
    return NULL;
}

/* Each thread runs so many cases. */
static void run_threads(struct solve_cache *cache, size_t count)
{
    struct part parts[THREADS];
    pthread_t threads[THREADS];
    for (int i = 0; i < THREADS; i++) {
        parts[i] = (struct part){cache, calloc(cache_cases_count, sizeof(size_t)), count};
        assert_non_null(parts[i].order);
        cache_cases_shuffle(parts[i].order);
    }
    for (int i = 0; i < THREADS; i++)
        assert_int_equal(pthread_create(&threads[i], NULL, work, &parts[i]), 0);
    for (int i = 0; i < THREADS; i++) {
        assert_int_equal(pthread_join(threads[i], NULL), 0);
        free(parts[i].order);
    }
}

static void threads_share_a_cache(void **state)
{
    struct solve_cache *cache = make_cache(BIG);
    (void)state;
    run_threads(cache, cache_cases_count);
    solve_cache_free(cache);
}

/* Some cases with a store and a cache: what is in the store is used, and what of it is in the cache
 * serves the same open store only. */
static void a_store_goes_with_a_cache(void **state)
{
    const struct solve_store_options options = {.flags = SOLVE_STORE_MAKE};
    char folder[] = "/tmp/solve-cache-XXXXXX", path[64], command[96];
    struct solve_cache *cache = make_cache(BIG);
    (void)state;
    assert_non_null(mkdtemp(folder));
    snprintf(path, sizeof(path), "%s/store", folder);
    for (int round = 0; round < 4; round++) {
        if (round != 2) /* one without, on what others left */
            assert_int_equal(solve_store_open(path, &options, &cache_cases_store, NULL), 0);
        run_threads(cache, 100);
        if (cache_cases_store != NULL) {
            assert_null(solve_store_notice(cache_cases_store));
            assert_null(solve_store_failure(cache_cases_store));
            assert_int_equal(solve_store_close(cache_cases_store, NULL), 0);
        }
        cache_cases_store = NULL;
    }
    solve_cache_free(cache);
    snprintf(command, sizeof(command), "rm -r %s", folder);
    assert_int_equal(system(command), 0);
}

/* Boards that look alike are told apart: by edges, not by names. */
static void graphs_are_told_apart(void **state)
{
    static const char *const texts[] = {"a b c d\na b\nb c\nc d\n", "a b c d\na b\nb c\nc d\nd a\n",
                                        "a b c d\na b\na c\na d\n"};
    struct solve_cache *cache = make_cache(BIG);
    struct solve_rules *rules;
    struct solve_request *request = make_request();
    assert_int_equal(solve_rules_parse("psk", &rules, NULL), 0);
    (void)state;
    for (int round = 0; round < 6; round++) {
        struct solve_board *board;
        struct solve_game *game;
        const char *text = texts[round % 3];
        assert_int_equal(solve_board_parse_graph("g", text, strlen(text), &board, NULL), 0);
        assert_int_equal(solve_game_new(board, rules, NULL, 0, &game, NULL), 0);
        solve_board_unref(board);
        assert_int_equal(solve_request_set_cache(request, NULL), 0);
        struct solve_result *plain = make_result(request, game);
        assert_int_equal(solve_request_set_cache(request, cache), 0);
        struct solve_result *cached = make_result(request, game);
        assert_int_equal(value_of(plain), value_of(cached));
        solve_result_free(plain);
        solve_result_free(cached);
        solve_game_free(game);
    }
    solve_request_free(request);
    solve_rules_unref(rules);
    solve_cache_free(cache);
}

/* Certificates are made without, and checked elsewhere; here: the cache is no obstacle. */
static void wrong_use_is_refused(void **state)
{
    struct solve_cache *cache = UNTOUCHED;
    (void)state;
    assert_int_equal(solve_cache_new(UINT64_MAX, &cache), -EINVAL);
    assert_ptr_equal(cache, UNTOUCHED);
    assert_int_equal(solve_cache_new(1, NULL), -EINVAL);
    assert_int_equal(solve_request_set_cache(NULL, NULL), -EINVAL);
    solve_cache_free(NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_cache_saves_work_only),
        cmocka_unit_test(a_small_cache_does_no_harm),
        cmocka_unit_test(a_stopped_run_leaves_a_sound_cache),
        cmocka_unit_test(threads_share_a_cache),
        cmocka_unit_test(a_store_goes_with_a_cache),
        cmocka_unit_test(graphs_are_told_apart),
        cmocka_unit_test(wrong_use_is_refused),
    };
    return cmocka_run_group_tests(tests, cache_cases_make, cache_cases_free);
}
