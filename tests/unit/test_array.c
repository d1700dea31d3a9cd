/* Arrays that grow: what is in them stays, room at least doubles, what is too large is refused. */
#include "common/check.h"

#include <stdlib.h>

#include "base/array.h"

static void test_one_by_one(void **state)
{
    (void)state;
    int *list = NULL;
    size_t room = 0, count = 0, grown = 0;
    while (count < 10000) {
        size_t had = room;
        assert_int_equal(array_reserve(&list, count + 1, &room, sizeof(*list)), 0);
        assert_true(room >= count + 1 && (room == had || room >= 2 * had));
        grown += room != had;
        list[count] = (int)count;
        count++;
    }
    assert_true(grown < 16);
    for (size_t i = 0; i < count; i++)
        assert_int_equal(list[i], (int)i);
    free(list);
}

static void test_many_at_once(void **state)
{
    (void)state;
    char *list = NULL;
    size_t room = 0;
    assert_int_equal(array_reserve(&list, 0, &room, 1), 0);
    assert_null(list);
    assert_int_equal(array_reserve(&list, 1000, &room, 1), 0);
    assert_true(room >= 1000);
    free(list);
}

static void test_zero(void **state)
{
    (void)state;
    int *list = NULL;
    size_t room = 0;
    assert_int_equal(array_reserve_zero(&list, 3, &room, sizeof(*list)), 0);
    for (size_t i = 0; i < room; i++) {
        assert_int_equal(list[i], 0);
        list[i] = 7;
    }
    size_t had = room;
    assert_int_equal(array_reserve_zero(&list, had + 1, &room, sizeof(*list)), 0);
    for (size_t i = 0; i < room; i++)
        assert_int_equal(list[i], i < had ? 7 : 0);
    free(list);
}

static void test_too_large(void **state)
{
    (void)state;
    int *list = NULL;
    size_t room = 0;
    assert_int_equal(array_reserve(&list, SIZE_MAX, &room, sizeof(*list)), -ENOMEM);
    assert_int_equal(array_reserve(&list, SIZE_MAX / 2, &room, sizeof(*list)), -ENOMEM);
    assert_int_equal(array_reserve_zero(&list, SIZE_MAX / 2, &room, sizeof(*list)), -ENOMEM);
    assert_null(list);
    assert_int_equal(room, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_one_by_one),
        cmocka_unit_test(test_many_at_once),
        cmocka_unit_test(test_zero),
        cmocka_unit_test(test_too_large),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
