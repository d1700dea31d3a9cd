/*
 * Hash sets of numbers that stand for something in the caller's arrays: an element is its index
 * there, and the caller knows its hash and when two are equal. Open addressing with linear probing;
 * at most half of the slots are taken. It replaces none of the tables that forget elements
 * (search/lemma.h) or undo them in any order (states/history.h).
 *
 *     size_t at;
 *     for (uint32_t i = hashset_first(&set, hash, &at); i != HASHSET_NONE;
 *          i = hashset_next(&set, &at))
 *         if (is_equal(&list[i], key))
 *             return i;
 *     hashset_put(&set, at, count);
 */
#ifndef SOLVER_BASE_HASHSET_H
#define SOLVER_BASE_HASHSET_H

#include <stddef.h>
#include <stdint.h>

/* No element: what a free slot holds. */
#define HASHSET_NONE UINT32_MAX

/* All zero: an empty set without slots. */
struct hashset {
    uint32_t *slots; /* by hash: an element + 1, or 0 where a slot is free */
    size_t mask;     /* the number of slots, a power of two, less 1 */
};

/* Returns the hash of an element: the same that the caller looks it up with. */
typedef uint64_t hashset_hash(const void *arg, uint32_t element);

/*
 * Makes slots for more elements besides those that the set holds, which are 0 .. count - 1. hash
 * tells their hashes and gets arg; it may be NULL where count is 0. It must have succeeded before
 * the first look and before each hashset_put(), and it moves the elements: look afterwards.
 * Returns 0 or -ENOMEM, with the set as it was.
 */
int hashset_reserve(struct hashset *set, uint32_t count, size_t more, hashset_hash *hash,
                    const void *arg);

/* Frees the slots and leaves an empty set. */
void hashset_release(struct hashset *set);

/* Takes all elements out and keeps the slots. */
void hashset_clear(struct hashset *set);

/* Returns the number of slots for count elements. */
size_t hashset_slots(size_t count);

/* Returns the bytes that the set holds. */
static inline size_t hashset_bytes(const struct hashset *set)
{
    return set->slots == NULL ? 0 : (set->mask + 1) * sizeof(*set->slots);
}

/* Returns the first element that may have this hash, or HASHSET_NONE. *ret_at is where it stands,
 * or the free slot for one. The set has slots. */
static inline uint32_t hashset_first(const struct hashset *set, uint64_t hash, size_t *ret_at)
{
    *ret_at = (size_t)hash & set->mask;
    return set->slots[*ret_at] - 1;
}

/* Returns the next element that may have the hash of the one at *at, or HASHSET_NONE. */
static inline uint32_t hashset_next(const struct hashset *set, size_t *at)
{
    *at = (*at + 1) & set->mask;
    return set->slots[*at] - 1;
}

/* Puts an element into the free slot at which hashset_first() and hashset_next() ended. */
static inline void hashset_put(struct hashset *set, size_t at, uint32_t element)
{
    set->slots[at] = element + 1;
}

/* Takes out the element at a slot. Only the element that was put last may be taken out, then the
 * one before it, and so on: no other was put behind them. */
static inline void hashset_undo(struct hashset *set, size_t at)
{
    set->slots[at] = 0;
}

#endif
