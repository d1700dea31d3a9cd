/* Axes, cells and groups of plots. */
#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "plot/axis.h"
#include "plot/cell.h"
#include "plot/groups.h"

static void test_steps(void **state)
{
    char text[AXIS_TEXT_MAX];
    (void)state;
    assert_int_equal(axis_step(20, 15), 1);
    assert_int_equal(axis_step(10, 15), 2);
    assert_int_equal(axis_step(3, 15), 5);
    assert_int_equal(axis_step(0.02, 15), 1000);
    assert_int_equal(axis_multiple(7, 5), 5);
    assert_int_equal(axis_multiple(5, 5), 5);
    assert_int_equal(axis_multiple(-1, 5), -5);
    assert_int_equal(axis_multiple(-5, 5), -5);
    static const char *const powers[] = {"1",           "10",        "100",        "1000",
                                         "10,000",      "100,000",   "1 million",  "10 million",
                                         "100 million", "1 billion", "10 billion", "100 billion",
                                         "1e12"};
    for (int i = 0; i < (int)(sizeof(powers) / sizeof(powers[0])); i++)
        assert_string_equal(axis_power_text(i, text), powers[i]);
}

/* Labels keep their order and their distance, stay inside if there is room, and move only where
 * another is too near. */
static void test_spread(void **state)
{
    (void)state;
    srand(1);
    for (int round = 0; round < 500; round++) {
        double y[20], before[20];
        int count = 1 + rand() % 20;
        double at = 0;
        for (int i = 0; i < count; i++)
            before[i] = y[i] = at += rand() % 12;
        assert_int_equal(axis_spread(y, count, 10, 0, 240), 0);
        for (int i = 0; i < count; i++) {
            assert_true(y[i] > -1e-9 && y[i] < 240 + 1e-9);
            assert_true(i == 0 || y[i] - y[i - 1] > 10 - 1e-9);
            bool near = (i > 0 && y[i] - y[i - 1] < 10 + 1e-9) ||
                        (i + 1 < count && y[i + 1] - y[i] < 10 + 1e-9);
            assert_true(near || y[i] == before[i]);
        }
    }
    double two[] = {50, 50};
    assert_int_equal(axis_spread(two, 2, 10, 0, 240), 0);
    assert_true(two[0] == 45 && two[1] == 55);
}

static void test_cells(void **state)
{
    int a = 7, b = 7;
    uint64_t count = 7;
    (void)state;
    assert_int_equal(cell_board("3x2", &a, &b), 0);
    assert_true(a == 2 && b == 3);
    assert_int_equal(cell_value("lower -inf, upper +4", &a, &b), 0);
    assert_true(a == -PLOT_INFINITE && b == 4);
    assert_int_equal(cell_value("-1..1", &a, &b), 0);
    assert_true(a == -1 && b == 1);
    assert_int_equal(cell_count("18446744073709551615", &count), 0);
    assert_true(count == UINT64_MAX);
    a = b = 7;
    static const char *const boards[] = {"",
                                         "x",
                                         "1x",
                                         "x1",
                                         "1x1x1",
                                         "0x1",
                                         "1x1000",
                                         "-1x1",
                                         "1 x1",
                                         "1x1 ",
                                         "18446744073709551617x1"};
    for (size_t i = 0; i < sizeof(boards) / sizeof(boards[0]); i++)
        assert_int_equal(cell_board(boards[i], &a, &b), -EINVAL);
    static const char *const values[] = {"",    "+",        "--1",     "+-1",   "1..",
                                         "..1", "2..1",     "lower 1", "10000", "lower 1, upper ",
                                         "1.5", "infinite", "4 "};
    for (size_t i = 0; i < sizeof(values) / sizeof(values[0]); i++)
        assert_int_equal(cell_value(values[i], &a, &b), -EINVAL);
    assert_int_equal(cell_count("18446744073709551616", &count), -EINVAL);
    assert_true(a == 7 && b == 7 && count == UINT64_MAX);
}

/* Only what is proved counts as the same. */
static void test_groups(void **state)
{
    const struct plot_row four = {.has_bounds = true, .range = {4, 4, true}};
    const struct plot_row open = {.has_bounds = true, .range = {-4, 4, false}};
    (void)state;
    const struct plot_row *rows[] = {&four, &open};
    struct plot_series known = {.at = rows, .count = 1}, unknown = {.at = rows + 1, .count = 1};
    struct plot_series same = known, also_unknown = unknown;
    assert_true(plot_groups_equal(&known, &same));
    assert_false(plot_groups_equal(&known, &unknown));
    assert_false(plot_groups_equal(&unknown, &also_unknown));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_steps),
        cmocka_unit_test(test_spread),
        cmocka_unit_test(test_cells),
        cmocka_unit_test(test_groups),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
