/*
 * What strategies without repetition say of small boards, where they are not asked in earnest,
 * against what the search over lemmas says: bounds of the root and of first moves, and the line.
 */
#include "properties/property.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "certificate/check/check.h"
#include "search/solver.h"
#include "solve/analysis.h"
#include "solve/certify.h"
#include "strategy/internal.h"

static const struct setting suited[] = {
    {"psk", "1x3 1x4 2x2 2x3"},
    {"ssk,suicide=multi", "1x4 2x2"},
    {"nssk", "1x3 1x4 2x2"},
    {"simple", "1x4 2x2"},
    {"simple,cycle=no-result", "1x4 1x5 1x6"},
    {"simple,scoring=stone,cycle=tie", "1x4 1x5"},
    {"kee-v6", "1x4 2x2"},
    {"kee2013", "1x3 1x4 1x5 2x2"},
    {"kee2013,refresh=no,suicide=multi", "1x4 2x2"},
    {"kee2013,tally=all,scoring=stone", "1x3 1x4"},
    {"migos", "1x3 1x4 2x2"},
    {"migos,scoring=stone", "1x4 2x2"},
};

/* Where whose play it is has a strategy for less than the value, and one of the opponent's was
 * found last; where both have one, and not for the whole board; where half of the value is known at
 * once.
 */
static const struct {
    const char *rules, *board, *position;
    int to_move;
} fixed[] = {
    {"simple,cycle=no-result", "1x5", ".O.XX", 1},
    {"simple,cycle=no-result", "1x6", ".O...O", 1},
    {"simple,cycle=no-result", "2x4", "OO.X/OX.X", 0},
    {"kee-v6", "2x4", "O.../X.XX", 1},
    {"kee-v6", "2x4", "XX.O/O..X", 1},
    {"psk", "3x4", ".OX./OOX./.OX.", 0},
    {"kee-v6", "3x4", ".OX./OOX./.OX.", 0},
    {"migos", "2x4", "O..X/O.O.", 0}, /* a strategy for 0 is refused */
};

static int lines, middle_lines, no_result_lines, bounded, whole, refined, aside;
static int asked[2]; /* claims that were refuted, and proved, by strategies alone */

static bool agree(const struct bounds *found, const struct bounds *exact)
{
    return found->lower_min <= exact->lower_max && found->lower_max >= exact->lower_min &&
           found->upper_min <= exact->upper_max && found->upper_max >= exact->upper_min;
}

static void check_bounds(const struct game *game, const char *what, const struct bounds *found,
                         const struct bounds *exact)
{
    if (!agree(found, exact))
        fail_msg("%s %s: %d..%d/%d..%d instead of %d..%d/%d..%d", show_game(game), what,
                 found->lower_min, found->lower_max, found->upper_min, found->upper_max,
                 exact->lower_min, exact->lower_max, exact->upper_min, exact->upper_max);
    bounded += found->lower_min > -MARGIN_INFINITE || found->upper_max < MARGIN_INFINITE;
}

/* Do strategies end where their player lives with enough? In every other game. */
static bool living;

static void solve(const struct game *game, struct analysis *ret_analysis)
{
    struct analysis_options options = {.limits = wide_limits(), .threads = 1};
    assert_int_equal(analysis_run(game, &options, ret_analysis), 0);
}

/* As analysis_run() begins: nothing is known of the moves but what the rules say. */
static void forget(const struct game *game, struct analysis *analysis)
{
    int points = game->graph->points;
    for (size_t i = 0; i < analysis->move_count; i++)
        analysis->moves[i].bounds =
            (struct bounds){-MARGIN_INFINITE, points, -points, MARGIN_INFINITE};
    free(analysis->pv);
    analysis->pv = NULL;
    analysis->pv_count = 0;
}

/* Every move of it keeps the value, and at its end that is the score. */
static void check_line(const struct game *game, const struct analysis *found, int value)
{
    struct game line;
    assert_int_equal(
        game_init(&line, game->graph, &game->rules, &game->turns[0].board, game->turns[0].next), 0);
    if (!found->pv_complete)
        fail_msg("%s: worth %d, and the line of %zu plays has no end", show_game(game), value,
                 found->pv_count);
    for (size_t i = 0; i < found->pv_count; i++) {
        struct verdict verdict;
        struct analysis there;
        assert_int_equal(game_play(&line, found->pv[i], &verdict), 0);
        assert_true(verdict.legal);
        solve(&line, &there);
        const struct bounds *now = &there.bounds;
        if (now->lower_min > value || now->lower_max < value || now->upper_min > value ||
            now->upper_max < value)
            fail_msg("%s: worth %d, and then %d..%d/%d..%d", show_game(&line), value,
                     now->lower_min, now->lower_max, now->upper_min, now->upper_max);
        analysis_release(&there);
    }
    assert_true(game_over(&line));
    assert_int_equal(game_margin(&line), value);
    game_release(&line);
    lines++;
    middle_lines += abs(value) != game->graph->points;
    no_result_lines += strstr(show_game(game), "no-result") != NULL;
}

