/* Stores: a run that was stopped is gone on with. */
#include "made.h"

#include <pthread.h>
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

/* Claims that others proved are known at once, to runs of the state before, too. */
static void a_claim_is_kept(void **state)
{
    const struct solve_store_options make = {.flags = SOLVE_STORE_MAKE},
                                     read = {.flags = SOLVE_STORE_READ};
    const struct solve_store_claim forced = {0, false, 3}, held = {1, true, 4},
                                   large = {0, false, 9}, nobody = {2, false, 0};
    struct solve_error err;
    struct solve_bounds bounds;
    struct solve_root_move made;
    struct solve_result *result;
    struct solve_game *game = make_game("1x3", "nssk", "B1"), *start = make_game("1x3", "nssk", ""),
                      *over = make_game("1x3", "nssk", "pass pass"),
                      *unkept = make_game("1x3", "psk,first-pass=white", "");
    struct solve_store *store = open_store(&make);
    (void)state;
    assert_int_equal(solve_store_add_claim(store, game, 0, &forced, NULL), 0);
    assert_int_equal(solve_store_add_claim(store, game, 0, &held, &err), 0);
    solve_store_finish(store);
    assert_int_equal(solve_store_query(store, game, 0, &result, NULL), 0);
    assert_int_equal(value_of(result), 3);
    solve_result_free(result);
    assert_int_equal(solve_store_query(store, start, 0, &result, NULL), 0);
    solve_result_bounds(result, &bounds);
    assert_int_equal(bounds.lower_min, 3);
    assert_int_equal(solve_result_move(result, 1, &made), 0);
    assert_int_equal(made.bounds.upper_max, 3);
    solve_result_free(result);
    assert_int_equal(solve_store_add_claim(store, game, 0, &large, &err), -EINVAL);
    assert_non_null(strstr(err.text, "no margins of the board"));
    assert_int_equal(solve_store_add_claim(store, game, 0, &nobody, &err), -EINVAL);
    assert_int_equal(solve_store_add_claim(store, over, 0, &forced, &err), -EINVAL);
    assert_non_null(strstr(err.text, "over"));
    assert_int_equal(solve_store_add_claim(store, unkept, 0, &forced, &err), -EINVAL);
    assert_non_null(strstr(err.text, "no store has anything"));
    assert_int_equal(solve_store_close(store, NULL), 0);
    store = open_store(&read);
    assert_int_equal(solve_store_add_claim(store, game, 0, &forced, &err), -EINVAL);
    assert_non_null(strstr(err.text, "only to read"));
    assert_int_equal(solve_store_close(store, NULL), 0);
    solve_game_free(game);
    solve_game_free(start);
    solve_game_free(over);
    solve_game_free(unkept);
}

static int tells(struct solve_store *store, int player, bool denies, int margin)
{
    const struct solve_store_claim claim = {player, denies, margin};
    struct solve_game *game = make_game("2x2", "simple", "");
    int r = solve_store_tells_claim(store, game, 0, &claim, NULL);
    solve_game_free(game);
    return r;
}

/* 2x2 is worth -4 to +4 under simple ko. */
static void a_store_tells_claims(void **state)
{
    const struct solve_store_options make = {.flags = SOLVE_STORE_MAKE};
    struct solve_game *game = make_game("2x2", "simple", "");
    struct solve_store *store = open_store(&make);
    (void)state;
    assert_int_equal(tells(store, 0, true, 3), 0);
    solve_result_free(run_with(store, 0, game));
    store = open_store(&make);
    for (int margin = -6; margin <= 6; margin++) {
        assert_int_equal(tells(store, 0, false, margin), margin <= -4);
        assert_int_equal(tells(store, 1, true, margin), margin > -4);
        assert_int_equal(tells(store, 1, false, margin), margin >= 4);
        assert_int_equal(tells(store, 0, true, margin), margin < 4);
    }
    assert_int_equal(tells(store, 0, false, -32767), 1);
    assert_int_equal(tells(store, 0, false, 32767), 0);
    assert_int_equal(tells(store, 2, false, 0), -EINVAL);
    assert_int_equal(solve_store_close(store, NULL), 0);
    solve_game_free(game);
}

