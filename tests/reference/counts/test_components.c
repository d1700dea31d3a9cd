/*
 * The engine by components with little memory: where one thread has enough, so have any number, and
 * all count the same. Helpers for which there is none leave it to the others.
 */
#include "common/check.h"

#include "common/games.h"
#include "common/repeats.h"
#include "count/components/components.h"

struct question {
    const char *size, *rules;
    unsigned long games;
    bool lengths;
};

static int count_games(const struct question *question, size_t max_bytes, int threads,
                       struct tally *ret_tally)
{
    const struct limits limits = {.threads = threads, .max_bytes = max_bytes};
    struct count_run run = {
        .limits = &limits, .lengths = question->lengths, .measure = ARENA_STONES};
    struct graph *graph = must_graph(question->size);
    struct ruleset rules = must_rules(question->rules);
    struct position empty = {{0}};
    struct game game;
    struct arena arena;
    assert_int_equal(game_init(&game, graph, &rules, &empty, 0), 0);
    assert_int_equal(arena_init(&arena, &game, ARENA_STONES, SIZE_MAX, NULL), 0);
    int r = components_count(&arena, &run, ret_tally);
    arena_release(&arena);
    game_release(&game);
    graph_free(graph);
    return r;
}

static void must_count(const struct question *question, size_t max_bytes, int threads)
{
    struct tally tally;
    int r = count_games(question, max_bytes, threads, &tally);
    if (r < 0)
        print_error("%s %s, %zu bytes, %d threads\n", question->size, question->rules, max_bytes,
                    threads);
    assert_int_equal(r, 0);
    assert_int_equal(mpz_cmp_ui(tally.games, question->games), 0);
    tally_release(&tally);
}

/* The least memory for one thread, to so many bytes. */
static size_t least_bytes(const struct question *question, size_t step)
{
    struct tally tally;
    for (size_t bytes = step;; bytes += step) {
        int r = count_games(question, bytes, 1, &tally);
        if (r == 0) {
            assert_int_equal(mpz_cmp_ui(tally.games, question->games), 0);
            tally_release(&tally);
            return bytes;
        }
        assert_int_equal(r, -ENOSPC);
    }
}

/* From a memory that is enough for one thread on, by a few ever larger steps. */
static void test_any_threads(void **state)
{
    (void)state;
    static const struct question questions[] = {
        {"1x3", "psk", 907, false},
        {"1x3", "ssk,suicide=yes", 19207, false},
        {"1x3", "nssk,suicide=yes", 275115, false},
        {"1x3", "nssk,suicide=yes", 275115, true},
    };
    static const int threads[] = {2, 3, 64};
    const int steps = repeats_all() ? 6 : TESTS_SHARE > 1 ? 1 : 2;
    for (size_t i = 0; i < sizeof(questions) / sizeof(questions[0]); i++) {
        size_t bytes = least_bytes(&questions[i], (size_t)4 << 10);
        for (int times = 0; times < steps; times++, bytes += bytes / 4)
            for (size_t t = 0; t < sizeof(threads) / sizeof(threads[0]); t++)
                must_count(&questions[i], bytes, threads[t]);
    }
}

/* Lines of play that are deep: there helpers begin, and most leave on their way. */
static void test_deep(void **state)
{
    (void)state;
    static const struct question question = {"1x4", "psk", 719178893, false};
    if (repeats_all())
        must_count(&question, (size_t)256 << 10, 3);
    must_count(&question, (size_t)2 << 20, 64);
}

/* Memory that is too small even for one is told, whatever the threads. */
static void test_too_small(void **state)
{
    (void)state;
    static const struct question question = {"1x4", "psk", 719178893, false};
    static const int threads[] = {1, 2, 64};
    struct tally tally;
    for (size_t t = 0; t < sizeof(threads) / sizeof(threads[0]); t++)
        assert_int_equal(count_games(&question, (size_t)96 << 10, threads[t], &tally), -ENOSPC);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_any_threads),
        cmocka_unit_test(test_deep),
        cmocka_unit_test(test_too_small),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
