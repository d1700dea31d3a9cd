/*
 * Dense tables and lists against a program that knows only the rules (dense/naive.h), state by
 * state, on every board as it lies: one threshold with its plies, all margins, the bounds of
 * tables/history_free.h and those of tables/acyclic.h.
 *
 *     test_dense_naive [BOARD...]    the boards of the normal run, or these
 */
#include "dense/boards.h"

#include <stdlib.h>

#include "dense/acyclic.h"
#include "dense/naive.h"
#include "dense/outcomes.h"
#include "tables/acyclic.h"
#include "tables/board_table.h"
#include "tables/history_free.h"

/* Rulesets with tables, and what they come to, said anew. */
struct case_rules {
    const char *text;
    struct naive_rules rules;
};

static const struct case_rules valued[] = {
    {"simple", {.simple_ko = true, .layers = 2}},
    {"chinese", {.simple_ko = true, .layers = 2}},
    {"simple,suicide=multi", {.simple_ko = true, .layers = 2, .suicide = 2}},
    {"none", {.layers = 2}},
    {"none,suicide=yes", {.layers = 2, .suicide = 1}},
    {"pauli-original", {.simple_ko = true, .layers = 3, .only_stones = true}},
};

static const struct case_rules bounded[] = {
    {"psk", {.layers = 2}},
    {"3-plays", {.layers = 2}},
    {"ssk,suicide=multi,scoring=stone", {.layers = 2, .suicide = 2, .only_stones = true}},
    {"new-zealand", {.layers = 2, .suicide = 1}},
};

/* One game in the three ways. */
struct trio {
    struct naive naive;
    struct positions positions;
    struct reverse_moves reverse;
    struct dense_codes codes;
    struct dense_index index;
    struct dense_kos kos;
    struct dense_memory memory;
    struct dense_game game;
};

static const struct dense_sweeps sweeps = {.work = {.threads = 2}, .list_bytes = SIZE_MAX};

static void open_trio(struct trio *trio, const struct graph *graph, const struct case_rules *rules)
{
    const struct ruleset ruleset = must_rules(rules->text);
    const struct enumeration closing = {.max_bytes = SIZE_MAX, .threads = 1};
    bool kos = rules->rules.simple_ko;
    uint32_t empty;
    assert_int_equal(board_table_simple_ko(&ruleset), kos);
    assert_int_equal(board_table_work_layers(&ruleset), rules->rules.layers);
    naive_init(&trio->naive, graph, rules->rules);
    assert_int_equal(positions_init(&trio->positions, graph, &ruleset), 0);
    assert_int_equal(positions_intern(&trio->positions, (struct stones){{0, 0}}, &empty), 0);
    assert_int_equal(positions_enumerate(&trio->positions, &closing), 0);
    assert_int_equal(reverse_moves_init(&trio->reverse, &trio->positions, kos, 1), 0);
    trio->memory = (struct dense_memory){.max_bytes = SIZE_MAX};
    memset(&trio->kos, 0, sizeof(trio->kos));
    assert_int_equal(dense_codes_init(&trio->codes, graph, ruleset_suicide(&ruleset)), 0);
    assert_int_equal(
        dense_index_init(&trio->index, &trio->codes, dense_share_whole(), NULL, &sweeps.work), 0);
    if (kos)
        assert_int_equal(dense_kos_init(&trio->kos, &trio->index, &sweeps.work), 0);
    trio->game = (struct dense_game){
        .index = &trio->index,
        .kos = kos ? &trio->kos : NULL,
        .layers = rules->rules.layers,
        .scoring = trio->positions.scoring,
    };
}

static void close_trio(struct trio *trio)
{
    dense_kos_release(&trio->kos);
    dense_index_release(&trio->index);
    dense_codes_release(&trio->codes);
    reverse_moves_release(&trio->reverse);
    positions_release(&trio->positions);
    naive_release(&trio->naive);
}

static struct stones stones_of(const struct trio *trio, int board)
{
    struct stones stones = {{0, 0}};
    for (int p = 0; p < trio->positions.points; p++, board /= 3)
        if (board % 3 != 0)
            stones.of[board % 3 - 1] |= 1ull << p;
    return stones;
}

static struct dense_state dense_of(const struct trio *trio, const struct naive_state *state)
{
    return (struct dense_state){
        .stones = stones_of(trio, state->board),
        .mover = (uint8_t)state->mover,
        .passes = (uint8_t)state->passes,
        .ko = (uint8_t)(state->point + 1),
    };
}

