/* Position text both ways with its errors; chains, liberties, regions. */
#include "common/check.h"

static void check_round_trip(const char *size, const char *text)
{
    char shown[POSITION_TEXT_MAX];
    struct graph *graph = must_graph(size);
    struct position position = must_position(graph, text);
    position_format(graph, &position, shown);
    assert_string_equal(shown, text);
    graph_free(graph);
}

static void test_round_trip(void **state)
{
    (void)state;
    check_round_trip("1x1", ".");
    check_round_trip("1x5", ".XO#@");
    check_round_trip("5x1", "./X/O/#/@");
    check_round_trip("2x3", "X.O/..X");
    struct graph *graph = must_graph_file("a b c\na b\n");
    struct position position = must_position(graph, "XO.");
    char shown[POSITION_TEXT_MAX];
    assert_int_equal(position.cells[0], STONE_OF(0));
    assert_int_equal(position.cells[1], STONE_OF(1));
    assert_int_equal(position.cells[2], POINT_EMPTY);
    position_format(graph, &position, shown);
    assert_string_equal(shown, "XO.");
    graph_free(graph);
}

/* What people type besides: other letters, blanks, rows on lines of their own. */
static void test_spellings(void **state)
{
    (void)state;
    static const char *const texts[] = {
        "x.o/..x",       "X-O/--X",  "X+O/++X",         "b.w/..B",
        "X . O / . . X", "X.O\n..X", "\n X.O\r\n..X\n", "\tx . o\n. . x ",
    };
    struct graph *graph = must_graph("2x3");
    for (size_t i = 0; i < sizeof(texts) / sizeof(texts[0]); i++) {
        char shown[POSITION_TEXT_MAX];
        struct position position = must_position(graph, texts[i]);
        position_format(graph, &position, shown);
        assert_string_equal(shown, "X.O/..X");
    }
    graph_free(graph);
}

/* The first row is the top one. */
static void test_orientation(void **state)
{
    (void)state;
    struct graph *graph = must_graph("2x3");
    struct position position = must_position(graph, "X.O/..X");
    assert_int_equal(position.cells[must_point(graph, "A2")], STONE_OF(0));
    assert_int_equal(position.cells[must_point(graph, "C2")], STONE_OF(1));
    assert_int_equal(position.cells[must_point(graph, "C1")], STONE_OF(0));
    assert_int_equal(position.cells[must_point(graph, "A1")], POINT_EMPTY);
    graph_free(graph);
}

static void check_refused(const char *size, int players, const char *text, const char *wanted)
{
    struct graph *graph = must_graph(size);
    struct position position = {{9}}, before = position;
    struct error err = {""};
    assert_int_equal(position_parse(graph, players, text, &position, &err), -EINVAL);
    assert_string_equal(err.text, wanted);
    assert_memory_equal(&position, &before, sizeof(position));
    graph_free(graph);
}

static void test_refused(void **state)
{
    (void)state;
    check_refused("2x3", 2, "", "row 1 ends after 0 of 3 points (wanted 2 rows of 3)");
    check_refused("2x3", 2, "X.", "row 1 ends after 2 of 3 points (wanted 2 rows of 3)");
    check_refused("2x3", 2, "X./...", "row 1 ends after 2 of 3 points (wanted 2 rows of 3)");
    check_refused("2x3", 2, "X.O", "row 2 ends after 0 of 3 points (wanted 2 rows of 3)");
    check_refused("2x3", 2, "X.O/", "row 2 ends after 0 of 3 points (wanted 2 rows of 3)");
    check_refused("2x3", 2, "X.O/.", "row 2 ends after 1 of 3 points (wanted 2 rows of 3)");
    check_refused("1x3", 2, "X", "row 1 ends after 1 of 3 points (wanted 1 row of 3)");
    check_refused("2x3", 2, "X.OX/...", "character 4 is 'X', but row 1 has 3 points: wanted '/'");
    check_refused("2x3", 2, "X.O/..XO", "character 8 is 'O', but the board is full: 2 rows of 3");
    check_refused("2x3", 2, "X.O/..X/", "character 8 is '/', but the board is full: 2 rows of 3");
    check_refused("1x3", 2, "X.OX", "character 4 is 'X', but the board is full: 1 row of 3");
    check_refused("2x3", 2, "X.O/.,.", "character 6 (row 2, column 2) is ',': wanted one of .XO");
    check_refused("2x3", 2, "X.O,..X", "character 4 is ',', but row 1 has 3 points: wanted '/'");
    check_refused("2x3", 2, "X.O ..X", "character 5 is '.', but row 1 has 3 points: wanted '/'");
    check_refused("2x3", 2, "X.O\n\n..X", "row 2 ends after 0 of 3 points (wanted 2 rows of 3)");
    check_refused("2x3", 2, "X.O/0..", "character 5 (row 2, column 1) is '0': wanted one of .XO");
    check_refused("2x3", 2, "X.O/.#.", "character 6 (row 2, column 2) is '#': wanted one of .XO");
    check_refused("2x3", 3, "X.O/.@.", "character 6 (row 2, column 2) is '@': wanted one of .XO#");
    check_refused("2x3", 4, " X.O/.%", "character 7 (row 2, column 2) is '%': wanted one of .XO#@");
    check_refused("2x3", 2, "X\n.O/..", "row 1 ends after 1 of 3 points (wanted 2 rows of 3)");
    check_refused("2x3", 2, "X.\v/...", "character 3 (row 1, column 3) is 0x0b: wanted one of .XO");
    check_refused("1x3", 2, "X.\xff", "character 3 (row 1, column 3) is 0xff: wanted one of .XO");
}

