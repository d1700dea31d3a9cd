/* Tables of bounds for positions without history (tables/history_free.h, acyclic.h). */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "properties/property.h"
#include "tables/acyclic.h"
#include "tables/board_table.h"
#include "tables/history_free.h"

/* Which tables serve which rules: each preset, and what its fields change. */
static const struct kind_case {
    const char *rules;
    enum board_table_kind kind;
    enum history_free needs; /* of bounds: what must not come back */
    bool simple_ko;
    int layers; /* of the attractor that it is made from */
} kind_cases[] = {
    {"simple", TABLE_VALUES, HISTORY_FREE_SITUATIONS, true, 2},
    {"simple,cycle=tie", TABLE_VALUES, HISTORY_FREE_SITUATIONS, true, 2},
    {"simple,suicide=multi,scoring=stone", TABLE_VALUES, HISTORY_FREE_SITUATIONS, true, 2},
    {"chinese", TABLE_VALUES, HISTORY_FREE_SITUATIONS, true, 2},
    {"pauli-original", TABLE_VALUES, HISTORY_FREE_SITUATIONS, true, 3},
    {"pauli-original,suicide=multi", TABLE_VALUES, HISTORY_FREE_SITUATIONS, true, 3},
    {"none", TABLE_VALUES, HISTORY_FREE_SITUATIONS, false, 2},
    {"none,ending=passes3", TABLE_VALUES, HISTORY_FREE_SITUATIONS, false, 3},
    {"none,suicide=yes", TABLE_VALUES, HISTORY_FREE_SITUATIONS, false, 2},
    {"simple,suicide=yes,cycle=tie", TABLE_BOUNDS, HISTORY_FREE_SITUATIONS, false, 2},
    {"psk", TABLE_BOUNDS, HISTORY_FREE_SITUATIONS, false, 2},
    {"ssk", TABLE_BOUNDS, HISTORY_FREE_SITUATIONS, false, 2},
    {"ssk,suicide=multi,scoring=stone", TABLE_BOUNDS, HISTORY_FREE_SITUATIONS, false, 2},
    {"nssk", TABLE_BOUNDS, HISTORY_FREE_SITUATIONS, false, 2},
    {"nssk,ending=passes3", TABLE_BOUNDS, HISTORY_FREE_SITUATIONS, false, 2},
    {"basic", TABLE_BOUNDS, HISTORY_FREE_SITUATIONS, false, 2},
    {"basic-7a", TABLE_BOUNDS, HISTORY_FREE_SITUATIONS, false, 2},
    {"aga", TABLE_BOUNDS, HISTORY_FREE_SITUATIONS, false, 2},
    {"new-zealand", TABLE_BOUNDS, HISTORY_FREE_SITUATIONS, false, 2},
    {"katago-new-zealand", TABLE_BOUNDS, HISTORY_FREE_SITUATIONS, false, 2},
    {"chinese-superko", TABLE_BOUNDS, HISTORY_FREE_SITUATIONS, false, 2},
    {"simplified-ing", TABLE_BOUNDS, HISTORY_FREE_SITUATIONS, false, 2},
    {"kee2013", TABLE_BOUNDS, HISTORY_FREE_SITUATIONS, false, 2},
    {"kee2013,refresh=no", TABLE_BOUNDS, HISTORY_FREE_SITUATIONS, false, 2},
    {"kee2013,tally=all", TABLE_BOUNDS, HISTORY_FREE_SITUATIONS, false, 2},
    {"kee-v6", TABLE_BOUNDS, HISTORY_FREE_SITUATIONS, false, 2},
    {"kee-v6,suicide=literal", TABLE_BOUNDS, HISTORY_FREE_SITUATIONS, false, 2},
    {"migos", TABLE_BOUNDS, HISTORY_FREE_SITUATIONS, false, 2},
    {"spight", TABLE_BOUNDS, HISTORY_FREE_SITUATIONS, false, 2},
    {"spight,ending=passes2", TABLE_BOUNDS, HISTORY_FREE_SITUATIONS, false, 2},
    {"fixed-ko", TABLE_BOUNDS, HISTORY_FREE_SITUATIONS, false, 2},
    {"3-plays", TABLE_BOUNDS, HISTORY_FREE_BOARDS, false, 2},
    {"3-plays,short=prohibit,resume=yes", TABLE_BOUNDS, HISTORY_FREE_BOARDS, false, 2},
    {"repetition-draws", TABLE_BOUNDS, HISTORY_FREE_BOARDS, false, 2},
    {"stone-counting", TABLE_BOUNDS, HISTORY_FREE_SITUATIONS, false, 2},
    {"wagc-jasiek", TABLE_BOUNDS, HISTORY_FREE_BOARDS, false, 2},
    {"olympiad", TABLE_BOUNDS, HISTORY_FREE_BOARDS, false, 2},
    {"configuration", TABLE_NONE, HISTORY_FREE_NOT, false, 2},
    {"kee2007", TABLE_BOUNDS, HISTORY_FREE_SITUATIONS, false, 2},
    {"kee2020", TABLE_NONE, HISTORY_FREE_NOT, false, 2},
    {"kee2020-march", TABLE_NONE, HISTORY_FREE_NOT, false, 2},
    {"spight2", TABLE_NONE, HISTORY_FREE_NOT, false, 2},
    {"repeated-pass", TABLE_NONE, HISTORY_FREE_NOT, false, 2},
    {"psk,scoring=territory", TABLE_NONE, HISTORY_FREE_NOT, false, 2},
    {"button", TABLE_NONE, HISTORY_FREE_NOT, false, 2},
    {"ikeda-area-iii", TABLE_NONE, HISTORY_FREE_NOT, false, 2},
    {"wmsg2008", TABLE_NONE, HISTORY_FREE_NOT, false, 2},
    {"japanese-play", TABLE_NONE, HISTORY_FREE_NOT, false, 2},
    {"korean-play", TABLE_NONE, HISTORY_FREE_NOT, false, 2},
    {"kee2013,scoring=territory", TABLE_NONE, HISTORY_FREE_NOT, false, 2},
    {"ljrg", TABLE_NONE, HISTORY_FREE_NOT, false, 2},
    {"ing-spight", TABLE_NONE, HISTORY_FREE_NOT, false, 2},
};
#define KIND_CASES (sizeof(kind_cases) / sizeof(kind_cases[0]))

