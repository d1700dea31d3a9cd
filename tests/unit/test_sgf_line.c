/* Games from SGF and to SGF. */
#include "common/check.h"

#include <stdio.h>
#include <stdlib.h>

#include "sgf/line.h"
#include "sgf/path.h"
#include "sgf/read.h"
#include "sgf/record.h"
#include "sgf/write.h"

static int read_line(const char *text, const char *path, struct sgf_line *ret_line,
                     struct error *err)
{
    struct sgf_tree *tree;
    int node = SGF_NONE;
    assert_int_equal(sgf_read(text, strlen(text), &tree, err), 0);
    assert_int_equal(sgf_path_find(tree, path, &node, err), 0);
    int r = sgf_line_read(tree, node, ret_line, err);
    sgf_tree_free(tree);
    return r;
}

/* Position, player to move, moves as text. */
static void expect_line(const char *text, const char *path, const char *wanted)
{
    struct sgf_line line;
    struct error err = {""};
    char found[512], move[SOLVE_MOVE_TEXT_MAX];
    if (read_line(text, path, &line, &err) < 0)
        fail_msg("%s", err.text);
    int used = snprintf(found, sizeof(found), "%s %c", line.position, "BW"[line.to_move]);
    for (size_t i = 0; i < line.count; i++)
        used += snprintf(found + used, sizeof(found) - (size_t)used, " %c:%s",
                         "BW"[line.moves[i].player],
                         solve_move_format(line.board, line.moves[i].move, move));
    if (line.before > 0)
        snprintf(found + used, sizeof(found) - (size_t)used, " after %zu", line.before);
    assert_string_equal(found, wanted);
    sgf_line_release(&line);
}

static void test_lines(void **state)
{
    (void)state;
    expect_line("(;SZ[2];B[aa];W[bb];B[];W[tt])", "", "../.. B B:A2 W:B1 B:pass W:pass");
    expect_line("(;SZ[3:2];W[ca];B[ab])", "", ".../... W W:C2 B:A1");
    expect_line("(;SZ[3:2]AB[aa:bb]AW[ca][cb]AE[ba])", "", "X.O/XXO B");
    expect_line("(;SZ[2]AB[aa]HA[2])", "", "X./.. W");
    expect_line("(;SZ[2]AB[aa]HA[2];B[bb])", "", "X./.. B B:B1");
    expect_line("(;SZ[2]PL[W];B[aa])", "", "../.. W B:A2");
    expect_line("(;SZ[2]B[aa];W[bb])", "1", "../.. B B:A2");
    /* Setup after moves is a new position, with what was captured gone. */
    expect_line("(;SZ[2];B[aa];W[ba];B[];W[ab];AB[bb])", "", ".O/OX B after 4");
    expect_line("(;SZ[2];B[aa];W[ba];PL[B])", "", "../.. B B:A2 W:B2");
    expect_line("(;SZ[2];B[aa];W[ba];PL[W])", "", "XO/.. W after 2");
    expect_line("(;SZ[2];B[aa];W[ba];AB[aa])", "", "../.. B B:A2 W:B2");
    expect_line("(;SZ[2];B[aa];AE[aa];B[bb])", "", "../.. B B:B1 after 1");
    expect_line("(;SZ[2];B[aa];AE[aa];B[bb])", "1", "../.. B after 1");
    expect_line("(;SZ[1:3];B[]XM[refresh];W[aa]XM[cycle:1+A3])", "",
                "././. B B:refresh W:cycle:1+A3");
}

/* A node before the first move: who makes it begins. */
static void test_beginners(void **state)
{
    (void)state;
    expect_line("(;SZ[2]AB[aa];C[x];W[bb];B[ab])", "0", "X./.. W");
    expect_line("(;SZ[2]AB[aa]PL[B];W[bb])", "0", "X./.. B");
    expect_line("(;SZ[2]AB[aa]HA[2];B[bb])", "0", "X./.. B");
    expect_line("(;SZ[2](;W[bb])(;B[bb]))", "0", "../.. W");
    expect_line("(;SZ[2]HA[2];AB[aa];B[bb])", "0", "X./.. B");
    expect_line("(;SZ[2];W[aa];AE[aa];W[bb])", "1", "../.. W after 1");
    expect_line("(;SZ[2];C[x](;AW[aa];W[bb])(;C[y];W[ab]))", "0", "../.. B");
}

