/*
 * Can a record be one of its position?
 *
 * A checksum says that the bytes are those that were written, not that they make sense: an import
 * may say anything, and anybody may make a file. So whoever reads a record plays it under the rules
 * first. What passes is legal, complete and consistent; it need not be true.
 */
#ifndef SOLVER_STORE_ROOTS_ROOT_CHECK_H
#define SOLVER_STORE_ROOTS_ROOT_CHECK_H

#include <lmdb.h>

#include "store/roots/root_merge.h"

/*
 * Can this be what was proved of the position at which game stands?
 * - Its root moves are the legal ones, each once, in their order, or none are listed.
 * - Its principal variation is legal and ends where it says.
 * - Bounds are margins of the board, in order, and those of a move agree with the root's.
 * - Moves are marked as best where the bounds say so.
 * Returns 0, -EBADMSG (*ret_why is a constant text that says what is wrong) or -ENOMEM.
 */
int root_check(const struct game *game, int komi_half_points, const struct root_facts *facts,
               const char **ret_why);

/*
 * Checks a record in the same way, on the board of graph_text (root_game.h). A record of rules that
 * this version does not know passes: reading it has checked what can be checked.
 */
int root_check_record(const struct root_record *record, const char *graph_text, size_t graph_length,
                      const char **ret_why);

/*
 * Reads a value and checks it, on the board that the database `tables` describes (NULL: there is no
 * such database). Returns 1, 0 if the record is not sound, or -ENOMEM. The analysis of *ret_record
 * (may be NULL) is to be released if 1.
 */
int root_check_read(MDB_txn *txn, const MDB_dbi *tables, const uint8_t *hash, const MDB_val *value,
                    struct root_record *ret_record);

#endif
