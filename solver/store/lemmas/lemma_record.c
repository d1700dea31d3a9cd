/* Records: packing, reading, merging. */
#include "store/lemmas/lemma_record.h"

#include <assert.h>
#include <endian.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

void lemma_pack_state(const struct record_shape *shape, const struct stored_state *state,
                      uint8_t *to)
{
    int width = (int)shape->set_bytes;
    bytes_encode(to, state->board.of[BLACK], width);
    bytes_encode(to + width, state->board.of[WHITE], width);
    to[2 * width] = (uint8_t)(state->mover | state->passes << 1);
    to[2 * width + 1] = state->ko;
}

void lemma_unpack_state(const struct record_shape *shape, const uint8_t *from,
                        struct stored_state *ret_state)
{
    int width = (int)shape->set_bytes;
    ret_state->board.of[BLACK] = bytes_decode(from, width);
    ret_state->board.of[WHITE] = bytes_decode(from + width, width);
    ret_state->mover = from[2 * width] & 1;
    ret_state->passes = from[2 * width] >> 1;
    ret_state->ko = from[2 * width + 1];
}

void lemma_pack_condition(const struct record_shape *shape,
                          const struct stored_condition *condition, bool wide, uint8_t *to)
{
    int width = (int)shape->set_bytes;
    bytes_encode(to, condition->board.of[BLACK], width);
    bytes_encode(to + width, condition->board.of[WHITE], width);
    to += 2 * width;
    bytes_encode(to, condition->kind, 2);
    to[2] = condition->flags;
    if (!wide)
        return;
    bytes_encode(to + 3, (uint16_t)condition->low, 2);
    bytes_encode(to + 5, (uint16_t)condition->high, 2);
}

void lemma_unpack_condition(const struct record_shape *shape, const struct lemma_entry *entry,
                            uint32_t i, struct stored_condition *ret_condition)
{
    int width = (int)shape->set_bytes;
    const uint8_t *from = entry->conditions + i * lemma_condition_bytes(shape, entry->flags);
    ret_condition->board.of[BLACK] = bytes_decode(from, width);
    ret_condition->board.of[WHITE] = bytes_decode(from + width, width);
    from += 2 * width;
    ret_condition->kind = (uint16_t)bytes_decode(from, 2);
    ret_condition->flags = from[2];
    ret_condition->low = CONDITION_LOW;
    ret_condition->high = CONDITION_HIGH;
    if (ret_condition->flags & MUST_BE_ABSENT) {
        ret_condition->low = 1;
        ret_condition->high = 0;
    } else if (entry->flags & ENTRY_WIDE) {
        ret_condition->low = (int16_t)bytes_decode(from + 3, 2);
        ret_condition->high = (int16_t)bytes_decode(from + 5, 2);
    }
}

/* A condition's bytes as a number, so that comparing is quick and needs no jump. */
__extension__ typedef unsigned __int128 sort_key;

#define MERGE_SORT_TYPE sort_key
#include "base/merge_sort.h"

static sort_key key_of(const uint8_t *condition, size_t width)
{
    uint64_t halves[2] = {0};
    memcpy(halves, condition, width);
    return (sort_key)be64toh(halves[0]) << 64 | be64toh(halves[1]);
}

static void key_write(sort_key key, uint8_t *condition, size_t width)
{
    uint64_t halves[2] = {htobe64((uint64_t)(key >> 64)), htobe64((uint64_t)key)};
    memcpy(condition, halves, width);
}

static bool ascend(const uint8_t *conditions, size_t count, size_t width)
{
    for (size_t i = 1; i < count; i++)
        if (memcmp(conditions + (i - 1) * width, conditions + i * width, width) > 0)
            return false;
    return true;
}

static int compare_conditions(const void *a, const void *b, void *width)
{
    return memcmp(a, b, *(size_t *)width);
}

/* qsort_r() took a tenth of a search's time. */
void lemma_sort_conditions(uint8_t *conditions, size_t count, size_t width)
{
    if (ascend(conditions, count, width))
        return;
    sort_key *keys = width <= sizeof(sort_key) ? malloc(2 * count * sizeof(sort_key)) : NULL;
    if (keys == NULL) {
        qsort_r(conditions, count, width, compare_conditions, &width);
        return;
    }
    for (size_t i = 0; i < count; i++)
        keys[i] = key_of(conditions + i * width, width);
    const sort_key *sorted = merge_sort(keys, keys + count, count);
    for (size_t i = 0; i < count; i++)
        key_write(sorted[i], conditions + i * width, width);
    free(keys);
}

