/* The set of excluded moves. */
#include "common/check.h"

#include "strategy/state_pairs.h"

/* More than fit its first slots; some boards differ only by what is no stone. */
static struct entry_key some_key(unsigned number)
{
    return (struct entry_key){number / 8, 3 * (uint64_t)(number / 8) << 20,
                              (uint8_t)(number / 2 % 4), number % 2 != 0};
}

static void test_pairs(void **state)
{
    (void)state;
    const unsigned many = 1000;
    struct state_pairs pairs = {0};
    struct entry_key first = some_key(0);
    assert_false(state_pairs_have(&pairs, &first, &first));
    for (int twice = 0; twice < 2; twice++)
        for (unsigned i = 0; i < many; i++) {
            struct entry_key from = some_key(i), to = some_key(7 * i % many);
            assert_int_equal(state_pairs_have(&pairs, &from, &to), twice);
            assert_int_equal(state_pairs_add(&pairs, &from, &to), 0);
            assert_true(state_pairs_have(&pairs, &from, &to));
        }
    assert_int_equal(pairs.count, many);
    for (unsigned i = 0; i < many; i++) {
        struct entry_key from = some_key(i), to = some_key(7 * i % many);
        assert_true(entry_key_equal(&pairs.pairs[i].from, &from));
        assert_true(entry_key_equal(&pairs.pairs[i].to, &to));
        to = some_key((7 * i + 1) % many);
        assert_false(state_pairs_have(&pairs, &from, &to));
    }
    state_pairs_release(&pairs);
    assert_int_equal(pairs.count, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_pairs)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
