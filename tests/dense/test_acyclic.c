/*
 * What is forced where no board may come back, of dense tables against that of lists
 * (tables/acyclic.h), place by place; and plays that are taken back against plays.
 *
 *     test_dense_acyclic [BOARD...]    the boards of the normal run, or these
 */
#include "dense/boards.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "dense/acyclic.h"
#include "dense/moves.h"
#include "dense/unmoves.h"
#include "tables/acyclic.h"
#include "tables/board_table.h"
#include "tables/history_free.h"

/* A board of both engines, with what is forced where boards may come back. */
struct bench {
    struct positions positions;
    struct reverse_moves reverse;
    struct attractor every, ranked;
    struct dense_codes codes;
    struct dense_index index;
    struct dense_memory memory;
    struct dense_margins margins;
};

static void open_lists(struct bench *bench, const struct graph *graph, const struct ruleset *rules)
{
    const struct enumeration closing = {.max_bytes = SIZE_MAX, .threads = 2};
    const struct attractor_work how = {
        .margin = MARGIN_EVERY, .passes_to_end = HISTORY_FREE_LAYERS, .threads = 2};
    uint32_t empty;
    assert_int_equal(positions_init(&bench->positions, graph, rules), 0);
    assert_int_equal(positions_intern(&bench->positions, (struct stones){{0, 0}}, &empty), 0);
    assert_int_equal(positions_enumerate(&bench->positions, &closing), 0);
    assert_int_equal(reverse_moves_init(&bench->reverse, &bench->positions, false, 2), 0);
    assert_int_equal(attractor_init(&bench->every, &bench->reverse, &how), 0);
    assert_int_equal(acyclic_init(&bench->ranked, &bench->every, &how), 0);
}

static void open_bench(struct bench *bench, const struct graph *graph, const char *rules)
{
    const struct ruleset ruleset = must_rules(rules);
    const struct dense_sweeps how = {.work = {.threads = 2}};
    open_lists(bench, graph, &ruleset);
    bench->memory = (struct dense_memory){.max_bytes = SIZE_MAX};
    assert_int_equal(dense_codes_init(&bench->codes, graph, ruleset_suicide(&ruleset)), 0);
    assert_int_equal(
        dense_index_init(&bench->index, &bench->codes, dense_share_whole(), NULL, &how.work), 0);
    const struct dense_game game = {
        .index = &bench->index,
        .layers = HISTORY_FREE_LAYERS,
        .scoring = bench->positions.scoring,
    };
    assert_int_equal(dense_margins_init(&bench->margins, &game, &bench->memory), 0);
    assert_int_equal(dense_margins_run(&bench->margins, &how), 0);
}

static void close_bench(struct bench *bench)
{
    dense_margins_release(&bench->margins);
    assert_true(bench->memory.held == 0);
    dense_index_release(&bench->index);
    dense_codes_release(&bench->codes);
    attractor_release(&bench->ranked);
    attractor_release(&bench->every);
    reverse_moves_release(&bench->reverse);
    positions_release(&bench->positions);
}

/* Each board with either player to move, for each owner. */
static void compare(const struct bench *bench, const struct dense_acyclic *acyclic)
{
    const uint8_t *codes = acyclic->codes.data;
    for (uint32_t orbit = 0; orbit < bench->positions.orbit_count; orbit++) {
        struct stones stones = bench->positions.orbits[orbit].canonical;
        struct dense_image image = dense_codes_canonical(&bench->codes, stones);
        uint64_t number = dense_index_number(&bench->index, image.code);
        for (unsigned mover = BLACK; mover <= WHITE; mover++) {
            for (unsigned owner = BLACK; owner <= WHITE; owner++) {
                struct state state = {.board = orbit << bench->positions.shift,
                                      .mover = (uint8_t)mover};
                int margin = attractor_margin(&bench->ranked, state, (enum colour)owner);
                unsigned at = 2 * (mover ^ image.swaps) + (owner ^ image.swaps);
                assert_int_equal(codes[4 * number + at],
                                 table_margin_code(margin, bench->positions.points));
            }
        }
    }
}

