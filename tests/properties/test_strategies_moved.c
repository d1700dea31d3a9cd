/* After moves the search for strategies comes to an end by itself, and says nothing wrong. */
#include "properties/property.h"

#include <stdlib.h>

#include "search/solver.h"
#include "strategy/internal.h"

/*
 * Where a symmetric copy of a board that stood would come back; where a proof is one by boards that
 * come back; where a reply that is known leads to one that stood; where the player would pass right
 * after the opponent's pass.
 */
static const struct {
    const char *rules, *board, *position, *moves;
    int to_move;
} moved[] = {
    {"ssk", "1x4", "XX.X", "pass C1 A1 D1 pass", 0},
    {"nssk", "1x5", ".X.XX", "C1 E1 A1 pass B1", 1},
    {"nssk,suicide=multi", "1x4", ".OO.", "A1 pass D1 D1", 1},
    {"kee2013", "1x4", "X.OO", "B1 refresh", 1},
    {"ssk", "1x4", "OOO.", "pass", 0},
};

static void play_all(struct game *game, const char *text)
{
    struct verdict verdict;
    struct move *moves;
    size_t count;
    assert_int_equal(
        move_parse_list(game->graph, ruleset_passes(&game->rules), text, &moves, &count, NULL), 0);
    for (size_t i = 0; i < count; i++) {
        assert_int_equal(game_play(game, moves[i], &verdict), 0);
        assert_true(verdict.legal);
    }
    free(moves);
}

static void check_strategies(const struct game *game, const struct bounds *exact)
{
    static const struct strategies_plan endless = {.nodes = UINT64_MAX};
    struct limits limits = wide_limits();
    struct solver solver;
    struct bounds found;
    assert_int_equal(solver_init_bare(&solver, game, &limits), 0);
    assert_int_equal(solver_first_bounds(&solver, &found), 0);
    struct strategies *strategies = strategies_new(&solver, game, &endless, NULL, NULL);
    assert_non_null(strategies);
    strategies->aside_ended = true; /* no help of the search over lemmas */
    assert_int_equal(strategies_root(strategies, &found), 0);
    assert_true(found.lower_min <= exact->lower_min && found.upper_max >= exact->upper_max);
    strategies_free(strategies);
    solver_release(&solver);
}

static void test_moved(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof(moved) / sizeof(*moved); i++) {
        struct graph *graph = must_graph(moved[i].board);
        struct ruleset rules;
        struct position position;
        struct game game;
        assert_int_equal(ruleset_parse(moved[i].rules, &rules, NULL), 0);
        assert_int_equal(position_parse(graph, 2, moved[i].position, &position, NULL), 0);
        assert_int_equal(game_init(&game, graph, &rules, &position, moved[i].to_move), 0);
        play_all(&game, moved[i].moves);
        const struct bounds exact = value_of(&game);
        check_strategies(&game, &exact);
        game_release(&game);
        graph_free(graph);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_moved)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
