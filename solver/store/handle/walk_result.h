/* What a walk through all of a store has found (store/walk). */
#ifndef SOLVER_STORE_HANDLE_WALK_RESULT_H
#define SOLVER_STORE_HANDLE_WALK_RESULT_H

#include <stdbool.h>
#include <stdint.h>

#include "store/file/format.h"
#include "store/file/pages.h"

/* A table of positions from which records are missing although none is wrong: damaged ones were
 * dropped. */
struct walk_gap {
    char name[TABLE_NAME_MAX];
    bool made;              /* its head is there; else it is being made */
    uint64_t there, wanted; /* boards; of a table that is being made: parts of its progress */
};

#define WALK_GAPS 4

struct walk_gaps {
    unsigned count; /* of all gaps; the first ones follow */
    struct walk_gap first[WALK_GAPS];
};

struct walk_result {
    int code;        /* 0; an LMDB error; -EBADMSG: the structure is wrong; else as head_read() */
    uint64_t tables; /* sub-tables */
    uint64_t states, entries, roots;
    uint64_t strategy_states; /* in tables of strategies */
    uint64_t search_lemmas;   /* of searches under rules that remove cycles */
    uint64_t boards;          /* whose positions are in tables of positions */
    uint64_t count_results;   /* of counts of complete games */
    uint64_t bad;             /* records whose checksum, key or contents are wrong */
    enum pages_fault pages;   /* of walk_in_child() only */
    struct walk_gaps gaps;
    char where[64]; /* the first bad record or wrong structure: the database's name */
};

#endif
