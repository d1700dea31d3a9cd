/*
 * What lies ready on disk, as JSON: the published tables with what the program found for their rows
 * (NAME.csv in results/), and the certificates that come with it. Nothing here searches.
 */
#ifndef SOLVER_EXPLORE_SHELF_SHELF_H
#define SOLVER_EXPLORE_SHELF_SHELF_H

#include <stddef.h>
#include <stdint.h>

#include <jansson.h>

#include "base/error.h"

/* A larger certificate is not read into memory. */
#define SHELF_FILE_MAX ((size_t)64 << 20)

/* The folders; NULL: there is none, and nothing in it. */
struct shelf {
    const char *tables;       /* NAME.tsv, as tables/ has them */
    const char *results;      /* NAME.csv and certificates.csv, as results/ has them */
    const char *certificates; /* files that certificates.csv names */
};

/*
 * {"tables": [{"name", "title", "source", "rows", "verdicts": {"verified": 14, ...}}]}, by name. A
 * table without results has no rows. A file that cannot be read has "error", a line that says why,
 * and null for what it would say. Returns 0, -ENOMEM, or another negative errno (err): the folder
 * cannot be read.
 */
int shelf_list_tables(const struct shelf *shelf, json_t **ret_list, struct error *err);

/*
 * One table: "name", "title", "source", "columns": [{"name", "title"}] and "rows". A row has
 *
 * cells         texts, one a column
 * verdict       "verified", ..., or null
 * query         what the row is about: "board", "rules", "history"; null: no game that this version
 *               knows (a count of positions has no rules)
 * line          the line that shows it, as the file has it; null: it has none
 * line_moves    the moves of the query's history and then of the line, as far as they are legal;
 *               null: no query, or no line
 * line_refused  the move of the line that is not legal: {"move", "reason"}; null: all are
 * cycle_from    the index in line_moves at which a cycle begins that goes on for ever; or null
 * certificate   the file that proves the row, a name of shelf_list_certificates(); or null
 *
 * name may be any text. Returns 0; -ENOENT (err): there is no such table; -ENOMEM; or another
 * negative errno (err): a file cannot be read.
 */
int shelf_read_table(const struct shelf *shelf, const char *name, json_t **ret_table,
                     struct error *err);

/*
 * {"certificates": [...]}, in the order of certificates.csv; an empty list where there is no such
 * file. Each has "name", "board", "rules", "asked" (what it proves, by the words of
 * docs/schema/explore-certificates.json), "value", "nodes", "bytes", "hash" (XXH3-128), "verdicts"
 * (which rows of tables it proves), "command" (which makes it again), "query", and "there": is the
 * file on the shelf? Returns 0, -ENOMEM or another negative errno (err).
 */
int shelf_list_certificates(const struct shelf *shelf, json_t **ret_list, struct error *err);

/*
 * Reads a certificate by a name that shelf_list_certificates() has; no other file. *ret_bytes is
 * the caller's: free(). Returns 0; -ENOENT (err): there is none of that name; -EFBIG: more than
 * SHELF_FILE_MAX bytes; or another negative errno (err).
 */
int shelf_read_certificate(const struct shelf *shelf, const char *name, uint8_t **ret_bytes,
                           size_t *ret_size, struct error *err);

#endif
