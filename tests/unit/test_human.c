/* Numbers with their nouns, signs and units. */
#include "common/check.h"

#include <math.h>

#include "base/human.h"

static void test_counts(void **state)
{
    (void)state;
    assert_string_equal(human_count(0, "stone", "stones"), "0 stones");
    assert_string_equal(human_count(1, "stone", "stones"), "1 stone");
    assert_string_equal(human_count(2, "reply", "replies"), "2 replies");
    assert_string_equal(human_count(UINT64_MAX, "node", "nodes"), "18446744073709551615 nodes");
    assert_string_equal(human_noun(1, "was", "were"), "was");
    assert_string_equal(human_noun(0, "was", "were"), "were");
}

static void test_signs(void **state)
{
    (void)state;
    assert_string_equal(human_signed(0), "0");
    assert_string_equal(human_signed(4), "+4");
    assert_string_equal(human_signed(-4), "-4");
    assert_string_equal(human_half_points(0), "0");
    assert_string_equal(human_half_points(13), "6.5");
    assert_string_equal(human_half_points(-1), "-0.5");
    assert_string_equal(human_half_points(-14), "-7");
}

static void test_sizes(void **state)
{
    (void)state;
    assert_string_equal(human_size(0), "0 B");
    assert_string_equal(human_size(1023), "1023 B");
    assert_string_equal(human_size(65536), "64.0 KiB");
    assert_string_equal(human_size(1.5 * 1048576), "1.5 MiB");
    assert_string_equal(human_size(1000.0 * 1048576), "1000 MiB");
    assert_string_equal(human_size(10.4 * 1099511627776.0), "10.4 TiB");
    assert_string_equal(human_size(pow(2, 60)), "1.0 EiB");
    assert_string_equal(human_size(1e30), "more than 1000 EiB");
    assert_string_equal(human_size(INFINITY), "more than 1000 EiB");
}

static void test_times(void **state)
{
    (void)state;
    assert_string_equal(human_time(0), "0.00 s");
    assert_string_equal(human_time(2.625), "2.62 s");
    assert_string_equal(human_time(2 * 3600), "2.0 h");
    assert_string_equal(human_time(12 * 86400), "12 days");
    assert_string_equal(human_time(159114 * 86400.0), "436 years");
    assert_string_equal(human_time(1e20), "more than a million years");
    assert_string_equal(human_time(INFINITY), "more than a million years");
}

/* A line of output uses several at the same time. */
static void test_several(void **state)
{
    const char *texts[HUMAN_TEXTS];
    (void)state;
    for (int i = 0; i < HUMAN_TEXTS; i++)
        texts[i] = human_signed(i + 1);
    assert_string_equal(texts[0], "+1");
    assert_string_equal(texts[HUMAN_TEXTS - 1], "+16");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_counts), cmocka_unit_test(test_signs),   cmocka_unit_test(test_sizes),
        cmocka_unit_test(test_times),  cmocka_unit_test(test_several),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
