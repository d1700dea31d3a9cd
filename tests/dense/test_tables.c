/*
 * Outcomes and margins of dense tables against attractors of lists, state by state: all passes in a
 * row, all kos, boards as they lie in any way.
 *
 *     test_dense_tables [BOARD...]    the boards of the normal run, or these
 */
#include "dense/boards.h"

#include <stdlib.h>

#include "board/legal/count.h"
#include "dense/margins.h"
#include "dense/outcomes.h"
#include "rules/history_model.h"
#include "tables/board_table.h"
#include "tables/tables.h"

/* The board of lists and the dense one, and both games. */
struct pair {
    const char *name;
    struct positions positions;
    struct reverse_moves reverse;
    struct dense_codes codes;
    struct dense_index index;
    struct dense_kos kos;
    struct dense_memory memory;
    struct dense_game game;
};

static bool simple_ko;
static int layers, threads;

static void make_pair(struct pair *pair, const char *name, const struct graph *graph,
                      const char *rules)
{
    const struct ruleset ruleset = must_rules(rules);
    const struct enumeration closing = {.max_bytes = SIZE_MAX, .threads = 2};
    const struct dense_work work = {.threads = 2};
    uint32_t empty;
    pair->name = name;
    pair->memory = (struct dense_memory){.max_bytes = SIZE_MAX};
    assert_int_equal(positions_init(&pair->positions, graph, &ruleset), 0);
    assert_int_equal(positions_intern(&pair->positions, (struct stones){{0, 0}}, &empty), 0);
    assert_int_equal(positions_enumerate(&pair->positions, &closing), 0);
    assert_int_equal(reverse_moves_init(&pair->reverse, &pair->positions, simple_ko, 2), 0);
    assert_int_equal(dense_codes_init(&pair->codes, graph, ruleset_suicide(&ruleset)), 0);
    assert_int_equal(dense_index_init(&pair->index, &pair->codes, dense_share_whole(), NULL, &work),
                     0);
    memset(&pair->kos, 0, sizeof(pair->kos));
    if (simple_ko)
        assert_int_equal(dense_kos_init(&pair->kos, &pair->index, &work), 0);
    pair->game = (struct dense_game){
        .index = &pair->index,
        .kos = simple_ko ? &pair->kos : NULL,
        .layers = layers,
        .scoring = pair->positions.scoring,
    };
}

static void release_pair(struct pair *pair)
{
    assert_true(pair->memory.held == 0);
    dense_kos_release(&pair->kos);
    dense_index_release(&pair->index);
    dense_codes_release(&pair->codes);
    reverse_moves_release(&pair->reverse);
    positions_release(&pair->positions);
}

/* Any way in which a board lies: always another one. */
static uint32_t some_image(const struct pair *pair, uint32_t orbit)
{
    static unsigned next;
    int g = (int)(next++ % (unsigned)pair->positions.group.size);
    return position_map(&pair->positions, g, orbit << pair->positions.shift);
}

static struct dense_state dense_of(const struct pair *pair, struct state state)
{
    return (struct dense_state){
        .stones = positions_stones(&pair->positions, state.board),
        .mover = state.mover,
        .passes = state.passes,
        .ko = state.ko == KO_SELF || !simple_ko ? 0 : state.ko,
    };
}

/* What is compared of a state. */
struct compared {
    const struct attractor *claim, *denial; /* for a threshold and for 1 - it; or */
    const struct attractor *every;
    const struct dense_outcomes *outcomes;
    const struct dense_margins *margins;
};

/* The rank of a state without ko; or, n not -1, after that move of it, which leaves one. */
static int rank_of(const struct attractor *attractor, struct state state, int n,
                   enum colour attacker)
{
    return n < 0 ? attractor_rank(attractor, state, attacker)
                 : attractor_move_rank(attractor, state, n, attacker);
}

