/* Bad input: NULL, numbers out of range, texts that say nothing. What is returned on success stays
 * as it was. */
#include "made.h"
#include "solve-check.h"

static void texts_that_say_nothing(void **state)
{
    static const char *const boards[] = {"",      "x",     "2x",    "0x3",  "3x-1",
                                         "20x20", "2x3x4", "2x3 4", "2x3\n"};
    static const char *const rulesets[] = {"", "no such", "psk,", "psk,no=field",
                                           "psk,suicide=maybe"};
    struct solve_board *board = UNTOUCHED;
    struct solve_rules *rules = UNTOUCHED;
    (void)state;
    for (size_t i = 0; i < sizeof(boards) / sizeof(boards[0]); i++) {
        struct solve_error err = {""};
        assert_int_equal(solve_board_parse(boards[i], &board, &err), -EINVAL);
        assert_true(strlen(err.text) > 0 && strchr(err.text, '\n') == NULL);
        assert_int_equal(solve_board_parse(boards[i], &board, NULL), -EINVAL);
    }
    for (size_t i = 0; i < sizeof(rulesets) / sizeof(rulesets[0]); i++) {
        struct solve_error err = {""};
        assert_int_equal(solve_rules_parse(rulesets[i], &rules, &err), -EINVAL);
        assert_true(strlen(err.text) > 0);
    }
    assert_ptr_equal(board, UNTOUCHED);
    assert_ptr_equal(rules, UNTOUCHED);
}

static void null_is_refused(void **state)
{
    struct solve_bounds bounds = {7, 7, 7, 7};
    struct solve_result *result = UNTOUCHED;
    size_t count = 7;
    (void)state;
    assert_int_equal(solve_board_parse(NULL, NULL, NULL), -EINVAL);
    assert_int_equal(solve_board_parse_graph(NULL, NULL, 0, NULL, NULL), -EINVAL);
    assert_int_equal(solve_board_load_graph(NULL, NULL, NULL), -EINVAL);
    assert_int_equal(solve_rules_parse(NULL, NULL, NULL), -EINVAL);
    assert_int_equal(solve_rules_facts(NULL, NULL), -EINVAL);
    assert_int_equal(solve_rules_parse_katago(NULL, NULL, NULL), -EINVAL);
    assert_int_equal(solve_rules_komi(NULL, NULL), -EINVAL);
    assert_int_equal(solve_rules_katago(NULL, NULL), -EINVAL);
    assert_int_equal(solve_player_parse(NULL, 2), -EINVAL);
    assert_int_equal(solve_game_new(NULL, NULL, NULL, 0, NULL, NULL), -EINVAL);
    assert_int_equal(solve_game_copy(NULL, NULL), -EINVAL);
    assert_int_equal(solve_game_undo(NULL), -EINVAL);
    assert_int_equal(solve_game_play_text(NULL, NULL, NULL), -EINVAL);
    assert_int_equal(solve_game_legal_moves(NULL, NULL, NULL), -EINVAL);
    assert_int_equal(solve_game_scores(NULL, NULL), -EINVAL);
    assert_int_equal(solve_request_new(NULL), -EINVAL);
    assert_int_equal(solve_request_set_threads(NULL, 1), -EINVAL);
    assert_int_equal(solve_request_run(NULL, NULL, &result, NULL), -EINVAL);
    assert_int_equal(solve_request_predict(NULL, NULL, NULL, NULL), -EINVAL);
    assert_int_equal(solve_request_endless(NULL, NULL, NULL, NULL), -EINVAL);
    assert_int_equal(solve_request_coalition(NULL, NULL, 1, NULL, NULL), -EINVAL);
    assert_int_equal(solve_result_bounds(NULL, &bounds), -EINVAL);
    assert_int_equal(bounds.lower_min, 7);
    assert_null(solve_result_pv(NULL, &count));
    assert_int_equal(count, 7);
    assert_int_equal(solve_result_certificate(NULL, NULL), -EINVAL);
    assert_int_equal(solve_store_open(NULL, NULL, NULL, NULL), -EINVAL);
    assert_int_equal(solve_store_query(NULL, NULL, 0, &result, NULL), -EINVAL);
    assert_int_equal(solve_store_add_claim(NULL, NULL, 0, NULL, NULL), -EINVAL);
    assert_int_equal(solve_store_tells_claim(NULL, NULL, 0, NULL, NULL), -EINVAL);
    assert_int_equal(solve_bounds_of_rules(NULL, NULL, &bounds), -EINVAL);
    assert_int_equal(solve_check_set_game(NULL, NULL, 0, NULL), -EINVAL);
    assert_int_equal(solve_check_set_swapped(NULL, true), -EINVAL);
    assert_null(solve_check_graph(NULL, &count));
    assert_int_equal(count, 7);
    assert_int_equal(solve_store_make_table(NULL, NULL, NULL, NULL, NULL, NULL), -EINVAL);
    assert_int_equal(solve_control_find(NULL, NULL, NULL, NULL), -EINVAL);
    assert_int_equal(solve_interrupt_new(NULL), -EINVAL);
    assert_ptr_equal(result, UNTOUCHED);
    assert_int_equal(solve_check_new(NULL), -EINVAL);
    assert_int_equal(solve_check_read(NULL, NULL, 0), -EINVAL);
    assert_int_equal(solve_check_run(NULL), -EINVAL);
    assert_int_equal(solve_check_header(NULL, NULL), -EINVAL);
}

