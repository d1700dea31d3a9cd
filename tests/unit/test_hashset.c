/* Hash sets of indices: what was put is found, through growth, clearing and undoing. */
#include "common/check.h"

#include "base/hash.h"
#include "base/hashset.h"

#define COUNT 5000

/* Numbers by index; their hashes collide often. */
static uint64_t number_at(uint32_t i)
{
    return hash_mix(i) >> 8;
}

static uint64_t poor_hash(uint64_t number)
{
    return number & 1023;
}

static uint64_t hash_of(const void *arg, uint32_t element)
{
    (*(size_t *)(uintptr_t)arg)++;
    return poor_hash(number_at(element));
}

static uint32_t find(const struct hashset *set, uint64_t number, size_t *ret_at)
{
    uint32_t i = hashset_first(set, poor_hash(number), ret_at);
    while (i != HASHSET_NONE && number_at(i) != number)
        i = hashset_next(set, ret_at);
    return i;
}

static void fill(struct hashset *set, uint32_t from, uint32_t to)
{
    size_t hashed = 0, at;
    for (uint32_t i = from; i < to; i++) {
        assert_int_equal(hashset_reserve(set, i, 1, hash_of, &hashed), 0);
        assert_int_equal(find(set, number_at(i), &at), HASHSET_NONE);
        hashset_put(set, at, i);
    }
    assert_true(hashed < 2 * (size_t)to);
}

static void check_holds(const struct hashset *set, uint32_t count)
{
    size_t at;
    for (uint32_t i = 0; i < COUNT; i++)
        assert_int_equal(find(set, number_at(i), &at), i < count ? i : HASHSET_NONE);
    assert_true(hashset_bytes(set) >= 2 * count * sizeof(uint32_t));
}

static void test_growth(void **state)
{
    (void)state;
    struct hashset set = {0};
    assert_int_equal(hashset_bytes(&set), 0);
    fill(&set, 0, COUNT);
    check_holds(&set, COUNT);
    hashset_release(&set);
    assert_null(set.slots);
    hashset_release(&set);
}

static void test_reserve_many(void **state)
{
    (void)state;
    struct hashset set = {0};
    assert_int_equal(hashset_reserve(&set, 0, COUNT, NULL, NULL), 0);
    size_t bytes = hashset_bytes(&set);
    assert_int_equal(bytes, hashset_slots(COUNT) * sizeof(uint32_t));
    fill(&set, 0, COUNT);
    assert_int_equal(hashset_bytes(&set), bytes);
    hashset_release(&set);
}

static void test_half_stays_free(void **state)
{
    (void)state;
    for (size_t count = 0; count < 300; count++)
        assert_true(hashset_slots(count) > 2 * count);
    assert_int_equal(hashset_slots(31), 64);
    assert_int_equal(hashset_slots(32), 128);
}

static void test_too_many(void **state)
{
    (void)state;
    struct hashset set = {0};
    assert_int_equal(hashset_reserve(&set, 0, HASHSET_NONE, NULL, NULL), -ENOMEM);
    assert_int_equal(hashset_reserve(&set, 3, SIZE_MAX, NULL, NULL), -ENOMEM);
    assert_null(set.slots);
}

static void test_clear(void **state)
{
    (void)state;
    struct hashset set = {0};
    hashset_clear(&set);
    fill(&set, 0, 100);
    size_t bytes = hashset_bytes(&set);
    hashset_clear(&set);
    check_holds(&set, 0);
    assert_int_equal(hashset_bytes(&set), bytes);
    hashset_release(&set);
}

/* Elements taken out, the last one first, leave all others to be found. */
static void test_undo(void **state)
{
    (void)state;
    struct hashset set = {0};
    fill(&set, 0, 1000);
    for (uint32_t i = 1000; i-- > 600;) {
        size_t at;
        assert_int_equal(find(&set, number_at(i), &at), i);
        hashset_undo(&set, at);
    }
    check_holds(&set, 600);
    fill(&set, 600, 2000);
    check_holds(&set, 2000);
    hashset_release(&set);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_growth),          cmocka_unit_test(test_reserve_many),
        cmocka_unit_test(test_half_stays_free), cmocka_unit_test(test_too_many),
        cmocka_unit_test(test_clear),           cmocka_unit_test(test_undo),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