static void test_kinds(void **state)
{
    (void)state;
    for (size_t i = 0; i < KIND_CASES; i++) {
        const struct kind_case *of = &kind_cases[i];
        struct ruleset rules = must_rules(of->rules);
        assert_int_equal(board_table_kind(&rules), of->kind);
        assert_int_equal(history_free_kind(&rules), of->needs);
        assert_int_equal(board_table_is_acyclic(&rules), of->needs == HISTORY_FREE_BOARDS);
        assert_int_equal(board_table_simple_ko(&rules), of->simple_ko);
        assert_int_equal(board_table_work_layers(&rules), of->layers);
    }
}

/* None is left out. */
static void test_presets(void **state)
{
    (void)state;
    size_t count;
    const struct preset *all = presets(&count);
    for (size_t i = 0; i < count; i++) {
        bool listed = all[i].alias_of != NULL;
        for (size_t j = 0; j < KIND_CASES && !listed; j++)
            listed = strcmp(kind_cases[j].rules, all[i].name) == 0;
        if (!listed)
            fail_msg("which tables serve %s?", all[i].name);
    }
}

/* All boards, what is forced on them without ko, and with boards ranked. */
struct bench {
    struct graph *graph;
    struct positions positions;
    struct reverse_moves reverse;
    struct attractor all, ranked;
    size_t bytes; /* of the ranks of ranked */
};

static void bench_open(const char *board, const char *rules, struct bench *bench)
{
    const struct attractor_work how = {
        .margin = MARGIN_EVERY, .passes_to_end = HISTORY_FREE_LAYERS, .threads = 1};
    struct ruleset parsed = must_rules(rules);
    uint32_t id;
    bench->graph = must_graph(board);
    assert_int_equal(positions_init(&bench->positions, bench->graph, &parsed), 0);
    assert_int_equal(positions_intern(&bench->positions, (struct stones){{0, 0}}, &id), 0);
    assert_int_equal(
        positions_enumerate(&bench->positions, &(struct enumeration){SIZE_MAX, 1, NULL, NULL}), 0);
    assert_int_equal(reverse_moves_init(&bench->reverse, &bench->positions, false, 1), 0);
    assert_int_equal(attractor_init(&bench->all, &bench->reverse, &how), 0);
    assert_int_equal(acyclic_init(&bench->ranked, &bench->all, &how), 0);
    bench->bytes = (size_t)bench->reverse.node_count * 2;
}

