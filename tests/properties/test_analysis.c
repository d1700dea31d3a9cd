/* What analysis_run() says of the moves and the line fits together, with one thread and with two.
 */
#include "properties/property.h"

#include <inttypes.h>

#include "solve/analysis.h"

static void run(const struct game *game, int threads, int komi, struct analysis *analysis)
{
    struct analysis_options options = {
        .limits = wide_limits(), .threads = threads, .komi_half_points = komi};
    options.limits.parallel_nodes = 1; /* every query is asked by two threads */
    assert_int_equal(analysis_run(game, &options, analysis), 0);
    if (analysis->stopped != STOP_NONE || !bounds_known(&analysis->bounds))
        fail_msg("%s: not solved", show_game(game));
}

/* A node is worth what its best move is worth, and best are the moves whose result is the node's.
 */
static void check_moves(const struct game *game)
{
    struct analysis analysis;
    int komi = (int)random_below(7) - 3, bests = 0;
    bool black = game_now(game)->next == 0;
    run(game, 1, komi, &analysis);
    struct bounds best = analysis.moves[0].bounds;
    for (size_t i = 0; i < analysis.move_count; i++) {
        const struct bounds *one = &analysis.moves[i].bounds;
        assert_true(bounds_known(one));
        if (black ? one->lower_min > best.lower_min : one->lower_min < best.lower_min)
            best.lower_min = best.lower_max = one->lower_min;
        if (black ? one->upper_min > best.upper_min : one->upper_min < best.upper_min)
            best.upper_min = best.upper_max = one->upper_min;
        bool is_best = bounds_result(one->lower_min, one->upper_min, komi) ==
                       bounds_result(analysis.bounds.lower_min, analysis.bounds.upper_min, komi);
        if (is_best != analysis.moves[i].best)
            fail_msg("%s: %s is marked wrongly", show_game(game),
                     move_format(game->graph, analysis.moves[i].move));
        bests += is_best;
    }
    check_same_value(game, analysis.bounds, best, "the best of its plays");
    assert_true(bests > 0);
    analysis_release(&analysis);
}

static void test_moves(void **state)
{
    (void)state;
    for_random_games(3, 6, check_moves);
}

/* The line is legal, keeps the result at every node and comes to it. */
static void check_line_of(const struct game *game, const struct analysis *analysis, int komi)
{
    const struct game *played = &analysis->game;
    const struct bounds *value = &analysis->bounds;
    int result = bounds_result(value->lower_min, value->upper_min, komi);
    if (!analysis->pv_complete)
        fail_msg("%s: the line is cut short", show_game(game));
    assert_int_equal(played->count, analysis->root_turn + 1 + analysis->pv_count);
    if (value->lower_min == value->upper_min) {
        if (game_now(played)->ending != ENDING_SCORED || game_margin(played) != value->lower_min)
            fail_msg("%s: worth %d, but that is not how the line ends", show_game(played),
                     value->lower_min);
    }
    if (game_now(played)->ending == ENDING_SCORED)
        assert_int_equal(2 * game_margin(played), result);
    struct game again;
    assert_int_equal(
        game_init(&again, game->graph, &game->rules, &game->turns[0].board, game->turns[0].next),
        0);
    for (size_t i = 1; i < played->count; i++) {
        struct verdict verdict;
        assert_int_equal(game_play(&again, played->turns[i].move, &verdict), 0);
        assert_true(verdict.legal);
        if (i <= analysis->root_turn)
            continue;
        struct bounds here = value_of(&again);
        if (bounds_result(here.lower_min, here.upper_min, komi) != result)
            fail_msg("%s: the line gives the result away: lower %d, upper %d instead of %d/2",
                     show_game(&again), here.lower_min, here.upper_min, result);
    }
    game_release(&again);
}

static void check_line(const struct game *game)
{
    struct analysis analysis;
    run(game, 1, 0, &analysis);
    check_line_of(game, &analysis, 0);
    analysis_release(&analysis);
}

static void test_line(void **state)
{
    (void)state;
    for_random_games(3, 6, check_line);
}

/* After long games on tiny boards a line needs states that stood before its start. */
static void test_line_after_cycles(void **state)
{
    static const struct setting tiny[] = {
        {"simple", "1x3 1x4 2x2"},
        {"simple,suicide=multi", "1x3 1x4"},
        {"simple,ending=passes3", "1x3 1x4"},
        {"none", "1x3 1x4 2x2"},
    };
    (void)state;
    for_random_games_of(tiny, sizeof(tiny) / sizeof(tiny[0]), 30, 14, check_line);
}

