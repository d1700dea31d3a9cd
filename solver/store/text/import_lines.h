/* The lines of an import (README.md, "Text form"): looked at, and stored. */
#ifndef SOLVER_STORE_TEXT_IMPORT_LINES_H
#define SOLVER_STORE_TEXT_IMPORT_LINES_H

#include <xxhash.h>

#include "store/text/exchange.h"
#include "store/values/values_put.h"

/* The table of positions that `values` lines are of. */
struct table_lines {
    uint64_t boards, kos; /* in the chunks so far; then what the head says */
    unsigned layers;      /* of its chunks */
    struct stones last;   /* of all boards so far */
    bool any;             /* there was a line */
    bool head;            /* there was a head */
    bool whole;           /* and the chunks are as it says */
};

/* An import, of which the lines are read twice: to check all, and to store them. */
struct importing {
    struct store *store;
    struct transaction *transaction; /* the second time; NULL: the first */
    struct import_result result;     /* what there is so far */
    int version;                     /* of the text */
    XXH3_state_t *hash;              /* of the lines so far; NULL the second time */
    bool ended;                      /* the last line was there */

    char name[TABLE_NAME_MAX];  /* of the sub-table that the lines are of */
    struct record_shape shape;  /* of its records */
    enum board_table_kind kind; /* of a table of positions under its ruleset */
    struct bytes graph;         /* the lines of its graph file */
    bool settled;               /* ruleset and board are known */
    struct subtable *table;     /* the second time */
    struct bytes state;         /* packed, of the lemmas that follow; empty: none yet */

    struct table_lines values;
    struct values_putting putting;       /* the second time */
    struct bytes whole;                  /* the first time: see struct import_result */
    const struct import_result *checked; /* the second time: what the first has found */
    size_t tables_begun;                 /* tables of positions so far */

    int failed; /* what LMDB returned */
};

/*
 * Takes a line, but not the first. Returns 0; -EINVAL and err with what is wrong; -EIO, with
 * importing->failed; or -ENOMEM.
 */
int import_line(struct importing *importing, char *line, struct error *err);

#endif