/* Compares a state, or that after its n-th move: both for each player. */
static void compare_state(const struct pair *pair, const struct compared *both, struct state state,
                          int n)
{
    struct state now = state;
    if (n >= 0) {
        struct stone_move move = positions_move(&pair->positions, state.board, state.mover, n);
        now = (struct state){.board = move.child, .mover = !state.mover, .ko = move.ko};
    }
    const struct dense_state dense = dense_of(pair, now);
    for (enum colour attacker = BLACK; attacker <= WHITE; attacker++) {
        if (both->every != NULL) {
            int rank = rank_of(both->every, state, n, attacker);
            int margin = rank == RANK_NONE ? NEVER_FORCED : rank - MARGIN_OFFSET;
            assert_int_equal(dense_margins_at(both->margins, &dense, attacker),
                             table_margin_code(margin, pair->positions.points));
            continue;
        }
        int claim = rank_of(both->claim, state, n, attacker);
        int denial = rank_of(both->denial, state, n, !attacker);
        enum dense_outcome outcome = claim != RANK_NONE    ? DENSE_FORCED
                                     : denial != RANK_NONE ? DENSE_DENIED
                                                           : DENSE_OPEN;
        bool plies = both->outcomes->plies.data != NULL;
        assert_int_equal(dense_outcomes_at(both->outcomes, &dense, attacker), outcome);
        assert_int_equal(dense_outcomes_rank(both->outcomes, &dense, attacker, false),
                         plies ? claim : claim != RANK_NONE);
        assert_int_equal(dense_outcomes_rank(both->outcomes, &dense, !attacker, true),
                         plies ? denial : denial != RANK_NONE);
    }
}

/* Compares everything. */
static void compare(struct pair *pair, const struct compared *both)
{
    uint64_t kos = 0;
    for (uint32_t orbit = 0; orbit < pair->positions.orbit_count; orbit++) {
        uint32_t board = some_image(pair, orbit);
        for (uint8_t mover = BLACK; mover <= WHITE; mover++) {
            struct state state = {.board = board, .mover = mover};
            int count = positions_moves(&pair->positions, board, mover);
            for (state.passes = 0; state.passes < layers; state.passes++)
                compare_state(pair, both, state, -1);
            state.passes = 0;
            for (int n = 0; simple_ko && n < count; n++)
                if (positions_move(&pair->positions, board, mover, n).ko != 0) {
                    compare_state(pair, both, state, n);
                    kos++;
                }
        }
    }
    assert_int_equal(kos, pair->reverse.ko_count);
}

static struct attractor lists_attractor(const struct pair *pair, int margin)
{
    const struct attractor_work how = {.margin = margin, .passes_to_end = layers, .threads = 2};
    struct attractor attractor;
    assert_int_equal(attractor_init(&attractor, &pair->reverse, &how), 0);
    return attractor;
}

/* Room for no lists, for those of some boards, for all, in turn. */
static const struct dense_sweeps *sweeps(void)
{
    static const size_t rooms[] = {0, 20000, SIZE_MAX};
    static struct dense_sweeps how;
    static unsigned turn;
    how = (struct dense_sweeps){.work = {.threads = threads}, .list_bytes = rooms[turn++ % 3]};
    return &how;
}

static void check_threshold(struct pair *pair, int threshold)
{
    struct attractor claim = lists_attractor(pair, threshold);
    struct attractor denial = lists_attractor(pair, 1 - threshold);
    uint64_t forced, denied, decided = 0;
    for (int plies = 0; plies < 2; plies++) {
        struct dense_outcomes outcomes;
        assert_int_equal(
            dense_outcomes_init(&outcomes, &pair->game, threshold, plies != 0, &pair->memory), 0);
        assert_int_equal(dense_outcomes_run(&outcomes, plies != 0, sweeps()), 0);
        compare(pair,
                &(struct compared){.claim = &claim, .denial = &denial, .outcomes = &outcomes});
        dense_outcomes_count(&outcomes, &forced, &denied);
        assert_true(plies == 0 || decided == forced + denied);
        decided = forced + denied;
        assert_true(decided <= 4 * pair->index.count);
        dense_outcomes_release(&outcomes);
    }
    attractor_release(&claim);
    attractor_release(&denial);
}

