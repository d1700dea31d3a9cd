/* Graph files: what is read, and every error with its line. */
#include "common/check.h"

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static void test_ring(void **state)
{
    (void)state;
    struct graph *graph =
        must_graph_file("# a ring\n\n a b\tc-1 D_2\na b\nb c-1\nc-1 D_2\nD_2 a\n");
    assert_int_equal(graph->points, 4);
    assert_int_equal(graph->rows, 0);
    assert_int_equal(graph->cols, 0);
    assert_string_equal(graph->name, "test");
    assert_string_equal(graph->names[3], "D_2");
    for (int p = 0; p < 4; p++)
        assert_int_equal(graph->first[p + 1] - graph->first[p], 2);
    assert_int_equal(graph->adjacent[graph->first[0]], 1);
    assert_int_equal(graph->adjacent[graph->first[0] + 1], 3);
    assert_int_equal(must_point(graph, "c-1"), 2);
    assert_int_equal(graph_find_point(graph, "C-1", 3), -1);
    graph_free(graph);
}

/* The same graph however its lines end. */
static void test_line_ends(void **state)
{
    (void)state;
    static const char *const texts[] = {"a b c\na b\n",     "a b c\r\na b\r\n", "a b c\na b",
                                        "a b c\r\na b",     "\n\na b c\n\na b", "a b c\n#x y\na b",
                                        "a b c \n  a  b  ", "a b c\n\ta b\n\n"};
    for (size_t i = 0; i < sizeof(texts) / sizeof(texts[0]); i++) {
        struct graph *graph = must_graph_file(texts[i]);
        assert_int_equal(graph->points, 3);
        assert_int_equal(graph->first[3], 2);
        assert_int_equal(graph->adjacent[0], 1);
        graph_free(graph);
    }
}

static void test_no_edges(void **state)
{
    (void)state;
    struct graph *graph = must_graph_file("a b");
    assert_int_equal(graph->points, 2);
    assert_int_equal(graph->first[2], 0);
    graph_free(graph);
}

static void check_refused(const char *text, size_t length, const char *wanted)
{
    struct graph *graph = NULL;
    struct error err = {""};
    assert_int_equal(graph_parse_file_text("dir/f", text, length, &graph, &err), -EINVAL);
    assert_null(graph);
    assert_string_equal(err.text, wanted);
}

static void test_refused(void **state)
{
    (void)state;
    static const struct {
        const char *text, *wanted;
    } files[] = {
        {"", "no points: wanted a line of point names"},
        {"\n# only\n \r\n", "no points: wanted a line of point names"},
        {"a b\na a\n", "line 2: an edge joins 'a' to itself"},
        {"a b\na b\n\nb a\n", "line 4: the edge b a is there already"},
        {"a b\na b\na b", "line 3: the edge a b is there already"},
        {"a b\n# x\na c\n", "line 3: no point is called 'c'"},
        {"a b\na B\n", "line 2: no point is called 'B'"},
        {"a b\na\n", "line 2: an edge is two point names"},
        {"a b\na b a\n", "line 2: an edge is two point names, no more"},
        {"a b a\n", "line 1: the point 'a' is named twice"},
        {"a b,c\n", "line 1: a point's name is letters, digits, '-' or '_'"},
        {"a # b\n", "line 1: a point's name is letters, digits, '-' or '_'"},
        {"a \v\n", "line 1: a point's name is letters, digits, '-' or '_'"},
        {"a abcdefghijklmnop\n", "line 1: the name 'abcdefghijklmno...' is longer than 15"},
        {"a pass\n", "line 1: 'pass' is a play, not a point's name"},
        {"a PASS\n", "line 1: 'PASS' is a play, not a point's name"},
        {"Refresh\n", "line 1: 'Refresh' is a play, not a point's name"},
    };
    for (size_t i = 0; i < sizeof(files) / sizeof(files[0]); i++)
        check_refused(files[i].text, strlen(files[i].text), files[i].wanted);
    check_refused("a b\0c\n", 6, "line 1: a point's name is letters, digits, '-' or '_'");
    struct graph *graph = must_graph_file("abcdefghijklmno passe\n");
    assert_int_equal(graph->points, 2);
    graph_free(graph);
}

/* A name line of so many points. */
static char *many_points(int points)
{
    char *text = malloc(8 * (size_t)points + 1), *at = text;
    assert_non_null(text);
    for (int p = 0; p < points; p++)
        at += sprintf(at, "p%d ", p);
    return text;
}

static void test_too_many(void **state)
{
    (void)state;
    char *text = many_points(BOARD_MAX_POINTS + 1);
    check_refused(text, strlen(text), "line 1: more than 361 points");
    free(text);
    text = many_points(BOARD_MAX_POINTS);
    struct graph *graph = must_graph_file(text);
    assert_int_equal(graph->points, BOARD_MAX_POINTS);
    graph_free(graph);
    free(text);
}

static void test_load(void **state)
{
    (void)state;
    char file[] = "/tmp/test_graph_XXXXXX";
    int fd = mkstemp(file);
    assert_true(fd >= 0);
    assert_int_equal(write(fd, "a b\na b\n", 8), 8);
    close(fd);
    struct graph *graph = NULL;
    assert_int_equal(graph_load(file, &graph, NULL), 0);
    assert_string_equal(graph->name, file + strlen("/tmp/"));
    graph_free(graph);
    unlink(file);

    struct error err = {""};
    graph = NULL;
    assert_int_equal(graph_load(file, &graph, &err), -ENOENT);
    assert_non_null(strstr(err.text, "cannot be opened: "));
    assert_int_equal(graph_load("/", &graph, &err), -EISDIR);
    assert_null(graph);
}

/* A file that is longer than any graph is refused, not cut. */
static void test_too_long(void **state)
{
    (void)state;
    char file[] = "/tmp/test_graph_XXXXXX";
    int fd = mkstemp(file);
    assert_true(fd >= 0);
    assert_int_equal(write(fd, "a b\n", 4), 4);
    assert_int_equal(ftruncate(fd, 5 << 20), 0);
    close(fd);
    struct graph *graph = NULL;
    struct error err = {""};
    assert_int_equal(graph_load(file, &graph, &err), -EINVAL);
    assert_non_null(strstr(err.text, "longer than a graph file can be"));
    unlink(file);
}

/* A file may be called anything; what is shown of it moves no cursor. */
static void test_names_of_files(void **state)
{
    (void)state;
    struct graph *graph = NULL;
    struct error err = {""};
    assert_int_equal(graph_parse_file_text("a/b\033[2J\n.graph", "a b", 3, &graph, &err), 0);
    assert_string_equal(graph->name, "b?[2J?.graph");
    graph_free(graph);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_names_of_files), cmocka_unit_test(test_ring),
        cmocka_unit_test(test_line_ends),      cmocka_unit_test(test_no_edges),
        cmocka_unit_test(test_refused),        cmocka_unit_test(test_too_many),
        cmocka_unit_test(test_load),           cmocka_unit_test(test_too_long),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
