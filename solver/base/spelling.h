/*
 * Names as people type them. Two spellings of a name are the same whatever their case, and whether
 * ' ', '_', '-' or nothing stands between two letters or digits. A name that is not known at all
 * is answered by the nearest of those that are.
 */
#ifndef SOLVER_BASE_SPELLING_H
#define SOLVER_BASE_SPELLING_H

#include <stdbool.h>
#include <stddef.h>

/* Is text, length bytes long, a spelling of name? Blanks before and after it do not matter. */
bool spelling_is(const char *name, const char *text, size_t length);

/* The most names that an answer holds: where more are as near, none is worth telling. */
#define SPELLING_NEAREST_MAX 3

/* The names nearest to a text. Begin with spelling_begin(). */
struct spelling {
    const char *text;
    size_t length;
    unsigned distance; /* of the nearest so far; what is further is no answer */
    size_t count;      /* of names as near; may be more than there is room for */
    const char *nearest[SPELLING_NEAREST_MAX];
    size_t lengths[SPELLING_NEAREST_MAX]; /* of these, in bytes */
};

/* Looks for names near text, length bytes long; both must last. */
void spelling_begin(struct spelling *spelling, const char *text, size_t length);

/* Compares with one name, which must last. One letter wrong, missing, too much, or two exchanged
 * are 1; the same beginning is 1, too. */
void spelling_compare(struct spelling *spelling, const char *name);

/* The same with a name of length bytes. */
void spelling_compare_part(struct spelling *spelling, const char *name, size_t length);

/* Bytes that spelling_answer() writes at most, with the final zero. */
#define SPELLING_ANSWER_MAX 160

/* Writes "; did you mean 'psk' or 'ssk'?", or nothing where no name is near, into buffer of
 * SPELLING_ANSWER_MAX bytes. Returns buffer. */
const char *spelling_answer(const struct spelling *spelling, char *buffer);

/* The same with something before each name, as "--". */
const char *spelling_answer_with(const struct spelling *spelling, const char *before, char *buffer);

/* spelling_answer() in one call, for a list of names that ends with NULL. */
const char *spelling_answer_of(const char *const *names, const char *text, size_t length,
                               char *buffer);

#endif
