/* Runs and what they find: values, root moves, limits, interruption, progress, predictions. */
#include "made.h"

static void the_value_after_a_game(void **state)
{
    struct solve_request *request = make_request();
    struct solve_game *start = make_game("2x2", "psk", "");
    struct solve_game *later = make_game("2x2", "psk", "A1 B2 pass");
    struct solve_result *result = make_result(request, start);
    (void)state;
    assert_int_equal(value_of(result), 1);
    solve_result_free(result);
    result = make_result(request, later);
    assert_int_equal(value_of(result), -1);
    assert_int_equal(solve_game_turns(later), 3);
    solve_result_free(result);
    solve_game_free(start);
    solve_game_free(later);
    solve_request_free(request);
}

static void every_root_move_has_a_value(void **state)
{
    struct solve_root_move move;
    struct solve_work work;
    size_t best = 0, pv;
    int most = -SOLVE_MARGIN_INFINITE;
    struct solve_request *request = make_request();
    struct solve_game *game = make_game("2x3", "psk", "");
    struct solve_result *result = make_result(request, game);
    (void)state;
    assert_int_equal(solve_result_stop(result), SOLVE_STOP_NONE);
    assert_int_equal(solve_result_move_count(result), 7);
    for (size_t i = 0; i < 7; i++) {
        assert_int_equal(solve_result_move(result, i, &move), 0);
        assert_true(solve_bounds_known(&move.bounds));
        assert_true(move.same_as <= i);
        assert_int_equal(solve_result_rating(result, i, 0),
                         move.best ? SOLVE_RATED_BEST : SOLVE_RATED_WORSE);
        best += move.best;
        most = move.bounds.lower_min > most ? move.bounds.lower_min : most;
    }
    assert_int_equal(most, value_of(result));
    assert_true(best > 0 && best < 7);
    assert_int_equal(solve_result_move(result, 7, &move), -ENOENT);
    assert_true(solve_result_moves_complete(result));
    assert_true(solve_result_best_complete(result, 13));
    assert_false(solve_result_komi_matters(result));
    const struct solve_move *moves = solve_result_pv(result, &pv);
    assert_true(pv > 1 && solve_result_pv_complete(result));
    assert_int_equal(moves[0].kind, SOLVE_MOVE_PASS);
    assert_int_equal(solve_result_pv_cycle(result), -1);
    assert_int_equal(solve_game_turns(solve_result_game(result)), pv);
    assert_true(solve_game_is_over(solve_result_game(result)));
    assert_int_equal(solve_result_work(result, &work), 0);
    assert_true(work.nodes > 0 && work.seconds >= 0);
    assert_int_equal(work.threads, 1);
    solve_result_free(result);
    solve_game_free(game);
    solve_request_free(request);
}

static void komi_counts_where_lower_and_upper_differ(void **state)
{
    struct solve_bounds bounds;
    struct solve_request *request = make_request();
    struct solve_game *game = make_game("1x3", "none", "");
    struct solve_result *result = make_result(request, game);
    (void)state;
    assert_int_equal(solve_result_bounds(result, &bounds), 0);
    assert_true(solve_bounds_known(&bounds));
    assert_true(bounds.lower_min <= bounds.upper_min);
    assert_int_equal(solve_bounds_at_komi(-3, 3, 1), 1);
    assert_int_equal(solve_bounds_at_komi(2, 3, 1), 4);
    solve_result_free(result);
    solve_game_free(game);
    solve_request_free(request);
}

/* Half a point to who passes first: margins are whole numbers, half a point less than they are. */
static void half_points_are_told(void **state)
{
    int points[SOLVE_PLAYERS_MAX];
    struct solve_bounds bounds;
    struct solve_request *request = make_request();
    struct solve_game *game = make_game("1x3", "button", "");
    struct solve_game *over = make_game("1x3", "button", "B1 pass pass");
    assert_int_equal(solve_request_set_komi(request, 5), 0);
    struct solve_result *result = make_result(request, game);
    (void)state;
    assert_int_equal(solve_rules_half_points(solve_game_rules(game)), 1);
    assert_int_equal(solve_rules_half_points(NULL), 0);
    assert_int_equal(solve_result_bounds(result, &bounds), 0);
    assert_int_equal(bounds.lower_min, 2);
    assert_int_equal(bounds.upper_max, 2);
    assert_int_equal(solve_result_rating(result, 1, 5), SOLVE_RATED_BEST);
    assert_int_equal(solve_result_rating(result, 0, 5), SOLVE_RATED_WORSE);
    assert_int_equal(solve_game_scores(over, points), 0);
    assert_int_equal(points[0] - points[1], 2);
    assert_int_equal(solve_game_half_points(over, points), 0);
    assert_int_equal(points[0], 6);
    assert_int_equal(points[1], 1);
    assert_int_equal(solve_game_half_points(NULL, points), -EINVAL);
    solve_result_free(result);
    solve_game_free(game);
    solve_game_free(over);
    solve_request_free(request);
}

