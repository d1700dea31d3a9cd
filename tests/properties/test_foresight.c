/* With dense tables in place of lists of all boards everything is worth what it is worth with them.
 */
#include "properties/property.h"

#include "base/clock.h"
#include "search/persistence.h"
#include "search/solver.h"
#include "solve/analysis.h"

/* Ends by other passes, games that are not finite, suicide. */
static const struct setting others[] = {
    {"kee-v6", "1x4 2x2"},
    {"migos", "1x4 2x2"},
    {"spight", "1x4 2x2"},
};

static const struct setting larger[] = {
    {"psk", "3x4"},     {"ssk", "2x5"},         {"kee2013", "3x3"},
    {"kee-v6", "3x3"},  {"new-zealand", "2x4"}, {"simple", "3x4"},
    {"chinese", "3x3"}, {"spight", "2x5"},      {"psk,suicide=multi", "2x4"},
};

static int games, foreseen, bounded, told, guessed, looked;

static void solve(const struct game *game, bool no_lists, struct analysis *ret_analysis)
{
    struct analysis_options options = {.limits = wide_limits(),
                                       .threads = 1 + (int)random_below(2)};
    options.limits.no_lists = no_lists;
    assert_int_equal(analysis_run(game, &options, ret_analysis), 0);
}

/* A store with a table of everything. */
static void *open_session(struct persistence *persistence, const struct game *game)
{
    (void)game;
    return persistence;
}

static void close_session(void *session, const struct search *search)
{
    (void)session;
    (void)search;
}

static void save_nothing(void *session, const struct search *search, struct lemma *lemma,
                         uint64_t nodes)
{
    (void)session;
    (void)search;
    (void)lemma;
    (void)nodes;
}

static int load_nothing(void *session, struct search *search, uint64_t key)
{
    (void)session;
    (void)search;
    (void)key;
    return 0;
}

static bool tell_all(struct persistence *persistence, const struct solver *solver,
                     struct bounds *bounds)
{
    (void)persistence;
    *bounds = value_of(&solver->game);
    looked++;
    return true;
}

static bool tell_likely(struct persistence *persistence, const struct solver *solver,
                        int ret_margins[2])
{
    (void)persistence;
    (void)solver;
    ret_margins[BLACK] = 1;
    ret_margins[WHITE] = -1;
    return true;
}

/* A guess by a stored table comes first. */
static void check_guess(struct solver *solver)
{
    struct persistence store = {.table_likely = tell_likely};
    solver->search.persistence = &store;
    int guess = solver_guess(solver, 0), gain = solver_now(solver)->gain;
    solver->search.persistence = NULL;
    if (solver_now(solver)->kind == NODE_OPEN && gain == 0)
        assert_int_equal(guess, 1);
}

/* What a stored table tells is taken, and search is left for the line alone. */
static void check_stored(const struct game *game, const struct analysis *lists)
{
    struct persistence store = {.open = open_session,
                                .close = close_session,
                                .save = save_nothing,
                                .load = load_nothing,
                                .table_bounds = tell_all};
    struct analysis_options options = {.limits = wide_limits(), .threads = 1};
    struct analysis found;
    options.limits.no_lists = true;
    options.persistence = &store;
    assert_int_equal(analysis_run(game, &options, &found), 0);
    check_same_value(game, found.bounds, lists->bounds, "by a stored table");
    for (size_t i = 0; i < found.move_count; i++)
        check_same_value(game, found.moves[i].bounds, lists->moves[i].bounds, "by a stored table");
    analysis_release(&found);
}

static void check_analysis(const struct game *game)
{
    struct analysis lists, dense;
    solve(game, false, &lists);
    solve(game, true, &dense);
    assert_int_equal(dense.stopped, STOP_NONE);
    check_same_value(game, dense.bounds, lists.bounds, "by lists");
    assert_int_equal(dense.move_count, lists.move_count);
    assert_int_equal(dense.pv_complete, lists.pv_complete);
    for (size_t i = 0; i < lists.move_count; i++) {
        check_same_value(game, dense.moves[i].bounds, lists.moves[i].bounds, "by lists");
        assert_int_equal(dense.moves[i].best, lists.moves[i].best);
    }
    check_stored(game, &lists);
    analysis_release(&lists);
    analysis_release(&dense);
}

static void note_progress(const struct run_progress *progress, void *arg)
{
    *(struct run_progress *)arg = *progress;
}

/* What is shown counts the dense tables: all that is held, and no more than was set aside. */
static void check_shown(struct solver *solver)
{
    const struct foresight *foresight = solver->tables->foresight;
    struct run_progress shown = {.bytes = 0};
    solver->search.limits.progress = note_progress;
    solver->search.limits.progress_arg = &shown;
    search_show_progress(&solver->search);
    solver->search.limits.progress = NULL;
    size_t dense = shown.bytes - search_bytes(&solver->search);
    assert_true(dense == foresight_bytes(foresight) && dense > foresight->memory.held &&
                dense <= foresight_bytes_most(foresight));
}

