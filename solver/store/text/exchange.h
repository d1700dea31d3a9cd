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

/*
 * Text form (README.md). Export writes everything in the order of the keys. An import is copied to
 * a temporary file, as it may come from a pipe and is read twice: text_check() looks at all
 * of it before there need be a store (-EINVAL, and err with the line's number, where something is
 * wrong), and text_import() stores a file that was checked, in one transaction. -EINTR: the
 * run is to end (patience, which may be NULL).
 */
int text_copy_input(int fd, const struct store_patience *patience, FILE **ret_copy,
                    struct error *err);
/* What a text says, and whether a table of positions in it is whole. text_release_result() it. */
struct import_result {
    uint64_t lines;
    uint64_t positions, lemmas, tables; /* taken on the word of the text */
    uint64_t parts;                     /* tables that are not whole: they are left out */
    bool has_sum;                       /* a hash of the text was there, and right */
    uint8_t *whole;                     /* a byte for each table of positions in it */
    size_t whole_count;
};
void text_release_result(struct import_result *result);
int text_check(FILE *in, struct import_result *ret_result, struct error *err);
int text_export(struct store *store, FILE *out, struct error *err);
int text_import(struct store *store, FILE *in, const struct import_result *checked,
                struct error *err);

#endif
