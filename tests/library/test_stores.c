/* Stores: a run that was stopped is gone on with. */
#include "made.h"

#include <stdio.h>
#include <unistd.h>

static char folder[] = "/tmp/solve-library-XXXXXX";
static char path[64];

static int make_folder(void **state)
{
    (void)state;
    if (mkdtemp(folder) == NULL)
        return -1;
    snprintf(path, sizeof(path), "%s/store", folder);
    return 0;
}

static int remove_folder(void **state)
{
    char command[96];
    (void)state;
    snprintf(command, sizeof(command), "rm -r %s", folder);
    return system(command);
}

static struct solve_store *open_store(const struct solve_store_options *options)
{
    struct solve_error err = {""};
    struct solve_store *store;
    int r = solve_store_open(path, options, &store, &err);
    if (r < 0)
        fail_msg("%s", err.text);
    assert_null(solve_store_notice(store));
    return store;
}

/* Runs with the store, and closes it. */
static struct solve_result *run_with(struct solve_store *store, uint64_t max_nodes,
                                     const struct solve_game *game)
{
    struct solve_request *request = make_request();
    assert_int_equal(solve_request_set_value_only(request, true), 0);
    assert_int_equal(solve_request_set_store(request, store), 0);
    assert_int_equal(solve_request_set_max_nodes(request, max_nodes), 0);
    struct solve_result *result = make_result(request, game);
    assert_null(solve_store_failure(store));
    assert_int_equal(solve_store_close(store, NULL), 0);
    solve_request_free(request);
    return result;
}

static void a_stopped_run_is_gone_on_with(void **state)
{
    const struct solve_store_options make = {.flags = SOLVE_STORE_MAKE};
    struct solve_work alone, rest, again;
    struct solve_request *request = make_request();
    struct solve_game *game = make_game("1x7", "psk", "");
    (void)state;
    assert_int_equal(solve_request_set_value_only(request, true), 0);
    struct solve_result *result = make_result(request, game);
    int value = value_of(result);
    assert_int_equal(solve_result_work(result, &alone), 0);
    solve_result_free(result);

    result = run_with(open_store(&make), alone.nodes / 2, game);
    assert_int_equal(solve_result_stop(result), SOLVE_STOP_NODES);
    solve_result_free(result);

    result = run_with(open_store(&make), 0, game);
    assert_int_equal(solve_result_stop(result), SOLVE_STOP_NONE);
    assert_int_equal(value_of(result), value);
    assert_int_equal(solve_result_work(result, &rest), 0);
    assert_true(rest.nodes < alone.nodes);
    solve_result_free(result);

    result = run_with(open_store(NULL), 0, game);
    assert_int_equal(value_of(result), value);
    assert_int_equal(solve_result_work(result, &again), 0);
    assert_int_equal(again.nodes, 0);
    solve_result_free(result);
    solve_game_free(game);
    solve_request_free(request);
}

static void what_is_known_is_told_without_search(void **state)
{
    const struct solve_store_options make = {.flags = SOLVE_STORE_MAKE};
    const struct solve_store_options read = {.flags = SOLVE_STORE_READ};
    struct solve_bounds bounds;
    struct solve_result *result;
    struct solve_game *game = make_game("2x2", "psk", "");
    struct solve_game *unknown = make_game("2x2", "ssk", "");
    (void)state;
    solve_result_free(run_with(open_store(&make), 0, game));
    struct solve_store *store = open_store(&read);
    assert_int_equal(solve_store_query(store, game, 0, &result, NULL), 0);
    assert_int_equal(value_of(result), 1);
    solve_result_free(result);
    assert_int_equal(solve_store_query(store, unknown, 0, &result, NULL), 0);
    assert_int_equal(solve_result_bounds(result, &bounds), 0);
    assert_false(solve_bounds_known(&bounds));
    solve_result_free(result);
    assert_int_equal(solve_store_close(store, NULL), 0);
    solve_game_free(game);
    solve_game_free(unknown);
}

static void a_result_that_is_there_needs_no_more_of_the_store(void **state)
{
    const struct solve_store_options make = {.flags = SOLVE_STORE_MAKE};
    struct solve_request *request = make_request();
    struct solve_game *game = make_game("2x2", "psk", "");
    (void)state;
    assert_int_equal(solve_request_set_value_only(request, true), 0);
    solve_result_free(run_with(open_store(&make), 0, game));
    const struct solve_store_options quick = {.request = request, .game = game};
    struct solve_result *result = run_with(open_store(&quick), 0, game);
    assert_int_equal(value_of(result), 1);
    solve_result_free(result);
    solve_game_free(game);
    solve_request_free(request);
}

static void tables_of_all_positions_are_kept(void **state)
{
    const struct solve_store_options make = {.flags = SOLVE_STORE_MAKE};
    const struct solve_table_options how = {.threads = 1, .memory = 1 << 28, .save_seconds = 10};
    struct solve_table table;
    struct solve_error err;
    struct solve_game *game = make_game("2x3", "simple", "");
    struct solve_game *none = make_game("2x3", "psk,scoring=territory", "");
    struct solve_store *store = open_store(&make);
    (void)state;
    assert_int_equal(solve_store_make_table(store, solve_game_board(game), solve_game_rules(game),
                                            &how, &table, &err),
                     0);
    assert_false(table.was_there);
    assert_true(table.boards > 0);
    assert_int_equal(solve_store_make_table(store, solve_game_board(game), solve_game_rules(game),
                                            &how, &table, &err),
                     0);
    assert_true(table.was_there);
    assert_int_equal(solve_store_make_table(store, solve_game_board(none), solve_game_rules(none),
                                            &how, &table, &err),
                     -EINVAL);
    assert_int_equal(solve_store_close(store, NULL), 0);
    solve_game_free(game);
    solve_game_free(none);
}

static void what_is_no_store_is_refused(void **state)
{
    struct solve_error err = {""};
    struct solve_store *store = UNTOUCHED;
    (void)state;
    assert_true(solve_store_open("/nonexistent/store", NULL, &store, &err) < 0);
    assert_true(strlen(err.text) > 0);
    assert_ptr_equal(store, UNTOUCHED);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_stopped_run_is_gone_on_with),
        cmocka_unit_test(what_is_known_is_told_without_search),
        cmocka_unit_test(a_result_that_is_there_needs_no_more_of_the_store),
        cmocka_unit_test(tables_of_all_positions_are_kept),
        cmocka_unit_test(what_is_no_store_is_refused),
    };
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
