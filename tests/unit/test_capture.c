/* What a stone play does to the board. */
#include "common/check.h"

#include "rules/capture.h"

struct play {
    const char *size, *board;
    const char *point;
    int player;
    bool alliance;
    const char *after;
    bool enclosing, suicidal;
    int own_size, removed, lost[PLAYERS_MAX];
};

static void check_play(const struct play *play)
{
    char shown[POSITION_TEXT_MAX];
    struct capture capture;
    struct graph *graph = must_graph(play->size);
    struct position position = must_position(graph, play->board);
    assert_int_equal(position_check(graph, &position, NULL), 0);
    capture_play(graph, &position, must_point(graph, play->point), play->player, play->alliance,
                 &capture);
    position_format(graph, &position, shown);
    assert_string_equal(shown, play->after);
    assert_int_equal(capture.enclosing, play->enclosing);
    assert_int_equal(capture.suicidal, play->suicidal);
    assert_int_equal(capture.own_size, play->own_size);
    assert_int_equal(capture.removed, play->removed);
    for (int k = 0; k < PLAYERS_MAX; k++)
        assert_int_equal(capture.lost[k], play->lost[k]);
    graph_free(graph);
}

/* With two players alliance makes no difference: each move is checked both ways. */
static void test_two_players(void **state)
{
    (void)state;
    static const struct play plays[] = {
        {"2x2", "../..", "A1", 0, true, "../X.", false, false, 1, 0, {0}},
        {"1x2", ".X", "A1", 1, true, "O.", true, false, 1, 1, {1}},
        {"2x2", ".X/XX", "A2", 1, true, "O./..", true, false, 1, 3, {3}},
        {"1x1", ".", "A1", 0, true, ".", false, true, 1, 1, {1}},
        {"1x3", "XX.", "C1", 0, true, "...", false, true, 3, 3, {3}},
        {"1x4", ".O.X", "A1", 0, true, ".O.X", false, true, 1, 1, {1}},
        /* A ko: one stone taken, the taker's has no liberty but the point taken. */
        {"3x3", ".../OX./.OX", "A1", 0, true, ".../OX./X.X", true, false, 1, 1, {0, 1}},
        /* Two chains at once. */
        {"1x7", ".XO.OX.", "D1", 0, true, ".X.X.X.", true, false, 1, 2, {0, 2}},
        /* A chain beside it that still breathes stays. */
        {"1x6", ".XO.O.", "D1", 0, true, ".X.XO.", true, false, 1, 1, {0, 1}},
        /* Joining two chains into a suicide of both. */
        {"1x6", "XX.XO.", "C1", 0, true, "....O.", false, true, 4, 4, {4}},
    };
    for (size_t i = 0; i < sizeof(plays) / sizeof(plays[0]); i++) {
        struct play play = plays[i];
        check_play(&play);
        play.alliance = false;
        check_play(&play);
    }
}

/* The boards of tests/cases/kee2013-capture.test, with the flags that decide. */
static const struct play alliances[] = {
    {"3x3", "X../O#X/O..", "B1", 0, true, "X../.#X/.X.", false, false, 1, 2, {0, 2}},
    {"3x3", "XX./O#X/O..", "B1", 0, true, "XX./..X/.X.", true, false, 1, 3, {0, 2, 1}},
    {"4x4",
     ".X../XO../XO#X/.XO.",
     "C3",
     0,
     true,
     ".X../X.X./X..X/.XO.",
     false,
     false,
     1,
     3,
     {0, 2, 1}},
    {"4x4",
     ".X../XO../.X#X/.XO.",
     "C3",
     0,
     true,
     ".X../X.X./.X.X/.XO.",
     true,
     false,
     1,
     2,
     {0, 1, 1}},
    {"4x5",
     ".XO../XO.#./.X#X./.XO..",
     "C3",
     0,
     true,
     ".XO../X.X#./.X.X./.XO..",
     true,
     false,
     1,
     2,
     {0, 1, 1}},
    {"3x5", "#X.O#/.O#X./..O..", "C3", 2, true, "#X.O#/.O.X./..O..", false, true, 2, 2, {0, 0, 2}},
    {"3x6",
     "OOOOO./XXXXO./.OOX..",
     "A1",
     2,
     true,
     "OOOOO./XXXXO./.OOX..",
     false,
     true,
     1,
     1,
     {0, 0, 1}},
};

static void test_alliance(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof(alliances) / sizeof(alliances[0]); i++)
        check_play(&alliances[i]);
}

static void test_no_alliance(void **state)
{
    (void)state;
    static const struct play plays[] = {
        {"3x3", "X../O#X/O..", "B1", 0, false, "X../.#X/.X.", true, false, 1, 2, {0, 2}},
        {"3x5",
         "#X.O#/.O#X./..O..",
         "C3",
         2,
         false,
         "#.#.#/.O#X./..O..",
         true,
         false,
         2,
         2,
         {1, 1}},
        {"3x6",
         "OOOOO./XXXXO./.OOX..",
         "A1",
         2,
         false,
         "OOOOO./XXXXO./#..X..",
         true,
         false,
         1,
         2,
         {0, 2}},
        /* Four players: each opponent's chain is judged by itself. */
        {"1x8", ".XO.#@.X", "D1", 0, false, ".X.X.@.X", true, false, 1, 2, {0, 1, 1}},
    };
    for (size_t i = 0; i < sizeof(plays) / sizeof(plays[0]); i++)
        check_play(&plays[i]);
}

/*
 * An allied group reaches over all opponents: on this graph White's w touches Blue's u, which
 * touches Black's x; all of them breathe at p, and x at l, too, where Red's stone breathes at m.
 */
static void check_three_opponents(const char *board, bool alliance, const char *after,
                                  bool suicidal, int removed)
{
    char shown[POSITION_TEXT_MAX];
    struct capture capture;
    struct graph *graph = must_graph_file("p w u x l m\np w\np u\np x\nw u\nu x\nx l\nl m\n");
    struct position position = must_position(graph, board);
    assert_int_equal(position_check(graph, &position, NULL), 0);
    capture_play(graph, &position, must_point(graph, "p"), 2, alliance, &capture);
    position_format(graph, &position, shown);
    assert_string_equal(shown, after);
    assert_int_equal(capture.suicidal, suicidal);
    assert_int_equal(capture.enclosing, !suicidal);
    assert_int_equal(capture.removed, removed);
    graph_free(graph);
}

static void test_three_opponents(void **state)
{
    (void)state;
    check_three_opponents(".O@X..", true, ".O@X..", true, 1);
    check_three_opponents(".O@X#.", true, "#...#.", false, 3);
    check_three_opponents(".O@X..", false, "#..X..", false, 2);
    check_three_opponents(".O@X#.", false, "#...#.", false, 3);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_two_players),
        cmocka_unit_test(test_alliance),
        cmocka_unit_test(test_no_alliance),
        cmocka_unit_test(test_three_opponents),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
