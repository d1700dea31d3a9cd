/* Moves and lists of moves, both ways. */
#include "common/check.h"

#include <stdlib.h>

#include "board/move.h"

static struct move must_move(const struct graph *graph, const char *text)
{
    struct move move = {MOVE_PASS, -2, 0};
    struct error err = {""};
    if (move_parse(graph, "pass or refresh", text, strlen(text), &move, &err) < 0)
        fail_msg("%s", err.text);
    return move;
}

static void test_moves(void **state)
{
    (void)state;
    struct graph *graph = must_graph("2x3");
    assert_true(move_equal(must_move(graph, "B2"), move_stone(1)));
    assert_true(move_equal(must_move(graph, "b2"), move_stone(1)));
    assert_true(move_equal(must_move(graph, "pass"), move_pass(MOVE_PASS)));
    assert_true(move_equal(must_move(graph, "PASS"), move_pass(MOVE_PASS)));
    assert_true(move_equal(must_move(graph, "Refresh"), move_pass(MOVE_REFRESH)));
    assert_false(move_equal(must_move(graph, "refresh"), move_pass(MOVE_PASS)));
    for (int p = 0; p < graph->points; p++)
        assert_true(move_equal(must_move(graph, move_format(graph, move_stone(p))), move_stone(p)));
    assert_string_equal(move_format(graph, move_pass(MOVE_PASS)), "pass");
    assert_string_equal(move_format(graph, move_pass(MOVE_REFRESH)), "refresh");
    graph_free(graph);
}

static void test_cycles(void **state)
{
    (void)state;
    static const char *const wrong[] = {"cycle:",        "cycle:0",    "cycle:1+",
                                        "cycle:1+pass",  "cycle:1 A1", "cycle:1+D1",
                                        "cycle:1000001", "cycle:-1",   "cycle:1+cycle:1"};
    struct graph *graph = must_graph("2x3");
    struct move removal = move_after_cycle(12, move_stone(1));
    struct move alone = move_after_cycle(1, move_pass(MOVE_PASS));
    assert_true(move_equal(must_move(graph, "cycle:12+B2"), removal));
    assert_true(move_equal(must_move(graph, "Cycle:12+b2"), removal));
    assert_true(move_equal(must_move(graph, "cycle:1"), alone));
    assert_false(move_equal(alone, move_pass(MOVE_PASS)));
    assert_string_equal(move_format(graph, removal), "cycle:12+B2");
    assert_string_equal(move_format(graph, alone), "cycle:1");
    for (size_t i = 0; i < sizeof(wrong) / sizeof(wrong[0]); i++) {
        struct move move = {MOVE_REFRESH, 7, 0};
        struct error err = {""};
        assert_int_equal(
            move_parse(graph, "pass or refresh", wrong[i], strlen(wrong[i]), &move, &err), -EINVAL);
        assert_int_equal(move.point, 7);
        assert_non_null(strstr(err.text, "names no cycle: wanted cycle:N or cycle:N+POINT"));
    }
    graph_free(graph);
}

static void test_refused(void **state)
{
    (void)state;
    static const char *const texts[] = {"",    "D1",  "A0",  "A3",    "A",         "1",
                                        "AA1", "A1 ", "pas", "passe", "refreshing"};
    struct graph *graph = must_graph("2x3");
    for (size_t i = 0; i < sizeof(texts) / sizeof(texts[0]); i++) {
        struct move move = {MOVE_REFRESH, 7, 0};
        struct error err = {""};
        assert_int_equal(
            move_parse(graph, "pass or refresh", texts[i], strlen(texts[i]), &move, &err), -EINVAL);
        assert_int_equal(move.point, 7);
        assert_non_null(strstr(err.text,
                               "is not a play on 2x3: wanted a point (A1 to C2), "
                               "pass or refresh"));
    }
    graph_free(graph);
    graph = must_graph_file("north south\nnorth south\n");
    struct error err = {""};
    struct move move;
    assert_int_equal(move_parse(graph, "pass or refresh", "North", 5, &move, &err), -EINVAL);
    assert_string_equal(err.text,
                        "'North' is not a play on test: wanted a point (north to south), "
                        "pass or refresh");
    assert_true(move_equal(must_move(graph, "south"), move_stone(1)));
    graph_free(graph);
}

static void check_list(const struct graph *graph, const char *text, const char *wanted)
{
    struct move *moves = NULL;
    size_t count = 99;
    char shown[256] = "";
    assert_int_equal(move_parse_list(graph, "pass or refresh", text, &moves, &count, NULL), 0);
    for (size_t i = 0; i < count; i++) {
        strcat(shown, i > 0 ? " " : "");
        strcat(shown, move_format(graph, moves[i]));
    }
    assert_string_equal(shown, wanted);
    assert_true((moves == NULL) == (count == 0));
    free(moves);
}

static void test_lists(void **state)
{
    (void)state;
    struct graph *graph = must_graph("2x3");
    check_list(graph, "", "");
    check_list(graph, " \t\r\n,", "");
    check_list(graph, "A1", "A1");
    check_list(graph, " a1,B2\tpass\r\nrefresh, ,c1 ", "A1 B2 pass refresh C1");
    graph_free(graph);
}

static void test_long_list(void **state)
{
    (void)state;
    struct graph *graph = must_graph("2x3");
    char *text = malloc(3 * 1000 + 1);
    struct move *moves = NULL;
    size_t count = 0;
    assert_non_null(text);
    for (size_t i = 0; i < 1000; i++)
        memcpy(text + 3 * i, i % 2 == 0 ? "A1 " : "C2 ", 4);
    assert_int_equal(move_parse_list(graph, "pass or refresh", text, &moves, &count, NULL), 0);
    assert_int_equal(count, 1000);
    for (size_t i = 0; i < count; i++)
        assert_true(move_equal(moves[i], move_stone(i % 2 == 0 ? 3 : 2)));
    free(moves);
    free(text);
    graph_free(graph);
}

static void test_list_refused(void **state)
{
    (void)state;
    struct graph *graph = must_graph("2x3");
    struct move *moves = (struct move *)graph;
    size_t count = 99;
    struct error err = {""};
    assert_int_equal(
        move_parse_list(graph, "pass or refresh", "A1 pass Z9 B1", &moves, &count, &err), -EINVAL);
    assert_string_equal(err.text,
                        "play 3: 'Z9' is not a play on 2x3: wanted a point (A1 to C2), "
                        "pass or refresh");
    assert_int_equal(count, 99);
    assert_ptr_equal(moves, graph);
    graph_free(graph);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_moves),        cmocka_unit_test(test_refused),
        cmocka_unit_test(test_lists),        cmocka_unit_test(test_long_list),
        cmocka_unit_test(test_list_refused), cmocka_unit_test(test_cycles),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
