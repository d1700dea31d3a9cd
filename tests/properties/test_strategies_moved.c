/*
 * After moves the search for strategies comes to an end by itself, and says nothing wrong: of the
 * game as it stands, of each move, and of a line of best play. Long: after many random games.
 */
#include "properties/property.h"

#include <stdlib.h>

#include "search/solver.h"
#include "solve/root_moves.h"
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
    /* The opponent brings back a board that stood, from a state that was assumed won. */
    {"kee-v6", "1x4", ".X.O", "C1 D1 C1 A1 D1 A1", 1},
    /* The same under kee-v6; its passes end nothing before a situation of a series comes back. */
    {"kee-v6", "1x4", "XX.X", "pass C1 A1 D1 pass", 0},
    {"kee-v6", "1x4", "OOO.", "pass", 0},
    {"kee-v6", "2x2", "../..", "A1 pass B2 pass", 0},
    {"kee-v6", "1x5", "X.XO.", "B1 pass pass", 1},
    {"kee-v6,suicide=no", "1x5", ".X.XX", "C1 E1 A1 pass B1", 1},
    /* A ko was just taken; and may be taken back, or filled, after a pass. */
    {"kee-v6", "1x6", ".XO.O.", "D1", 0},
    {"kee-v6,suicide=no", "1x6", ".XO.O.", "D1 pass", 0},
    {"kee-v6", "1x6", ".XO.O.", "D1 pass pass pass", 0},
};

/* The search of each game and each move; each ruleset and board. */
enum { EXACT_NODES = 20000, RANDOM_GAMES = 300 };

static const struct setting many[] = {
    {"kee-v6", "1x3 1x4 1x5 2x2 2x3"}, {"kee-v6,suicide=no", "1x3 1x4 1x5 2x2 2x3"},
    {"psk", "1x4 1x5 2x2 2x3"},        {"ssk,suicide=multi", "1x4 1x5 2x2"},
    {"nssk", "1x4 1x5 2x2 2x3"},       {"kee2013", "1x4 1x5 2x2"},
};

/* What random games came to. */
static struct {
    int games, open, whole, middle, lines, moves;
} tally;

static bool agree(const struct bounds *found, const struct bounds *exact)
{
    return found->lower_min <= exact->lower_max && found->upper_max >= exact->upper_min &&
           found->lower_max >= exact->lower_min && found->upper_min <= exact->upper_max;
}

static void check_bounds(const struct game *game, const struct bounds *found,
                         const struct bounds *exact)
{
    if (!agree(found, exact))
        fail_msg("%s: %d..%d, but %d..%d and %d..%d", show_game(game), found->lower_min,
                 found->upper_max, exact->lower_min, exact->lower_max, exact->upper_min,
                 exact->upper_max);
}

/* The line is legal, and if it ends it comes to the value. */
static void check_line(const struct game *game, struct strategies *strategies, int value,
                       const struct bounds *first)
{
    struct analysis found = {.cycle_from = -1};
    strategies_pv(strategies, value, first, &found);
    assert_int_equal(analysis_replay(game, &found), 0);
    if (found.pv_complete && game_margin(&found.game) != value)
        fail_msg("%s: a line comes to %d, not %d", show_game(game), game_margin(&found.game),
                 value);
    tally.lines += found.pv_complete;
    analysis_release(&found);
}

/* What is said of each move is true of the game after it. */
static void check_moves(const struct game *game, struct solver *solver,
                        struct strategies *strategies, int value)
{
    struct analysis found = {.cycle_from = -1};
    struct game after;
    assert_int_equal(root_moves_list(solver, &found), 0);
    assert_int_equal(strategies_moves(strategies, value, &found), 0);
    assert_int_equal(game_copy(&after, game), 0);
    for (size_t i = 0; i < found.move_count; i++) {
        struct verdict verdict;
        struct bounds exact;
        assert_int_equal(game_play(&after, found.moves[i].move, &verdict), 0);
        value_within(&after, EXACT_NODES, &exact);
        check_bounds(&after, &found.moves[i].bounds, &exact);
        tally.moves += bounds_known(&found.moves[i].bounds);
        game_undo(&after);
    }
    game_release(&after);
    analysis_release(&found);
}

static void check_strategies(const struct game *game, const struct bounds *exact)
{
    static const struct strategies_plan endless = {.nodes = UINT64_MAX};
    struct limits limits = wide_limits();
    struct solver solver;
    struct bounds first, found;
    assert_int_equal(solver_init_bare(&solver, game, &limits), 0);
    assert_true(strategies_are_argued(&solver.search.model, game));
    assert_int_equal(solver_first_bounds(&solver, &first), 0);
    found = first;
    struct strategies *strategies = strategies_new(&solver, game, &endless, NULL, NULL);
    assert_non_null(strategies);
    strategies->aside_ended = true; /* no help of the search over lemmas */
    assert_int_equal(strategies_root(strategies, &found), 0);
    check_bounds(game, &found, exact);
    int value = found.lower_min, points = game->graph->points;
    if (value == found.upper_max && !bounds_known(&first)) {
        tally.whole += abs(value) == points;
        tally.middle += abs(value) < points;
        assert_int_equal(strategies_claim_both(strategies, value, false), 0);
        check_line(game, strategies, value, &first);
        check_moves(game, &solver, strategies, value);
    }
    strategies_free(strategies);
    solver_release(&solver);
}

static void check_random(const struct game *game)
{
    struct bounds exact;
    if (game->count == 1)
        return;
    tally.games++;
    tally.open += !value_within(game, EXACT_NODES, &exact);
    check_strategies(game, &exact);
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
        assert_int_equal(position_check(graph, &position, NULL), 0);
        assert_int_equal(game_init(&game, graph, &rules, &position, moved[i].to_move), 0);
        play_all(&game, moved[i].moves);
        const struct bounds exact = value_of(&game);
        check_strategies(&game, &exact);
        game_release(&game);
        graph_free(graph);
    }
}

static void test_many(void **state)
{
    (void)state;
    for_random_games_of(many, sizeof(many) / sizeof(*many), RANDOM_GAMES, 8, check_random);
    print_message(
        "%d games, %d of them not decided by the search; by strategies alone: the whole "
        "board %d, less %d, lines to the end %d, moves %d\n",
        tally.games, tally.open, tally.whole, tally.middle, tally.lines, tally.moves);
    assert_true(tally.whole > tally.games / 8 && tally.lines > tally.whole / 2 && tally.moves > 0);
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_moved)};
    const struct CMUnitTest many_tests[] = {cmocka_unit_test(test_many)};
    (void)argv;
    return argc > 1 ? cmocka_run_group_tests(many_tests, NULL, NULL)
                    : cmocka_run_group_tests(tests, NULL, NULL);
}
