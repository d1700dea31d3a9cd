/*
 * A set of conditions without memory to grow stays as it is, however often that fails and whichever
 * of its allocations does: what is in it is found, and what is not ends the look-up.
 */
#include "common/check.h"

#include <errno.h>
#include <stdlib.h>

#include "search/condition.h"

void *__real_calloc(size_t count, size_t size);
void *__real_realloc(void *old, size_t size);
void *__wrap_calloc(size_t count, size_t size);
void *__wrap_realloc(void *old, size_t size);

static bool fails_calloc, fails_realloc;

void *__wrap_calloc(size_t count, size_t size)
{
    return fails_calloc ? NULL : __real_calloc(count, size);
}

void *__wrap_realloc(void *old, size_t size)
{
    return fails_realloc ? NULL : __real_realloc(old, size);
}

static struct condition condition_on(uint32_t board)
{
    return (struct condition){item_make(board, 0) | CONDITION_ABSENT_OK, 1, 0};
}

/* Adds conditions on other boards than before until there is no room. */
static void fill(struct condition_set *set, uint32_t *board)
{
    int r = 0;
    while (r == 0)
        r = condition_set_add(set, condition_on((*board)++));
    assert_int_equal(r, -ENOMEM);
}

static void check_failing(bool *fails)
{
    struct condition_set set;
    uint32_t board = 0;
    assert_int_equal(condition_set_init(&set), 0);
    *fails = true;
    for (int i = 0; i < 4; i++)
        fill(&set, &board);
    assert_true(set.count < set.mask);
    *fails = false;
    uint32_t count = set.count;
    assert_int_equal(condition_set_add(&set, condition_on(0)), 0);
    assert_int_equal(set.count, count);
    assert_int_equal(condition_set_add(&set, condition_on(board)), 0);
    assert_int_equal(set.count, count + 1);
    condition_set_release(&set);
}

static void test_no_slots(void **state)
{
    (void)state;
    check_failing(&fails_calloc);
}

static void test_no_conditions(void **state)
{
    (void)state;
    check_failing(&fails_realloc);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_no_slots),
        cmocka_unit_test(test_no_conditions),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
