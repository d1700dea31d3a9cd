/*
 * Moves are taken back without memory, under every ruleset and however many there were: at each
 * node the solver's history is again what it was when the node was reached.
 */
#include "common/check.h"
#include "common/failing_memory.h"
#include "common/games.h"
#include "common/rulesets.h"
#include "search/solver.h"

/* More moves than a history has room for at first. */
#define MOVES 4000

/* Plays at random until the game is over, or MOVES moves were tried. Passes, which end it, are
 * rare. */
static void play_randomly(struct solver *solver, uint64_t *hashes)
{
    unsigned points = (unsigned)solver->positions->points;
    for (int i = 0; i < MOVES && solver_now(solver)->kind == NODE_OPEN; i++) {
        unsigned choice = random_below(8 * points + 1);
        struct move move =
            choice < 8 * points ? move_stone((int)(choice / 8)) : move_pass(MOVE_PASS);
        struct verdict verdict;
        assert_int_equal(solver_play(solver, move, &verdict), 0);
        if (verdict.legal)
            hashes[solver->node_count - 1] = history_hash(&solver->search.history);
    }
}

static size_t longest;

static void check(const struct ruleset *rules, void *arg)
{
    static uint64_t hashes[MOVES + 1];
    const struct position empty = {{0}};
    struct graph *graph = arg;
    struct game game;
    struct solver solver;
    struct limits limits = {.max_bytes = SIZE_MAX};
    struct history_model model;
    rules->family->describe(rules, &model);
    if (model.cycles)
        return;
    assert_int_equal(game_init(&game, graph, rules, &empty, BLACK), 0);
    assert_int_equal(solver_init_bare(&solver, &game, &limits), 0);
    hashes[0] = history_hash(&solver.search.history);
    play_randomly(&solver, hashes);
    longest = solver.node_count > longest ? solver.node_count : longest;
    failing_memory = failing_memory_always;
    while (solver.node_count > 1) {
        solver_undo(&solver);
        if (solver_now(&solver)->kind == NODE_OPEN)
            assert_int_equal(history_hash(&solver.search.history), hashes[solver.node_count - 1]);
    }
    failing_memory = NULL;
    solver_release(&solver);
    game_release(&game);
}

static void test_undo(void **state)
{
    struct graph *graph = must_graph("2x4");
    (void)state;
    for_every_ruleset(check, graph);
    graph_free(graph);
    assert_true(longest > 1000);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_undo)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
