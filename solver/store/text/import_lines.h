/* The lines of an import (README.md, "Text form"): looked at, and stored. */
#ifndef SOLVER_STORE_TEXT_IMPORT_LINES_H
#define SOLVER_STORE_TEXT_IMPORT_LINES_H

#include <xxhash.h>

#include "store/text/exchange.h"
#include "store/values/values_put.h"

/* The table of positions that lines are of. */
struct table_lines {
    uint64_t boards, kos; /* so far, then the head */
    unsigned layers;
    struct stones last; /* of all boards so far */
    bool any, head, whole;
};

struct importing {
    struct store *store;
    /* The second time through, when all lines are known to be right; or NULL. */
    struct transaction *transaction;
    struct import_result result;
    int version;
    XXH3_state_t *hash; /* of the lines so far; NULL the second time */
    bool ended;
    char name[TABLE_NAME_MAX];
    struct record_shape shape;
    enum board_table_kind kind; /* of a table of positions under the ruleset */
    struct bytes graph;         /* the lines of the graph file */
    struct bytes state;         /* packed; empty: none yet */
    bool settled;               /* ruleset and board are known to be some */
    struct subtable *table;     /* where transaction is not NULL */
    struct table_lines values;
    struct values_putting putting;       /* where transaction is not NULL */
    struct bytes whole;                  /* the first time: see struct import_result */
    const struct import_result *checked; /* the second time: what the first has found */
    size_t tables_begun;
    int failed; /* what LMDB returned */
};

/*
 * Takes a line but the first. Returns 0; -EINVAL and err with what is wrong; -EIO, with
 * importing->failed; or -ENOMEM.
 */
int import_line(struct importing *importing, char *line, struct error *err);

#endif
