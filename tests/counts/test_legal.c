/*
 * Legal positions, counted by looking at every colouring of the board, against the published
 * numbers (Tromp and Farneback, Combinatorics of Go; OEIS A094777, A102620, A266278).
 */
#include "../unit/check.h"

/* Counts up in base 3; returns false after the last colouring. */
static bool next_colouring(const struct graph *graph, struct position *position)
{
    for (int p = 0; p < graph->points; p++) {
        if (position->cells[p] < STONE_OF(1)) {
            position->cells[p]++;
            return true;
        }
        position->cells[p] = POINT_EMPTY;
    }
    return false;
}

static long legal_positions(const char *size)
{
    struct graph *graph = must_graph(size);
    struct position position = {{0}};
    long legal = 0;
    do
        legal += position_check(graph, &position, NULL) == 0;
    while (next_colouring(graph, &position));
    graph_free(graph);
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
    for (size_t i = 0; i < sizeof(published) / sizeof(published[0]); i++)
        assert_int_equal(legal_positions(published[i].size), published[i].legal);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_legal)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
