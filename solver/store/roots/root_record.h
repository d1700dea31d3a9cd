/*
 * A record of `roots`: a position with its history, and what is proved of it.
 *
 *     checksum    8  XXH3-64 of the rest
 *     length      4  of the key text
 *     key text       the record's key is its hash
 *     flags       1  enum root_flags
 *     bounds     16  lower_min, lower_max, upper_min, upper_max, 4 each
 *     nodes       8  expanded for it, all runs together
 *     cycle from  4
 *     plays       2  number of first plays, then for each: move 2, best 1, same as 2, bounds 16
 *     line        2  number of moves, then 2 each
 *
 * A move is its kind (enum move_kind) and its point, 255 for none. Numbers are little-endian.
 *
 * The key text has five lines: the sub-table's name, the start position, b or w for who moved
 * first, the moves made since (points by number, counted from 0, or pass or refresh), and the komi
 * in half points, on which lines of play depend where lower and upper may differ (else 0).
 */
#ifndef SOLVER_STORE_ROOTS_ROOT_RECORD_H
#define SOLVER_STORE_ROOTS_ROOT_RECORD_H

#include "base/bytes.h"
#include "result/analysis.h"
#include "store/file/record.h"

enum root_flags {
    ROOT_VALUE_ONLY = 1,
    ROOT_FINAL = 2,
    ROOT_LINE_COMPLETE = 4,
    ROOT_STRATEGY = 8, /* the value is by strategies (engine/strategy), */
    ROOT_JUDGED = 16,  /* and they have nothing left to say of the first plays */
    /* What was not proved here, or rests on what was not (README.md): */
    ROOT_IMPORTED = 32,       /* something of the root's bounds, or the line */
    ROOT_PLAYS_IMPORTED = 64, /* something of the first plays' bounds */
};
#define ROOT_FLAGS 127
#define ROOT_IMPORTS (ROOT_IMPORTED | ROOT_PLAYS_IMPORTED)
#define ROOT_FLAGS_TEXT 31 /* those of the text form: who reads it was not there */

/* Is each bound below the other end of its range, and may lower be at most upper? */
static inline bool bounds_in_order(const struct bounds *bounds)
{
    return bounds->lower_min <= bounds->lower_max && bounds->upper_min <= bounds->upper_max &&
           bounds->lower_min <= bounds->upper_max;
}

struct root_key {
    struct bytes text; /* not ended by a zero */
    uint8_t hash[STORE_KEY];
};

/* Returns 0 or -ENOMEM. root_key_release() it. */
int root_key_make(const struct game *game, int komi_half_points, struct root_key *ret_key);
void root_key_release(struct root_key *key);

/* Appends the value. final: a run without limits would find nothing more. */
void root_record_write(const struct root_key *key, const struct analysis *analysis, unsigned flags,
                       struct bytes *value);

/*
 * Reads a value. Returns 0, -EBADMSG if the bytes are none of a record, or -ENOMEM; what they say
 * is looked at by root_check.h. *ret_analysis (may be NULL) receives all but its game, and is to be
 * released; *ret_text points into value.
 */
int root_record_read(const uint8_t *hash, const uint8_t *value, size_t size,
                     struct analysis *ret_analysis, unsigned *ret_flags, const char **ret_text,
                     size_t *ret_length);

#endif