void lemma_entry_sort(const struct record_shape *shape, uint8_t *data, size_t size)
{
    size_t width = lemma_condition_bytes(shape, data[0]), head = lemma_head_bytes(data[0]);
    assert(size >= head && bytes_decode(data + 11, 4) == (size - head) / width);
    lemma_sort_conditions(data + head, (size - head) / width, width);
}

bool lemma_entry_read(const struct record_shape *shape, struct bytes_reader *reader,
                      struct lemma_entry *ret_entry)
{
    struct lemma_entry entry = {.start = reader->at};
    entry.flags = (uint8_t)bytes_read_number(reader, 1);
    entry.bound = (int)bytes_read_signed(reader, 2);
    entry.nodes = bytes_read_number(reader, 8);
    entry.count = (uint32_t)bytes_read_number(reader, 4);
    entry.below = entry.flags & ENTRY_BELOW ? (int)bytes_read_signed(reader, 2) : BELOW_ANY;
    entry.conditions = reader->at;
    size_t width = lemma_condition_bytes(shape, entry.flags);
    if (reader->bad || entry.flags > ENTRY_FLAGS || entry.count > reader->left / width)
        return false;
    bytes_read(reader, entry.count * width);
    entry.size = (size_t)(reader->at - entry.start);
    *ret_entry = entry;
    return true;
}

/* --- what can be on a board --- */

static bool is_board(const struct record_shape *shape, struct stones board)
{
    uint64_t all = shape->points < 64 ? (1ull << shape->points) - 1 : UINT64_MAX;
    return (board.of[BLACK] & board.of[WHITE]) == 0 &&
           ((board.of[BLACK] | board.of[WHITE]) & ~all) == 0;
}

static bool is_ko(const struct record_shape *shape, unsigned ko)
{
    return ko <= (unsigned)shape->points || ko == KO_SELF;
}

bool lemma_state_makes_sense(const struct record_shape *shape, const struct stored_state *state)
{
    return is_board(shape, state->board) && state->passes <= PASSES_MAX && is_ko(shape, state->ko);
}

bool lemma_condition_makes_sense(const struct record_shape *shape,
                                 const struct stored_condition *condition)
{
    unsigned place = condition->kind >> 3 & 127;
    bool visit = (condition->kind & ITEM_CYCLE) != 0;
    return is_board(shape, condition->board) && is_ko(shape, place) &&
           (visit || condition->kind >> ITEM_VISIT_SHIFT == 0) &&
           condition->flags <= (MAY_BE_ABSENT | MUST_BE_ABSENT) &&
           (condition->low <= condition->high || (condition->flags & MUST_BE_ABSENT));
}

static bool entry_makes_sense(const struct record_shape *shape, const struct lemma_entry *entry)
{
    if ((entry->flags & ENTRY_BELOW) && abs(entry->below) > shape->points)
        return false;
    for (uint32_t i = 0; i < entry->count; i++) {
        struct stored_condition condition;
        lemma_unpack_condition(shape, entry, i, &condition);
        if (!lemma_condition_makes_sense(shape, &condition))
            return false;
    }
    return true;
}

bool lemma_record_read(const struct record_shape *shape, const uint8_t *key, const uint8_t *value,
                       size_t size, struct lemma_entry entries[ENTRIES_MAX], size_t *ret_count)
{
    uint8_t wanted[STORE_KEY];
    size_t head = CHECKSUM + lemma_state_bytes(shape);
    if (size <= head || !record_is_sealed(value, size, shape->seed))
        return false;
    record_hash(value + CHECKSUM, lemma_state_bytes(shape), wanted);
    if (memcmp(wanted, key, STORE_KEY) != 0)
        return false;
    struct bytes_reader reader = {value + head + 1, size - head - 1, false};
    struct stored_state state;
    size_t count = value[head];
    lemma_unpack_state(shape, value + CHECKSUM, &state);
    if (count > ENTRIES_MAX || !lemma_state_makes_sense(shape, &state))
        return false;
    for (size_t i = 0; i < count; i++)
        if (!lemma_entry_read(shape, &reader, &entries[i]) ||
            !entry_makes_sense(shape, &entries[i]))
            return false;
    *ret_count = count;
    return reader.left == 0;
}