/* The dense tables are there and used; what they prove without search holds. */
static void check_solver(const struct game *game)
{
    struct solver solver;
    struct limits limits = wide_limits();
    limits.no_lists = true;
    assert_int_equal(solver_init(&solver, game, &limits), 0);
    assert_non_null(solver.tables->foresight);
    assert_false(solver.tables->enumerated);
    const struct bounds value = value_of(game);
    struct bounds found = bounds_unknown(), table;
    solver_dense_bounds(&solver, &found);
    bool within = found.lower_min <= value.lower_min && value.lower_max <= found.lower_max &&
                  found.upper_min <= value.upper_min && value.upper_max <= found.upper_max;
    if (!within)
        fail_msg("%s: dense bounds %d..%d", show_game(game), found.lower_min, found.upper_max);
    bounded += found.lower_min > -MARGIN_INFINITE || found.upper_max < MARGIN_INFINITE;
    if (solver_table_value(&solver, &table)) {
        check_same_value(game, value, table, "by margins");
        told++;
    }
    guessed += solver_guess(&solver, 0) != 0;
    check_guess(&solver);
    assert_int_equal(solver_first_bounds(&solver, &found), 0);
    if (!bounds_known(&found)) {
        assert_int_equal(solver_value(&solver, 0, &found), 0);
        check_same_value(game, value, found, "by dense tables");
    }
    for (int i = 0; i < FORESEEN_MAX; i++)
        foreseen += solver.tables->foresight->list[i].whole;
    foreseen += solver.tables->foresight->margins_whole;
    check_shown(&solver);
    solver_release(&solver);
    games++;
}

static void check(const struct game *game)
{
    check_solver(game);
    check_analysis(game);
}

static void test_random_games(void **state)
{
    (void)state;
    for_random_games(1, 6, check);
    for_random_games_of(others, sizeof(others) / sizeof(*others), 6, 6, check);
}

/* The empty board, whose first plays have bounds without search; the last one named is the largest.
 */
static void check_empty(const struct setting *setting)
{
    const char *last = strrchr(setting->boards, ' ');
    struct graph *graph = must_graph(last != NULL ? last + 1 : setting->boards);
    struct ruleset rules;
    struct position empty = {{0}};
    struct game game;
    assert_int_equal(ruleset_parse(setting->rules, &rules, NULL), 0);
    assert_int_equal(game_init(&game, graph, &rules, &empty, BLACK), 0);
    check(&game);
    game_release(&game);
    graph_free(graph);
}

static void test_empty_boards(void **state)
{
    (void)state;
    for (size_t i = 0; i<setting_count; i += TESTS_SHARE> 1 ? 3 : 1)
        check_empty(&settings[i]);
    for (size_t i = 0; i < sizeof(others) / sizeof(*others); i++)
        check_empty(&others[i]);
    print_message("%d games, %d tables to order by, %d bounds, %d values, %d guesses, %d looks\n",
                  games, foreseen, bounded, told, guessed, looked);
    assert_true(games > 0 && foreseen > games / 2 && bounded > 0 && told > 0 && guessed > 0 &&
                looked > 0);
}

/* Dense tables that do not fit what is left of the limits are not made; what they take is counted,
 * once. */
static void test_limits(void **state)
{
    (void)state;
    struct graph *graph = must_graph("3x3");
    const struct position empty = {{0}};
    const struct limits wide = wide_limits();
    struct ruleset rules;
    struct game game;
    struct solver solver;
    assert_int_equal(ruleset_parse("psk", &rules, NULL), 0);
    assert_int_equal(game_init(&game, graph, &rules, &empty, BLACK), 0);
    assert_int_equal(solver_init_bare(&solver, &game, &wide), 0);
    struct limits *limits = &solver.search.limits;
    limits->no_lists = true;
    assert_true(solver_bounds_fit(&solver) && solver_foresight_pays(&solver));
    limits->deadline = clock_now() - 1;
    assert_false(solver_bounds_fit(&solver) || solver_foresight_pays(&solver));
    limits->deadline = clock_now() + 1000;
    limits->max_nodes = 1000;
    assert_true(solver_bounds_fit(&solver) && solver_foresight_pays(&solver));
    solver.search.nodes = 1000;
    assert_false(solver_bounds_fit(&solver) || solver_foresight_pays(&solver));
    solver.search.nodes = 0;
    limits->max_bytes = 1000;
    assert_false(solver_bounds_fit(&solver) || solver_foresight_pays(&solver));
    assert_int_equal(solver_make_tables(&solver), 0);
    assert_null(solver.tables->foresight);
    limits->max_bytes = wide.max_bytes;
    size_t held = solver_tables_warm.shrink(solver.tables, SIZE_MAX);
    for (int times = 0; times < 2; times++) {
        assert_int_equal(solver_make_tables(&solver), 0);
        size_t most = foresight_bytes_most(solver.tables->foresight);
        assert_int_equal(limits->max_bytes, wide.max_bytes - most);
    }
    solver_set_attractors(&solver, 1);
    size_t dense = foresight_bytes(solver.tables->foresight);
    assert_int_equal(solver_tables_warm.shrink(solver.tables, SIZE_MAX), held + dense);
    struct limits narrow = wide;
    assert_true(solver_tables_warm.suits(solver.tables, 0, &game, &narrow));
    narrow.max_bytes = dense;
    assert_false(solver_tables_warm.suits(solver.tables, 0, &game, &narrow));
    solver_release(&solver);
    game_release(&game);
    graph_free(graph);
}

static void test_larger_boards(void **state)
{
    (void)state;
    for_random_games_of(larger, sizeof(larger) / sizeof(*larger), 2, 4, check);
    for (size_t i = 0; i < sizeof(larger) / sizeof(*larger); i++)
        check_empty(&larger[i]);
}

int main(int argc, char **argv)
{
    const struct CMUnitTest larger_ones[] = {cmocka_unit_test(test_larger_boards)};
    if (argc > 1 && strcmp(argv[1], "long") == 0)
        return cmocka_run_group_tests(larger_ones, NULL, NULL);
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_limits),
                                       cmocka_unit_test(test_random_games),
                                       cmocka_unit_test(test_empty_boards)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
