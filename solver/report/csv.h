/*
 * The fields of CSV (RFC 4180, but lines end with a newline). A field that a spreadsheet would take
 * for a formula has an apostrophe before it, which says that it is text: what begins with '=' or
 * '@', or with '+' or '-' unless it is made of numbers; and what would read as such a guard.
 */
#ifndef SOLVER_REPORT_CSV_H
#define SOLVER_REPORT_CSV_H

#include <stddef.h>
#include <stdio.h>

#include "base/strbuf.h"

struct csv {
    const char *at, *end; /* the text left to read; borrowed */
    size_t line;          /* of at, from 1 */
};

struct csv csv_begin(const char *text, size_t size);

/*
 * Appends the next field, without its quotes and its guard, to field. Returns 1 if another of the
 * row follows, 0 if it was the row's last, or -EINVAL: a quote in the wrong place, a control
 * character, or no newline behind the last row.
 */
int csv_next(struct csv *csv, struct strbuf *field);

/* Writes one field, quoted and guarded where it must be. */
void csv_write(FILE *out, const char *text);

#endif