static void test_liberties_of_a_start(void **state)
{
    (void)state;
    struct graph *graph = must_graph("2x3");
    struct error err = {""};
    struct position position = must_position(graph, "XX./OO.");
    assert_int_equal(position_check(graph, &position, &err), 0);
    position = must_position(graph, ".../...");
    assert_int_equal(position_check(graph, &position, &err), 0);
    position = must_position(graph, "XO./O..");
    assert_int_equal(position_check(graph, &position, &err), -EINVAL);
    assert_string_equal(err.text, "the chain of 1 stone at A2 has no liberty");
    position = must_position(graph, ".XX/.OX");
    assert_int_equal(position_check(graph, &position, NULL), 0);
    position = must_position(graph, "XXO/.OO");
    assert_int_equal(position_check(graph, &position, &err), 0);
    position = must_position(graph, "XXX/XOO");
    assert_int_equal(position_check(graph, &position, &err), -EINVAL);
    assert_string_equal(err.text, "the chain of 4 stones at A2 has no liberty");
    graph_free(graph);
}

static void test_chains(void **state)
{
    (void)state;
    struct graph *graph = must_graph("3x4");
    struct position position = must_position(graph, ".XX./OX#./O.#@");
    struct chain chain;
    position_chain(graph, &position, must_point(graph, "C3"), &chain);
    assert_int_equal(chain.size, 3);
    assert_int_equal(chain.liberties, 3); /* A3 D3 B1 */
    assert_false(chain.touches[0]);
    assert_true(chain.touches[1]);
    assert_true(chain.touches[2]);
    assert_false(chain.touches[3]);
    /* B1 is next to both stones of a chain's neighbourhood: counted once. */
    position_chain(graph, &position, must_point(graph, "A1"), &chain);
    assert_int_equal(chain.size, 2);
    assert_int_equal(chain.liberties, 2);
    position_chain(graph, &position, must_point(graph, "D1"), &chain);
    assert_int_equal(chain.size, 1);
    assert_int_equal(chain.points[0], must_point(graph, "D1"));
    assert_int_equal(chain.liberties, 1);
    graph_free(graph);
}

static void test_regions(void **state)
{
    (void)state;
    struct graph *graph = must_graph("3x4");
    struct position position = must_position(graph, ".XX./OX#./O.#@");
    struct chain region;
    position_chain(graph, &position, must_point(graph, "D3"), &region);
    assert_int_equal(region.size, 2);
    assert_int_equal(region.liberties, 0);
    assert_true(region.touches[0]);
    assert_false(region.touches[1]);
    assert_true(region.touches[2]);
    assert_true(region.touches[3]);
    position = must_position(graph, "..../..../....");
    position_chain(graph, &position, 5, &region);
    assert_int_equal(region.size, 12);
    for (int k = 0; k < PLAYERS_MAX; k++)
        assert_false(region.touches[k]);
    graph_free(graph);
}

/* A liberty shared by two stones of one chain counts once. */
static void test_shared_liberty(void **state)
{
    (void)state;
    struct graph *graph = must_graph("2x2");
    struct position position = must_position(graph, "XX/X.");
    struct chain chain;
    position_chain(graph, &position, 0, &chain);
    assert_int_equal(chain.size, 3);
    assert_int_equal(chain.liberties, 1);
    graph_free(graph);
}

static void test_equal(void **state)
{
    (void)state;
    struct graph *graph = must_graph("2x2");
    struct position a = must_position(graph, "X./.O"), b = a;
    assert_true(position_equal(graph, &a, &b));
    b.cells[4] = 1; /* beyond the board */
    assert_true(position_equal(graph, &a, &b));
    b.cells[3] = POINT_EMPTY;
    assert_false(position_equal(graph, &a, &b));
    graph_free(graph);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_round_trip),
        cmocka_unit_test(test_spellings),
        cmocka_unit_test(test_orientation),
        cmocka_unit_test(test_refused),
        cmocka_unit_test(test_liberties_of_a_start),
        cmocka_unit_test(test_chains),
        cmocka_unit_test(test_regions),
        cmocka_unit_test(test_shared_liberty),
        cmocka_unit_test(test_equal),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
