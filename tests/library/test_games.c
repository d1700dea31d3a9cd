/* Boards, rulesets, games: what the rules make of moves, through the library alone. */
#include "made.h"

static void boards_tell_their_points(void **state)
{
    struct solve_board *board;
    int count, *maps;
    (void)state;
    assert_int_equal(solve_board_parse("2x3", &board, NULL), 0);
    assert_string_equal(solve_board_name(board), "2x3");
    assert_int_equal(solve_board_points(board), 6);
    assert_int_equal(solve_board_rows(board), 2);
    assert_int_equal(solve_board_columns(board), 3);
    assert_string_equal(solve_board_point_name(board, 0), "A2");
    assert_null(solve_board_point_name(board, 6));
    assert_int_equal(solve_board_find_point(board, "b1", 2), 4);
    assert_int_equal(solve_board_find_point(board, "D1", 2), -1);
    const int *next = solve_board_neighbours(board, 1, &count);
    assert_int_equal(count, 3);
    assert_int_equal(next[0], 0);
    assert_int_equal(next[2], 4);
    assert_int_equal(solve_board_symmetries(board, &maps), 4);
    for (int p = 0; p < 6; p++)
        assert_int_equal(maps[p], p);
    free(maps);
    solve_board_unref(board);
}

static void graphs_are_boards(void **state)
{
    static const char text[] = "a b c\na b\nb c\n";
    struct solve_error err;
    struct solve_board *board = UNTOUCHED;
    (void)state;
    assert_int_equal(solve_board_parse_graph("path", text, strlen(text), &board, &err), 0);
    assert_int_equal(solve_board_points(board), 3);
    assert_int_equal(solve_board_rows(board), 0);
    assert_string_equal(solve_board_point_name(board, 2), "c");
    solve_board_unref(board);
    board = UNTOUCHED;
    assert_int_equal(solve_board_parse_graph("path", "a b\na d\n", 8, &board, &err), -EINVAL);
    assert_non_null(strstr(err.text, "line 2"));
    assert_int_equal(solve_board_load_graph("/nonexistent", &board, &err), -ENOENT);
    assert_ptr_equal(board, UNTOUCHED);
}

static void graphs_are_drawn(void **state)
{
    static const char text[] = "a bb c\na bb\nbb c\nc a\n#:  a\n#: / \\\n#: bb-c\n";
    struct solve_error err;
    struct solve_board *board = UNTOUCHED;
    int rows = -7, columns = -7;
    (void)state;
    assert_int_equal(solve_board_parse_graph("ring", text, strlen(text), &board, &err), 0);
    assert_string_equal(solve_board_drawing(board, &rows, &columns), "  a    / \\   bb-c ");
    assert_int_equal(rows, 3);
    assert_int_equal(columns, 6);
    assert_int_equal(solve_board_drawn_at(board, 0), 2);
    assert_int_equal(solve_board_drawn_at(board, 1), 13);
    assert_int_equal(solve_board_drawn_at(board, 2), 16);
    assert_int_equal(solve_board_drawn_at(board, 3), -1);
    assert_null(solve_board_drawing(board, NULL, &columns));
    solve_board_unref(board);
    assert_int_equal(solve_board_parse("2x3", &board, NULL), 0);
    assert_null(solve_board_drawing(board, &rows, &columns));
    assert_int_equal(solve_board_drawn_at(board, 0), -1);
    assert_null(solve_board_drawing(NULL, &rows, &columns));
    assert_int_equal(solve_board_drawn_at(NULL, 0), -1);
    assert_int_equal(rows, 3);
    solve_board_unref(board);
}

static void rulesets_are_listed_with_their_fields(void **state)
{
    struct solve_rules_preset preset;
    struct solve_rules_field field;
    struct solve_rules_facts facts;
    struct solve_rules *rules;
    size_t count = 0;
    (void)state;
    for (; solve_rules_preset(count, &preset) == 0; count++) {
        assert_int_equal(solve_rules_parse(preset.name, &rules, NULL), 0);
        assert_int_equal(solve_rules_facts(rules, &facts), 0);
        assert_string_equal(facts.preset, preset.alias_of != NULL ? preset.alias_of : preset.name);
        assert_string_equal(facts.family, preset.family);
        assert_in_range(facts.players, 2, SOLVE_PLAYERS_MAX);
        size_t fields = 0;
        for (; solve_rules_family_field(preset.family, fields, &field) == 0; fields++)
            assert_non_null(solve_rules_value(rules, fields));
        assert_null(solve_rules_value(rules, fields));
        solve_rules_unref(rules);
    }
    assert_true(count > 20);
    assert_int_equal(solve_rules_preset(count, &preset), -ENOENT);
    assert_int_equal(solve_rules_family_field("no such family", 0, &field), -EINVAL);
}

