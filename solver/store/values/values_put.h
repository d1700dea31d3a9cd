/*
 * Putting a table of positions that comes from elsewhere into the store. A whole one that is there
 * stays: of values it must be the same table, of bounds the better one of each is taken. What is
 * there of one that is not whole gives way.
 */
#ifndef SOLVER_STORE_VALUES_VALUES_PUT_H
#define SOLVER_STORE_VALUES_VALUES_PUT_H

#include "store/handle/subtable.h"
#include "store/handle/transaction.h"
#include "store/values/values_record.h"

/* A chunk or head that comes from elsewhere. */
struct values_record {
    struct values_key key;
    struct bytes value;
};

/* The import of a table, whose chunks come first, then its head. All zero but for the sub-table
 * before the first. */
struct values_putting {
    struct subtable *subtable;
    MDB_dbi dbi;
    enum board_table_kind kind;
    bool begun;              /* the fields above are set */
    bool changed;            /* something was written */
    bool whole;              /* there was a whole table, */
    struct values_head head; /* with this head */
};

/*
 * Merges a record into the table, which is made if it is missing, in a transaction that makes
 * databases. Returns 0 or an LMDB error; -EBADMSG: it contradicts what is there.
 */
int values_put(struct transaction *transaction, struct values_putting *putting,
               const struct values_record *record);

#endif
