/* Packing conditions. */
#include "search/condition_packer.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"

#define MERGE_SORT_TYPE uint32_t
#include "base/merge_sort.h"

/* What a condition, or a head, takes at most: kind and form, bounds, number; board. */
#define HEAD_BYTES_MAX (3 + 4 + 5)
#define BOARD_BYTES_MAX 5

struct packed_group {
    uint64_t demand;
    uint32_t count; /* of its boards */
    uint32_t first; /* where they begin in packer.boards, and where the next one goes */
};

void condition_packer_release(struct condition_packer *packer)
{
    free(packer->bytes);
    free(packer->groups);
    free(packer->group_of);
    free(packer->boards);
    memset(packer, 0, sizeof(*packer));
}

size_t condition_packer_bytes(const struct condition_packer *packer)
{
    return packer->capacity + packer->group_capacity * sizeof(*packer->groups) +
           packer->condition_capacity * (sizeof(*packer->group_of) + 2 * sizeof(*packer->boards));
}

/* Makes room for a set of count conditions. */
static int reserve(struct condition_packer *packer, size_t count)
{
    if (count <= packer->condition_capacity)
        return 0;
    size_t capacity = 2 * count;
    uint32_t *group_of = realloc(packer->group_of, capacity * sizeof(*group_of));
    if (group_of != NULL)
        packer->group_of = group_of;
    uint32_t *boards = realloc(packer->boards, 2 * capacity * sizeof(*boards));
    if (boards != NULL)
        packer->boards = boards;
    if (group_of == NULL || boards == NULL)
        return -ENOMEM;
    packer->condition_capacity = capacity;
    return 0;
}

/* All of a condition but its board, as a number that tells the order of groups. */
static uint64_t demand_of(const struct condition *condition)
{
    uint64_t absent_ok = (condition->item & CONDITION_ABSENT_OK) != 0;
    return absent_ok << 48 | (uint64_t)(uint16_t)condition->low << 32 |
           (uint64_t)(uint16_t)condition->high << 16 | item_kind(condition->item);
}

/* Finds the group of a demand, or adds it; most conditions ask the same as the one before them.
 * There are few groups. */
static int find_group(struct condition_packer *packer, uint64_t demand, size_t *group)
{
    if (*group < packer->group_count && packer->groups[*group].demand == demand)
        return 0;
    for (*group = 0; *group < packer->group_count; ++*group)
        if (packer->groups[*group].demand == demand)
            return 0;
    int r = array_reserve(&packer->groups, packer->group_count + 1, &packer->group_capacity,
                          sizeof(*packer->groups));
    if (r == 0)
        packer->groups[packer->group_count++] = (struct packed_group){.demand = demand};
    return r;
}

/* Tells the conditions apart by groups, and gives the groups their places in packer.boards. */
static int group_conditions(struct condition_packer *packer, const struct condition_set *set)
{
    size_t group = 0;
    packer->group_count = 0;
    for (uint32_t i = 0; i < set->count; i++) {
        int r = find_group(packer, demand_of(&set->conditions[i]), &group);
        if (r < 0)
            return r;
        packer->group_of[i] = (uint32_t)group;
        packer->groups[group].count++;
    }
    uint32_t first = 0;
    for (size_t i = 0; i < packer->group_count; i++) {
        packer->groups[i].first = first;
        first += packer->groups[i].count;
    }
    for (uint32_t i = 0; i < set->count; i++)
        packer->boards[packer->groups[packer->group_of[i]].first++] =
            item_board(condition_item(&set->conditions[i]));
    for (size_t i = 0; i < packer->group_count; i++)
        packer->groups[i].first -= packer->groups[i].count;
    return 0;
}

static int compare_groups(const void *a, const void *b)
{
    const struct packed_group *one = a, *two = b;
    return one->demand < two->demand ? -1 : one->demand > two->demand;
}

/* --- writing --- */

static uint8_t *write_number(uint8_t *to, uint64_t number)
{
    for (; number >= 128; number >>= 7)
        *to++ = (uint8_t)(number | 128);
    *to++ = (uint8_t)number;
    return to;
}

static enum packed_form form_of(uint64_t demand)
{
    bool absent_ok = demand >> 48 != 0;
    int16_t low = (int16_t)(demand >> 32), high = (int16_t)(demand >> 16);
    if (absent_ok)
        return low == 1 && high == 0 ? PACKED_ABSENT : PACKED_OPEN_OK;
    return low == CONDITION_LOW && high == CONDITION_HIGH ? PACKED_PRESENT : PACKED_OPEN;
}

static uint8_t *write_head(uint8_t *to, const struct packed_group *group)
{
    enum packed_form form = form_of(group->demand);
    to = write_number(to, (group->demand & UINT16_MAX) << 2 | form);
    for (int shift = 40; (form == PACKED_OPEN || form == PACKED_OPEN_OK) && shift >= 16; shift -= 8)
        *to++ = (uint8_t)(group->demand >> shift);
    return write_number(to, group->count);
}

int condition_packer_pack(struct condition_packer *packer, const struct condition_set *set)
{
    int r = reserve(packer, set->count);
    if (r == 0)
        r = group_conditions(packer, set);
    if (r == 0)
        r = array_reserve(&packer->bytes,
                          packer->group_count * HEAD_BYTES_MAX + set->count * BOARD_BYTES_MAX + 1,
                          &packer->capacity, 1);
    if (r < 0)
        return r;
    if (packer->group_count > 1)
        qsort(packer->groups, packer->group_count, sizeof(*packer->groups), compare_groups);
    uint8_t *to = packer->bytes;
    for (size_t i = 0; i < packer->group_count; i++) {
        const struct packed_group *group = &packer->groups[i];
        const uint32_t *boards =
            merge_sort(packer->boards + group->first, packer->boards + set->count, group->count);
        uint32_t before = 0;
        to = write_head(to, group);
        for (uint32_t k = 0; k < group->count; before = boards[k++])
            to = write_number(to, boards[k] - before);
    }
    packer->size = (size_t)(to - packer->bytes);
    packer->count = set->count;
    return 0;
}