static void bench_close(struct bench *bench)
{
    attractor_release(&bench->ranked);
    attractor_release(&bench->all);
    reverse_moves_release(&bench->reverse);
    positions_release(&bench->positions);
    graph_free(bench->graph);
}

/* Ranks forbid moves, so they give no more; and something. */
static void check_less(const struct bench *bench)
{
    size_t same = 0;
    for (uint32_t node = 0; node < bench->reverse.node_count; node++) {
        for (enum colour owner = BLACK; owner <= WHITE; owner++) {
            struct state state = {.board = node / 2 << bench->positions.shift, .mover = node & 1};
            int most = attractor_margin(&bench->all, state, owner);
            int ranked = attractor_margin(&bench->ranked, state, owner);
            assert_true(ranked <= most);
            same += ranked == most;
        }
    }
    assert_true(same > 0);
}

/* Who moves first is worth no less than who moves second; and colours do not matter. */
static void check_move(const struct bench *bench)
{
    const struct positions *positions = &bench->positions;
    for (uint32_t orbit = 0; orbit < positions->orbit_count; orbit++) {
        const struct stabiliser *same =
            &positions->group.stabilisers[positions->orbits[orbit].stabiliser];
        for (enum colour owner = BLACK; owner <= WHITE; owner++) {
            struct state own = {.board = orbit << positions->shift, .mover = owner};
            struct state other = {.board = orbit << positions->shift, .mover = !owner};
            int first = attractor_margin(&bench->ranked, own, owner);
            assert_true(first >= attractor_margin(&bench->ranked, other, owner));
            assert_true(attractor_margin(&bench->all, own, owner) >=
                        attractor_margin(&bench->all, other, owner));
            for (int i = 0; i < same->count; i++) {
                enum colour swap = (enum colour)group_swaps(same->elements[i]);
                own.mover = owner ^ swap;
                assert_int_equal(first, attractor_margin(&bench->ranked, own, owner ^ swap));
            }
        }
    }
}

/* A run that was stopped, and what it had decided. */
struct stopped {
    uint8_t *ranks;
    size_t bytes;
    int after, margin; /* stages to go; the last one's margin */
};

static int stop_after(void *arg, const struct attractor *so_far, int margin)
{
    struct stopped *stopped = arg;
    if (stopped->after-- > 0)
        return 0;
    memcpy(stopped->ranks, so_far->ranks, stopped->bytes);
    stopped->margin = margin;
    return -EINTR;
}

/* With so many threads, stopped after each stage and gone on with by another number of them. */
static void check_threads(const struct bench *bench, int threads)
{
    struct stopped stopped = {.ranks = malloc(bench->bytes), .bytes = bench->bytes};
    for (int stage = 0; stage < (2 * bench->positions.points + threads) / threads; stage++) {
        struct attractor made;
        struct attractor_work how = {.threads = threads, .stage = stop_after, .arg = &stopped};
        stopped.after = stage;
        assert_int_equal(acyclic_init(&made, &bench->all, &how), -EINTR);
        const struct attractor_start start = {stopped.margin, stopped.ranks, NULL};
        how = (struct attractor_work){.threads = 4 - threads, .start = &start};
        assert_int_equal(acyclic_init(&made, &bench->all, &how), 0);
        assert_memory_equal(made.ranks, bench->ranked.ranks, bench->bytes);
        attractor_release(&made);
    }
    free(stopped.ranks);
}

static void test_ranked(void **state)
{
    (void)state;
    static const char *const cases[][2] = {{"1x6", "psk"},
                                           {"2x3", "psk,suicide=multi"},
                                           {"3x3", "psk"},
                                           {"2x3", "psk,suicide=yes,scoring=stone"}};
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        struct bench bench;
        bench_open(cases[i][0], cases[i][1], &bench);
        check_less(&bench);
        check_move(&bench);
        for (int threads = 1; threads <= 3; threads++)
            check_threads(&bench, threads);
        bench_close(&bench);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_kinds),
        cmocka_unit_test(test_presets),
        cmocka_unit_test(test_ranked),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
