/* Conditions that a lemma keeps packed come back as they were. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "search/lemma.h"

#define SETS 3000
#define CONDITIONS_MOST 400

static uint64_t state = 1;

static uint32_t random_below(uint32_t end)
{
    state = hash_mix(state + 0x9e3779b97f4a7c15ull);
    return (uint32_t)(state >> 33) % end;
}

/* Boards near each other, and anywhere; kinds of all sorts; demands of each form. */
static struct condition random_condition(void)
{
    static const unsigned kinds[] = {0, 1, 6, ITEM_CYCLE | 3, ITEM_TWO | 5, UINT16_MAX};
    uint32_t board =
        random_below(8) != 0 ? random_below(3000) : UINT32_MAX - random_below(UINT16_MAX);
    uint64_t item = item_make(board, kinds[random_below(random_below(4) != 0 ? 1 : 6)]);
    switch (random_below(8)) {
    case 0:
        return (struct condition){item, CONDITION_LOW, CONDITION_HIGH};
    case 1:
        return (struct condition){item, (int16_t)(-(int)random_below(300)),
                                  (int16_t)random_below(300)};
    case 2:
        return (struct condition){item | CONDITION_ABSENT_OK, (int16_t)random_below(3),
                                  CONDITION_HIGH};
    case 3:
        return (struct condition){item | CONDITION_ABSENT_OK, CONDITION_LOW, CONDITION_HIGH};
    default:
        return (struct condition){item | CONDITION_ABSENT_OK, 1, 0};
    }
}

static int compare(const void *a, const void *b)
{
    return memcmp(a, b, sizeof(struct condition));
}

static void fill(struct condition_set *set, uint32_t count)
{
    condition_set_clear(set);
    for (uint32_t i = 0; i < count; i++)
        assert_int_equal(condition_set_add(set, random_condition()), 0);
}

/* Are the conditions of the lemma those of the set, in whatever order? */
static void check(const struct lemma_table *table, const struct lemma *lemma,
                  struct condition_set *set)
{
    struct condition found[CONDITIONS_MOST];
    uint32_t count = 0;
    struct condition_walk walk = lemma_conditions(table, lemma);
    for (const struct condition *next; (next = lemma_next_condition(&walk)) != NULL;)
        found[count++] = *next;
    assert_int_equal(count, set->count);
    qsort(found, count, sizeof(found[0]), compare);
    struct condition wanted[CONDITIONS_MOST];
    memcpy(wanted, set->conditions, count * sizeof(wanted[0]));
    qsort(wanted, count, sizeof(wanted[0]), compare);
    assert_memory_equal(found, wanted, count * sizeof(found[0]));
}

/* Packs the set backwards: the same bytes come of it. */
static void turn_round(struct condition_set *set, struct condition_set *turned)
{
    condition_set_clear(turned);
    for (uint32_t i = set->count; i-- > 0;)
        assert_int_equal(condition_set_push(turned, set->conditions[i]), 0);
}

static void test_round_trip(void **unused)
{
    (void)unused;
    struct lemma_table *table = lemma_table_new((size_t)64 << 20, 1);
    struct condition_set set, turned;
    struct condition_packer packer = {0};
    assert_non_null(table);
    assert_int_equal(condition_set_init(&set), 0);
    assert_int_equal(condition_set_init(&turned), 0);
    for (uint32_t i = 0; i < SETS; i++) {
        fill(&set, random_below(random_below(3) != 0 ? 40 : CONDITIONS_MOST));
        assert_int_equal(condition_packer_pack(&packer, &set), 0);
        struct lemma *lemma = lemma_store(table, i, WHITE, 3, LEMMA_FORCES, BELOW_ANY, &packer);
        assert_non_null(lemma);
        check(table, lemma, &set);
        turn_round(&set, &turned);
        assert_int_equal(condition_packer_pack(&packer, &turned), 0);
        assert_true(lemma_has_conditions(table, lemma, &packer));
        if (set.count > 0) {
            turned.conditions[random_below(set.count)].item ^= 1ull << ITEM_KIND_BITS;
            assert_int_equal(condition_packer_pack(&packer, &turned), 0);
            assert_false(lemma_has_conditions(table, lemma, &packer));
        }
        lemma_release(table, lemma);
    }
    condition_packer_release(&packer);
    condition_set_release(&set);
    condition_set_release(&turned);
    lemma_table_free(table);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_round_trip)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
