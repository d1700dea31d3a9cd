/* What the claims of a certificate say of first plays. */
#include "common/check.h"

#include "report/certified.h"
#include "solve.h"

#define INFINITE SOLVE_MARGIN_INFINITE

/* A check that accepted a certificate of one claim about a position. */
static struct solve_check *check_of(const char *rules_text, const char *position, int to_move,
                                    const char *moves, const char *claim_text)
{
    struct solve_board *board;
    struct solve_rules *rules;
    struct solve_game *game;
    struct solve_request *request;
    struct solve_result *result;
    struct solve_certificate made;
    struct solve_check *check;
    struct solve_claim claim;
    assert_int_equal(solve_board_parse("2x2", &board, NULL), 0);
    assert_int_equal(solve_rules_parse(rules_text, &rules, NULL), 0);
    assert_int_equal(solve_game_new(board, rules, position, to_move, &game, NULL), 0);
    assert_int_equal(solve_claim_parse(claim_text, &claim, NULL), 0);
    assert_int_equal(solve_game_play_text(game, moves, NULL), 0);
    assert_int_equal(solve_request_new(&request), 0);
    assert_int_equal(solve_request_set_ask(request, &claim), 0);
    assert_int_equal(solve_request_set_certificate(request, true), 0);
    assert_int_equal(solve_request_run(request, game, &result, NULL), 0);
    assert_int_equal(solve_result_certificate(result, &made), 0);
    assert_int_equal(made.claims, 1);
    assert_int_equal(solve_check_new(&check), 0);
    assert_int_equal(solve_check_read(check, made.bytes, made.size), 0);
    assert_int_equal(solve_check_run(check), 0);
    solve_result_free(result);
    solve_request_free(request);
    solve_game_free(game);
    solve_rules_unref(rules);
    solve_board_unref(board);
    return check;
}

static void expect(struct solve_check *check, const char *move, int min, int max)
{
    const struct solve_bounds said = certified_bounds(check, move);
    assert_int_equal(said.lower_min, min);
    assert_int_equal(said.upper_min, min);
    assert_int_equal(said.lower_max, max);
    assert_int_equal(said.upper_max, max);
}

/* White, who holds Black to something, does so after each of Black's plays; what Black gets he may
 * lose by a play. */
static void test_first_plays(void **state)
{
    static const char *const rules[] = {"migos", "psk"};
    (void)state;
    for (size_t i = 0; i < 2; i++) {
        struct solve_check *check = check_of(rules[i], NULL, 0, "", "<=4");
        expect(check, "", -INFINITE, 4);
        expect(check, "A1", -INFINITE, 4);
        expect(check, "pass", -INFINITE, 4);
        solve_check_free(check);
        check = check_of(rules[i], NULL, 0, "", ">=-4");
        expect(check, "", -4, INFINITE);
        expect(check, "A1", -INFINITE, INFINITE);
        solve_check_free(check);
        check = check_of(rules[i], NULL, 1, "", ">=-4");
        expect(check, "A1", -4, INFINITE);
        solve_check_free(check);
    }
}

/* After moves it is not told who moves: a player may be out. */
static void test_after_moves(void **state)
{
    (void)state;
    struct solve_check *check = check_of("psk", NULL, 0, "A1", ">=-4");
    expect(check, "", -4, INFINITE);
    expect(check, "B1", -INFINITE, INFINITE);
    solve_check_free(check);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_first_plays),
        cmocka_unit_test(test_after_moves),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
