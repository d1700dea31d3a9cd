/*
 * A store without memory: whichever of the last calls for it of a run fails, what the store has is
 * true; a run that says that all is well has left its result; and with memory the next run tells
 * all, the principal variation, too.
 */
#include "common/check.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>

#include "common/failing_memory.h"
#include "solve.h"

/* Calls of a run that fail, the last ones. */
#define MOST 50

static long calls, fail_at;

/* failing_memory: counts, and fails once. */
static bool fails(void)
{
    return ++calls == fail_at;
}

static char folder[] = "/tmp/solve-short-XXXXXX", path[64];

static void remove_store(void)
{
    char command[96];
    snprintf(command, sizeof(command), "rm -rf %s", path);
    assert_int_equal(system(command), 0);
}

static struct solve_store *open_store(void)
{
    const struct solve_store_options options = {.flags = SOLVE_STORE_MAKE};
    struct solve_store *store;
    assert_int_equal(solve_store_open(path, &options, &store, NULL), 0);
    assert_null(solve_store_notice(store));
    return store;
}

/* A run with the store. Returns whether it, the store and its end say that all is well. */
static bool run(const struct solve_game *game, struct solve_store *store,
                struct solve_bounds *ret_bounds, bool *ret_pv_complete)
{
    struct solve_request *request;
    struct solve_result *result;
    assert_int_equal(solve_request_new(&request), 0);
    assert_int_equal(solve_request_set_store(request, store), 0);
    failing_memory = fails;
    int r = solve_request_run(request, game, &result, NULL);
    failing_memory = NULL;
    bool well = r == 0 && solve_result_stop(result) == SOLVE_STOP_NONE &&
                solve_store_failure(store) == NULL;
    assert_true(r == 0 || r == -ENOMEM);
    if (r == 0) {
        solve_result_bounds(result, ret_bounds);
        *ret_pv_complete = solve_result_pv_complete(result);
        solve_result_free(result);
    }
    solve_request_free(request);
    return solve_store_close(store, NULL) == 0 && well;
}

/* Does the store know the value? */
static bool has_value(const struct solve_game *game)
{
    struct solve_store *store = open_store();
    struct solve_bounds bounds;
    struct solve_result *result;
    assert_int_equal(solve_store_query(store, game, 0, &result, NULL), 0);
    solve_result_bounds(result, &bounds);
    solve_result_free(result);
    assert_int_equal(solve_store_close(store, NULL), 0);
    return solve_bounds_known(&bounds);
}

static void check(const char *size, const char *ruleset)
{
    struct solve_board *board;
    struct solve_rules *rules;
    struct solve_game *game;
    struct solve_bounds wanted, found;
    bool complete;
    assert_int_equal(solve_board_parse(size, &board, NULL), 0);
    assert_int_equal(solve_rules_parse(ruleset, &rules, NULL), 0);
    assert_int_equal(solve_game_new(board, rules, NULL, 0, &game, NULL), 0);
    calls = fail_at = 0;
    remove_store();
    assert_true(run(game, open_store(), &wanted, &complete) && complete);
    long all = calls;
    for (long at = all > MOST ? all - MOST : 1; at <= all; at++) {
        calls = 0;
        fail_at = at;
        remove_store();
        if (run(game, open_store(), &found, &complete))
            assert_true(has_value(game));
        fail_at = 0;
        assert_true(run(game, open_store(), &found, &complete) && complete);
        assert_memory_equal(&found, &wanted, sizeof(found));
    }
    solve_game_free(game);
    solve_rules_unref(rules);
    solve_board_unref(board);
}

static void test_runs(void **state)
{
    (void)state;
    assert_non_null(mkdtemp(folder));
    snprintf(path, sizeof(path), "%s/store", folder);
    check("1x4", "kee2007");
    check("1x4", "ing-spight");
    remove_store();
    remove(folder);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_runs)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
