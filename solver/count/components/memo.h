/*
 * A memo in bounded memory: results by keys, for several threads at once. When it is full it
 * forgets what saved the least work so far; so a count goes on in any memory, only slower.
 *
 * The table is cut into shards by hash, each with its own lock. A shard keeps its records one after
 * the other in a block of memory of fixed size, with an index of open addressing beside.
 */
#ifndef SOLVER_COUNT_MEMO_H
#define SOLVER_COUNT_MEMO_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct memo;

/* Bytes of the smallest one. */
#define MEMO_LEAST ((size_t)64 << 10)

/* What a memo holds, all shards together. */
struct memo_size {
    uint64_t entries;
    uint64_t bytes;
    uint64_t forgotten; /* entries that had to go */
};

/*
 * Makes an empty memo for keys of key_words words that holds at most bytes. Returns 0, -ENOSPC
 * (they are fewer than MEMO_LEAST) or -ENOMEM. memo_free() it.
 */
int memo_new(size_t key_words, size_t bytes, struct memo **ret_memo);
void memo_free(struct memo *memo);

/*
 * Copies the result of a key, whose hash is the caller's, into buffer of room bytes. Returns its
 * size, or 0: it is not there (any longer), or the buffer is too small.
 */
size_t memo_find(struct memo *memo, uint64_t hash, const uint64_t *key, void *buffer, size_t room);

/* Records a result of size bytes, 1 or more, that took so much work. One too large to be kept is
 * not. */
void memo_put(struct memo *memo, uint64_t hash, const uint64_t *key, const void *result,
              size_t size, uint64_t work);

struct memo_size memo_size(struct memo *memo);

#endif
