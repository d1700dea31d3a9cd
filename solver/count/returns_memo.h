/* Results of the count of returns, kept by what they are of. */
#ifndef SOLVER_COUNT_RETURNS_MEMO_H
#define SOLVER_COUNT_RETURNS_MEMO_H

#include <gmp.h>

#include "base/hashset.h"
#include "count/returns_rows.h"

/* Paths that end at one arrival. */
struct returns_term {
    uint32_t arrival;
    int16_t low; /* of the row */
    uint16_t count;
};

struct returns_result {
    uint64_t *set;              /* the items: paths stay within */
    uint64_t *numbers;          /* the rows of all terms */
    struct returns_term *terms; /* only of arrivals from which an edge leads out of the set */
    size_t term_count, term_room;
    size_t number_count, number_room;
    mpz_t games;      /* ends and returns within the set */
    uint32_t arrival; /* where the paths begin */
};

struct returns_memo {
    struct returns_result **results;
    uint32_t count;
    size_t room;
    struct hashset index;
    size_t words; /* of a set */
    size_t bytes;
};

/* Makes an empty result. Returns NULL where memory lacks. */
struct returns_result *returns_memo_new_result(uint32_t arrival, const uint64_t *set, size_t words);
void returns_memo_free_result(struct returns_result *result);

/* Adds a copy of a row as a term; mirrored: shifts change their signs. Returns 0 or -ENOMEM. */
int returns_memo_add_term(struct returns_result *result, uint32_t arrival,
                          const struct returns_row *row, bool mirrored);

const struct returns_result *returns_memo_find(const struct returns_memo *memo, uint32_t arrival,
                                               const uint64_t *set);

/* Takes the result over. Returns 0 or -ENOMEM; then it is the caller's. */
int returns_memo_keep(struct returns_memo *memo, struct returns_result *result);
void returns_memo_release(struct returns_memo *memo);

#endif