/* Both halves of the value are claimed, or it is said that they are not. */
static void check_claimed(const struct strategies *strategies, int value)
{
    struct written_certificate certificate = {0};
    struct certificate proof;
    struct error err;
    bool claimed[2] = {false, false};
    assert_int_equal(strategies_certify(strategies, &certificate), 0);
    assert_int_equal(certificate_parse(certificate.file.data, certificate.file.size, &proof, &err),
                     0);
    assert_int_equal(check_certificate(&proof, 0, &err), 0);
    for (size_t i = 0; i < proof.claim_count; i++)
        if (proof.claims[i].root && proof.claims[i].margin == value)
            claimed[proof.claims[i].who] = true;
    assert_int_equal(!claimed[0] + !claimed[1], certificate.missing);
    whole += certificate.missing == 0;
    certificate_release(&proof);
    written_certificate_release(&certificate);
}

/* Strategies first, then tables for what the other moves are worth: as with tables alone. */
static void check_refined(const struct game *game, const struct analysis *exact)
{
    struct analysis found;
    struct analysis_options options = {.limits = wide_limits(),
                                       .threads = 1 + (int)random_below(2)};
    options.limits.strategies_from = 1;
    assert_int_equal(analysis_run(game, &options, &found), 0);
    assert_int_equal(found.stopped, STOP_NONE);
    check_same_value(game, found.bounds, exact->bounds, "with tables alone");
    for (size_t i = 0; i < found.move_count; i++) {
        check_same_value(game, found.moves[i].bounds, exact->moves[i].bounds, "with tables alone");
        assert_int_equal(found.moves[i].best, exact->moves[i].best);
    }
    refined += found.by_strategy;
    analysis_release(&found);
}

/* What the search over lemmas finds in its turn, with few nodes: all of a value, or nothing wrong.
 */
static void check_aside(const struct game *game, struct strategies *strategies,
                        const struct bounds *first, const struct bounds *exact)
{
    struct bounds found = *first;
    uint64_t nodes = strategies->solver->search.nodes;
    assert_int_equal(aside_search(strategies, 1 << 18, &found), 0);
    check_bounds(game, "in its turn", &found, exact);
    assert_true(strategies->solver->search.nodes - nodes <= (1 << 10) + 1);
    aside += bounds_known(&found) && strategies->solver->search.nodes > nodes;
}

/* Strategies that answer a claim about the value say what that does, and have a certificate where
 * they need no search over lemmas. */
static void check_claim(const struct game *game, const struct bounds *exact,
                        const struct bounds_claim *claim)
{
    const struct strategies_plan plan = {.nodes = UINT64_MAX, .asked = claim};
    struct solver solver;
    struct bounds found;
    struct limits limits = wide_limits();
    limits.living = living;
    assert_int_equal(solver_init_bare(&solver, game, &limits), 0);
    assert_int_equal(solver_first_bounds(&solver, &found), 0);
    bool is_new = !bounds_suffice(&found, claim);
    struct strategies *strategies = strategies_new(&solver, game, &plan, NULL, NULL);
    assert_non_null(strategies);
    assert_int_equal(strategies_root(strategies, &found), 0);
    check_bounds(game, "asked", &found, exact);
    enum bounds_answer answer = bounds_answer(&found, claim);
    /* Both players may be refused a strategy: then only the search over lemmas knows. */
    if (answer != BOUNDS_OPEN && answer != bounds_answer(exact, claim))
        fail_msg("%s: %s %d is answered %d", show_game(game),
                 claim->of_white ? "<=" : ">=", claim->margin, answer);
    if (is_new && !strategies_aided(strategies) && strategies_has_claims(strategies)) {
        struct written_certificate certificate = {0};
        struct certificate proof;
        struct error err;
        assert_int_equal(strategies_certify(strategies, &certificate), 0);
        assert_int_equal(
            certificate_parse(certificate.file.data, certificate.file.size, &proof, &err), 0);
        assert_int_equal(check_certificate(&proof, 0, &err), 0);
        certificate_release(&proof);
        written_certificate_release(&certificate);
        asked[answer == BOUNDS_TRUE]++;
    }
    strategies_free(strategies);
    solver_release(&solver);
}

