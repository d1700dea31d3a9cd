/*
 * Searches under rules that remove cycles (cycles/checkpoint.h): their situations, lemmas and proof
 * numbers, so that a run that was stopped goes on. There is one for a ruleset on a board. It is not
 * exported.
 *
 * It is written as a whole under a new number, in chunks. Its head is written last: it says which
 * number counts, and its transaction deletes the chunks of other numbers. So there is always one
 * that is whole, whatever stops the writing (README.md has the format).
 */
#ifndef SOLVER_STORE_SEARCHES_SEARCHES_H
#define SOLVER_STORE_SEARCHES_SEARCHES_H

#include <lmdb.h>

#include "cycles/checkpoint.h"
#include "store/file/record.h"
#include "store/handle/handle.h"

enum searches_kind { SEARCHES_HEAD, SEARCHES_SITUATIONS, SEARCHES_LEMMAS, SEARCHES_NUMBERS };
#define SEARCHES_KINDS 4
#define SEARCHES_KEY_MAX 13
#define SEARCHES_KEY_NUMBER_END 9 /* behind the number, where the chunk begins */

struct searches_key {
    uint8_t bytes[SEARCHES_KEY_MAX];
    size_t size;
};

struct searches_head {
    uint64_t number;                 /* whose chunks count */
    uint64_t root;                   /* whose proof numbers are there; 0: there are none */
    uint64_t counts[SEARCHES_KINDS]; /* situations, lemmas, proof numbers; of the head 0 */
    uint32_t chunks[SEARCHES_KINDS]; /* of each kind */
};

/* What a chunk's reader hands on. */
struct searches_taker {
    /* Each returns false to end the reading. NULL: nothing is handed on. */
    bool (*situation)(void *arg, const struct cycle_situation *situation, bool scored, int score);
    bool (*lemma)(void *arg, struct cycle_lemma *lemma); /* its own from now on */
    bool (*numbers)(void *arg, uint64_t name, struct dfpn_numbers numbers);
    void *arg;
};

/* The key of a chunk, or of the head: then number and chunk do not matter. */
struct searches_key searches_key(enum searches_kind kind, uint64_t number, uint32_t chunk);

/* Each appends to a chunk, which may be empty before. */
void searches_put_situation(struct bytes *chunk, const struct record_shape *shape,
                            const struct cycle_situation *situation, bool scored, int score);
void searches_put_lemma(struct bytes *chunk, const struct record_shape *shape,
                        const struct cycle_lemma *lemma);
void searches_put_numbers(struct bytes *chunk, uint64_t name, struct dfpn_numbers numbers);
/* Appends the value of a head. */
void searches_put_head(struct bytes *to, const struct searches_head *head);
/* Writes the checksum of a value under its key. */
void searches_seal(struct bytes *value, const struct record_shape *shape,
                   const struct searches_key *key);

/*
 * Reads a chunk and hands on what is in it; *ret_count (may be NULL) receives how much that is.
 * Returns false if it is not sound, memory runs out, or the taker says so.
 */
bool searches_read_chunk(const struct record_shape *shape, const MDB_val *key, const MDB_val *value,
                         const struct searches_taker *taker, uint64_t *ret_count);
bool searches_read_head(const struct record_shape *shape, const MDB_val *key, const MDB_val *value,
                        struct searches_head *ret_head);

/* Is a record sound under its key? *ret_kind receives what it is, *ret_count how many are in it;
 * both may be NULL. */
bool searches_is_sound(const struct record_shape *shape, const MDB_val *key, const MDB_val *value,
                       enum searches_kind *ret_kind, uint64_t *ret_count);

/* Sets the functions of store->persistence that save and load searches. */
void searches_init(struct store *store);

#endif
