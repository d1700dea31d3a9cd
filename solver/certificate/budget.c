/* Memory within a budget, and how a check ends that has used it up. */
#include "certificate/budget.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"

int budget_resize(struct budget *budget, void *block, size_t had, size_t wants)
{
    if (wants > had && wants - had > budget->bytes)
        return BUDGET_SPENT;
    /* The pointer may be of any type: it is copied, as a void * lvalue must not name it. */
    void *resized;
    memcpy(&resized, block, sizeof(resized));
    resized = realloc(resized, wants);
    if (resized == NULL)
        return -ENOMEM;
    memcpy(block, &resized, sizeof(resized));
    budget->bytes = budget->bytes + had - wants;
    return 0;
}

int budget_reserve(struct budget *budget, void *array, size_t wanted, size_t *room, size_t size)
{
    if (wanted <= *room)
        return 0;
    size_t grown = array_grown(wanted, *room, size);
    if (grown == 0)
        return BUDGET_SPENT;
    int r = budget_resize(budget, array, *room * size, grown * size);
    if (r == 0)
        *room = grown;
    return r;
}

int budget_reserve_slot(struct budget *budget, struct hashset *set, uint32_t count,
                        hashset_hash *hash, const void *arg)
{
    if (set->slots != NULL && 2 * ((size_t)count + 1) <= set->mask)
        return 0;
    size_t had = hashset_bytes(set), wants = hashset_slots((size_t)count + 1) * sizeof(uint32_t);
    int r = count < HASHSET_NONE - 1 ? budget_count(budget, had, wants) : BUDGET_SPENT;
    if (r == 0 && hashset_reserve(set, count, 1, hash, arg) < 0) {
        budget_count(budget, wants, had);
        r = -ENOMEM;
    }
    return r;
}

void budget_free(struct budget *budget, void *array, size_t room, size_t size)
{
    budget->bytes += room * size;
    free(array);
}

void budget_free_slots(struct budget *budget, struct hashset *set)
{
    budget->bytes += hashset_bytes(set);
    hashset_release(set);
}

int budget_end(int r, struct error *err)
{
    switch (r) {
    case BUDGET_SPENT:
        return error_set(err, -ENOMEM, "the check needs more memory than it has");
    case BUDGET_WORKED:
        return error_set(err, -ETIME, "the check takes more work than a file of this size should");
    case BUDGET_STOPPED:
        return error_set(err, -EINTR, "the check was stopped");
    case -ENOMEM:
        return error_set(err, r, "out of memory");
    default:
        return r;
    }
}
