/* What is decided of a table that is being made (tables/board_table.h). */
#ifndef SOLVER_STORE_VALUES_VALUES_PROGRESS_H
#define SOLVER_STORE_VALUES_VALUES_PROGRESS_H

#include "store/values/values_record.h"

/* The size of the record that says how many parts there are. */
#define VALUES_PROGRESS_BYTES (CHECKSUM + 17)

/* How many parts so many ranks are saved in. */
uint64_t values_progress_parts(uint64_t ranks);

/* Writes it. Returns 0 or an LMDB error. */
int values_progress_write(MDB_txn *txn, MDB_dbi dbi, const struct record_shape *shape,
                          const struct table_progress *progress);

/* Reads it into *progress, whose arrays are as large as they must be. Returns false if it is not
 * all there, or of another table; then *progress may be changed. */
bool values_progress_read(MDB_txn *txn, MDB_dbi dbi, const struct record_shape *shape,
                          struct table_progress *progress);

#endif
