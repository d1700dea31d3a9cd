/* Exporting a store as text, and importing the text (README.md, "Text form"). */
#ifndef SOLVER_STORE_TEXT_EXCHANGE_H
#define SOLVER_STORE_TEXT_EXCHANGE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "base/error.h"
#include "store/file/patience.h"

struct store;

/* Writes everything in the order of the keys. Returns 0 or a negative errno and err. */
int text_export(struct store *store, FILE *out, struct error *err);

/* What a text says. */
struct import_result {
    uint64_t lines;
    uint64_t positions, lemmas, tables; /* taken on the word of the text */
    uint64_t count_results;             /* the same: of counts of complete games */
    uint64_t parts;     /* tables of positions that are not whole: they are left out */
    bool has_sum;       /* a hash of the text was there, and right */
    uint8_t *whole;     /* of each table of positions: 1 if it is whole, else 0 */
    size_t whole_count; /* tables of positions in the text */
};
void text_release_result(struct import_result *result);

/*
 * Copies what comes from fd to a temporary file: it may be a pipe, and is read twice. Returns 0;
 * -EINTR: the run is to end (patience, which may be NULL); or another negative errno and err.
 */
int text_copy_input(int fd, const struct store_patience *patience, FILE **ret_copy,
                    struct error *err);

/*
 * Looks at all of a copy; no store is needed yet. Returns 0 and *ret_result, to be released;
 * -EINVAL, and err with the line's number, where something is wrong; or another negative errno.
 */
int text_check(FILE *in, struct import_result *ret_result, struct error *err);

/* Stores a copy that was checked, in one transaction. Returns 0 or a negative errno and err. */
int text_import(struct store *store, FILE *in, const struct import_result *checked,
                struct error *err);

#endif
