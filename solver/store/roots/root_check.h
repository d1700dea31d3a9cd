/*
 * Can a record be one of its position?
 *
 * A checksum says that the bytes are those that were written, not that they make sense: an import
 * may have said anything, and a file may be made by anybody. So whoever reads a record plays it
 * under the rules first: what it says is legal, complete and consistent, if not true.
 */
#ifndef SOLVER_STORE_ROOTS_ROOT_CHECK_H
#define SOLVER_STORE_ROOTS_ROOT_CHECK_H

#include <lmdb.h>

#include "store/roots/root_merge.h"

/*
 * Is this what could be proved of the position at which game stands? Its first plays are the legal
 * ones, each once, in their order, or none are listed; its line is legal and ends where it says;
 * bounds are margins of the board, in order, and a play's agree with the root's; plays are marked
 * as best where the bounds say so. Returns 0, -EBADMSG (*ret_why says what is wrong, in words that
 * last) or -ENOMEM.
 */
int root_check(const struct game *game, int komi_half_points, const struct root_facts *facts,
               const char **ret_why);

/*
 * The same of a record, on the board of graph_text (root_game.h). Where the position cannot be made
 * in this version, only what can be seen without it was looked at when it was read.
 */
int root_check_record(const struct root_record *record, const char *graph_text, size_t graph_length,
                      const char **ret_why);

/*
 * Reads a value and does all of that, on the board that the database `tables` tells (NULL: there is
 * none). Returns 1, 0 if the record is not sound, or -ENOMEM. The analysis of *ret_record (may be
 * NULL) is to be released if 1.
 */
int root_check_read(MDB_txn *txn, const MDB_dbi *tables, const uint8_t *hash, const MDB_val *value,
                    struct root_record *ret_record);

#endif
