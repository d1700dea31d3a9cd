/* Handles that the tests of the library make. A failure ends the test. */
#ifndef TESTS_LIBRARY_MADE_H
#define TESTS_LIBRARY_MADE_H

#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "solve.h"

/* What a ret_ parameter points to before a call that is to fail: nobody may write it. */
#define UNTOUCHED ((void *)0x5a5a)

/* A game on an empty board after moves. */
static inline struct solve_game *make_game(const char *board_text, const char *rules_text,
                                           const char *moves)
{
    struct solve_error err;
    struct solve_board *board;
    struct solve_rules *rules;
    struct solve_game *game;
    assert_int_equal(solve_board_parse(board_text, &board, &err), 0);
    assert_int_equal(solve_rules_parse(rules_text, &rules, &err), 0);
    assert_int_equal(solve_game_new(board, rules, NULL, 0, &game, &err), 0);
    solve_board_unref(board); /* the game has its own references */
    solve_rules_unref(rules);
    assert_int_equal(solve_game_play_text(game, moves, &err), 0);
    return game;
}

static inline struct solve_request *make_request(void)
{
    struct solve_request *request;
    assert_int_equal(solve_request_new(&request), 0);
    return request;
}

static inline struct solve_result *make_result(const struct solve_request *request,
                                               const struct solve_game *game)
{
    struct solve_error err = {""};
    struct solve_result *result;
    int r = solve_request_run(request, game, &result, &err);
    if (r < 0)
        fail_msg("%s", err.text);
    return result;
}

/* The value of a result that has one number. */
static inline int value_of(const struct solve_result *result)
{
    struct solve_bounds bounds;
    assert_int_equal(solve_result_bounds(result, &bounds), 0);
    assert_true(solve_bounds_known(&bounds));
    assert_int_equal(bounds.lower_min, bounds.upper_min);
    return bounds.lower_min;
}

static inline struct solve_move make_move(const struct solve_game *game, const char *text)
{
    struct solve_move move;
    assert_int_equal(solve_move_parse(solve_game_board(game), NULL, text, &move, NULL), 0);
    return move;
}

#endif