static void limits_stop_a_run(void **state)
{
    struct solve_bounds bounds;
    struct solve_interrupt *interrupt;
    struct solve_request *request = make_request();
    struct solve_game *game = make_game("3x3", "psk", "");
    (void)state;
    assert_int_equal(solve_request_set_max_nodes(request, 3), 0);
    struct solve_result *result = make_result(request, game);
    assert_int_equal(solve_result_stop(result), SOLVE_STOP_NODES);
    assert_int_equal(solve_result_bounds(result, &bounds), 0);
    assert_false(solve_bounds_known(&bounds));
    assert_true(bounds.lower_min <= 9 && bounds.upper_max >= 9); /* which it is */
    assert_false(solve_result_moves_complete(result));
    solve_result_free(result);

    assert_int_equal(solve_request_set_max_nodes(request, 0), 0);
    assert_int_equal(solve_interrupt_new(&interrupt), 0);
    assert_int_equal(solve_request_set_interrupt(request, interrupt), 0);
    solve_interrupt_request(interrupt);
    assert_true(solve_interrupt_is_requested(interrupt));
    result = make_result(request, game);
    assert_int_equal(solve_result_stop(result), SOLVE_STOP_INTERRUPT);
    assert_string_equal(solve_stop_text(SOLVE_STOP_INTERRUPT), "interrupted");
    solve_result_free(result);
    solve_interrupt_clear(interrupt);
    assert_false(solve_interrupt_is_requested(interrupt));

    assert_int_equal(solve_request_set_seconds(request, 1e-9), 0);
    result = make_result(request, game);
    assert_int_equal(solve_result_stop(result), SOLVE_STOP_TIME);
    solve_result_free(result);
    solve_request_free(request);
    solve_interrupt_free(interrupt);
    solve_game_free(game);
}

static void count_calls(const struct solve_progress *progress, void *arg)
{
    assert_true(progress->seconds >= 0);
    assert_in_range(progress->phase, SOLVE_PREPARING, SOLVE_LEARNING);
    assert_int_equal(progress->half_points, 0);
    (*(int *)arg)++;
}

static void check_half(const struct solve_progress *progress, void *arg)
{
    assert_int_equal(progress->half_points, 1);
    (*(int *)arg)++;
}

static void progress_tells_half_points(void **state)
{
    int calls = 0;
    struct solve_request *request = make_request();
    struct solve_game *game = make_game("1x6", "button", "");
    (void)state;
    assert_int_equal(solve_request_set_progress(request, check_half, &calls), 0);
    solve_result_free(make_result(request, game));
    assert_true(calls > 0);
    solve_game_free(game);
    solve_request_free(request);
}

static void progress_is_told(void **state)
{
    int calls = 0;
    struct solve_request *request = make_request();
    struct solve_game *game = make_game("1x7", "psk", "");
    (void)state;
    assert_int_equal(solve_request_set_progress(request, count_calls, &calls), 0);
    struct solve_result *result = make_result(request, game);
    assert_true(calls > 0);
    solve_result_free(result);
    solve_game_free(game);
    solve_request_free(request);
}

/* The bounds of the board that a run knows which looks at nothing. */
static struct solve_bounds first_bounds(const struct solve_request *request, const char *rules)
{
    struct solve_bounds bounds;
    struct solve_game *game = make_game("3x3", rules, "");
    struct solve_result *result = make_result(request, game);
    assert_int_equal(solve_result_bounds(result, &bounds), 0);
    solve_result_free(result);
    solve_game_free(game);
    return bounds;
}

static void assert_any_value(const char *rules, int least, int most)
{
    struct solve_bounds any;
    struct solve_game *game = make_game("3x3", rules, "");
    assert_int_equal(solve_bounds_of_rules(solve_game_rules(game), solve_game_board(game), &any),
                     0);
    if (any.lower_min != least || any.upper_max != most || any.lower_max != most ||
        any.upper_min != least)
        fail_msg("%s: %d to %d: wanted %d to %d", rules, any.lower_min, any.upper_max, least, most);
    solve_game_free(game);
}

/* What the rules alone say of any value is what a run knows beforehand; but for less where a pass
 * may bring a point, more where stones alone count, and nothing under migos: what a run knows there
 * is of a start alone. */
