/*
 * A record of a sub-table: all lemmas that are stored of one canonical state.
 *
 *     checksum  8   XXH3-64 of the rest, seeded with the hash of the sub-table's name
 *     state         packed
 *     count     1   of entries, at most ENTRIES_MAX
 *     entries       the most work first
 *
 * A packed state: the sets of Black's and of White's stones (set_bytes each, bit p is point p),
 * then mover | passes << 1, then the ko (struct stone_move). The key is the hash of it.
 *
 * A packed entry: flags 1, bound 2, nodes 8, number of conditions 4, with ENTRY_BELOW a margin 2,
 * the conditions, ascending. A condition: two sets of stones, kind 2 (states/state.h), flags 1, and
 * in a wide entry low 2 and high 2. In a narrow entry every condition allows all counters or, with
 * MUST_BE_ABSENT, none.
 *
 * All numbers are little-endian. Records speak of boards, not of a run's numbers for them, and stay
 * in the view of the canonical state, which no run's numbering changes.
 */
#ifndef SOLVER_STORE_LEMMAS_LEMMA_RECORD_H
#define SOLVER_STORE_LEMMAS_LEMMA_RECORD_H

#include "base/bytes.h"
#include "search/search.h"
#include "store/file/record.h"

#define ENTRIES_MAX 16               /* of a record */
#define ENTRY_BYTES_MAX (256u << 10) /* of an entry that is written */
#define RECORD_BYTES_MAX (1u << 20)  /* of all entries of a record */
#define STATE_BYTES_MAX 18           /* of a packed state */
#define ENTRY_HEAD 15                /* bytes of a packed entry before the rest */

enum entry_flags {
    ENTRY_WHITE = 1,    /* White wins */
    ENTRY_DENIES = 2,   /* the winner forces no end, he only denies the opponent's */
    ENTRY_WIDE = 4,     /* its conditions have low and high */
    ENTRY_IMPORTED = 8, /* it was not proved here, or rests on what was not */
    ENTRY_BELOW = 16,   /* from what is on record the winner forces less than a margin */
};
#define ENTRY_FLAGS 31
enum condition_flags { MAY_BE_ABSENT = 1, MUST_BE_ABSENT = 2 };

struct stored_state {
    struct stones board;
    uint8_t mover, passes, ko;
};

struct stored_condition {
    struct stones board; /* empty for an item of the whole game (ITEM_GAME) */
    uint16_t kind;       /* of the item (states/state.h) */
    uint8_t flags;       /* enum condition_flags */
    int16_t low, high;   /* counters that are allowed */
};

/* A packed entry, where it lies. */
struct lemma_entry {
    uint8_t flags;             /* enum entry_flags */
    int bound;                 /* what the winner gets at least, in his own view */
    int below;                 /* on record he forces less (search/free_margins.h), or BELOW_ANY */
    uint64_t nodes;            /* that its proof took */
    uint32_t count;            /* of conditions */
    const uint8_t *conditions; /* packed */
    const uint8_t *start;      /* of the packed entry */
    size_t size;               /* of it */
};

static inline size_t lemma_state_bytes(const struct record_shape *shape)
{
    return 2 * shape->set_bytes + 2;
}

static inline size_t lemma_condition_bytes(const struct record_shape *shape, unsigned entry_flags)
{
    return 2 * shape->set_bytes + (entry_flags & ENTRY_WIDE ? 7 : 3);
}

/* The bytes of a packed entry before its conditions. */
static inline size_t lemma_head_bytes(unsigned entry_flags)
{
    return ENTRY_HEAD + (entry_flags & ENTRY_BELOW ? 2 : 0);
}

/* Packs a state into lemma_state_bytes(), and back. */
void lemma_pack_state(const struct record_shape *shape, const struct stored_state *state,
                      uint8_t *to);
void lemma_unpack_state(const struct record_shape *shape, const uint8_t *from,
                        struct stored_state *ret_state);

/* Packs a condition into lemma_condition_bytes(), and back: the i-th of an entry. */
void lemma_pack_condition(const struct record_shape *shape,
                          const struct stored_condition *condition, bool wide, uint8_t *to);
void lemma_unpack_condition(const struct record_shape *shape, const struct lemma_entry *entry,
                            uint32_t i, struct stored_condition *ret_condition);

/* The most passes in a row that a state counts. */
#define PASSES_MAX 3

/* Are these stones, a ko and an item of a board of these points? The rules do not matter. */
bool lemma_state_makes_sense(const struct record_shape *shape, const struct stored_state *state);
bool lemma_condition_makes_sense(const struct record_shape *shape,
                                 const struct stored_condition *condition);

/* Sorts packed conditions of `width` bytes each. */
void lemma_sort_conditions(uint8_t *conditions, size_t count, size_t width);

/* Sorts the conditions of the packed entry of size bytes at data, which must be whole. */
void lemma_entry_sort(const struct record_shape *shape, uint8_t *data, size_t size);

/* Reads the entry at the reader. Returns false if there is none that makes sense. */
bool lemma_entry_read(const struct record_shape *shape, struct bytes_reader *reader,
                      struct lemma_entry *ret_entry);

/*
 * Reads a value under a key. Returns false if the record is not sound: checksum, key, entries to
 * the last byte, boards and points. Else it lists the entries, which lie in value, and sets
 * *ret_count to how many they are.
 */
bool lemma_record_read(const struct record_shape *shape, const uint8_t *key, const uint8_t *value,
                       size_t size, struct lemma_entry entries[ENTRIES_MAX], size_t *ret_count);

/*
 * Appends to *ret_value the record of a state from its old entries (old_count may be 0) and those
 * that are added. Leaves out entries that another one makes superfluous, and those that are too
 * many. Returns 1, 0 where the record stays as it is, or -ENOMEM.
 */
int lemma_record_merge(const struct record_shape *shape, const uint8_t *state,
                       const struct lemma_entry *old, size_t old_count,
                       const struct lemma_entry *added, size_t added_count,
                       struct bytes *ret_value);

#endif
