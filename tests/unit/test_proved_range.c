/* Ranges of a value: which contradict each other, and what two say together. */
#include "common/check.h"

#include "base/proved_range.h"

/* A value of two numbers is another one than either of them. */
static const struct proved_range four = {4, 4, true}, pair = {-4, 4, true};
static const struct proved_range open = {-4, 4, false}, low = {-4, 3, false}, high = {0, 9, false};

static void expect_differ(const struct proved_range *a, const struct proved_range *b, bool differ)
{
    assert_int_equal(proved_range_differ(a, b), differ);
    assert_int_equal(proved_range_differ(b, a), differ);
}

static void test_differ(void **state)
{
    (void)state;
    expect_differ(&four, &four, false);
    expect_differ(&four, &open, false);
    expect_differ(&open, &pair, false);
    expect_differ(&open, &low, false);
    expect_differ(&open, &high, false);
    expect_differ(&four, &pair, true);
    expect_differ(&low, &four, true);
    expect_differ(&pair, &low, true);
    expect_differ(&pair, &high, true);
}

static void expect_narrowed(struct proved_range range, const struct proved_range *known,
                            struct proved_range to)
{
    proved_range_narrow(&range, known);
    assert_int_equal(range.lower, to.lower);
    assert_int_equal(range.upper, to.upper);
    assert_int_equal(range.decided, to.decided);
}

static void test_narrow(void **state)
{
    (void)state;
    expect_narrowed(open, &high, (struct proved_range){0, 4, false});
    expect_narrowed(high, &open, (struct proved_range){0, 4, false});
    expect_narrowed(open, &low, low);
    expect_narrowed(low, &open, low);
    expect_narrowed(open, &four, four);
    expect_narrowed(four, &open, four);
    expect_narrowed(open, &pair, pair);
    expect_narrowed(pair, &open, pair);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_differ),
        cmocka_unit_test(test_narrow),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
