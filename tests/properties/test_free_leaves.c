/*
 * Leaves by what is forced without history (search/free_margins.h) under all kinds of histories:
 * one solver walks to and fro through a game, so that its lemmas meet other histories than those
 * under which they were proved. At each node its value is that of a solver without such leaves.
 * Every other one has only some of what is forced: the sweeps stopped early.
 */
#include "properties/property.h"

#include <errno.h>

#include "search/solver.h"

#define STEPS 12

static const struct setting small[] = {
    {"psk", "2x2 2x3 1x5"},
    {"ssk", "2x2 2x3 1x5"},
    {"nssk", "2x2 2x3 1x5"},
    {"tromp-taylor", "2x2 1x4"},
    {"new-zealand", "2x2 2x3 1x5"},
    {"kee2013", "2x2 2x3 1x5"},
    {"kee2013,refresh=yes", "2x2 1x5"},
    {"kee-v6", "2x2 1x5"},
    {"spight", "2x2 1x5"},
    {"psk,suicide=multi", "2x2 1x5"},
    {"psk,ending=passes3", "2x2 1x5"},
};

static const struct setting larger[] = {
    {"psk", "2x4 3x3 1x8"},       {"ssk", "2x4 3x3 1x8"},
    {"nssk", "2x4 3x3 1x8"},      {"psk,repetition=own", "2x4 3x3"},
    {"kee2013", "2x4 3x3"},       {"kee2013,refresh=yes", "2x4 3x3"},
    {"kee-v6", "2x4 3x3"},        {"new-zealand", "2x4 3x3"},
    {"psk,suicide=multi", "2x4"}, {"psk,ending=passes3", "2x4 3x3"},
};

/* A search without leaves that takes more nodes is given up: once in some hundred games it takes
 * millions. */
#define NODES_MOST (TESTS_SHARE > 1 ? 5000 : 100000)

static int nodes, with_leaves, lemmas_with_leaves, given_up;

/* Plays a random legal move, of which there may be none. */
static void play_some(struct solver *solver)
{
    struct verdict verdict = {.legal = false};
    for (int tries = 0; tries < 20 && !verdict.legal; tries++) {
        unsigned point = random_below((unsigned)solver->positions->points + 2);
        struct move move = {.kind = MOVE_PASS};
        if (point < (unsigned)solver->positions->points)
            move = (struct move){.kind = MOVE_STONE, .point = (int)point};
        assert_int_equal(solver_play(solver, move, &verdict), 0);
    }
}

static void count_lemmas(const struct solver *solver)
{
    const struct lemma_table *table = solver->search.lemmas;
    for (size_t i = 0; i <= table->mask; i++)
        for (const struct lemma *lemma = table->buckets[i]; lemma != NULL; lemma = lemma->next)
            lemmas_with_leaves += lemma->below != BELOW_ANY;
}

static void check_node(struct solver *solver)
{
    struct bounds found, wanted;
    if (solver_now(solver)->kind == NODE_SOLO_OPEN)
        return;
    if (!value_within(&solver->game, NODES_MOST, &wanted)) {
        given_up++;
        return;
    }
    int r = solver_first_bounds(solver, &found);
    if (r == 0 && !bounds_known(&found))
        r = solver_value(solver, (int)random_below(5) - 2, &found);
    if (r == -EAGAIN) { /* the nodes of all steps are used up */
        given_up++;
        return;
    }
    assert_int_equal(r, 0);
    with_leaves += free_margins_are_there(&solver->search.free_margins);
    check_same_value(&solver->game, wanted, found, "without leaves");
    nodes++;
}

static void check(const struct game *game)
{
    struct solver solver;
    struct limits limits = wide_limits();
    limits.no_lists = true;
    limits.whole_margins = nodes % 2 == 0;
    assert_int_equal(solver_init(&solver, game, &limits), 0);
    size_t start = solver.node_count;
    for (int step = 0; step < STEPS; step++) {
        check_node(&solver);
        if (solver_now(&solver)->kind != NODE_OPEN || random_below(4) == 0) {
            for (unsigned back = 1 + random_below(3); back > 0 && solver.node_count > start; back--)
                solver_undo(&solver);
        } else {
            play_some(&solver);
        }
    }
    count_lemmas(&solver);
    solver_release(&solver);
}

static void test_small_boards(void **state)
{
    (void)state;
    for_random_games_of(small, sizeof(small) / sizeof(*small), TESTS_SHARE > 1 ? 1 : 9, 8, check);
    print_message("%d nodes, %d given up, %d with leaves, %d lemmas\n", nodes, given_up,
                  with_leaves, lemmas_with_leaves);
    assert_true(with_leaves > nodes / 3 && lemmas_with_leaves > 0 && given_up * 20 < nodes);
}

static void test_larger_boards(void **state)
{
    (void)state;
    for_random_games_of(larger, sizeof(larger) / sizeof(*larger), 12, 16, check);
    for_random_games_of(small, sizeof(small) / sizeof(*small), 100, 10, check);
    print_message("%d nodes, %d given up, %d with leaves, %d lemmas\n", nodes, given_up,
                  with_leaves, lemmas_with_leaves);
    assert_true(given_up * 1000 < nodes);
}

int main(int argc, char **argv)
{
    const struct CMUnitTest larger_ones[] = {cmocka_unit_test(test_larger_boards)};
    if (argc > 1 && strcmp(argv[1], "long") == 0)
        return cmocka_run_group_tests(larger_ones, NULL, NULL);
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_small_boards)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
