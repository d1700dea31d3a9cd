/* Values do not depend on how the search is run; what a stopped search has proved is true. */
#include "properties/property.h"
#include "search/internal.h"
#include "search/solver.h"

struct way {
    const char *name;
    enum search_order order;
    bool attractors, energies, solo_leaf;
    size_t lemma_bytes; /* besides the empty table; 0: plenty */
};

static const struct way ways[] = {
    {"best first without attractors", ORDER_BEST_FIRST, false, false, true, 0},
    {"without energies", ORDER_BEST_FIRST, true, false, true, 0},
    {"with hardly any memory for lemmas", ORDER_BEST_FIRST, true, true, true, 20000},
    {"without leaves", ORDER_BEST_FIRST, false, false, false, 0},
    {"depth first", ORDER_DEPTH_FIRST, true, true, true, 0},
};

/* False if a limit stopped it: depth first some cannot be solved. */
static bool solve(const struct game *game, const struct way *way, uint64_t max_nodes,
                  struct bounds *bounds)
{
    struct solver solver;
    struct limits limits = wide_limits();
    limits.max_nodes = max_nodes;
    assert_int_equal(solver_init(&solver, game, &limits), 0);
    solver.search.order = way->order;
    solver.search.solo_leaf = way->solo_leaf;
    solver.energies = way->energies;
    solver.tables->enumerated = solver.tables->enumerated && way->attractors;
    if (way->lemma_bytes != 0)
        solver.search.lemmas->max_bytes = solver.search.lemmas->bytes + way->lemma_bytes;
    assert_int_equal(solver_first_bounds(&solver, bounds), 0);
    bool done = bounds_known(bounds) || solver_value(&solver, 0, bounds) == 0;
    solver_release(&solver);
    return done;
}

static int games, compared[sizeof(ways) / sizeof(ways[0])];

static void check_ways(const struct game *game)
{
    struct bounds value = value_of(game), other;
    games++;
    for (size_t i = 0; i < sizeof(ways) / sizeof(ways[0]); i++) {
        if (!solve(game, &ways[i], 50000, &other))
            continue;
        compared[i]++;
        check_same_value(game, value, other, ways[i].name);
    }
}

static void test_ways(void **state)
{
    (void)state;
    for_random_games(6, 6, check_ways);
    for (size_t i = 0; i < sizeof(ways) / sizeof(ways[0]); i++)
        assert_true(compared[i] * 9 > games * 4); /* the others were stopped */
}

static void check_stopped(const struct game *game)
{
    const struct way plain = {"plain", ORDER_BEST_FIRST, true, true, true, 0};
    const struct bounds value = value_of(game);
    struct bounds found;
    for (uint64_t most = 1; most < 3000; most += most / 3 + 1) {
        bool done = solve(game, &plain, most, &found);
        bool within = found.lower_min <= value.lower_min && value.lower_min <= found.lower_max &&
                      found.upper_min <= value.upper_min && value.upper_min <= found.upper_max;
        if (!within || done != bounds_known(&found))
            fail_msg("%s: stopped after %u nodes: lower %d to %d, upper %d to %d", show_game(game),
                     (unsigned)most, found.lower_min, found.lower_max, found.upper_min,
                     found.upper_max);
        if (done)
            break;
    }
}

static void test_stopped(void **state)
{
    (void)state;
    for_random_games(4, 6, check_stopped);
}

/* Sets the flag at the call that *arg counts down to. */
static atomic_bool interrupted;
static void interrupt_after(const struct run_progress *progress, void *arg)
{
    int *left = arg;
    (void)progress;
    if (--*left == 0)
        interrupted = true;
}

/* An interrupt at each moment at which the search looks, its preparation included. */
static void check_interrupted(const struct game *game)
{
    const struct bounds value = value_of(game);
    bool done = false;
    for (int moment = 1; !done && moment < 40; moment++) {
        struct solver solver;
        struct bounds found;
        int left = moment;
        struct limits limits = wide_limits();
        limits.progress = interrupt_after;
        limits.progress_arg = &left;
        limits.interrupted = &interrupted;
        interrupted = false;
        int r = solver_init(&solver, game, &limits);
        assert_int_equal(solver_first_bounds(&solver, &found), 0);
        if (r == 0)
            r = bounds_known(&found) ? 0 : solver_value(&solver, 0, &found);
        done = r == 0;
        if (!done)
            assert_int_equal(solver.search.stopped, STOP_INTERRUPT);
        if (found.lower_min > value.lower_min || found.lower_max < value.lower_max ||
            found.upper_min > value.upper_min || found.upper_max < value.upper_max)
            fail_msg("%s: interrupted at %d: wrong bounds", show_game(game), moment);
        solver_release(&solver);
    }
}

static void test_interrupted(void **state)
{
    (void)state;
    for_random_games(3, 4, check_interrupted);
}

/* A few nodes with tens of thousands of conditions each take seconds: the flag is looked at by what
 * they are, not by how many nodes there were. */
static void check_looks(const struct game *game)
{
    struct solver solver;
    struct limits limits = wide_limits();
    limits.interrupted = &interrupted;
    interrupted = false;
    assert_int_equal(solver_init(&solver, game, &limits), 0);
    assert_true(search_within_limits(&solver.search));
    interrupted = true;
    assert_true(search_within_limits(&solver.search)); /* just looked */
    solver.search.work += SEARCH_CHECK_INTERVAL * SEARCH_NODE_WORK;
    assert_false(search_within_limits(&solver.search));
    assert_int_equal(solver.search.stopped, STOP_INTERRUPT);
    solver_release(&solver);
}

static void test_looks(void **state)
{
    (void)state;
    for_random_games(1, 1, check_looks);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_ways),
        cmocka_unit_test(test_stopped),
        cmocka_unit_test(test_interrupted),
        cmocka_unit_test(test_looks),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
