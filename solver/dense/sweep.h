/*
 * Sweeps over all boards that a share holds, the greatest code first, as long as they change
 * anything, or enough (dense_sweeps.enough): that is how dense/outcomes.h and dense/margins.h are
 * made.
 *
 * A board's entry follows from those of its children, and only grows. Entries are read and written
 * in place. All plays but captures lead to greater codes, so most of what a board needs is new
 * when the sweep comes to it, and sweeps are few: 11 or 12 on 3x4, 3x5 and 4x4. The end is the
 * least fixpoint, in whatever order, by however many threads, and from whatever an earlier run has
 * left: all that was written once is true.
 */
#ifndef SOLVER_DENSE_SWEEP_H
#define SOLVER_DENSE_SWEEP_H

#include "dense/work.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* How far sweeps are, of the boards that are held here. */
struct dense_progress {
    int sweep;        /* from 1 */
    bool settling;    /* nothing more is decided: plies get less (dense_outcomes.exact) */
    uint64_t done;    /* boards that this sweep has gone over */
    uint64_t boards;  /* that it goes over */
    uint64_t looked;  /* boards whose plays this sweep has looked at */
    uint64_t changed; /* boards that this sweep has changed */
    uint64_t plays;   /* looked at by all sweeps of this run */
};

/* A state whose entry is wanted: of the canonical board of a code. */
struct dense_lookup {
    uint64_t code;
    uint8_t mover; /* enum colour, as the canonical board shows the colours */
    uint8_t ko;    /* 0, or 1 + the point on it where the mover must not play */
    uint32_t rank; /* that holds the board; a reader wants it */
};

/*
 * Reads entries that other ranks hold, in batches. All ranks call it the same number of times and
 * in the same order, one thread of each. All return 0 or a negative errno, which ends the work.
 */
struct dense_reader {
    /* Begins to ask for entries, held by any rank, mine too. lookups stay until take() returned.
     * slot is 0 or 1: another batch may be under way in the other one. */
    int (*ask)(void *arg, int slot, const struct dense_lookup *lookups, size_t count);
    /* Waits for the answers of what was asked in the slot: count times the width of the table
     * (dense_outcomes_width(), dense_margins_width()). */
    int (*take)(void *arg, int slot, uint8_t *ret_answers);
    /* Replaces each value by the sum of those of all ranks. */
    int (*sum)(void *arg, uint64_t *values, int count);
    void *arg;
};

struct dense_mates;

/* How sweeps are to be made. */
struct dense_sweeps {
    struct dense_work work;
    /* Called some times a second, and after each sweep, while no thread writes (but mates may: they
     * raise entries): all entries may be saved. Returns 0 or a negative errno, which ends the work.
     * May be NULL. */
    int (*report)(void *arg, const struct dense_progress *progress);
    void *report_arg;
    /* Of an index that holds a share: reads the others'. NULL: the index holds everything. */
    const struct dense_reader *reader;
    /* With a reader: whose entries are read without it. NULL: those that are held here. For tables
     * of all margins only. */
    const struct dense_mates *mates;
    /* It is enough when a sweep has changed no more than one board for so many that an earlier
     * one of the run has: the run stops there. 0: only the end is. */
    unsigned enough;
    /* Bytes of memory for entries and lines of the index that lie in files: only so many are looked
     * into at a time, and each board's plays are listed some times. 0: as dense_memory tells where
     * the entries are a file, else everything. Not for plies. */
    uint64_t window;
    /* Bytes of memory besides, while an index is swept that holds everything: for what plays lead
     * to, so that only the first sweep must list them. 0: each sweep lists them. */
    size_t list_bytes;
};

#endif