/* The same by an analysis that may look for strategies, and goes on with tables. */
static void check_asked(const struct game *game, const struct bounds *exact)
{
    const struct bounds_claim claim = {random_below(2) == 1,
                                       exact->lower_min + (int)random_below(3) - 1};
    struct analysis found;
    struct analysis_options options = {
        .limits = wide_limits(), .threads = 1, .value_only = true, .asks = true, .claim = claim};
    options.limits.strategies_from = 1;
    if (!bounds_known(exact) || abs(exact->lower_min) > game->graph->points)
        return;
    check_claim(game, exact, &claim);
    assert_int_equal(analysis_run(game, &options, &found), 0);
    check_bounds(game, "asked of an analysis", &found.bounds, exact);
    assert_int_equal(bounds_answer(&found.bounds, &claim), bounds_answer(exact, &claim));
    assert_int_equal(found.stopped, STOP_NONE);
    analysis_release(&found);
}

static void check(const struct game *game)
{
    static const struct strategies_plan endless = {.nodes = UINT64_MAX};
    struct analysis exact, found = {.cycle_from = -1};
    struct solver solver;
    struct limits limits = wide_limits();
    limits.threads = 1 + (int)random_below(2);
    limits.living = living;
    solve(game, &exact);
    solve(game, &found);
    forget(game, &found);
    assert_int_equal(solver_init_bare(&solver, game, &limits), 0);
    assert_int_equal(solver_first_bounds(&solver, &found.bounds), 0);
    const struct bounds first = found.bounds;
    bool is_new = !bounds_known(&first);
    struct strategies *strategies = strategies_new(&solver, game, &endless, NULL, NULL);
    assert_non_null(strategies);
    if (is_new)
        check_aside(game, strategies, &first, &exact.bounds);
    assert_int_equal(strategies_root(strategies, &found.bounds), 0);
    check_bounds(game, "root", &found.bounds, &exact.bounds);
    int value = found.bounds.lower_min;
    if (is_new && bounds_known(&found.bounds) && value == found.bounds.upper_min &&
        !strategies_unneeded(strategies)) {
        assert_int_equal(strategies_claim_both(strategies, value, false), 0);
        strategies_pv(strategies, value, &first, &found);
        check_line(game, &found, value);
        assert_int_equal(strategies_moves(strategies, value, &found), 0);
        for (size_t i = 0; i < found.move_count; i++)
            check_bounds(game, move_format(game->graph, found.moves[i].move),
                         &found.moves[found.moves[i].same_as].bounds, &exact.moves[i].bounds);
        check_claimed(strategies, value);
    }
    strategies_free(strategies);
    solver_release(&solver);
    check_refined(game, &exact);
    check_asked(game, &exact.bounds);
    living = !living;
    analysis_release(&exact);
    analysis_release(&found);
}

static void test_small_boards(void **state)
{
    (void)state;
    for_random_games_of(suited, sizeof(suited) / sizeof(*suited), 6, 0, check);
    for (size_t i = 0; i < sizeof(fixed) / sizeof(*fixed); i++) {
        struct graph *graph = must_graph(fixed[i].board);
        struct ruleset rules;
        struct position position;
        struct game game;
        assert_int_equal(ruleset_parse(fixed[i].rules, &rules, NULL), 0);
        assert_int_equal(position_parse(graph, 2, fixed[i].position, &position, NULL), 0);
        assert_int_equal(game_init(&game, graph, &rules, &position, fixed[i].to_move), 0);
        check(&game);
        game_release(&game);
        graph_free(graph);
    }
    print_message("%d claims refuted, %d proved by strategies\n", asked[0], asked[1]);
    assert_true(asked[0] > 1 && asked[1] > 5); /* under the sanitizers there are fewer games */
    print_message(
        "%d lines, %d of them where nobody takes the whole board, %d bounds, %d refined\n", lines,
        middle_lines, bounded, refined);
    assert_true(middle_lines > 0 && lines > middle_lines && bounded > lines);
    assert_int_equal(whole, lines);
    assert_true(aside > 0);
    assert_true(no_result_lines > 2); /* the greatest margin is told apart from no result */
    /* An analysis gives strategies as many nodes as there are boards, which is nearly always
     * enough. */
    assert_true(10 * refined >= 9 * lines);
}

/* --- a brief try before tables --- */

static const struct {
    const char *rules, *board, *position;
    bool worth, whole; /* is it worth a try? does it find a strategy for the whole board? */
} tried[] = {
    {"psk", "3x5", "", true, true},
    {"kee-v6", "3x5", "", true, true},
    {"simple", "3x5", "", true, true},
    {"ssk", "2x7", "", true, true},
    {"psk", "2x7", ".XX.O../.XX.OO.", true, false},
    {"psk", "3x4", "", false, false},             /* the tables are quick */
    {"psk,suicide=yes", "3x5", "", false, false}, /* strategies prove nothing */
    {"psk", "6x6", "", false, false},             /* no tables fit */
};

/* Room for the tables of 3x5, which are not made. */
static struct limits limits_for_tables(void)
{
    struct limits limits = wide_limits();
    limits.max_bytes = (size_t)1 << 30;
    return limits;
}

