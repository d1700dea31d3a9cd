/* Drawings of graph boards: read from a file, and made where the points fit a grid. */
#include "common/check.h"

#include <stdio.h>
#include <stdlib.h>

#include "board/graph_drawing.h"

/* The drawing as lines, without blanks at their ends; "" if there is none. The caller's. */
static char *drawing_of(const struct graph *graph)
{
    const struct graph_drawing *drawing = graph->drawing;
    char *text = calloc(1, drawing == NULL ? 1 : (size_t)drawing->rows * (drawing->cols + 1) + 1);
    assert_non_null(text);
    char *at = text;
    for (int row = 0; drawing != NULL && row < drawing->rows; row++) {
        memcpy(at, drawing->chars + row * drawing->cols, (size_t)drawing->cols);
        at += drawing->cols;
        while (at > text && at[-1] == ' ')
            at--;
        *at++ = '\n';
    }
    *at = '\0';
    return text;
}

static void check_drawing(const char *text, const char *wanted)
{
    struct graph *graph = must_graph_file(text);
    char *drawn = drawing_of(graph);
    assert_string_equal(drawn, wanted);
    for (int p = 0; p < graph->points && graph->drawing != NULL; p++) {
        const char *name = graph->names[p];
        assert_memory_equal(graph->drawing->chars + graph->drawing->at[p], name, strlen(name));
    }
    free(drawn);
    graph_free(graph);
}

static void test_read(void **state)
{
    (void)state;
    check_drawing("#:   a\n#:  / \\\na b c\n#: b---c\na b\n", "   a\n  / \\\n b---c\n");
    /* Blank lines and blanks around it are left out, and ends of lines may be of any kind. */
    check_drawing("#:\n#:  \r\n#:    a1-b-2_c\r\n#:\n#:    x_\r\n#:\na1 b-2_c x_\n",
                  " a1-b-2_c\n\n x_\n");
    /* The longest name; names within words are none. */
    check_drawing("a a-b b b2\n#:a-b a--b b2\n", " a-b a--b b2\n");
    check_drawing("# no drawing\n# : a\na b c\na b\nb c\nc a\n", "");
    check_drawing("a b\n #: a\n", " a       b\n");
}

static void check_refused(const char *text, const char *wanted)
{
    struct graph *graph = NULL;
    struct error err = {""};
    assert_int_equal(graph_parse_file_text("f", text, strlen(text), &graph, &err), -EINVAL);
    assert_null(graph);
    assert_string_equal(err.text, wanted);
}

static void test_refused(void **state)
{
    (void)state;
    check_refused("a b\n\n#: a c\n", "line 3: no point is called 'c', as in the drawing");
    check_refused("a b\n#: a ba\n", "line 2: no point is called 'ba', as in the drawing");
    check_refused("a b\n#: a b\n#: a\n", "line 3: the drawing has the point 'a' twice");
    check_refused("a b\n#: a\n", "the point 'b' is not in the drawing (lines with #:)");
    check_refused("#: a\n#:\tb\na b\n",
                  "line 2: a drawing is made of blanks and printable ASCII characters");
    check_refused("a\n#: a\xc3\xa4\n",
                  "line 2: a drawing is made of blanks and printable ASCII characters");
    check_refused("a -\n#: a---\n", "line 2: the drawing has the point '-' twice");
    char text[1000];
    snprintf(text, sizeof(text), "a\n#:%*s\n", GRAPH_DRAWING_COLS_MAX, "a");
    struct graph *graph = must_graph_file(text);
    assert_int_equal(graph->drawing->cols, 3);
    graph_free(graph);
    snprintf(text, sizeof(text), "a\n#:%*s\n", GRAPH_DRAWING_COLS_MAX + 1, "a");
    check_refused(text, "line 2: a drawing has at most 200 lines of 200 characters");
    snprintf(text, sizeof(text), "a\n#:%*s\n", 3 * GRAPH_DRAWING_COLS_MAX, "a");
    check_refused(text, "line 2: a drawing's line is shorter");
    char *at = text + sprintf(text, "a\n#:a\n");
    for (int i = 0; i < GRAPH_DRAWING_ROWS_MAX; i++)
        at += sprintf(at, "#:\n");
    check_refused(text, "line 202: a drawing has at most 200 lines of 200 characters");
}

static void test_made(void **state)
{
    (void)state;
    check_drawing("n e s w\nn e\ne s\ns w\nw n\n", " n---e\n |   |\n w---s\n");
    check_drawing("a\n", " a\n");
    check_drawing("a b c\na b\n", " a---b       c\n");
    check_drawing("a1 b\na1 b\n", " a1---b\n");
    /* A ring of odd length, and a point with five neighbours, fit no grid. */
    check_drawing("a b c d e\na b\nb c\nc d\nd e\ne a\n", "");
    check_drawing("a b c d e f\na b\na c\na d\na e\na f\n", "");
    /* Two points with three neighbours in common. */
    check_drawing("a b c d e\na c\na d\na e\nb c\nb d\nb e\n", "");
    /* A name that a line contains cannot be told from it. */
    check_drawing("- a\n- a\n", "");
}

/* Graphs that are cut out of a grid: each is drawn, and just its edges. */
static void test_cut_out(void **state)
{
    enum { SIZE = 4 };
    unsigned seed = 1;
    (void)state;
    for (int n = 0; n < 200; n++) {
        char text[2000], *at = text;
        bool kept[SIZE * SIZE];
        for (int p = 0; p < SIZE * SIZE; p++) {
            seed = seed * 1664525u + 1013904223u;
            kept[p] = p == 0 || seed >> 30 != 0;
            at += kept[p] ? sprintf(at, "p%d ", p) : 0;
        }
        int edges = 0, lines = 0;
        at += sprintf(at, "\n");
        for (int p = 0; p < SIZE * SIZE; p++)
            for (int down = 0; down < 2; down++) {
                int other = down ? p + SIZE : p + 1;
                if (!kept[p] || other >= SIZE * SIZE || (!down && other % SIZE == 0) ||
                    !kept[other])
                    continue;
                seed = seed * 1664525u + 1013904223u;
                if (seed >> 30 == 0)
                    continue;
                at += sprintf(at, "p%d p%d\n", p, other);
                edges++;
            }
        struct graph *graph = must_graph_file(text);
        assert_non_null(graph->drawing);
        const char *chars = graph->drawing->chars;
        for (size_t i = 0; chars[i] != '\0'; i++)
            lines += chars[i] == '|' || (chars[i] == '-' && chars[i - 1] != '-');
        assert_int_equal(lines, edges);
        graph_free(graph);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_read),
        cmocka_unit_test(test_refused),
        cmocka_unit_test(test_made),
        cmocka_unit_test(test_cut_out),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
