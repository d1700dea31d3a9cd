/*
 * Lemmas that ask what is forced from what is on record (search/free_margins.h), in a store: runs
 * with dense tables save them, and others, at positions with other histories, load them. With dense
 * tables or without, what is answered is what the naive solver says. And stored dense tables that
 * are damaged.
 */
#include "properties/property.h"

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "reference/naive/compare.h"
#include <xxhash.h>

#include "search/persistence.h"
#include "search/solver.h"
#include "store/dense/dense_make.h"
#include "store/dense/dense_name.h"
#include "store/file/folder.h"
#include "store/lemmas/lemma_pack.h"
#include "store/store.h"

/* What the naive solver may look at for a query. */
#define BUDGET 300
#define NOTED (1u << 24)
/* Of a game, at most. */
#define PLAYS 6

static const struct setting few_settings[] = {
    {"psk", "2x2 1x4 2x3"}, {"ssk", "2x2 1x4"},     {"nssk", "2x2 1x4"},
    {"new-zealand", "2x2"}, {"kee2013", "1x4 1x3"}, {"kee2013,refresh=yes", "1x3"},
    {"kee-v6", "2x2 1x4"},  {"spight", "2x2"},      {"psk,suicide=multi", "2x2"},
};
static const struct setting more_settings[] = {
    {"psk", "2x3 1x5"},         {"ssk", "2x3 1x5"},
    {"nssk", "2x3 1x5"},        {"kee2013", "1x4 1x5"},
    {"new-zealand", "2x3 1x4"}, {"psk,ending=passes3", "2x2"},
    {"kee-v6", "2x3"},          {"kee2013,refresh=yes", "1x4"},
};

#define DIR_TEMPLATE "/tmp/stored-leaves-XXXXXX"
static char dir[] = DIR_TEMPLATE;
static struct store *store;
static struct tally tally;
static uint8_t noted[NOTED / 8]; /* bits for what was proved */
static const struct game *now;
static void (*save_lemma)(void *session, const struct search *search, struct lemma *lemma,
                          uint64_t work);
static int nodes, unsolved, loaded, used;

static void open_store(unsigned flags)
{
    struct error err = {""};
    if (store_open(dir, flags, NULL, NULL, &store, &err) != 0)
        fail_msg("%s", err.text);
}

static void close_store(void)
{
    struct error err = {""};
    if (store_close(store, &err) != 0)
        fail_msg("%s", err.text);
}

/* A solver on the store, with dense tables or with lists. */
static void open_with_store(struct solver *solver, const struct game *game, bool dense)
{
    struct limits limits = wide_limits();
    limits.no_lists = dense;
    now = game;
    assert_int_equal(solver_init_bare(solver, game, &limits), 0);
    search_attach(&solver->search, store_persistence(store), game);
    assert_int_equal(solver_make_tables(solver), 0);
    assert_true(dense ? solver->tables->foresight != NULL : solver->tables->enumerated);
}

/* A number that tells lemmas of different content apart, conditions but for their number. */
static uint64_t fingerprint(const struct search *search, const struct lemma *lemma)
{
    char rules[RULESET_TEXT_MAX], text[RULESET_TEXT_MAX + 200];
    struct stored_state state = lemma_pack_key_state(search, lemma->key);
    ruleset_format(&now->rules, rules);
    int length = snprintf(text, sizeof(text), "%s %s %lx %lx %d %d %d, %d %d %d %d %u", rules,
                          now->graph->name, (unsigned long)state.board.of[BLACK],
                          (unsigned long)state.board.of[WHITE], state.mover, state.passes, state.ko,
                          lemma->winner, lemma->bound, lemma->below, lemma->denies, lemma->count);
    return XXH3_64bits(text, (size_t)length) % NOTED;
}

/* Notes what is proved, and hands it on. */
static void note_lemma(void *session, const struct search *search, struct lemma *lemma,
                       uint64_t work)
{
    uint64_t print = fingerprint(search, lemma);
    noted[print / 8] |= (uint8_t)(1 << print % 8);
    save_lemma(session, search, lemma, work);
}