static void try_one(size_t i)
{
    struct graph *graph = must_graph(tried[i].board);
    struct strategies_plan plan;
    struct limits limits = limits_for_tables();
    struct ruleset rules;
    struct position position = {{0}};
    struct game game;
    struct solver solver;
    assert_int_equal(ruleset_parse(tried[i].rules, &rules, NULL), 0);
    if (tried[i].position[0] != '\0')
        assert_int_equal(position_parse(graph, 2, tried[i].position, &position, NULL), 0);
    assert_int_equal(game_init(&game, graph, &rules, &position, 0), 0);
    assert_int_equal(solver_init_bare(&solver, &game, &limits), 0);
    assert_int_equal(strategies_are_worth_a_try(&solver, &game, &plan), tried[i].worth);
    if (tried[i].worth) {
        struct bounds bounds;
        assert_true(plan.brief);
        assert_int_equal(solver_first_bounds(&solver, &bounds), 0);
        struct strategies *strategies = strategies_new(&solver, &game, &plan, NULL, NULL);
        assert_non_null(strategies);
        assert_int_equal(strategies_root(strategies, &bounds), 0);
        assert_int_equal(bounds_known(&bounds), tried[i].whole);
        assert_true(bounds.lower_min == (tried[i].whole ? graph->points : -graph->points));
        strategies_stop(strategies);
        assert_true(strategies->spent > 0 && strategies->spent <= 2 * plan.nodes);
        strategies_free(strategies);
    }
    solver_release(&solver);
    game_release(&game);
    graph_free(graph);
}

static void test_tries(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof(tried) / sizeof(*tried); i++)
        try_one(i);
}

/* Where only the value is asked it is used; where plays are asked, too, or tables are there, not.
 */
static void test_uses(void **state)
{
    (void)state;
    struct graph *graph = must_graph("3x5");
    struct analysis_options options = {
        .limits = limits_for_tables(), .threads = 1, .value_only = true};
    struct analysis analysis;
    struct ruleset rules;
    struct position position = {{0}};
    struct game game;
    assert_int_equal(ruleset_parse("psk", &rules, NULL), 0);
    assert_int_equal(game_init(&game, graph, &rules, &position, 0), 0);
    assert_int_equal(analysis_run(&game, &options, &analysis), 0);
    assert_true(analysis.by_strategy && analysis.bounds.lower_min == 15 && analysis.pv_complete);
    analysis_release(&analysis);
    options.limits.max_nodes = 1000;
    assert_int_equal(analysis_run(&game, &options, &analysis), 0);
    assert_false(analysis.by_strategy);
    analysis_release(&analysis);
    game_release(&game);
    graph_free(graph);
}

/* --- what a query excludes ends with it --- */

static const struct setting mended[] = {{"psk", "2x4"}};
static int queries_mended;

/* What was excluded to mend one strategy may be all that proves the next (query.c). */
static void check_nothing_excluded(const struct strategies *strategies)
{
    for (int side = 0; side < 2; side++) {
        const struct prover *prover = &strategies->provers[side];
        if (!strategies->open[side])
            continue;
        if (prover->excluded.count > 0)
            fail_msg("%s: %zu moves are excluded still", show_game(strategies->game),
                     prover->excluded.count);
        queries_mended += prover->graph_round > 1;
    }
}

/* Asks whether either player forces a margin. */
static void check_exclusions(const struct game *game)
{
    static const struct strategies_plan endless = {.nodes = UINT64_MAX};
    struct solver solver;
    struct limits limits = wide_limits();
    struct bounds bounds;
    assert_int_equal(solver_init_bare(&solver, game, &limits), 0);
    assert_int_equal(solver_first_bounds(&solver, &bounds), 0);
    struct strategies *strategies = strategies_new(&solver, game, &endless, NULL, NULL);
    assert_non_null(strategies);
    int points = game->graph->points, margin = (int)random_below((unsigned)points) - points / 2;
    for (int attacker = 0; attacker < 2; attacker++) {
        const struct strategy_query query = {
            .attacker = attacker,
            .margin = margin,
            .state = {bitboard_seen_by(attacker, &game_now(game)->board, (unsigned)points), 0,
                      (game_now(game)->next == 0) == (attacker == BLACK)},
            .root = true,
        };
        query_ask(strategies, &query, 0, 1 << 16);
        check_nothing_excluded(strategies);
    }
    strategies_free(strategies);
    solver_release(&solver);
}

static void test_exclusions(void **state)
{
    (void)state;
    for_random_games_of(mended, 1, 450, 0, check_exclusions);
    print_message("%d queries whose strategy was mended\n", queries_mended);
    assert_true(queries_mended > 2);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_small_boards),
                                       cmocka_unit_test(test_tries), cmocka_unit_test(test_uses),
                                       cmocka_unit_test(test_exclusions)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
