/* Rectangles: sizes, names, neighbours. */
#include "common/check.h"

#include <stdlib.h>

static void test_sizes(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        int rows, cols;
    } sizes[] = {{"1x1", 1, 1},
                 {"2x3", 2, 3},
                 {"3X2", 3, 2},
                 {"19x19", 19, 19},
                 {" 2 x 3 ", 2, 3},
                 {"3\xc3\x97"
                  "4",
                  3, 4},
                 {"3 \xc3\x97 4", 3, 4},
                 {"1x361", 1, 361},
                 {"361x1", 361, 1},
                 {"18x20", 18, 20}};
    for (size_t i = 0; i < sizeof(sizes) / sizeof(sizes[0]); i++) {
        struct graph *graph = must_graph(sizes[i].text);
        assert_int_equal(graph->rows, sizes[i].rows);
        assert_int_equal(graph->cols, sizes[i].cols);
        assert_int_equal(graph->points, sizes[i].rows * sizes[i].cols);
        graph_free(graph);
    }
}

static void test_no_boards(void **state)
{
    (void)state;
    static const char *const texts[] = {
        "",      "x",      "2",     "2x",   "x2",    "0x2",     "2x0",       "02x2",  "2x02",
        "19x20", "2x3x",   "2 3",   "2xx3", "2-3",   "-1x2",    "1x1000",    "1x362", "999x999",
        "2*3",   "1000x1", "2x3 4", "9",    "2\xc3", "2\xc3x3", "2\xc3\x97", "\t2x3"};
    for (size_t i = 0; i < sizeof(texts) / sizeof(texts[0]); i++) {
        struct graph *graph = NULL;
        struct error err = {""};
        assert_int_equal(graph_parse(texts[i], &graph, &err), -EINVAL);
        assert_null(graph);
        assert_non_null(strstr(err.text, "is not a board: wanted RxC"));
        assert_int_equal(graph_parse(texts[i], &graph, NULL), -EINVAL);
    }
}

static void check_name(const struct graph *graph, int row, int col, const char *name)
{
    int point = row * graph->cols + col;
    assert_string_equal(graph->names[point], name);
    assert_int_equal(graph_find_point(graph, name, strlen(name)), point);
}

static void test_names(void **state)
{
    (void)state;
    struct graph *graph = must_graph("2x3");
    assert_string_equal(graph->name, "2x3");
    check_name(graph, 0, 0, "A2");
    check_name(graph, 0, 2, "C2");
    check_name(graph, 1, 0, "A1");
    assert_int_equal(graph_find_point(graph, "c2", 2), 2);
    assert_int_equal(graph_find_point(graph, "C2x", 2), 2);
    assert_int_equal(graph_find_point(graph, "D1", 2), -1);
    assert_int_equal(graph_find_point(graph, "C3", 2), -1);
    assert_int_equal(graph_find_point(graph, "C", 1), -1);
    assert_int_equal(graph_find_point(graph, "", 0), -1);
    graph_free(graph);
}

/* I is skipped; after Z come AA, AB, ... without I, too. */
static void test_names_past_z(void **state)
{
    (void)state;
    struct graph *graph = must_graph("1x361");
    check_name(graph, 0, 7, "H1");
    check_name(graph, 0, 8, "J1");
    check_name(graph, 0, 24, "Z1");
    check_name(graph, 0, 25, "AA1");
    check_name(graph, 0, 32, "AH1");
    check_name(graph, 0, 33, "AJ1");
    check_name(graph, 0, 49, "AZ1");
    check_name(graph, 0, 50, "BA1");
    check_name(graph, 0, 360, "OL1");
    assert_int_equal(graph_find_point(graph, "I1", 2), -1);
    graph_free(graph);
    graph = must_graph("361x1");
    check_name(graph, 0, 0, "A361");
    check_name(graph, 360, 0, "A1");
    graph_free(graph);
}

static int degree(const struct graph *graph, int p)
{
    return graph->first[p + 1] - graph->first[p];
}

static void check_neighbours(const struct graph *graph)
{
    for (int p = 0; p < graph->points; p++) {
        int row = p / graph->cols, col = p % graph->cols;
        int wanted = (row > 0) + (row + 1 < graph->rows) + (col > 0) + (col + 1 < graph->cols);
        assert_int_equal(degree(graph, p), wanted);
        for (int j = graph->first[p]; j < graph->first[p + 1]; j++) {
            int q = graph->adjacent[j];
            int distance = abs(q / graph->cols - row) + abs(q % graph->cols - col);
            assert_int_equal(distance, 1);
            assert_true(j == graph->first[p] || graph->adjacent[j - 1] < q);
        }
    }
}

static void test_neighbours(void **state)
{
    (void)state;
    static const char *const sizes[] = {"1x1", "1x5", "5x1", "2x2", "3x4", "19x19"};
    for (size_t i = 0; i < sizeof(sizes) / sizeof(sizes[0]); i++) {
        struct graph *graph = must_graph(sizes[i]);
        check_neighbours(graph);
        graph_free(graph);
    }
    graph_free(NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_sizes),      cmocka_unit_test(test_no_boards),
        cmocka_unit_test(test_names),      cmocka_unit_test(test_names_past_z),
        cmocka_unit_test(test_neighbours),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