/* A run that is stopped after some sweeps, and what it had then. */
struct stopping {
    const struct dense_acyclic *acyclic;
    int after, most, sweeps;
    uint8_t *codes, *sets;
};

static int save(void *arg, const struct dense_progress *progress)
{
    struct stopping *stopping = arg;
    const struct dense_acyclic *acyclic = stopping->acyclic;
    stopping->sweeps = progress->sweep;
    if (stopping->after-- > 0)
        return 0;
    stopping->most = acyclic->most;
    memcpy(stopping->codes, acyclic->codes.data, acyclic->codes.bytes);
    memcpy(stopping->sets, acyclic->sets.data, acyclic->sets.bytes);
    return -ECANCELED;
}

static void *copy_room(const struct dense_array *array)
{
    void *room = malloc(array->bytes);
    assert_non_null(room);
    return room;
}

/* Stops after so many sweeps, and goes on with what there was. Returns whether it was done before.
 */
static bool stop_and_go_on(struct bench *bench, int width, int after, int threads)
{
    struct dense_acyclic acyclic;
    assert_int_equal(dense_acyclic_init(&acyclic, &bench->margins, width, &bench->memory), 0);
    struct stopping stopping = {
        .acyclic = &acyclic,
        .after = after,
        .codes = copy_room(&acyclic.codes),
        .sets = copy_room(&acyclic.sets),
    };
    const struct dense_sweeps how = {
        .work = {.threads = threads}, .report = save, .report_arg = &stopping};
    int r = dense_acyclic_run(&acyclic, &how);
    if (r < 0) {
        assert_int_equal(r, -ECANCELED);
        dense_acyclic_release(&acyclic);
        assert_int_equal(dense_acyclic_init(&acyclic, &bench->margins, width, &bench->memory), 0);
        const struct dense_sweeps rest = {.work = {.threads = 3 - threads}};
        acyclic.most = stopping.most;
        memcpy(acyclic.codes.data, stopping.codes, acyclic.codes.bytes);
        memcpy(acyclic.sets.data, stopping.sets, acyclic.sets.bytes);
        assert_int_equal(dense_acyclic_run(&acyclic, &rest), 0);
    }
    compare(bench, &acyclic);
    dense_acyclic_release(&acyclic);
    free(stopping.codes);
    free(stopping.sets);
    return r == 0;
}

static bool stop_at_once(void *arg)
{
    (void)arg;
    return true;
}

static void check_stopped(struct bench *bench)
{
    struct dense_acyclic acyclic;
    const struct dense_sweeps how = {.work = {.threads = 2, .stop = stop_at_once}};
    assert_int_equal(dense_acyclic_init(&acyclic, &bench->margins, 0, &bench->memory), 0);
    assert_int_equal(dense_acyclic_run(&acyclic, &how), -EINTR);
    dense_acyclic_release(&acyclic);
    for (int after = 0; !stop_and_go_on(bench, after % 3 == 0 ? 2 : 8, after, 1 + after % 2);)
        after = 2 * after + 1;
}

/* --- plays taken back --- */

/* The boards, by number, before the plays of one player that lead to a board. */
struct before {
    const struct dense_index *index;
    uint8_t *listed;
};

static void list_board(void *arg, uint64_t code)
{
    const struct before *before = arg;
    assert_true(dense_index_has(before->index, code));
    before->listed[dense_index_number(before->index, code)] = 1;
}

/* From each board to each: there is a play if and only if one is taken back. Of a board that looks
 * the same with the colours swapped it does not matter whose. */