/* The stones that a removed cycle leaves are not known without the rules. */
static void test_removed_cycles(void **state)
{
    (void)state;
    static const char wanted[] =
        "move 2 removes a cycle, and what it leaves cannot be a start: "
        "wanted a node before it, or --position";
    struct sgf_line line;
    struct error err = {""};
    assert_int_equal(read_line("(;SZ[3];B[aa];W[]XM[cycle:1];AB[bb])", "", &line, &err), -EINVAL);
    assert_string_equal(err.text, wanted);
    assert_int_equal(read_line("(;SZ[3];B[aa];W[]XM[cycle:1];AE[bb])", "", &line, NULL), 0);
    err.text[0] = '\0';
    assert_int_equal(sgf_line_forget(&line, &err), -EINVAL);
    assert_string_equal(err.text, wanted);
    sgf_line_release(&line);
    assert_int_equal(read_line("(;SZ[3];B[aa];W[]XM[cycle:1])", "1", &line, NULL), 0);
    assert_int_equal(sgf_line_forget(&line, NULL), 0);
    sgf_line_release(&line);
}

static void test_wrong_lines(void **state)
{
    (void)state;
    static const char *const wrong[][2] = {
        {"(;GM[2])", "line 1, column 6: GM[2]: another game than Go: wanted 1"},
        {"(;SZ[0])", "line 1, column 6: SZ[0]: no size: wanted 1 to 52, or columns:rows"},
        {"(;SZ[53])", "line 1, column 6: SZ[53]: no size: wanted 1 to 52, or columns:rows"},
        {"(;SZ[9];B[aj])",
         "line 1, column 11: B[aj]: no point of the board, which has 9 rows and 9 columns, and no "
         "pass"},
        {"(;SZ[20:1];B[tt])",
         "line 1, column 14: B[tt]: no point of the board, which has 1 rows "
         "and 20 columns, and no pass"},
        {"(;SZ[3]AB[ba:ab])",
         "line 1, column 11: AB[ba:ab]: wanted the upper left point, then the lower right one"},
        {"(;SZ[3]AB[])",
         "line 1, column 11: AB[]: no point of the board, which has 3 rows and 3 columns"},
        {"(;SZ[3];B[aa]W[bb])", "line 1, column 16: W[bb]: a second move in one node"},
        {"(;SZ[3];B[aa][bb])", "line 1, column 15: B[bb]: a second move in one node"},
        {"(;SZ[3]PL[x])", "line 1, column 11: PL[x]: no player: wanted B or W"},
        {"(;SZ[3];B[aa]XM[refresh])",
         "line 1, column 17: XM[refresh]: B or W beside it says something else"},
    };
    for (size_t i = 0; i < sizeof(wrong) / sizeof(wrong[0]); i++) {
        struct sgf_line line;
        struct error err = {""};
        assert_int_equal(read_line(wrong[i][0], "", &line, &err), -EINVAL);
        assert_string_equal(err.text, wrong[i][1]);
    }
}

static void test_komi(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        int r, half_points;
    } cases[] = {{"6.5", 0, 13},
                 {"0", 0, 0},
                 {"-7", 0, -14},
                 {"+0.50", 0, 1},
                 {" 7,5 ", 0, 15},
                 {"7.", 0, 14},
                 {"1000", 0, 2000},
                 {"1000.5", -EINVAL, 0},
                 {"3.75", -EINVAL, 0},
                 {"x", -EINVAL, 0},
                 {"", -ENOENT, 0},
                 {"1e3", -EINVAL, 0},
                 {"99999999999", -EINVAL, 0},
                 {"-", -EINVAL, 0}};
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        char text[64];
        struct sgf_line line;
        int komi = 0;
        snprintf(text, sizeof(text), "(;KM[%s])", cases[i].text);
        assert_int_equal(read_line(text, "", &line, NULL), 0);
        assert_int_equal(sgf_line_komi(&line, &komi, NULL), cases[i].r);
        assert_int_equal(komi, cases[i].half_points);
        sgf_line_release(&line);
    }
}

/* KataGo's rules have a komi, too. */
static void test_komi_of_rules(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        int r, half_points;
    } cases[] = {{"(;RU[{\"ko\":\"SIMPLE\",\"komi\":3.5}])", 0, 7},
                 {"(;RU[{\"ko\":\"SIMPLE\",\"komi\":3.5}]KM[2])", 0, 4},
                 {"(;RU[{\"ko\":\"SIMPLE\"}])", -ENOENT, 0},
                 {"(;RU[{\"ko\":\"SPIGHT\",\"komi\":3.5}])", -ENOENT, 0}};
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        struct sgf_line line;
        int komi = 0;
        assert_int_equal(read_line(cases[i].text, "", &line, NULL), 0);
        assert_int_equal(sgf_line_komi(&line, &komi, NULL), cases[i].r);
        assert_int_equal(komi, cases[i].half_points);
        sgf_line_release(&line);
    }
}