/* The state in the lists. Those with a ko have no state of their own there. */
static struct state list_state(const struct trio *trio, const struct naive_state *state)
{
    struct state found = {.mover = (uint8_t)state->mover, .passes = (uint8_t)state->passes};
    assert_true(positions_find(&trio->positions, stones_of(trio, state->board), &found.board));
    return found;
}

static struct attractor lists_attractor(const struct trio *trio, int margin)
{
    const struct attractor_work how = {
        .margin = margin, .passes_to_end = trio->game.layers, .threads = 1};
    struct attractor attractor;
    assert_int_equal(attractor_init(&attractor, &trio->reverse, &how), 0);
    return attractor;
}

/* --- values --- */

/* One threshold: who forces it, who keeps the other from it, and in how many plies. */
static void check_threshold(struct trio *trio, int margin)
{
    struct attractor claim = lists_attractor(trio, margin);
    struct dense_outcomes outcomes;
    assert_int_equal(dense_outcomes_init(&outcomes, &trio->game, margin, true, &trio->memory), 0);
    assert_int_equal(dense_outcomes_run(&outcomes, true, &sweeps), 0);
    for (int attacker = BLACK; attacker <= WHITE; attacker++) {
        int *forced = naive_rounds(&trio->naive, attacker, margin);
        int *denied = naive_rounds(&trio->naive, !attacker, 1 - margin);
        for (int i = 0; i < trio->naive.state_count; i++) {
            const struct naive_state *state = &trio->naive.states[i];
            const struct dense_state dense = dense_of(trio, state);
            assert_int_equal(dense_outcomes_at(&outcomes, &dense, (enum colour)attacker),
                             forced[i] != 0   ? DENSE_FORCED
                             : denied[i] != 0 ? DENSE_DENIED
                                              : DENSE_OPEN);
            assert_int_equal(dense_outcomes_rank(&outcomes, &dense, (enum colour)attacker, false),
                             forced[i]);
            assert_int_equal(dense_outcomes_rank(&outcomes, &dense, (enum colour) !attacker, true),
                             denied[i]);
            if (state->before < 0)
                assert_int_equal(
                    attractor_rank(&claim, list_state(trio, state), (enum colour)attacker),
                    forced[i]);
        }
        free(forced);
        free(denied);
    }
    dense_outcomes_release(&outcomes);
    attractor_release(&claim);
}

/* Returns the greatest margin that attacker forces from each state. */
static int *greatest_margins(const struct naive *naive, int attacker)
{
    int points = naive->graph->points;
    int *greatest = malloc(((size_t)naive->state_count + 1) * sizeof(*greatest));
    assert_non_null(greatest);
    for (int i = 0; i < naive->state_count; i++)
        greatest[i] = NEVER_FORCED;
    for (int margin = -points; margin <= points; margin++) {
        int *rounds = naive_rounds(naive, attacker, margin);
        for (int i = 0; i < naive->state_count; i++)
            if (rounds[i] != NAIVE_NEVER)
                greatest[i] = margin;
        free(rounds);
    }
    return greatest;
}

static void check_margins(struct trio *trio)
{
    int points = trio->positions.points;
    struct attractor every = lists_attractor(trio, MARGIN_EVERY);
    struct dense_margins margins;
    assert_int_equal(dense_margins_init(&margins, &trio->game, &trio->memory), 0);
    assert_int_equal(dense_margins_run(&margins, &sweeps), 0);
    for (int attacker = BLACK; attacker <= WHITE; attacker++) {
        int *greatest = greatest_margins(&trio->naive, attacker);
        for (int i = 0; i < trio->naive.state_count; i++) {
            const struct naive_state *state = &trio->naive.states[i];
            const struct dense_state dense = dense_of(trio, state);
            assert_int_equal(dense_margins_at(&margins, &dense, (enum colour)attacker),
                             table_margin_code(greatest[i], points));
            if (state->before < 0)
                assert_int_equal(
                    attractor_margin(&every, list_state(trio, state), (enum colour)attacker),
                    greatest[i]);
        }
        free(greatest);
    }
    dense_margins_release(&margins);
    attractor_release(&every);
}

static void check_values(const struct graph *graph, const struct case_rules *rules)
{
    struct trio trio;
    open_trio(&trio, graph, rules);
    check_threshold(&trio, 1);
    check_threshold(&trio, graph->points);
    check_threshold(&trio, 2 - graph->points);
    check_margins(&trio);
    close_trio(&trio);
}