static void check_margins(struct pair *pair)
{
    struct attractor every = lists_attractor(pair, MARGIN_EVERY);
    struct dense_margins margins;
    assert_int_equal(dense_margins_init(&margins, &pair->game, &pair->memory), 0);
    assert_int_equal(dense_margins_run(&margins, sweeps()), 0);
    compare(pair, &(struct compared){.every = &every, .margins = &margins});
    dense_margins_release(&margins);
    attractor_release(&every);
}

static void check_board(const char *name, const struct graph *graph, const char *rules,
                        bool every_threshold)
{
    struct pair pair;
    make_pair(&pair, name, graph, rules);
    int points = graph->points;
    for (int threshold = every_threshold ? -points : 1; threshold <= points;
         threshold += every_threshold || threshold == points ? 1 : points - 1)
        check_threshold(&pair, threshold);
    check_margins(&pair);
    release_pair(&pair);
}

/* A ruleset as the search has its attractors, and, if it has one, as its table has; every threshold
 * on boards with fewer points than every_below. */
static void check_rules(const char *name, const char *rules, int every_below)
{
    struct graph *graph = must_board(name);
    bool every_threshold = graph->points < every_below;
    const struct ruleset ruleset = must_rules(rules);
    struct history_model model;
    ruleset.family->describe(&ruleset, &model);
    simple_ko = tables_simple_ko(&model);
    layers = tables_layers(&model);
    check_board(name, graph, rules, every_threshold);
    if (board_table_kind(&ruleset) != TABLE_NONE && (board_table_simple_ko(&ruleset) != simple_ko ||
                                                     board_table_work_layers(&ruleset) != layers)) {
        simple_ko = board_table_simple_ko(&ruleset);
        layers = board_table_work_layers(&ruleset);
        check_board(name, graph, rules, every_threshold);
    }
    graph_free(graph);
}

static const char *const rulesets[] = {
    "simple", "none", "none,suicide=yes", "psk,suicide=multi", "psk,suicide=yes", "pauli-original",
};

static void test_small_boards(void **state)
{
    static const char *const names[] = {"1x1",  "1x2",   "1x6",      "2x3",
                                        "star", "apart", "lopsided", "cube"};
    size_t count = sizeof(names) / sizeof(names[0]);
    const size_t step = TESTS_SHARE > 1 ? 2 : 1;
    (void)state;
    for (size_t r = 0; r < sizeof(rulesets) / sizeof(rulesets[0]); r += step) {
        threads = (int)(r / step % 2 + 1);
        /* The cube, the last one, is dear. */
        for (size_t i = 0; i < count - (r % (2 * TESTS_SHARE) != 0); i++)
            check_rules(names[i], rulesets[r], 6);
    }
}

/* A larger board, with threads that share it. */
static void test_threads(void **state)
{
    struct graph *graph = must_graph("3x4");
    struct pair pair;
    (void)state;
    simple_ko = true;
    layers = 2;
    threads = 2;
    make_pair(&pair, "3x4", graph, "simple");
    if (TESTS_SHARE == 1)
        check_threshold(&pair, 4);
    check_margins(&pair);
    release_pair(&pair);
    graph_free(graph);
}

static void check_named(const char *name)
{
    for (size_t r = 0; r < sizeof(rulesets) / sizeof(rulesets[0]); r++) {
        threads = 1 << r % 3;
        check_rules(name, rulesets[r], 0);
    }
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_small_boards),
        cmocka_unit_test(test_threads),
    };
    return argc > 1 ? run_on_boards(argc, argv, check_named)
                    : cmocka_run_group_tests(tests, NULL, NULL);
}
