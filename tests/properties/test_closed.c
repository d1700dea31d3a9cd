/*
 * A strategy that the checker refuses, as may be under migos, closes its margin to the search for
 * strategies, and no other.
 */
#include "properties/property.h"

#include "search/solver.h"
#include "strategy/internal.h"

/* Where the checker refuses some strategies, what others prove. */
static const struct {
    const char *board, *position;
    int lower, upper;
} closed[] = {
    {"2x4", "O..X/O.O.", 0, 2}, /* Black's for -3, White's for 0 and 1 */
};

static void check(const struct game *game, int lower, int upper)
{
    static const struct strategies_plan plan = {.nodes = 1 << 16};
    const struct limits limits = wide_limits();
    struct solver solver;
    struct bounds found;
    assert_int_equal(solver_init_bare(&solver, game, &limits), 0);
    assert_int_equal(solver_first_bounds(&solver, &found), 0);
    struct strategies *strategies = strategies_new(&solver, game, &plan, NULL, NULL);
    assert_non_null(strategies);
    assert_int_equal(strategies_root(strategies, &found), 0);
    assert_false(strategies_aided(strategies));
    assert_int_equal(found.lower_min, lower);
    assert_int_equal(found.upper_max, upper);
    strategies_free(strategies);
    solver_release(&solver);
}

static void test_closed(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof(closed) / sizeof(*closed); i++) {
        struct graph *graph = must_graph(closed[i].board);
        struct ruleset rules;
        struct position position;
        struct game game;
        assert_int_equal(ruleset_parse("migos", &rules, NULL), 0);
        assert_int_equal(position_parse(graph, 2, closed[i].position, &position, NULL), 0);
        assert_int_equal(game_init(&game, graph, &rules, &position, 0), 0);
        check(&game, closed[i].lower, closed[i].upper);
        game_release(&game);
        graph_free(graph);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_closed)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