/* Are all conditions of `one` among those of `other`? Both lists ascend. */
static bool asks_no_more(const struct record_shape *shape, const struct lemma_entry *one,
                         const struct lemma_entry *other)
{
    size_t width = lemma_condition_bytes(shape, one->flags);
    if (one->count == 0)
        return true;
    if (one->count > other->count || ((one->flags ^ other->flags) & ENTRY_WIDE))
        return false;
    for (uint32_t i = 0, j = 0; i < one->count; j++) {
        if (one->count - i > other->count - j)
            return false;
        int order = memcmp(one->conditions + i * width, other->conditions + j * width, width);
        if (order < 0)
            return false;
        i += order == 0;
    }
    return true;
}

/* Does `one` serve wherever `other` does? An imported entry does not replace one that was proved
 * here. */
static bool makes_superfluous(const struct record_shape *shape, const struct lemma_entry *one,
                              const struct lemma_entry *other)
{
    unsigned kind = ENTRY_WHITE | ENTRY_DENIES;
    if ((one->flags & ENTRY_IMPORTED) && !(other->flags & ENTRY_IMPORTED))
        return false;
    return (one->flags & kind) == (other->flags & kind) && one->bound >= other->bound &&
           one->below >= other->below && asks_no_more(shape, one, other);
}

/* What was proved here comes first, then the most work. The order depends on nothing but the
 * entries, so that equal sets give equal records. */
static int compare_entries(const void *a, const void *b)
{
    const struct lemma_entry *one = a, *two = b;
    if ((one->flags ^ two->flags) & ENTRY_IMPORTED)
        return one->flags & ENTRY_IMPORTED ? 1 : -1;
    if (one->nodes != two->nodes)
        return one->nodes > two->nodes ? -1 : 1;
    if (one->size != two->size)
        return one->size < two->size ? -1 : 1;
    return memcmp(one->start, two->start, one->size);
}

static void write_record(const struct record_shape *shape, const uint8_t *state,
                         const struct lemma_entry *entries, size_t count, struct bytes *value)
{
    size_t start = value->size;
    record_begin(value);
    bytes_put(value, state, lemma_state_bytes(shape));
    bytes_put_number(value, count, 1);
    for (size_t i = 0; i < count; i++)
        bytes_put(value, entries[i].start, entries[i].size);
    record_seal(value, start, shape->seed);
}

/* Adds one to the list of *count, which has room for one more than a record. Returns whether the
 * list has changed. */
static bool add_entry(const struct record_shape *shape, struct lemma_entry *list, size_t *count,
                      const struct lemma_entry *added)
{
    size_t left = 0, total = 0;
    for (size_t i = 0; i < *count; i++)
        if (makes_superfluous(shape, &list[i], added))
            return false;
    for (size_t i = 0; i < *count; i++)
        if (!makes_superfluous(shape, added, &list[i]))
            list[left++] = list[i];
    list[left++] = *added;
    qsort(list, left, sizeof(list[0]), compare_entries);
    if (left > ENTRIES_MAX)
        left = ENTRIES_MAX;
    for (size_t i = 0; i < left; i++) {
        total += list[i].size;
        if (total > RECORD_BYTES_MAX)
            left = i;
    }
    *count = left;
    return true;
}

int lemma_record_merge(const struct record_shape *shape, const uint8_t *state,
                       const struct lemma_entry *old, size_t old_count,
                       const struct lemma_entry *added, size_t added_count, struct bytes *ret_value)
{
    struct lemma_entry list[ENTRIES_MAX + 1];
    size_t count = old_count;
    bool changed = false;
    if (old_count > 0)
        memcpy(list, old, old_count * sizeof(list[0]));
    for (size_t i = 0; i < added_count; i++)
        changed |= add_entry(shape, list, &count, &added[i]);
    if (!changed)
        return 0;
    write_record(shape, state, list, count, ret_value);
    return ret_value->failed ? -ENOMEM : 1;
}
