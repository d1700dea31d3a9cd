/*
 * Bugs that tests inject: the search then reuses results where it must not. With INJECTED_BUG 0,
 * as everywhere but in these tests, nothing here does anything. The bugs:
 *
 * - 1: Lemmas have no conditions, as if the key were the state alone.
 *
 * - 2: Each lemma forgets one of its conditions. With cycles (cycles/lemma.c): nothing is watched.
 *
 * - 3: The shift of counters by a pass has the wrong sign.
 */
#ifndef SOLVER_SEARCH_INJECTED_BUGS_H
#define SOLVER_SEARCH_INJECTED_BUGS_H

#include "search/condition.h"

#ifndef INJECTED_BUG
#define INJECTED_BUG 0
#endif

static inline int injected_bugs_shift(int shift)
{
    return INJECTED_BUG == 3 ? -shift : shift;
}

static inline void injected_bugs_forget(struct condition_set *conditions)
{
    if (INJECTED_BUG == 1)
        condition_set_clear(conditions);
    if (INJECTED_BUG == 2 && conditions->count > 0) {
        struct condition *one = &conditions->conditions[conditions->count / 2];
        one->item |= CONDITION_ABSENT_OK;
        one->low = CONDITION_LOW;
        one->high = CONDITION_HIGH;
    }
}

#endif
