/*
 * The text form of a store, for exchange between machines and for reading. README.md describes it.
 */
#ifndef SOLVER_STORE_TEXT_TEXT_H
#define SOLVER_STORE_TEXT_TEXT_H

#include <stdio.h>

#include "base/bytes.h"
#include "base/error.h"
#include "store/counts/counts_record.h"
#include "store/lemmas/lemma_record.h"
#include "store/roots/root_record.h"
#include "store/values/values_put.h"

#define TEXT_HEAD "solve-store-export"
#define TEXT_END "end"
/* Version 2 has a hash in its last line; version 1 has none. */
#define TEXT_VERSION 2
#define TEXT_VERSION_LEAST 1
/* Before the margin that a lemma's winner must not force from what is on record. */
#define TEXT_BELOW "below:"
#define TEXT_SUM_MAX 33 /* XXH3-128 in hexadecimal */

/* --- writing --- */

/* Each writes a line. */
void text_write_state(FILE *out, const struct record_shape *shape, const uint8_t *packed);
void text_write_entry(FILE *out, const struct record_shape *shape, const struct lemma_entry *entry);
void text_write_root(FILE *out, const struct root_record *record);
/* A record of a table of positions, without its checksum; nothing for what is only decided of a
 * table that is being made. */
void text_write_values(FILE *out, const MDB_val *key, const MDB_val *value);

/* What counts of complete games have kept, without checksum and hash. */
void text_write_counts(FILE *out, const uint8_t identity[COUNT_STORE_IDENTITY],
                       const struct counts_record *record);
/* Bytes in hexadecimal, without the end of a line. */
void text_write_hex(FILE *out, const uint8_t *bytes, size_t size);

/* Formats the hash of what state (an XXH3_state_t) has taken, for the last line. */
void text_sum(const void *state, char buffer[TEXT_SUM_MAX]);

/* --- reading --- */

/* Each takes the words of a line after the first and returns 0; -EINVAL, and err says what is
 * wrong; or -ENOMEM. */

/* Appends the packed state. */
int text_read_state(char *words, const struct record_shape *shape, struct bytes *ret_packed,
                    struct error *err);
/* Appends the packed entry, marked as imported. */
int text_read_entry(char *words, const struct record_shape *shape, struct bytes *ret_entry,
                    struct error *err);
/* Makes the root's key, to be released, and appends its value, marked as imported. */
int text_read_root(char *words, struct root_key *ret_key, struct bytes *ret_value,
                   struct error *err);

/* Reads a record of a table of positions, which must be sound; marks nothing. */
int text_read_values(char *words, const struct record_shape *shape,
                     struct values_record *ret_record, struct error *err);

/* What a line says that text_write_counts() wrote. */
struct counts_line {
    uint8_t identity[COUNT_STORE_IDENTITY];
    unsigned class;
    struct bytes chunk; /* sound */
    size_t results;     /* in it */
};

/* Reads one, whose chunk is to be released. */
int text_read_counts(char *words, struct counts_line *ret_line, struct error *err);

/* Appends the bytes of length characters. Returns false if they are not hexadecimal. */
bool text_read_hex(const char *word, size_t length, struct bytes *to);

#endif
