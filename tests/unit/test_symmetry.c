/* Symmetries: how many there are, that each is an automorphism, that together they are a group. */
#include "common/check.h"

#include <stdio.h>
#include <stdlib.h>

#include "board/symmetry.h"

static bool joined(const struct graph *graph, int p, int q)
{
    for (int j = graph->first[p]; j < graph->first[p + 1]; j++)
        if (graph->adjacent[j] == q)
            return true;
    return false;
}

static void check_automorphism(const struct graph *graph, const struct symmetries *group, int s)
{
    bool hit[BOARD_MAX_POINTS] = {false};
    for (int p = 0; p < graph->points; p++) {
        int to = symmetries_apply(group, s, p);
        assert_true(to >= 0 && to < graph->points && !hit[to]);
        hit[to] = true;
        for (int q = 0; q < graph->points; q++)
            assert_int_equal(joined(graph, p, q), joined(graph, to, symmetries_apply(group, s, q)));
    }
}

static bool is_product(const struct symmetries *group, int a, int b, int c)
{
    for (int p = 0; p < group->points; p++)
        if (symmetries_apply(group, a, symmetries_apply(group, b, p)) !=
            symmetries_apply(group, c, p))
            return false;
    return true;
}

/* Every product is there exactly once: the set is closed and its members differ. */
static void check_closed(const struct symmetries *group)
{
    for (int a = 0; a < group->count; a++) {
        for (int b = 0; b < group->count; b++) {
            int found = 0;
            for (int c = 0; c < group->count; c++)
                found += is_product(group, a, b, c);
            assert_int_equal(found, 1);
        }
    }
}

/* Checks the group and returns its size. */
static int check_group(struct graph *graph)
{
    struct symmetries group;
    assert_int_equal(symmetries_init(&group, graph), 0);
    assert_true(group.count >= 1 && group.count <= SYMMETRY_MAX);
    assert_int_equal(group.points, graph->points);
    for (int p = 0; p < graph->points; p++)
        assert_int_equal(symmetries_apply(&group, 0, p), p);
    for (int s = 0; s < group.count; s++)
        check_automorphism(graph, &group, s);
    check_closed(&group);
    int count = group.count;
    symmetries_release(&group);
    symmetries_release(&group);
    graph_free(graph);
    return count;
}

static void test_rectangles(void **state)
{
    (void)state;
    assert_int_equal(check_group(must_graph("1x1")), 1);
    assert_int_equal(check_group(must_graph("1x2")), 2);
    assert_int_equal(check_group(must_graph("1x7")), 2);
    assert_int_equal(check_group(must_graph("5x1")), 2);
    assert_int_equal(check_group(must_graph("2x3")), 4);
    assert_int_equal(check_group(must_graph("7x5")), 4);
    assert_int_equal(check_group(must_graph("2x2")), 8);
    assert_int_equal(check_group(must_graph("7x7")), 8);
    symmetries_release(NULL);
}

static void test_graph_files(void **state)
{
    (void)state;
    assert_int_equal(check_group(must_graph_file("a\n")), 1);
    assert_int_equal(check_group(must_graph_file("a b\na b\n")), 2);
    /* Rings have twice as many as points; a star's leaves move freely. */
    assert_int_equal(check_group(must_graph_file("a b c d e\na b\nb c\nc d\nd e\ne a\n")), 10);
    assert_int_equal(check_group(must_graph_file("a b c d e f\na b\nb c\nc d\nd e\ne f\nf a\n")),
                     12);
    assert_int_equal(check_group(must_graph_file("m a b c d\nm a\nm b\nm c\nm d\n")), 24);
    /* A graph with none: a path with a twig. */
    assert_int_equal(check_group(must_graph_file("a b c d e f g\na b\nb c\nc d\nd e\ne f\nc g\n")),
                     1);
    /* As a graph file a square has the same eight. */
    assert_int_equal(check_group(must_graph_file("a b c d\na b\nb d\nd c\nc a\n")), 8);
    /* Two parts that may change places. */
    assert_int_equal(check_group(must_graph_file("a b c d\na b\nc d\n")), 8);
}

static struct graph *complete_graph(int points)
{
    char text[4096], *at = text;
    for (int p = 0; p < points; p++)
        at += sprintf(at, "%d ", p);
    for (int p = 0; p < points; p++)
        for (int q = p + 1; q < points; q++)
            at += sprintf(at, "\n%d %d", p, q);
    return must_graph_file(text);
}

/* K4 has 24; of larger ones a subgroup is kept. */
static void test_complete_graphs(void **state)
{
    (void)state;
    assert_int_equal(check_group(complete_graph(3)), 6);
    assert_int_equal(check_group(complete_graph(4)), 24);
    for (int points = 5; points <= 9; points++) {
        int count = check_group(complete_graph(points));
        assert_true(count > 1 && count <= SYMMETRY_MAX);
    }
}

/* No edges at all: every permutation; the search must give up in time and stay a group. */
static void test_no_edges(void **state)
{
    (void)state;
    char text[1024], *at = text;
    for (int p = 0; p < 64; p++)
        at += sprintf(at, "p%d ", p);
    int count = check_group(must_graph_file(text));
    assert_true(count > 1 && count <= SYMMETRY_MAX);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_rectangles),
        cmocka_unit_test(test_graph_files),
        cmocka_unit_test(test_complete_graphs),
        cmocka_unit_test(test_no_edges),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
