/*
 * Results of the count of returns, and what keeps them by what they are of: packed, for there are
 * millions of them.
 */
#ifndef SOLVER_COUNT_RETURNS_MEMO_H
#define SOLVER_COUNT_RETURNS_MEMO_H

#include <gmp.h>

#include "base/hashset.h"
#include "count/histories/returns_rows.h"

/* Paths that end at one arrival. */
struct returns_term {
    uint32_t arrival;
    int32_t low; /* of the row */
    uint32_t count;
};

struct returns_result {
    uint64_t *numbers;          /* the rows of all terms */
    struct returns_term *terms; /* only of arrivals from which an edge leads out of the set */
    size_t term_count, term_room;
    size_t number_count, number_room;
    struct returns_memory *memory;
    mpz_t games; /* ends and returns within the set */
};

struct returns_memo {
    uint8_t **chunks; /* entries lie in them */
    size_t chunk_count, chunk_room;
    size_t used; /* bytes of the last chunk */
    uint8_t **entries;
    uint32_t count;
    size_t room;
    struct hashset index;
    size_t words; /* of a set */
    size_t bytes; /* that are held, in memory as well */
    size_t most;  /* bytes that it may hold of what memory has: its share */
    size_t least; /* the share becomes no less */
    struct returns_memory *memory;
};

/* Makes an empty result. What it holds is added to memory, which is borrowed. */
void returns_memo_init_result(struct returns_result *ret_result, struct returns_memory *memory);
void returns_memo_release_result(struct returns_result *result);

/* Takes all terms and games out. */
void returns_memo_clear_result(struct returns_result *result);

/* Adds a copy of a row as a term; mirrored: shifts change their signs. Returns 0, -ENOSPC
 * (memory->most) or -ENOMEM. */
int returns_memo_add_term(struct returns_result *result, uint32_t arrival,
                          const struct returns_row *row, bool mirrored);

/* Fills the result with what is kept of paths from an arrival within a set. Returns 1, or 0 if
 * nothing is, or was forgotten to make room; -ENOSPC (memory->most) or -ENOMEM. */
int returns_memo_find(struct returns_memo *memo, uint32_t arrival, const uint64_t *set,
                      struct returns_result *result);

/* Keeps a copy of the result. Returns 0, or -ENOSPC (memory->most, or the memo's share) or -ENOMEM:
 * then it is not kept, and the memo has not grown beyond what it may hold. */
int returns_memo_keep(struct returns_memo *memo, uint32_t arrival, const uint64_t *set,
                      const struct returns_result *result);
void returns_memo_release(struct returns_memo *memo);

#endif
