/*
 * All legal canonical boards, numbered in ascending order of their codes (dense/codes.h).
 *
 * A line is a cache line: a bit for each of DENSE_LINE_PLACES places, set where the board is legal
 * and canonical, and how many such boards there are before. So the number of a board costs one look
 * into memory. An index may hold a share of the lines only (dense/share.h); its boards are then
 * numbered among those that it holds.
 */
#ifndef SOLVER_DENSE_INDEX_H
#define SOLVER_DENSE_INDEX_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "dense/codes.h"
#include "dense/share.h"
#include "dense/work.h"

#define DENSE_LINE_WORDS 6
#define DENSE_LINE_PLACES (64 * DENSE_LINE_WORDS)

struct dense_line {
    uint64_t base;                    /* boards of the lines before that are held, too */
    uint64_t counts;                  /* nine bits for each word: boards in the words before it */
    uint64_t words[DENSE_LINE_WORDS]; /* bit i of words[w]: place 64 w + i of the line */
};

struct dense_index {
    const struct dense_codes *codes;
    struct dense_share share;
    uint64_t all_lines;  /* of the board, whoever holds them */
    uint64_t line_count; /* that are held */
    uint64_t count;      /* boards of these */
    struct dense_line *lines;
    bool owned; /* lines is freed by dense_index_release() */
};

/* Returns how many lines an index holds: room for so many struct dense_line is what it needs. */
uint64_t dense_index_lines(const struct dense_codes *codes, struct dense_share share);

/*
 * Makes the index of a share of the boards. codes must outlive it. lines is room for
 * dense_index_lines() lines that outlives it, too, aligned to 64 bytes; or NULL: it gets memory of
 * its own. Threads and stop of the work count. Always the same. Returns 0, -ENOMEM, or -EINTR when
 * stop returned true. dense_index_release() it.
 */
int dense_index_init(struct dense_index *ret_index, const struct dense_codes *codes,
                     struct dense_share share, struct dense_line *lines,
                     const struct dense_work *how);

/* The same of lines that dense_index_init() filled for the same share, in another run say. */
void dense_index_reuse(struct dense_index *ret_index, const struct dense_codes *codes,
                       struct dense_share share, struct dense_line *lines);

/* An index of zeros is allowed. */
void dense_index_release(struct dense_index *index);

/*
 * Makes one line without an index, as it stands in one, but for its base, which is 0: some
 * microseconds. Returns how many boards it has. line is below dense_index_lines() of everything.
 */
unsigned dense_index_make_line(const struct dense_codes *codes, uint64_t line,
                               struct dense_line *ret_line);

/* Returns the line, of all of the board, of a canonical board's code. */
static inline uint64_t dense_index_line(const struct dense_codes *codes, uint64_t code)
{
    return dense_codes_place(codes, code) / DENSE_LINE_PLACES;
}

/* Is the board of this place in the line? at is a place within the line. */
static inline bool dense_line_has(const struct dense_line *line, unsigned at)
{
    return (line->words[at / 64] >> at % 64 & 1) != 0;
}

/* Returns the number of the board at a place within the line. */
static inline uint64_t dense_line_number(const struct dense_line *line, unsigned at)
{
    unsigned word = at / 64;
    uint64_t before = line->words[word] & ((1ull << at % 64) - 1);
    return line->base + (line->counts >> 9 * word & 511) + (unsigned)__builtin_popcountll(before);
}

/* Fetches what dense_index_number() of the code will need; its line is held. */
static inline void dense_index_fetch(const struct dense_index *index, uint64_t code)
{
    uint64_t line = dense_index_line(index->codes, code);
    __builtin_prefetch(&index->lines[dense_share_local(index->share, line)]);
}

/* Returns the number of a legal canonical board whose line is held. */
static inline uint64_t dense_index_number(const struct dense_index *index, uint64_t code)
{
    uint64_t place = dense_codes_place(index->codes, code);
    uint64_t line = place / DENSE_LINE_PLACES;
    return dense_line_number(&index->lines[dense_share_local(index->share, line)],
                             (unsigned)(place - line * DENSE_LINE_PLACES));
}

/* Is this the code of a legal canonical board that is held? Any number may be asked for. */
bool dense_index_has(const struct dense_index *index, uint64_t code);

/* Returns the code of the board with a number below index->count. */
uint64_t dense_index_code(const struct dense_index *index, uint64_t number);

/* Returns which of the held lines has the board with a number below index->count. */
uint64_t dense_index_find(const struct dense_index *index, uint64_t number);

/* Returns how many boards are in the held lines before the local-th; local may be line_count. */
uint64_t dense_index_first(const struct dense_index *index, uint64_t local);

/*
 * A walk over the boards of some held lines, the greatest code first:
 *
 *     struct dense_walk walk;
 *     dense_walk_start(&walk, index, from, end);
 *     while (dense_walk_next(&walk))
 *         ... walk.number, walk.code; dense_codes_stones() gives the stones
 */
struct dense_walk {
    const struct dense_index *index;
    uint64_t from, local; /* the first line of the walk, and that at hand, among the held ones */
    uint64_t place;       /* of bit 0 of the word at hand */
    uint64_t left;        /* bits of that word that are still to come */
    unsigned word;
    uint64_t prefix_first; /* the first place of the prefix at hand; UINT64_MAX at first */
    uint64_t prefix;       /* that prefix as it stands in codes */
    uint64_t number;       /* of the board */
    uint64_t code;
};

/* Starts a walk down the held lines end - 1, ..., from. */
void dense_walk_start(struct dense_walk *ret_walk, const struct dense_index *index, uint64_t from,
                      uint64_t end);

/* Goes to the next word with boards; returns false if there is none. */
bool dense_walk_word(struct dense_walk *walk);

/* Goes to the prefix of a place. */
void dense_walk_prefix(struct dense_walk *walk, uint64_t place);

/* Goes to the next board; returns false at the end. */
static inline bool dense_walk_next(struct dense_walk *walk)
{
    if (walk->left == 0 && !dense_walk_word(walk))
        return false;
    unsigned bit = 63u - (unsigned)__builtin_clzll(walk->left);
    walk->left ^= 1ull << bit;
    walk->number--;
    uint64_t place = walk->place + bit;
    if (place < walk->prefix_first)
        dense_walk_prefix(walk, place);
    walk->code = walk->prefix | (place - walk->prefix_first);
    return true;
}

#endif