/* What was loaded is what was proved; without dense tables none of these lemmas is. */
static void look_through(const struct search *search, bool dense)
{
    const struct lemma_table *table = search->lemmas;
    for (size_t i = 0; i <= table->mask; i++) {
        for (const struct lemma *lemma = table->buckets[i]; lemma != NULL; lemma = lemma->next) {
            uint64_t print = fingerprint(search, lemma);
            if (lemma->below == BELOW_ANY || !lemma->saved)
                continue;
            assert_true((noted[print / 8] >> print % 8 & 1) != 0);
            loaded++;
            used += lemma->hits > 1;
            assert_true(dense);
        }
    }
}

/* Its start, without history. */
static struct game start_of(const struct game *game)
{
    const struct turn *first = &game->turns[0];
    struct game start;
    assert_int_equal(game_init(&start, game->graph, &game->rules, &first->board, first->next), 0);
    return start;
}

/* Solves the start of a game: what is met later on is not on record then. A run that is stopped
 * saves all that it knows. */
static void save(const struct game *game)
{
    struct game start = start_of(game);
    struct solver solver;
    struct bounds found;
    open_with_store(&solver, &start, true);
    assert_int_equal(solver_first_bounds(&solver, &found), 0);
    if (!bounds_known(&found) && solver_now(&solver)->kind == NODE_OPEN)
        assert_int_equal(solver_value(&solver, 0, &found), 0);
    solver.search.stopped = STOP_INTERRUPT;
    solver_release(&solver);
    game_release(&start);
}

/* The value of the solver's node, which must be right. Few may take more than the limits: another
 * order may take longer. */
static void check_value(struct solver *solver, struct bounds right)
{
    struct bounds found;
    assert_int_equal(solver_first_bounds(solver, &found), 0);
    if (!bounds_known(&found) && solver_value(solver, 0, &found) < 0) {
        print_message("%s: not solved\n", show_game(&solver->game));
        unsolved++;
        return;
    }
    check_same_value(&solver->game, right, found, "with a store");
}

/* Of each node on the way, as a solver without a store has it. */
static void check_values(struct solver solvers[2], const struct game *game)
{
    for (size_t turn = 0; turn < game->count; turn++) {
        for (int i = 0; i < 2 && turn > 0; i++) {
            struct verdict verdict;
            assert_int_equal(solver_play(&solvers[i], game->turns[turn].move, &verdict), 0);
            assert_true(verdict.legal);
        }
        if (solver_now(&solvers[0])->kind != NODE_OPEN)
            return;
        struct bounds right = value_of(&solvers[0].game);
        for (int i = 0; i < 2; i++)
            check_value(&solvers[i], right);
        nodes++;
    }
}

static void check_naive(struct solver solvers[2], const struct game *game)
{
    static struct asked asked;
    ask_naive((struct game *)game, BUDGET, false, &asked, &tally);
    for (int i = 0; i < 2; i++)
        compare_answers(&solvers[i], &asked, 0, &tally);
}

/* Calls check with solvers at game, by lists and by dense tables. */
static void with_both(const struct game *at, const struct game *game,
                      void (*check)(struct solver solvers[2], const struct game *game))
{
    struct solver solvers[2];
    for (int dense = 0; dense < 2; dense++)
        open_with_store(&solvers[dense], at, dense != 0);
    check(solvers, game);
    for (int dense = 0; dense < 2; dense++) {
        look_through(&solvers[dense].search, dense != 0);
        solver_release(&solvers[dense]);
    }
}

static void compare(const struct game *game)
{
    struct game start = start_of(game);
    with_both(&start, game, check_values);
    with_both(game, game, check_naive);
    game_release(&start);
}

static void run(const struct setting *list, size_t count, int games)
{
    assert_non_null(mkdtemp(dir));
    open_store(STORE_MAKE);
    save_lemma = store_persistence(store)->save;
    store_persistence(store)->save = note_lemma;
    random_seed(1);
    for_random_games_of(list, count, games, PLAYS, save);
    close_store();
    open_store(STORE_READ);
    random_seed(1);
    for_random_games_of(list, count, games, PLAYS, compare);
    close_store();
    print_tally("stored leaves", &tally);
    print_message("%d nodes, %d lemmas loaded, %d of them used\n", nodes, loaded, used);
    assert_int_equal(tally.failed, 0);
    assert_true(tally.queries > 0 && nodes > 100 * unsolved && loaded > 0 && used > 0);
}