static void check_unmoves(const struct bench *bench)
{
    const struct dense_index *index = &bench->index;
    uint64_t count = index->count;
    uint8_t *leads = calloc(count * count * 2, 1), *back = calloc(count * count * 2, 1);
    assert_true(leads != NULL && back != NULL);
    for (uint64_t number = 0; number < count; number++) {
        struct stones stones = dense_codes_stones(&bench->codes, dense_index_code(index, number));
        struct dense_children children;
        dense_moves_list(&bench->codes, stones, &children);
        for (unsigned mover = BLACK; mover <= WHITE; mover++) {
            struct before before = {index, back + (2 * number + mover) * count};
            dense_unmoves_list(&bench->codes, stones, (enum colour)mover, list_board, &before);
            for (int i = 0; i < children.count[mover]; i++) {
                const struct dense_child *child = &children.of[mover][i];
                uint64_t to = dense_index_number(index, child->code);
                struct stones turned = dense_codes_stones(&bench->codes, child->code);
                struct dense_image swapped = dense_codes_canonical(
                    &bench->codes, (struct stones){{turned.of[WHITE], turned.of[BLACK]}});
                leads[(2 * to + (mover ^ child->swaps)) * count + number] = 1;
                if (swapped.swaps == 0)
                    leads[(2 * to + (mover ^ !child->swaps)) * count + number] = 1;
            }
        }
    }
    assert_memory_equal(leads, back, count * count * 2);
    free(leads);
    free(back);
}

static void check(const struct graph *graph, const char *rules)
{
    struct bench bench;
    open_bench(&bench, graph, rules);
    for (int width = 0; width <= (graph->points > 8 ? 0 : DENSE_ACYCLIC_WIDTH_MAX);
         width = width == 0 ? 2 : 2 * width) {
        struct dense_acyclic acyclic;
        const struct dense_sweeps how = {.work = {.threads = 1 + width % 4 / 2}};
        assert_int_equal(dense_acyclic_init(&acyclic, &bench.margins, width, &bench.memory), 0);
        assert_int_equal(dense_acyclic_run(&acyclic, &how), 0);
        compare(&bench, &acyclic);
        dense_acyclic_release(&acyclic);
    }
    if (graph->points <= 8)
        check_stopped(&bench);
    if (bench.index.count < 2000 / TESTS_SHARE)
        check_unmoves(&bench);
    close_bench(&bench);
}

static void check_board(const char *name, const char *rules)
{
    struct graph *graph = must_board(name);
    check(graph, rules);
    graph_free(graph);
}

static void check_named(const char *name)
{
    check_board(name, "3-plays");
}

static void test_sizes(void **state)
{
    (void)state;
    static const char *const cases[][2] = {
        {"1x1", "3-plays"}, {"1x2", "3-plays"},          {"1x7", "repetition-draws"},
        {"2x2", "3-plays"}, {"2x3", "repetition-draws"}, {"2x5", "3-plays"},
        {"3x3", "3-plays"}, {"3x4", "3-plays"},
    };
    size_t count = sizeof(cases) / sizeof(cases[0]);
    for (size_t i = 0; i < count - (TESTS_SHARE > 1); i++)
        check_board(cases[i][0], cases[i][1]);
}

/* What is ranked does not depend on the rules but for suicide and scoring. */
static void test_suicide(void **state)
{
    (void)state;
    static const char *const rules[] = {"psk,suicide=multi", "psk,suicide=yes",
                                        "psk,suicide=multi,scoring=stone"};
    for (size_t i = 0; i < sizeof(rules) / sizeof(rules[0]); i++) {
        check_board("1x6", rules[i]);
        check_board("2x4", rules[i]);
        check_board("star", rules[i]);
    }
}

static void test_graphs(void **state)
{
    (void)state;
    static const char *const names[] = {"cube", "star", "apart", "lopsided"};
    for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++)
        check_named(names[i]);
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_sizes),
        cmocka_unit_test(test_suicide),
        cmocka_unit_test(test_graphs),
    };
    return argc > 1 ? run_on_boards(argc, argv, check_named)
                    : cmocka_run_group_tests(tests, NULL, NULL);
}