static void assert_known(struct solve_store *store, const char *board)
{
    struct solve_game *game = make_game(board, "ssk,suicide=yes", "");
    struct solve_result *result = NULL;
    struct solve_bounds bounds;
    assert_int_equal(solve_store_query(store, game, 0, &result, NULL), 0);
    assert_int_equal(solve_result_bounds(result, &bounds), 0);
    assert_true(solve_bounds_known(&bounds));
    solve_result_free(result);
    solve_game_free(game);
}

/* After a store is finished what was proved can be asked for, and runs go on to add to it. */
static void a_finished_store_goes_on(void **state)
{
    const struct solve_store_options make = {.flags = SOLVE_STORE_MAKE};
    static const char *const boards[] = {"1x3", "1x4", "2x2", "1x6", "2x3"};
    const size_t count = sizeof(boards) / sizeof(*boards);
    struct solve_store *store = open_store(&make);
    struct solve_request *request = make_request();
    (void)state;
    assert_int_equal(solve_request_set_store(request, store), 0);
    for (size_t i = 0; i < count; i++) {
        struct solve_game *game = make_game(boards[i], "ssk,suicide=yes", "");
        solve_result_free(make_result(request, game));
        solve_game_free(game);
        if (i == 0 || i == count - 1) {
            solve_store_finish(store);
            assert_known(store, boards[i]);
        }
    }
    assert_int_equal(solve_store_close(store, NULL), 0);
    store = open_store(NULL);
    for (size_t i = 0; i < count; i++)
        assert_known(store, boards[i]);
    assert_int_equal(solve_store_close(store, NULL), 0);
    solve_request_free(request);
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

static void a_process_has_one_handle_of_a_store(void **state)
{
    const struct solve_store_options make = {.flags = SOLVE_STORE_MAKE};
    struct solve_error err = {""};
    struct solve_store *second = UNTOUCHED;
    struct solve_store *store = open_store(&make);
    (void)state;
    assert_int_equal(solve_store_open(path, &make, &second, &err), -EBUSY);
    assert_true(strlen(err.text) > 0);
    assert_ptr_equal(second, UNTOUCHED);
    assert_int_equal(solve_store_close(store, NULL), 0);
    assert_int_equal(solve_store_close(open_store(&make), NULL), 0);
}

/* A run by one of several threads that share a store. */
struct sharing {
    pthread_t thread;
    struct solve_store *store;
    const char *board, *rules;
    int value; /* receives it */
};

static void *run_in_thread(void *arg)
{
    struct sharing *sharing = arg;
    struct solve_board *board;
    struct solve_rules *rules;
    struct solve_game *game;
    struct solve_request *request;
    struct solve_result *result;
    struct solve_bounds bounds = {.lower_min = SOLVE_MARGIN_INFINITE};
    if (solve_board_parse(sharing->board, &board, NULL) < 0 ||
        solve_rules_parse(sharing->rules, &rules, NULL) < 0 ||
        solve_game_new(board, rules, NULL, 0, &game, NULL) < 0 || solve_request_new(&request) < 0 ||
        solve_request_set_store(request, sharing->store) < 0 ||
        solve_request_run(request, game, &result, NULL) < 0)
        abort();
    solve_result_bounds(result, &bounds);
    sharing->value = bounds.lower_min;
    solve_result_free(result);
    solve_request_free(request);
    solve_game_free(game);
    solve_rules_unref(rules);
    solve_board_unref(board);
    return NULL;
}

static void threads_share_a_store(void **state)
{
    const struct solve_store_options make = {.flags = SOLVE_STORE_MAKE};
    struct sharing all[] = {
        {.board = "1x5", .rules = "psk"}, {.board = "1x5", .rules = "psk"},
        {.board = "2x3", .rules = "ssk"}, {.board = "1x6", .rules = "kee2013"},
        {.board = "2x3", .rules = "psk"}, {.board = "1x5", .rules = "nssk"},
    };
    size_t count = sizeof(all) / sizeof(all[0]);
    struct solve_store *store = open_store(&make);
    (void)state;
    for (size_t i = 0; i < count; i++) {
        all[i].store = store;
        assert_int_equal(pthread_create(&all[i].thread, NULL, run_in_thread, &all[i]), 0);
    }
    for (size_t i = 0; i < count; i++)
        assert_int_equal(pthread_join(all[i].thread, NULL), 0);
    assert_null(solve_store_failure(store));
    assert_int_equal(solve_store_close(store, NULL), 0);
    for (size_t i = 0; i < count; i++) {
        int found = all[i].value;
        all[i].store = NULL;
        run_in_thread(&all[i]);
        assert_int_equal(found, all[i].value);
    }
}

static void what_is_open_to_read_stays_as_it_is(void **state)
{
    const struct solve_store_options make = {.flags = SOLVE_STORE_MAKE};
    const struct solve_store_options read = {.flags = SOLVE_STORE_READ};
    const struct solve_table_options options = {.threads = 1, .memory = 64 << 20};
    struct solve_table table;
    struct solve_work first, again;
    struct solve_game *game = make_game("1x6", "ssk", "");
    struct solve_store *store = open_store(&make);
    (void)state;
    assert_int_equal(solve_store_close(store, NULL), 0);
    struct solve_result *result = run_with(open_store(&read), 0, game);
    assert_int_equal(solve_result_work(result, &first), 0);
    solve_result_free(result);
    result = run_with(open_store(&read), 0, game);
    assert_int_equal(solve_result_work(result, &again), 0);
    assert_true(first.nodes > 0 && first.nodes == again.nodes);
    solve_result_free(result);
    store = open_store(&read);
    assert_int_equal(solve_store_make_table(store, solve_game_board(game), solve_game_rules(game),
                                            &options, &table, NULL),
                     -EINVAL);
    assert_int_equal(solve_store_close(store, NULL), 0);
    solve_game_free(game);
}

/* Nothing but the result is open then: no table can be made. */
static void a_store_that_is_open_for_one_run_makes_no_table(void **state)
{
    const struct solve_store_options make = {.flags = SOLVE_STORE_MAKE};
    const struct solve_table_options options = {.threads = 1, .memory = 64 << 20};
    struct solve_table table;
    struct solve_game *game = make_game("1x5", "psk", "");
    struct solve_request *request = make_request();
    const struct solve_store_options one = {.request = request, .game = game};
    (void)state;
    assert_int_equal(solve_request_set_value_only(request, true), 0);
    solve_result_free(run_with(open_store(&make), 0, game));
    struct solve_store *store = open_store(&one);
    assert_int_equal(solve_store_make_table(store, solve_game_board(game), solve_game_rules(game),
                                            &options, &table, NULL),
                     -EINVAL);
    assert_int_equal(solve_store_close(store, NULL), 0);
    solve_request_free(request);
    solve_game_free(game);
}

static void a_store_has_what_was_solved_under_rules_that_remove_cycles(void **state)
{
    const struct solve_store_options make = {.flags = SOLVE_STORE_MAKE};
    struct solve_result *result;
    struct solve_bounds bounds;
    struct solve_game *game = make_game("1x3", "ljrg", "");
    struct solve_store *store = open_store(&make);
    (void)state;
    assert_int_equal(solve_store_query(store, game, 0, &result, NULL), 0);
    solve_result_bounds(result, &bounds);
    assert_int_equal(bounds.lower_min, -SOLVE_MARGIN_INFINITE);
    solve_result_free(result);
    solve_result_free(run_with(store, 0, game));
    store = open_store(&make);
    assert_int_equal(solve_store_query(store, game, 0, &result, NULL), 0);
    solve_result_bounds(result, &bounds);
    assert_int_equal(bounds.lower_min, 2);
    assert_int_equal(bounds.upper_max, 2);
    solve_result_free(result);
    assert_int_equal(solve_store_close(store, NULL), 0);
    solve_game_free(game);
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
        cmocka_unit_test(a_claim_is_kept),
        cmocka_unit_test(a_store_tells_claims),
        cmocka_unit_test(a_finished_store_goes_on),
        cmocka_unit_test(a_result_that_is_there_needs_no_more_of_the_store),
        cmocka_unit_test(tables_of_all_positions_are_kept),
        cmocka_unit_test(a_process_has_one_handle_of_a_store),
        cmocka_unit_test(threads_share_a_store),
        cmocka_unit_test(what_is_open_to_read_stays_as_it_is),
        cmocka_unit_test(a_store_that_is_open_for_one_run_makes_no_table),
        cmocka_unit_test(a_store_has_what_was_solved_under_rules_that_remove_cycles),
        cmocka_unit_test(what_is_no_store_is_refused),
    };
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