/* --- bounds --- */

/* What a table of bounds tells of a board for an owner. */
struct told {
    const struct attractor *lists;
    const uint8_t *codes; /* dense_margins.codes */
};

/* Compares the greatest margins for which the sets have each board. */
static void check_told(const struct trio *trio, const struct told *told, int owner,
                       const struct naive_bounds *sets)
{
    int points = trio->positions.points;
    for (int board = 0; board < trio->naive.boards; board++) {
        if (!trio->naive.legal[board])
            continue;
        struct stones stones = stones_of(trio, board);
        struct dense_image image = dense_codes_canonical(&trio->codes, stones);
        uint64_t number = dense_index_number(&trio->index, image.code);
        struct state state = {0};
        assert_true(positions_find(&trio->positions, stones, &state.board));
        for (int mover = BLACK; mover <= WHITE; mover++) {
            int greatest = NEVER_FORCED;
            for (int i = 0; i <= 2 * points; i++)
                if (mover == owner ? sets[i].own[board] : sets[i].other[board])
                    greatest = i - points;
            state.mover = (uint8_t)mover;
            unsigned at = 2 * ((unsigned)mover ^ image.swaps) + ((unsigned)owner ^ image.swaps);
            assert_int_equal(attractor_margin(told->lists, state, (enum colour)owner), greatest);
            assert_int_equal(told->codes[4 * number + at], table_margin_code(greatest, points));
        }
    }
}

/* By a definition, for both owners. */
static void check_sets(const struct trio *trio, const struct told *told,
                       struct naive_bounds (*define)(const struct naive *, int, int))
{
    int points = trio->positions.points;
    struct naive_bounds sets[2 * NAIVE_POINTS_MAX + 1];
    for (int owner = BLACK; owner <= WHITE; owner++) {
        for (int i = 0; i <= 2 * points; i++)
            sets[i] = define(&trio->naive, owner, i - points);
        check_told(trio, told, owner, sets);
        for (int i = 0; i <= 2 * points; i++) {
            free(sets[i].own);
            free(sets[i].other);
        }
    }
}

static void check_bounds(const struct graph *graph, const struct case_rules *rules)
{
    const struct attractor_work how = {.threads = 1};
    struct trio trio;
    struct attractor ranked;
    struct dense_margins margins;
    struct dense_acyclic acyclic;
    open_trio(&trio, graph, rules);
    struct attractor every = lists_attractor(&trio, MARGIN_EVERY);
    assert_int_equal(acyclic_init(&ranked, &every, &how), 0);
    assert_int_equal(dense_margins_init(&margins, &trio.game, &trio.memory), 0);
    assert_int_equal(dense_margins_run(&margins, &sweeps), 0);
    assert_int_equal(dense_acyclic_init(&acyclic, &margins, 0, &trio.memory), 0);
    assert_int_equal(dense_acyclic_run(&acyclic, &sweeps), 0);
    check_sets(&trio, &(struct told){&every, margins.codes.data}, naive_bounds);
    check_sets(&trio, &(struct told){&ranked, acyclic.codes.data}, naive_acyclic);
    dense_acyclic_release(&acyclic);
    dense_margins_release(&margins);
    attractor_release(&ranked);
    attractor_release(&every);
    close_trio(&trio);
}

static void check_all(const struct graph *graph)
{
    for (size_t i = 0; i < sizeof(valued) / sizeof(valued[0]); i++)
        check_values(graph, &valued[i]);
    for (size_t i = 0; i < sizeof(bounded) / sizeof(bounded[0]); i++)
        check_bounds(graph, &bounded[i]);
}

static void check_named(const char *name)
{
    struct graph *graph = must_board(name);
    check_all(graph);
    graph_free(graph);
}

static void test_sizes(void **state)
{
    (void)state;
    static const char *const sizes[] = {"1x1", "1x2", "1x3", "1x5", "2x2", "2x3"};
    for (size_t i = 0; i < sizeof(sizes) / sizeof(sizes[0]); i++)
        check_named(sizes[i]);
}

static void test_graphs(void **state)
{
    (void)state;
    static const char *const names[] = {"star", "apart", "triangles"};
    for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++)
        check_named(names[i]);
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_sizes),
        cmocka_unit_test(test_graphs),
    };
    return argc > 1 ? run_on_boards(argc, argv, check_named)
                    : cmocka_run_group_tests(tests, NULL, NULL);
}