static void null_tells_nothing(void **state)
{
    (void)state;
    assert_null(solve_board_name(NULL));
    assert_int_equal(solve_board_points(NULL), 0);
    assert_null(solve_board_point_name(NULL, 0));
    assert_null(solve_rules_text(NULL));
    assert_null(solve_game_board(NULL));
    assert_int_equal(solve_game_turns(NULL), 0);
    assert_false(solve_game_is_over(NULL));
    assert_null(solve_game_stones(NULL, 0));
    assert_int_equal(solve_result_move_count(NULL), 0);
    assert_null(solve_result_game(NULL));
    assert_null(solve_store_notice(NULL));
    assert_null(solve_store_failure(NULL));
    assert_false(solve_control_decided(NULL));
    assert_int_equal(solve_check_verdict(NULL), SOLVE_CHECK_NONE);
    assert_string_equal(solve_check_reason(NULL), "");
    assert_non_null(solve_version());
}

static void null_is_freed(void **state)
{
    (void)state;
    solve_board_unref(NULL);
    solve_rules_unref(NULL);
    solve_game_free(NULL);
    solve_request_free(NULL);
    solve_result_free(NULL);
    assert_int_equal(solve_store_close(NULL, NULL), 0);
    solve_store_finish(NULL);
    solve_interrupt_free(NULL);
    solve_interrupt_request(NULL);
    solve_endless_release(NULL);
    solve_coalition_release(NULL);
    solve_control_free(NULL);
    solve_check_free(NULL);
}

static void numbers_out_of_range(void **state)
{
    struct solve_request *request = make_request();
    (void)state;
    assert_int_equal(solve_request_set_komi(request, SOLVE_KOMI_MAX + 1), -EINVAL);
    assert_int_equal(solve_request_set_komi(request, -SOLVE_KOMI_MAX - 1), -EINVAL);
    assert_int_equal(solve_request_set_threads(request, 0), -EINVAL);
    assert_int_equal(solve_request_set_threads(request, SOLVE_THREADS_MAX + 1), -EINVAL);
    assert_int_equal(solve_request_set_memory(request, 0), -EINVAL);
    assert_int_equal(solve_request_set_memory(request, UINT64_MAX), -EINVAL);
    assert_int_equal(solve_request_set_seconds(request, -1), -EINVAL);
    assert_int_equal(solve_request_set_seconds(request, 0.0 / 0.0), -EINVAL);
    solve_request_free(request);
}