static void rules_bound_values(void **state)
{
    static const char *const others[] = {"kee-v6,suicide=literal",  "ing-spight,suicide=yes",
                                         "migos,scoring=territory", "simple,suicide=multi",
                                         "simple,cycle=tie",        "repeated-pass,scoring=stone"};
    struct solve_request *request = make_request();
    struct solve_rules_preset preset;
    (void)state;
    solve_request_set_max_nodes(request, 1);
    for (size_t i = 0; solve_rules_preset(i, &preset) == 0; i++) {
        struct solve_bounds known = first_bounds(request, preset.name);
        bool pass = strstr(preset.fields, "first-pass") != NULL;
        bool stone = strstr(preset.fields, "scoring=stone") != NULL;
        if (!pass && !stone && strcmp(preset.name, "migos") != 0)
            assert_any_value(preset.name, known.lower_min, known.upper_max);
    }
    for (size_t i = 0; i < sizeof(others) / sizeof(others[0]); i++) {
        struct solve_bounds known = first_bounds(request, others[i]);
        assert_any_value(others[i], known.lower_min, known.upper_max);
    }
    assert_any_value("stone-counting", -9, 9);
    assert_any_value("migos", -SOLVE_MARGIN_INFINITE, SOLVE_MARGIN_INFINITE);
    assert_any_value("psk,first-pass=half", -10, 9);
    assert_any_value("psk,first-pass=one", -10, 10);
    assert_any_value("psk,first-pass=white", -10, 9);
    assert_any_value("psk,scoring=territory", -SOLVE_MARGIN_INFINITE, SOLVE_MARGIN_INFINITE);
    solve_request_free(request);
}

static void a_game_that_is_over_is_scored(void **state)
{
    struct solve_request *request = make_request();
    struct solve_game *game = make_game("1x3", "psk", "B1 pass pass");
    struct solve_result *result = make_result(request, game);
    (void)state;
    assert_int_equal(value_of(result), 3);
    assert_int_equal(solve_result_move_count(result), 0);
    solve_result_free(result);
    solve_game_free(game);
    solve_request_free(request);
}

static void what_a_run_would_take(void **state)
{
    struct solve_prediction run, table;
    struct solve_request *request = make_request();
    struct solve_game *game = make_game("3x3", "psk", "");
    struct solve_game *ko = make_game("3x3", "basic", "");
    (void)state;
    assert_int_equal(solve_request_predict(request, game, &run, NULL), 0);
    assert_true(run.legal_exact && run.legal == 12675);
    assert_int_equal(run.tables, SOLVE_TABLES_MADE);
    assert_true(run.bytes_all > 0 && run.bytes_needed > run.bytes_all);
    if (solve_rules_table_kind(solve_game_rules(ko)) != SOLVE_TABLE_NONE) {
        assert_int_equal(solve_request_predict_table(request, ko, &table, NULL), 0);
        assert_true(table.bytes_needed > 0);
    }
    solve_game_free(game);
    solve_game_free(ko);
    solve_request_free(request);
}

static void endless_play_is_found_or_excluded(void **state)
{
    struct solve_endless endless;
    struct solve_request *request = make_request();
    struct solve_game *free_play = make_game("1x3", "none", "");
    struct solve_game *superko = make_game("1x3", "psk", "");
    (void)state;
    assert_int_equal(solve_request_endless(request, free_play, &endless, NULL), 0);
    assert_int_equal(endless.verdict, SOLVE_ENDLESS_YES);
    assert_true(endless.cycle > 0 && endless.moves != NULL);
    solve_endless_release(&endless);
    assert_int_equal(solve_request_endless(request, superko, &endless, NULL), 0);
    assert_int_equal(endless.verdict, SOLVE_ENDLESS_NO);
    assert_null(endless.moves);
    assert_non_null(endless.reason);
    solve_endless_release(&endless);
    solve_game_free(free_play);
    solve_game_free(superko);
    solve_request_free(request);
}

static void control_is_proved(void **state)
{
    struct solve_control *control;
    struct solve_control_set set;
    struct solve_move move;
    const uint8_t *stones;
    const char *field, *value;
    struct solve_board *board;
    const struct solve_control_options options = {.position = ".X.X."};
    (void)state;
    assert_int_equal(solve_board_parse("1x5", &board, NULL), 0);
    assert_int_equal(solve_control_find(board, &options, &control, NULL), 0);
    solve_board_unref(board);
    assert_true(solve_control_decided(control));
    assert_false(solve_control_stopped(control));
    assert_int_equal(solve_control_owner(control, 1), 0);
    assert_int_equal(solve_control_set(control, 0, &set), 0);
    assert_int_equal(set.player, 0);
    for (size_t s = 0; s < set.step_count; s++)
        assert_int_equal(solve_control_step(control, 0, s, &move, &stones), 0);
    assert_int_equal(solve_control_step(control, 0, set.step_count, &move, &stones), -ENOENT);
    assert_int_equal(solve_control_choice(control, 0, &field, &value), 0);
    assert_int_equal(solve_control_choice(control, 9, &field, &value), -ENOENT);
    solve_control_free(control);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_value_after_a_game),
        cmocka_unit_test(every_root_move_has_a_value),
        cmocka_unit_test(komi_counts_where_lower_and_upper_differ),
        cmocka_unit_test(half_points_are_told),
        cmocka_unit_test(limits_stop_a_run),
        cmocka_unit_test(progress_is_told),
        cmocka_unit_test(progress_tells_half_points),
        cmocka_unit_test(a_game_that_is_over_is_scored),
        cmocka_unit_test(rules_bound_values),
        cmocka_unit_test(what_a_run_would_take),
        cmocka_unit_test(endless_play_is_found_or_excluded),
        cmocka_unit_test(control_is_proved),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
