/* Control where the naive one of tests/reference/control does not reach: larger boards, limits,
 * choices. */
#include "common/check.h"

#include <stdlib.h>

#include "board/symmetry.h"
#include "rules/control/bordered.h"
#include "rules/control_choice.h"

static struct control *must_control(const struct graph *graph, const struct control_choice *choice)
{
    struct control *control = NULL;
    assert_int_equal(control_new(graph, choice, &control), 0);
    return control;
}

/* A position with chains without liberties taken off, by a small generator of numbers. */
static struct position next_position(const struct graph *graph, uint64_t *seed)
{
    struct position position = {{0}};
    struct chain chain;
    for (int p = 0; p < graph->points; p++) {
        *seed = *seed * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
        position.cells[p] = (uint8_t)((*seed >> 33) % 3);
    }
    for (int p = 0; p < graph->points; p++) {
        if (position.cells[p] == POINT_EMPTY)
            continue;
        position_chain(graph, &position, p, &chain);
        if (chain.liberties == 0)
            position.cells[p] = POINT_EMPTY;
    }
    return position;
}

/* Who controls what goes with the colours, and with the symmetries of the board. */
static void check_images(const struct graph *graph, struct control *control,
                         const struct symmetries *symmetries, const struct position *position)
{
    signed char owner[CONTROL_MAX_POINTS], image[CONTROL_MAX_POINTS];
    struct position mapped = {{0}};
    assert_int_equal(control_find(control, position, owner), 0);
    for (int s = 0; s < symmetries->count; s++) {
        for (int p = 0; p < graph->points; p++) {
            uint8_t stone = position->cells[p];
            mapped.cells[symmetries_apply(symmetries, s, p)] =
                (uint8_t)(stone == POINT_EMPTY ? stone : 3 - stone);
        }
        assert_int_equal(control_find(control, &mapped, image), 0);
        for (int p = 0; p < graph->points; p++) {
            int wanted = owner[p] == CONTROL_NOBODY ? CONTROL_NOBODY : 1 - owner[p];
            assert_int_not_equal(owner[p], CONTROL_BOTH);
            assert_int_equal(image[symmetries_apply(symmetries, s, p)], wanted);
        }
    }
}

static void test_images(void **state)
{
    (void)state;
    static const char *const sizes[] = {"2x5", "3x3", "1x11", "3x4"};
    for (size_t i = 0; i < sizeof(sizes) / sizeof(sizes[0]); i++) {
        const struct control_choice choice = {.ko = i % 2 == 0 ? CONTROL_KO_PROHIBITED
                                                               : CONTROL_KO_FREE};
        struct graph *graph = must_graph(sizes[i]);
        struct control *control = must_control(graph, &choice);
        struct symmetries symmetries;
        uint64_t seed = i + 1;
        assert_int_equal(symmetries_init(&symmetries, graph), 0);
        for (int n = 0; n < 150; n++) {
            const struct position position = next_position(graph, &seed);
            check_images(graph, control, &symmetries, &position);
        }
        symmetries_release(&symmetries);
        control_free(control);
        graph_free(graph);
    }
}

/* What a limit leaves open is open, not wrong; the rest is as it is. */
static void test_limit(void **state)
{
    (void)state;
    const struct control_choice choice = {0};
    struct graph *graph = must_graph("2x8");
    const struct position position = must_position(graph, "...XO.O./XXXXOOOO");
    struct control *control = must_control(graph, &choice);
    struct control_proof proof;
    signed char owner[CONTROL_MAX_POINTS];
    control_limit(control, 1);
    assert_int_equal(control_find(control, &position, owner), -ERANGE);
    for (int p = 0; p < graph->points; p++)
        assert_int_equal(owner[p], p % 8 < 4 ? CONTROL_UNKNOWN : 1);
    assert_int_equal(control_prove(control, &position, 0, 0, 0, &proof), -ERANGE);
    control_free(control);
    control = must_control(graph, &choice);
    control_limit(control, 1);
    control_limit(control, 2 * CONTROL_STATES_MAX); /* It may be raised, too. */
    assert_int_equal(control_find(control, &position, owner), 0);
    for (int p = 0; p < graph->points; p++)
        assert_int_equal(owner[p], p % 8 < 4 ? CONTROL_NOBODY : 1);
    assert_int_equal(control_prove(control, &position, 0, 0, 0, &proof), 0);
    control_free(control);
    graph_free(graph);
}