static void moves_that_are_none(void **state)
{
    static const struct solve_move bad[] = {
        {SOLVE_MOVE_STONE, -1, 0}, {SOLVE_MOVE_STONE, 4, 0},        {SOLVE_MOVE_STONE, 1 << 30, 0},
        {SOLVE_MOVE_PASS, -1, -1}, {(enum solve_move_kind)9, 0, 0},
    };
    struct solve_game *game = make_game("2x2", "psk", "");
    struct solve_refusal refusal = {NULL, "as it was"};
    char text[SOLVE_MOVE_TEXT_MAX];
    (void)state;
    for (size_t i = 0; i < sizeof(bad) / sizeof(bad[0]); i++) {
        assert_int_equal(solve_game_play(game, bad[i], &refusal), -EINVAL);
        assert_string_equal(refusal.reason, "as it was");
        assert_string_equal(solve_move_format(solve_game_board(game), bad[i], text), "?");
    }
    assert_int_equal(solve_game_turns(game), 0);
    solve_game_free(game);
}

static void games_that_cannot_be(void **state)
{
    struct solve_error err;
    struct solve_game *copy = UNTOUCHED;
    struct solve_game *game = make_game("2x2", "psk", "");
    struct solve_board *board = solve_game_board(game);
    struct solve_rules *rules = solve_game_rules(game);
    (void)state;
    assert_int_equal(solve_game_new(board, rules, "X.", 0, &copy, &err), -EINVAL);
    assert_int_equal(solve_game_new(board, rules, "XO/OX", 0, &copy, &err), -EINVAL);
    assert_non_null(strstr(err.text, "liberty"));
    assert_int_equal(solve_game_new(board, rules, NULL, 2, &copy, &err), -EINVAL);
    assert_int_equal(solve_game_new(board, rules, NULL, -1, &copy, &err), -EINVAL);
    assert_ptr_equal(copy, UNTOUCHED);
    solve_game_free(game);
}

static void what_is_played_but_not_solved(void **state)
{
    struct solve_error err;
    struct solve_prediction prediction;
    struct solve_endless endless;
    struct solve_coalition coalition;
    struct solve_result *result = UNTOUCHED;
    struct solve_request *request = make_request();
    struct solve_game *large = make_game("9x9", "psk", "");
    struct solve_game *three = make_game("2x2", "kee2013,players=3", "");
    struct solve_game *prohibited = make_game("1x3", "ljrg", "");
    (void)state;
    assert_int_equal(solve_request_run(request, large, &result, &err), -EINVAL);
    assert_non_null(strstr(err.text, "81 points"));
    assert_int_equal(solve_request_predict(request, large, &prediction, &err), -EINVAL);
    assert_int_equal(solve_request_endless(request, large, &endless, &err), -EINVAL);
    assert_int_equal(solve_request_run(request, three, &result, &err), -EINVAL);
    assert_non_null(strstr(err.text, "3 players"));
    for (unsigned members = 0; members <= 8; members += 8) {
        assert_int_equal(solve_request_coalition(request, three, members, &coalition, &err),
                         -EINVAL);
        assert_non_null(strstr(err.text, ": wanted 1 to 7,"));
    }
    assert_int_equal(solve_game_prohibit(prohibited, 0), 0);
    assert_int_equal(solve_request_set_certificate(request, true), 0);
    assert_int_equal(solve_request_run(request, prohibited, &result, &err), -EINVAL);
    assert_ptr_equal(result, UNTOUCHED);
    solve_game_free(large);
    solve_game_free(three);
    solve_game_free(prohibited);
    solve_request_free(request);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(texts_that_say_nothing), cmocka_unit_test(null_is_refused),
        cmocka_unit_test(null_tells_nothing),     cmocka_unit_test(null_is_freed),
        cmocka_unit_test(numbers_out_of_range),   cmocka_unit_test(moves_that_are_none),
        cmocka_unit_test(games_that_cannot_be),   cmocka_unit_test(what_is_played_but_not_solved),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
