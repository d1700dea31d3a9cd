/*
 * Legal positions, counted by looking at every colouring of the board, against the published
 * numbers (Tromp and Farneback, Combinatorics of Go; OEIS A094777, A102620, A266278).
 */
#include "common/check.h"
#include "common/games.h"

#include "board/legal_count.h"

static long legal_positions(const struct graph *graph)
{
    struct position position = {{0}};
    long legal = 0;
    do
        legal += position_check(graph, &position, NULL) == 0;
    while (next_colouring(graph, &position));
    return legal;
}

static void test_legal(void **state)
{
    (void)state;
    static const struct {
        const char *size;
        long legal;
    } published[] = {
        {"1x1", 1},    {"1x2", 5},     {"1x3", 15},   {"1x4", 41},  {"1x5", 113},
        {"1x6", 313},  {"1x7", 867},   {"1x8", 2401}, {"2x2", 57},  {"2x3", 489},
        {"2x4", 4125}, {"3x3", 12675}, {"8x1", 2401}, {"3x2", 489},
    };
    for (size_t i = 0; i < sizeof(published) / sizeof(published[0]); i++) {
        struct graph *graph = must_graph(published[i].size);
        assert_int_equal(legal_positions(graph), published[i].legal);
        graph_free(graph);
    }
}

/* Counted without listing them; the same numbers, and larger published ones. */
static void test_legal_count(void **state)
{
    (void)state;
    static const struct {
        const char *size;
        long double legal;
    } published[] = {
        {"1x1", 1},
        {"1x8", 2401},
        {"8x1", 2401},
        {"2x2", 57},
        {"2x4", 4125},
        {"3x3", 12675},
        {"3x4", 321689},
        {"4x4", 24318165},
        {"4x5", 1840058693},
        {"5x4", 1840058693},
        {"5x5", 414295148741.0L},
        {"6x6", 62567386502084877.0L},
    };
    for (size_t i = 0; i < sizeof(published) / sizeof(published[0]); i++) {
        struct graph *graph = must_graph(published[i].size);
        long double legal = 0;
        assert_int_equal(legal_count(graph, 20000, &legal), 0);
        assert_true(legal == published[i].legal);
        graph_free(graph);
    }
}

static void test_legal_count_of_graphs(void **state)
{
    (void)state;
    static const char *const graphs[] = {
        "a b c\na b\nb c\nc a\n",
        "a b c d e\na b\na c\na d\na e\n",
        "a b c d e f\na b\nb c\nc a\nd e\nc d\na f\nf e\n",
        "a b c d\na b\n",
    };
    for (size_t i = 0; i < sizeof(graphs) / sizeof(graphs[0]); i++) {
        struct graph *graph = must_graph_file(graphs[i]);
        long double legal = 0;
        assert_int_equal(legal_count(graph, 20000, &legal), 0);
        assert_true(legal == legal_positions(graph));
        graph_free(graph);
    }
    struct graph *large = must_graph("7x7");
    long double legal = 0;
    assert_int_equal(legal_count(large, 100, &legal), -E2BIG);
    graph_free(large);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_legal),
                                       cmocka_unit_test(test_legal_count),
                                       cmocka_unit_test(test_legal_count_of_graphs)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