static void a_ruleset_is_written_as_it_is_read(void **state)
{
    struct solve_rules *rules;
    (void)state;
    assert_int_equal(solve_rules_parse("kee2013,refresh=no", &rules, NULL), 0);
    assert_string_equal(solve_rules_text(rules), "kee2013,refresh=no");
    solve_rules_unref(rules);
}

static void illegal_moves_are_refused_with_a_reason(void **state)
{
    struct solve_refusal refusal;
    struct solve_game *game = make_game("1x4", "psk", "A1 B1");
    (void)state;
    /* White's stone took Black's. */
    assert_int_equal(solve_game_check(game, make_move(game, "B1"), &refusal), -EPERM);
    assert_string_equal(refusal.rule, "occupied");
    assert_int_equal(solve_game_turns(game), 2);
    assert_int_equal(solve_game_play(game, make_move(game, "A1"), &refusal), -EPERM);
    assert_string_equal(refusal.rule, "suicide");
    assert_int_equal(solve_game_play(game, make_move(game, "C1"), &refusal), 0);
    assert_int_equal(solve_game_turns(game), 3);
    solve_game_free(game);
}

static void superko_names_the_board_that_comes_back(void **state)
{
    struct solve_refusal refusal;
    struct solve_error err;
    struct solve_game *game = make_game("1x2", "psk", "A1 B1");
    (void)state;
    assert_int_equal(solve_game_check(game, make_move(game, "A1"), &refusal), -EPERM);
    assert_string_equal(refusal.rule, "psk");
    assert_string_equal(refusal.reason, "recreates the board after move 1");
    assert_int_equal(solve_game_play_text(game, "pass A1", &err), -EPERM);
    assert_non_null(strstr(err.text, "move 2, A1, is not legal"));
    assert_int_equal(solve_game_turns(game), 3);
    solve_game_free(game);
}

static void turns_tell_what_happened(void **state)
{
    struct solve_turn turn;
    char position[SOLVE_POSITION_TEXT_MAX];
    int scores[2];
    struct solve_game *game = make_game("1x3", "psk", "A1 B1 pass pass");
    (void)state;
    assert_int_equal(solve_game_turns(game), 4);
    assert_int_equal(solve_game_turn(game, 0, &turn), 0);
    assert_int_equal(turn.player, -1);
    assert_int_equal(solve_game_turn(game, 2, &turn), 0);
    assert_int_equal(turn.player, 1);
    assert_int_equal(turn.removed, 1);
    assert_int_equal(turn.lost[0], 1);
    assert_int_equal(turn.next, 0);
    assert_int_equal(solve_game_turn(game, 4, &turn), 0);
    assert_int_equal(turn.ending, SOLVE_SCORED);
    assert_true(solve_game_is_over(game));
    assert_int_equal(solve_game_scores(game, scores), 0);
    assert_int_equal(scores[0] - scores[1], -3);
    assert_int_equal(solve_game_position(game, 2, position), 0);
    assert_string_equal(position, ".O.");
    assert_int_equal(solve_game_stones(game, 2)[1], 2);
    assert_int_equal(solve_game_turn(game, 5, &turn), -ENOENT);
    assert_null(solve_game_stones(game, 5));
    solve_game_free(game);
}

static void a_copy_is_a_game_of_its_own(void **state)
{
    struct solve_game *copy;
    struct solve_game *game = make_game("2x2", "ssk", "A1 B2");
    (void)state;
    assert_int_equal(solve_game_copy(game, &copy), 0);
    assert_int_equal(solve_game_undo(game), 0);
    assert_int_equal(solve_game_undo(game), 0);
    assert_int_equal(solve_game_undo(game), -ENOENT);
    assert_int_equal(solve_game_turns(game), 0);
    assert_int_equal(solve_game_turns(copy), 2);
    assert_int_equal(solve_game_to_move(copy), 0);
    solve_game_free(game);
    assert_string_equal(solve_board_name(solve_game_board(copy)), "2x2");
    solve_game_free(copy);
}

static void legal_moves_are_listed(void **state)
{
    struct solve_move *moves;
    size_t count;
    struct solve_game *game = make_game("1x2", "kee2013", "A1");
    (void)state;
    assert_int_equal(solve_game_legal_moves(game, &moves, &count), 0);
    assert_int_equal(count, 3);
    assert_int_equal(moves[0].point, 1);
    assert_int_equal(moves[1].kind, SOLVE_MOVE_PASS);
    assert_int_equal(moves[2].kind, SOLVE_MOVE_REFRESH);
    assert_int_equal(solve_game_turns(game), 1);
    free(moves);
    solve_game_free(game);
}

static void moves_are_written_as_they_are_read(void **state)
{
    static const char *const texts[] = {"B2", "pass", "refresh", "cycle:3+A1", "cycle:1"};
    char text[SOLVE_MOVE_TEXT_MAX];
    struct solve_game *game = make_game("2x2", "psk", "");
    (void)state;
    for (size_t i = 0; i < sizeof(texts) / sizeof(texts[0]); i++)
        assert_string_equal(
            solve_move_format(solve_game_board(game), make_move(game, texts[i]), text), texts[i]);
    solve_game_free(game);
}

