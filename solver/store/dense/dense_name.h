/*
 * The names of dense tables in a store. A name tells all that the table depends on and nothing
 * else, so rulesets that differ in what no table looks at share one: the bounds under psk are those
 * under ssk.
 *
 *     4x5 values passes=2 ko=yes suicide=no scoring=area
 *     4x5 bounds of=situations suicide=no scoring=area
 *
 * The board is named as in the names of sub-tables (store/handle/identity.h). The file is
 * DIR/tables/NAME.table, with hyphens for blanks and colons; NAME.part has what is decided of one
 * that is being made, NAME.lock is locked by who makes it.
 */
#ifndef SOLVER_STORE_DENSE_DENSE_NAME_H
#define SOLVER_STORE_DENSE_DENSE_NAME_H

#include "dense/file.h"
#include "rules/game.h"
#include "store/file/folder.h"

#define DENSE_NAME_WHOLE ".table"
#define DENSE_NAME_PART ".part"
#define DENSE_NAME_LOCK ".lock"

/* Writes the name of the table of all positions for the rules, of which there is one
 * (board_table_kind()). */
void dense_name_of(const struct graph *graph, const struct ruleset *rules,
                   char name[DENSE_FILE_NAME_MAX]);

/* Writes the path of a table's file into a buffer of PATH_BYTES. Returns 0 or -ENAMETOOLONG. */
int dense_name_path(const char *dir, const char *name, const char *ending, char *buffer);

/* Makes the folder for tables of a store, if there is none. Returns 0 or a negative errno. */
int dense_name_make_folder(const char *dir);

#endif