/* --- the stored table that a run begins with --- */

/* Does the run take it for a whole one, and read all of it? What it solves is right in any case. */
static bool is_taken(const struct game *game, struct bounds right)
{
    struct limits limits = wide_limits();
    struct solver solver;
    limits.no_lists = true;
    open_store(STORE_MAKE);
    assert_int_equal(solver_init_bare(&solver, game, &limits), 0);
    search_attach(&solver.search, store_persistence(store), game);
    solver_look_for_foresight(&solver);
    bool stored = solver.foresight_stored;
    assert_int_equal(solver_make_tables(&solver), 0);
    check_value(&solver, right);
    assert_true(solver.tables->foresight->margins_whole);
    solver_release(&solver);
    assert_true(stored || store_notice(store) != NULL);
    close_store();
    return stored;
}

static void write_table(const char *path, const uint8_t *bytes, size_t size)
{
    FILE *file = fopen(path, "wb");
    assert_non_null(file);
    assert_int_equal(fwrite(bytes, 1, size, file), size);
    assert_int_equal(fclose(file), 0);
}

static size_t make_table(const struct game *game, char path[PATH_BYTES], uint8_t **ret_bytes)
{
    const struct dense_make_options options = {
        .threads = 1, .max_bytes = 64u << 20, .save_seconds = 10};
    char name[DENSE_FILE_NAME_MAX];
    struct dense_make_result made;
    struct error err = {""};
    open_store(STORE_MAKE);
    assert_int_equal(dense_make_table(store, game, &options, &made, &err), 0);
    close_store();
    dense_name_of(game->graph, &game->rules, name);
    assert_int_equal(dense_name_path(dir, name, DENSE_NAME_WHOLE, path), 0);
    *ret_bytes = malloc(made.bytes);
    FILE *file = fopen(path, "rb");
    assert_true(*ret_bytes != NULL && file != NULL);
    assert_int_equal(fread(*ret_bytes, 1, made.bytes, file), made.bytes);
    fclose(file);
    return made.bytes;
}

/* One that is cut short, or has a wrong bit anywhere, is none that a run relies on. */
static void test_damaged_tables(void **state)
{
    (void)state;
    struct game game;
    struct graph *graph = start_empty(&game, "2x3", "psk");
    const struct bounds right = value_of(&game);
    char path[PATH_BYTES];
    uint8_t *bytes;
    assert_non_null(mkdtemp(dir));
    size_t size = make_table(&game, path, &bytes);
    assert_true(is_taken(&game, right));
    for (size_t at = 0; at < size; at += size / 12) {
        bytes[at] ^= (uint8_t)(1 << at % 8);
        write_table(path, bytes, size);
        assert_false(is_taken(&game, right));
        bytes[at] ^= (uint8_t)(1 << at % 8);
        write_table(path, bytes, at);
        assert_false(is_taken(&game, right));
    }
    write_table(path, bytes, size);
    assert_true(is_taken(&game, right));
    free(bytes);
    game_release(&game);
    graph_free(graph);
}

static int remove_store(void **state)
{
    char command[sizeof(dir) + 16];
    (void)state;
    snprintf(command, sizeof(command), "rm -r %s", dir);
    int r = system(command);
    snprintf(dir, sizeof(dir), "%s", DIR_TEMPLATE);
    return r;
}

static void test_some(void **state)
{
    (void)state;
    run(few_settings, sizeof(few_settings) / sizeof(*few_settings), 3);
}

static void test_many(void **state)
{
    (void)state;
    size_t count = sizeof(more_settings) / sizeof(*more_settings);
    run(more_settings, count, 40);
}

int main(int argc, char **argv)
{
    const struct CMUnitTest many[] = {cmocka_unit_test_teardown(test_many, remove_store)};
    if (argc > 1 && strcmp(argv[1], "long") == 0)
        return cmocka_run_group_tests(many, NULL, NULL);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(test_some, remove_store),
        cmocka_unit_test_teardown(test_damaged_tables, remove_store),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