/* What is tried with little first, or may hold little, says the same or that it holds too much. */
static void test_hold(void **state)
{
    (void)state;
    const struct control_choice choice = {0};
    struct graph *graph = must_graph("2x5");
    const struct position position = must_position(graph, "...../.....");
    signed char owner[CONTROL_MAX_POINTS], again[CONTROL_MAX_POINTS];
    struct control *control = must_control(graph, &choice);
    assert_int_equal(control_find(control, &position, owner), 0);
    assert_true(control_bytes(control) > (64 << 10));
    control_free(control);
    control = must_control(graph, &choice);
    control_try_first(control, 10);
    assert_int_equal(control_find(control, &position, again), 0);
    assert_memory_equal(owner, again, (size_t)graph->points);
    control_free(control);
    control = must_control(graph, &choice);
    control_hold(control, 64 << 10);
    assert_int_equal(control_find(control, &position, again), -ENOSPC);
    assert_true(control_bytes(control) < (4 << 20));
    control_hold(control, 0);
    assert_int_equal(control_find(control, &position, again), 0);
    assert_memory_equal(owner, again, (size_t)graph->points);
    control_free(control);
    graph_free(graph);
}

static void test_too_large(void **state)
{
    (void)state;
    const struct control_choice choice = {0};
    struct control *control = NULL;
    struct graph *graph = must_graph("5x13");
    assert_int_equal(control_new(graph, &choice, &control), -ERANGE);
    assert_null(control);
    control_free(NULL);
    graph_free(graph);
}

/* The largest board there is, and a set that is all of it. */
static void test_all_points(void **state)
{
    (void)state;
    const struct control_choice choice = {0};
    struct graph *graph = must_graph("8x8");
    struct control *control = must_control(graph, &choice);
    struct position position = must_position(graph,
                                             ".X.XXXXX/XXXXXXXX/XXXXXXXX/XXXXXXXX/XXXXXXXX/"
                                             "XXXXXXXX/XXXXXXXX/XXXXXXXX");
    struct control_proof proof;
    signed char owner[CONTROL_MAX_POINTS];
    assert_int_equal(control_find(control, &position, owner), 0);
    for (int p = 0; p < graph->points; p++)
        assert_int_equal(owner[p], 0);
    assert_int_equal(control_prove(control, &position, 0, 0, 63, &proof), 1);
    assert_true(proof.set == UINT64_MAX);
    assert_int_equal(proof.step_count, 0);
    assert_true(position_equal(graph, &proof.start, &position));
    control_proof_release(&proof);
    control_free(control);
    graph_free(graph);
}

/* Three regions in a row between chains: six sets of neighbours, or seven with the pair apart. */
static void test_bordered(void **state)
{
    (void)state;
    struct graph *graph = must_graph("1x5");
    struct bordered bordered;
    const uint64_t own = 0x0a; /* .X.X. */
    assert_int_equal(bordered_find(graph, own, true, 100, &bordered), 0);
    static const uint64_t connected[] = {0x03, 0x18, 0x0e, 0x0f, 0x1e, 0x1f};
    assert_true(bordered.complete);
    assert_int_equal(bordered.count, 6);
    for (size_t i = 0; i < bordered.count; i++)
        assert_int_equal(bordered.sets[i], connected[i]);
    bordered_release(&bordered);
    assert_int_equal(bordered_find(graph, own, false, 100, &bordered), 0);
    assert_int_equal(bordered.count, 7);
    bordered_release(&bordered);
    assert_int_equal(bordered_find(graph, own, true, 5, &bordered), 0);
    assert_false(bordered.complete);
    assert_int_equal(bordered.count, 5);
    bordered_release(&bordered);
    graph_free(graph);
}

static void test_choices(void **state)
{
    (void)state;
    struct control_choice choice;
    struct error err;
    assert_int_equal(control_choice_parse("control-pass=opponent,control-ko=free", &choice, &err),
                     0);
    assert_int_equal(choice.ko, CONTROL_KO_FREE);
    assert_int_equal(choice.passing, CONTROL_PASS_OPPONENT);
    assert_int_equal(choice.permanent, CONTROL_PERMANENT_FORGOTTEN);
    static const char *const wrong[] = {"",
                                        "control-ko",
                                        "control-ko=",
                                        "control-ko=freely",
                                        "control=free",
                                        "control-ko=free,",
                                        "control-ko=free,control-ko=free",
                                        ",control-ko=free"};
    for (size_t i = 0; i < sizeof(wrong) / sizeof(wrong[0]); i++)
        assert_int_equal(control_choice_parse(wrong[i], &choice, &err), -EINVAL);
    const struct ruleset rules = must_rules("psk");
    choice = control_choice_of(&rules);
    assert_int_equal(choice.ko, CONTROL_KO_PROHIBITED);
    assert_int_equal(choice.passing, CONTROL_PASS_BOTH);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_images),     cmocka_unit_test(test_limit),
        cmocka_unit_test(test_hold),       cmocka_unit_test(test_too_large),
        cmocka_unit_test(test_all_points), cmocka_unit_test(test_bordered),
        cmocka_unit_test(test_choices),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
