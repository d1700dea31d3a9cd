/*
 * A record of `roots`: a position with its history, and what is proved of it.
 *
 *     checksum    8  XXH3-64 of the rest
 *     length      4  of the key text
 *     key text       root_key.h; the record's key is its hash
 *     flags       1  enum root_flags
 *     bounds     16  lower_min, lower_max, upper_min, upper_max, 4 each
 *     nodes       8  expanded for it, all runs together
 *     cycle from  4
 *     root moves  2  their number, then for each: move 2, best 1, same as 2, bounds 16
 *     line        2  number of moves of the principal variation, then 2 each
 *
 * A move is its kind (enum move_kind; + 128: a cycle is removed first) and its point, 255 for none;
 * then the number of the cycle, 4, if there is one. Numbers are little-endian.
 */
#ifndef SOLVER_STORE_ROOTS_ROOT_RECORD_H
#define SOLVER_STORE_ROOTS_ROOT_RECORD_H

#include "result/analysis.h"
#include "store/roots/root_key.h"

enum root_flags {
    ROOT_VALUE_ONLY = 1,       /* the run was for the value alone */
    ROOT_FINAL = 2,            /* a run without limits would find nothing more */
    ROOT_PV_COMPLETE = 4,      /* the principal variation goes to the end */
    ROOT_STRATEGY = 8,         /* strategies (strategy/) have proved the value */
    ROOT_STRATEGIES_DONE = 16, /* strategies can prove nothing more of the root moves */
    ROOT_IMPORTED = 32,        /* the root's bounds, or the line, rest on an import (README.md) */
    ROOT_MOVES_IMPORTED = 64,  /* bounds of root moves rest on an import */
};
#define ROOT_FLAGS 127
#define ROOT_IMPORTS (ROOT_IMPORTED | ROOT_MOVES_IMPORTED)
#define ROOT_FLAGS_TEXT 31 /* those of the text form: who reads it was not there */

/* What a record says but for its key. */
struct root_facts {
    struct analysis analysis; /* but for its game */
    unsigned flags;           /* enum root_flags, without ROOT_PV_COMPLETE */
};

/* A record that was read. */
struct root_record {
    struct root_facts facts;
    const char *text; /* of the key, where it lies in the value; not ended by a zero */
    size_t length;    /* of the text */
};

/* Appends the value. */
void root_record_write(const struct root_key *key, const struct analysis *analysis, unsigned flags,
                       struct bytes *value);

/*
 * Reads a value under the key hash. Returns 0, -EBADMSG if the bytes are none of a record, or
 * -ENOMEM; whether what they say can be is looked at by root_check.h. The analysis of *ret_record
 * is to be released.
 */
int root_record_read(const uint8_t *hash, const void *value, size_t size,
                     struct root_record *ret_record);

#endif
