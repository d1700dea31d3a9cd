/* The longest game. */
#include "../common/repeats.h"
#include "made.h"

/* Plays the moves that were found: all legal, the game over, and as many stones as told. */
static void check_moves(struct solve_game *game, const struct solve_longest *longest)
{
    size_t plays = 0;
    for (size_t i = 0; i < longest->move_count; i++) {
        assert_false(solve_game_is_over(game));
        assert_int_equal(solve_game_play(game, longest->moves[i], NULL), 0);
        plays += longest->moves[i].kind == SOLVE_MOVE_STONE;
    }
    assert_true(solve_game_is_over(game));
    assert_int_equal(plays, longest->at_least);
}

/* Computed by a count of all games by their length, or, on 2x3, the bound that the game meets. */
static void both_bounds_meet(void **state)
{
    static const struct {
        const char *board, *rules, *moves;
        size_t plays;
    } rows[] = {
        {"1x1", "psk", "", 0},
        {"1x2", "psk", "", 2},
        {"1x3", "psk", "", 14},
        {"1x3", "ssk", "", 14},
        {"1x3", "nssk", "", 14},
        {"1x2", "kee2013", "", 8},
        {"1x3", "spight", "", 49},
        {"2x2", "psk", "", 48},
        {"2x2", "psk", "A1 pass A2", 48},
        {"2x2", "repetition-draws", "", 49},
        {"2x3", "psk", "", 274}, /* the longest to find: where all is repeated */
    };
    struct solve_request *request = make_request();
    (void)state;
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]) - (repeats_all() ? 0 : 1); i++) {
        struct solve_game *game = make_game(rows[i].board, rows[i].rules, rows[i].moves);
        struct solve_longest longest;
        assert_int_equal(solve_request_longest(request, game, 1, &longest, NULL), 0);
        if (rows[i].moves[0] == '\0')
            assert_int_equal(longest.at_most, rows[i].plays);
        assert_int_equal(longest.at_least, longest.at_most);
        assert_non_null(longest.argument);
        assert_int_equal(longest.stop, SOLVE_STOP_NONE);
        check_moves(game, &longest);
        solve_longest_release(&longest);
        solve_game_free(game);
    }
    solve_request_free(request);
}

static void the_seed_decides(void **state)
{
    struct solve_request *request = make_request();
    struct solve_game *game = make_game("2x2", "ssk", "");
    struct solve_longest one, two;
    (void)state;
    assert_int_equal(solve_request_longest(request, game, 7, &one, NULL), 0);
    assert_int_equal(solve_request_longest(request, game, 7, &two, NULL), 0);
    assert_int_equal(one.at_least, two.at_least);
    assert_int_equal(one.move_count, two.move_count);
    for (size_t i = 0; i < one.move_count; i++)
        assert_int_equal(one.moves[i].point, two.moves[i].point);
    solve_longest_release(&one);
    solve_longest_release(&two);
    solve_game_free(game);
    solve_request_free(request);
}

static void a_game_that_is_over_has_none(void **state)
{
    struct solve_request *request = make_request();
    struct solve_game *game = make_game("2x2", "psk", "A1 pass pass");
    struct solve_longest longest;
    (void)state;
    assert_int_equal(solve_request_longest(request, game, 1, &longest, NULL), 0);
    assert_int_equal(longest.at_least + longest.at_most, 0);
    assert_null(longest.moves);
    solve_longest_release(&longest);
    solve_game_free(game);
    solve_request_free(request);
}

/* What is known is told. */
static void limits_stop_it(void **state)
{
    struct solve_interrupt *interrupt;
    struct solve_longest longest;
    struct solve_request *request = make_request();
    struct solve_game *game = make_game("2x4", "psk", "");
    (void)state;
    assert_int_equal(solve_request_set_seconds(request, 0.5), 0);
    assert_int_equal(solve_request_longest(request, game, 1, &longest, NULL), 0);
    assert_int_equal(longest.stop, SOLVE_STOP_TIME);
    assert_true(longest.at_least < longest.at_most);
    assert_true(longest.seconds < 60);
    check_moves(game, &longest);
    solve_longest_release(&longest);
    solve_game_free(game);
    game = make_game("2x4", "psk", "");
    assert_int_equal(solve_request_set_seconds(request, 0), 0);
    assert_int_equal(solve_interrupt_new(&interrupt), 0);
    assert_int_equal(solve_request_set_interrupt(request, interrupt), 0);
    solve_interrupt_request(interrupt);
    assert_int_equal(solve_request_longest(request, game, 1, &longest, NULL), 0);
    assert_int_equal(longest.stop, SOLVE_STOP_INTERRUPT);
    check_moves(game, &longest);
    solve_longest_release(&longest);
    solve_interrupt_free(interrupt);
    solve_game_free(game);
    solve_request_free(request);
}

static void wrong_use_is_refused(void **state)
{
    struct solve_error err = {""};
    struct solve_longest longest = {.moves = UNTOUCHED};
    struct solve_request *request = make_request();
    struct solve_game *endless = make_game("1x4", "simple", "");
    struct solve_game *large = make_game("9x9", "psk", "");
    (void)state;
    assert_int_equal(solve_request_longest(request, endless, 1, &longest, &err), -ERANGE);
    assert_string_equal(err.text, "the longest game on 1x4 under simple: play need never end");
    assert_int_equal(solve_request_longest(request, large, 1, &longest, &err), -EINVAL);
    assert_int_equal(solve_request_longest(NULL, endless, 1, &longest, &err), -EINVAL);
    assert_int_equal(solve_request_longest(request, NULL, 1, &longest, &err), -EINVAL);
    assert_int_equal(solve_request_longest(request, endless, 1, NULL, &err), -EINVAL);
    assert_ptr_equal(longest.moves, UNTOUCHED);
    solve_longest_release(NULL);
    solve_game_free(endless);
    solve_game_free(large);
    solve_request_free(request);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(both_bounds_meet),     cmocka_unit_test(the_seed_decides),
        cmocka_unit_test(limits_stop_it),       cmocka_unit_test(a_game_that_is_over_has_none),
        cmocka_unit_test(wrong_use_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
