/*
 * The constants of the store's format; README.md has it as a table.
 */
#ifndef SOLVER_STORE_FILE_FORMAT_H
#define SOLVER_STORE_FILE_FORMAT_H

#define STORE_MAGIC "solve-store"
/* Raised when the layout of anything in the file changes. A store has the least format that allows
 * what is in it: tables of positions came with 2, those of bounds with 3, those of strategies
 * with 4, marks of what was imported with 5, counts of complete games with 6, lemmas that ask what
 * is forced from what is on record with 7, lessons (strategy/lesson.h) with 8,
 * positions under rules that remove cycles with 9, searches under them with 10,
 * halts (search/halt.h) with 11, paths of strategies (strategy/halted.h) with 12,
 * drafts of their graphs (strategy/draft.h) with 13, those of graphs that were made anew with 14,
 * strategies that were made, and living ones, with 15.
 */
#define STORE_FORMAT 15
#define STORE_FORMAT_VALUES 2
#define STORE_FORMAT_BOUNDS 3
#define STORE_FORMAT_STRATEGIES 4
#define STORE_FORMAT_IMPORTED 5
#define STORE_FORMAT_COUNTS 6
#define STORE_FORMAT_BELOW 7
#define STORE_FORMAT_LESSONS 8
#define STORE_FORMAT_CYCLES 9
#define STORE_FORMAT_SEARCHES 10
#define STORE_FORMAT_HALTS 11
#define STORE_FORMAT_PATHS 12
#define STORE_FORMAT_DRAFTS 13
#define STORE_FORMAT_ANEW 14
#define STORE_FORMAT_MADE 15
#define STORE_FORMAT_LEAST 1
/*
 * Raised when what is stored would mean something else although it looks the same: what a lemma's
 * conditions say (search/condition.h, states/state.h), what a ruleset's fields say, what a value
 * is.
 */
#define STORE_PROOFS 1

#define STORE_DATA "data.mdb"
#define STORE_LOCK "lock.mdb"
#define STORE_USERS "users" /* locked by every process that uses the store */
#define STORE_SEAL "sealed" /* size and hash of data.mdb after a clean end */
#define STORE_SEAL_DRAFT "sealed.new"
#define STORE_REBUILT "rebuilt.mdb"
#define STORE_DENSE "tables" /* a folder: dense tables, a file each */

/* Named databases. */
#define DB_META "meta"
#define DB_ROOTS "roots"
#define DB_TABLES "tables"
#define DB_COUNTS "counts"
#define DB_LEMMAS "lemmas "         /* then the sub-table's name */
#define DB_HALTS "halts "           /* then the same */
#define DB_VALUES "values "         /* the same */
#define DB_SEARCHES "searches "     /* the same */
#define DB_STRATEGIES "strategies " /* then the name of strategies.h */

#define STORE_KEY 16 /* bytes of a key: XXH3-128, big-endian */
#define CHECKSUM 8   /* bytes of a checksum: XXH3-64, little-endian */
#define TABLES_MAX 1000
#define TABLE_NAME_MAX 400
#define DATABASE_NAME_MAX (TABLE_NAME_MAX + sizeof(DB_STRATEGIES)) /* the longest prefix */

#endif