static void test_rules(void **state)
{
    (void)state;
    static const char *const cases[][2] = {
        {"Chinese", "chinese"},
        {"AGA", "aga"},
        {"NZ", "new-zealand"},
        {"New Zealand", "new-zealand"},
        {"Tromp-Taylor", "basic"},
        {"koPOSITIONALscoreAREAtaxNONEsui1", "basic"},
        {"psk,suicide=yes", "psk,suicide=yes"},
        {"Japanese", NULL},
        {"Korean", NULL},
        {"GOE", NULL},
        {"my own", NULL},
    };
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        char text[128];
        struct sgf_line line;
        struct solve_rules *rules;
        struct error err = {""};
        snprintf(text, sizeof(text), "(;RU[%s])", cases[i][0]);
        assert_int_equal(read_line(text, "", &line, NULL), 0);
        int r = sgf_line_rules(&line, &rules, &err);
        assert_int_equal(r, cases[i][1] != NULL ? 0 : -EINVAL);
        if (r == 0) {
            assert_string_equal(solve_rules_text(rules), cases[i][1]);
            solve_rules_unref(rules);
        } else {
            assert_int_equal(strncmp(err.text, "RU[", 3), 0);
            assert_null(strstr(err.text, "--")); /* a GTP session has no options */
        }
        sgf_line_release(&line);
    }
}

/* A game is written, read, played again, and is the same. */
static void expect_round_trip(const char *board_text, const char *rules_text, const char *position,
                              int to_move, const char *moves, const char *wanted)
{
    struct solve_board *board;
    struct solve_rules *rules;
    struct solve_game *game, *again;
    struct sgf_tree *tree;
    struct sgf_line line;
    int komi = 13;
    char *text, first[SOLVE_POSITION_TEXT_MAX], second[SOLVE_POSITION_TEXT_MAX];
    assert_int_equal(solve_board_parse(board_text, &board, NULL), 0);
    assert_int_equal(solve_rules_parse(rules_text, &rules, NULL), 0);
    assert_int_equal(solve_game_new(board, rules, position, to_move, &game, NULL), 0);
    assert_int_equal(solve_game_play_text(game, moves, NULL), 0);
    assert_int_equal(sgf_record_game(game, &komi, &tree, NULL), 0);
    assert_int_equal(sgf_write(tree, &text, NULL), 0);
    sgf_tree_free(tree);
    assert_string_equal(text, wanted);
    assert_int_equal(read_line(text, "", &line, NULL), 0);
    assert_int_equal(line.count, solve_game_turns(game));
    assert_int_equal(sgf_line_start(&line, rules, &again, NULL), 0);
    for (size_t i = 0; i <= line.count; i++) {
        assert_int_equal(solve_game_position(game, i, first), 0);
        assert_int_equal(solve_game_position(again, i, second), 0);
        assert_string_equal(first, second);
        if (i < line.count)
            assert_int_equal(sgf_move_play(again, &line.moves[i], NULL), 0);
    }
    solve_game_free(again);
    solve_game_free(game);
    sgf_line_release(&line);
    solve_rules_unref(rules);
    solve_board_unref(board);
    free(text);
}

static void test_round_trips(void **state)
{
    (void)state;
    expect_round_trip("2x3", "psk,suicide=yes", "X../..O", 1, "A1 pass pass",
                      "(;FF[4]GM[1]CA[UTF-8]AP[solve:" SOLVE_VERSION
                      "]SZ[3:2]RU[psk,suicide=yes]KM[6.5]AB[aa]AW[cb]PL[W]RE[W+7.5]\n"
                      ";W[ab]\n;B[]\n;W[]\n)\n");
    expect_round_trip("1x3", "kee2013", NULL, 0, "A1 refresh",
                      "(;FF[4]GM[1]CA[UTF-8]AP[solve:" SOLVE_VERSION
                      "]SZ[3:1]RU[kee2013]KM[6.5]PL[B]\n;B[aa]\n;W[]XM[refresh]\n)\n");
}

static void test_turns(void **state)
{
    (void)state;
    struct sgf_line line;
    struct solve_rules *rules;
    struct solve_game *game;
    struct solve_refusal refusal;
    assert_int_equal(read_line("(;SZ[3];B[aa];B[bb])", "", &line, NULL), 0);
    assert_int_equal(solve_rules_parse("psk", &rules, NULL), 0);
    assert_int_equal(sgf_line_start(&line, rules, &game, NULL), 0);
    assert_int_equal(sgf_move_play(game, &line.moves[0], &refusal), 0);
    assert_int_equal(sgf_move_play(game, &line.moves[1], &refusal), -EPERM);
    assert_string_equal(refusal.reason, "it is White's turn");
    solve_game_free(game);
    solve_rules_unref(rules);
    sgf_line_release(&line);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_lines),          cmocka_unit_test(test_beginners),
        cmocka_unit_test(test_removed_cycles), cmocka_unit_test(test_komi_of_rules),
        cmocka_unit_test(test_wrong_lines),    cmocka_unit_test(test_komi),
        cmocka_unit_test(test_rules),          cmocka_unit_test(test_turns),
        cmocka_unit_test(test_round_trips),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