/* Under rules that remember nothing tables say the moves of a line that comes to one value. */
static void check_line_by_tables(const struct game *game)
{
    for (int lists = 0; lists <= 1; lists++) {
        struct analysis analysis;
        struct analysis_options options = {
            .limits = wide_limits(), .threads = 1, .komi_half_points = (int)random_below(13) - 6};
        options.limits.no_lists = lists == 0;
        options.value_only = true;
        assert_int_equal(analysis_run(game, &options, &analysis), 0);
        check_line_of(game, &analysis, options.komi_half_points);
        if (lists == 1 && game->count == 1 &&
            analysis.bounds.lower_min == analysis.bounds.upper_min &&
            analysis.nodes > 2 * (analysis.pv_count + 1))
            fail_msg("%s: %" PRIu64 " nodes", show_game(game), analysis.nodes);
        analysis_release(&analysis);
    }
}

static void test_line_by_tables(void **state)
{
    static const struct setting memoryless[] = {
        {"simple", "1x7 2x4 3x3"},
        {"simple,suicide=multi", "1x6 2x3 3x3"},
        {"simple,ending=passes3", "1x6 2x4"},
        {"none", "1x6 2x4 3x3"},
    };
    (void)state;
    for_random_games_of(memoryless, sizeof(memoryless) / sizeof(memoryless[0]), 12, 1,
                        check_line_by_tables);
}

static void compare_runs(const struct game *game, const struct analysis *one,
                         const struct analysis *other)
{
    check_same_value(game, one->bounds, other->bounds, "in another run");
    assert_int_equal(one->move_count, other->move_count);
    for (size_t i = 0; i < one->move_count; i++) {
        assert_true(move_equal(one->moves[i].move, other->moves[i].move));
        assert_int_equal(one->moves[i].best, other->moves[i].best);
        check_same_value(game, one->moves[i].bounds, other->moves[i].bounds, "with more threads");
    }
}

static void check_threads(const struct game *game)
{
    struct analysis one, same, two;
    run(game, 1, 0, &one);
    run(game, 1, 0, &same);
    run(game, 2, 0, &two);
    compare_runs(game, &one, &same);
    compare_runs(game, &one, &two);
    assert_int_equal(one.nodes, same.nodes);
    assert_int_equal(one.entries, same.entries);
    analysis_release(&one);
    analysis_release(&same);
    analysis_release(&two);
}

static void test_threads(void **state)
{
    (void)state;
    for_random_games(3, 6, check_threads);
}

/* Dense tables before lists: the same of the value and the moves, where either suffices. */
static void check_dense_first(const struct game *game)
{
    struct analysis lists, dense;
    for (int threads = 1; threads <= 2; threads++) {
        struct analysis_options options = {.limits = wide_limits(), .threads = threads};
        assert_int_equal(analysis_run(game, &options, &lists), 0);
        options.limits.dense_from = 1;
        assert_int_equal(analysis_run(game, &options, &dense), 0);
        assert_int_equal(dense.stopped, STOP_NONE);
        compare_runs(game, &lists, &dense);
        assert_int_equal(dense.pv_complete, lists.pv_complete);
        analysis_release(&lists);
        analysis_release(&dense);
    }
}

static void test_dense_first(void **state)
{
    (void)state;
    for_random_games(3, 6, check_dense_first);
}

/* Dense tables alone: their leaves after passes, where the third pass ends the game. */
static void check_dense_alone(const struct game *game)
{
    struct analysis lists, dense;
    struct analysis_options options = {.limits = wide_limits(), .threads = 1};
    assert_int_equal(analysis_run(game, &options, &lists), 0);
    options.limits.no_lists = true;
    assert_int_equal(analysis_run(game, &options, &dense), 0);
    assert_int_equal(dense.stopped, STOP_NONE);
    compare_runs(game, &lists, &dense);
    analysis_release(&lists);
    analysis_release(&dense);
}

static void test_dense_alone(void **state)
{
    static const struct setting three_passes[] = {
        {"nssk,ending=passes3", "2x4 3x3"},
        {"kee2007", "2x4 3x3"},
        {"kee2007,suicide=no", "1x6 2x4 3x3"},
    };
    (void)state;
    for_random_games_of(three_passes, sizeof(three_passes) / sizeof(three_passes[0]), 6, 8,
                        check_dense_alone);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_moves),
        cmocka_unit_test(test_line),
        cmocka_unit_test(test_threads),
        cmocka_unit_test(test_dense_first),
        cmocka_unit_test(test_dense_alone),
        cmocka_unit_test(test_line_by_tables),
        cmocka_unit_test(test_line_after_cycles),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