static void cycles_are_told(void **state)
{
    struct solve_cycle cycle;
    const char *rule, *reason;
    struct solve_game *game = make_game("1x4", "ljrg", "A1 B1");
    struct solve_game *other = make_game("1x3", "psk", "");
    (void)state;
    assert_int_equal(solve_game_cycle(game, 2, 1, &cycle), -ENOENT);
    assert_int_equal(solve_game_prohibited(game, 2, 0, &rule, &reason), 1);
    assert_string_equal(rule, "suicide");
    assert_int_equal(solve_game_prohibited(game, 2, 2, &rule, &reason), 0);
    assert_int_equal(solve_game_prohibited(other, 0, 0, &rule, &reason), -EINVAL);
    assert_int_equal(solve_game_prohibit(other, 0), -EINVAL);
    solve_game_free(game);
    solve_game_free(other);
}

/* On this board who controls what takes half a minute. */
static void scores_are_looked_for_within_limits(void **state)
{
    int scores[2] = {7, 7};
    struct solve_interrupt *interrupt;
    struct solve_game *copy, *small = make_game("1x3", "ljrg", "B1");
    struct solve_game *game = make_game("4x4", "ljrg", "B1 C4 C3 D2");
    (void)state;
    assert_int_equal(solve_game_watch(game, NULL, -1), -EINVAL);
    assert_int_equal(solve_game_watch(game, NULL, 0.05), 0);
    assert_int_equal(solve_game_scores(game, scores), -EINTR);
    assert_int_equal(solve_game_copy(game, &copy), 0);
    assert_int_equal(solve_game_half_points(copy, scores), -EINTR);
    solve_game_free(copy);
    assert_int_equal(solve_interrupt_new(&interrupt), 0);
    assert_int_equal(solve_game_watch(game, interrupt, 0), 0);
    solve_interrupt_request(interrupt);
    assert_int_equal(solve_game_scores(game, scores), -EINTR);
    assert_int_equal(scores[0], 7);
    assert_int_equal(solve_game_watch(small, NULL, 100), 0);
    assert_int_equal(solve_game_scores(small, scores), 0);
    assert_int_equal(scores[0], 2);
    solve_game_free(game);
    solve_game_free(small);
    solve_interrupt_free(interrupt);
}

static void prohibited_points_are_copied(void **state)
{
    const char *rule, *reason;
    struct solve_game *copy;
    struct solve_game *game = make_game("1x3", "ljrg", "");
    (void)state;
    assert_int_equal(solve_game_prohibit(game, 1), 0);
    assert_int_equal(solve_game_copy(game, &copy), 0);
    assert_int_equal(solve_game_prohibited(copy, 0, 1, &rule, &reason), 1);
    assert_int_equal(solve_game_prohibited(copy, 0, 0, &rule, &reason), 0);
    solve_game_free(game);
    solve_game_free(copy);
}

/* What players are called. */
static void players_have_names(void **state)
{
    static const char *const names[][5] = {{"black", "Black", "B", "x", " X "},
                                           {"white", "WHITE", "w", "o", "O"},
                                           {"third", "Third", "t", "#", "T"},
                                           {"fourth", "Fourth", "f", "@", "F"}};
    static const char *const none[] = {"", "blac", "red", "bw", "1", "XX", "."};
    (void)state;
    for (int player = 0; player < 4; player++) {
        for (int i = 0; i < 5; i++) {
            assert_int_equal(solve_player_parse(names[player][i], 4), player);
            assert_int_equal(solve_player_parse(names[player][i], player), -EINVAL);
        }
    }
    for (size_t i = 0; i < sizeof(none) / sizeof(none[0]); i++)
        assert_int_equal(solve_player_parse(none[i], 4), -EINVAL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(players_have_names),
        cmocka_unit_test(boards_tell_their_points),
        cmocka_unit_test(graphs_are_boards),
        cmocka_unit_test(graphs_are_drawn),
        cmocka_unit_test(rulesets_are_listed_with_their_fields),
        cmocka_unit_test(a_ruleset_is_written_as_it_is_read),
        cmocka_unit_test(illegal_moves_are_refused_with_a_reason),
        cmocka_unit_test(superko_names_the_board_that_comes_back),
        cmocka_unit_test(turns_tell_what_happened),
        cmocka_unit_test(a_copy_is_a_game_of_its_own),
        cmocka_unit_test(legal_moves_are_listed),
        cmocka_unit_test(moves_are_written_as_they_are_read),
        cmocka_unit_test(cycles_are_told),
        cmocka_unit_test(prohibited_points_are_copied),
        cmocka_unit_test(scores_are_looked_for_within_limits),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
