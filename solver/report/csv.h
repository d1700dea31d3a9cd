/* Reading CSV as grid_write_csv() writes it (RFC 4180, but lines end with a newline). */
#ifndef SOLVER_REPORT_CSV_H
#define SOLVER_REPORT_CSV_H

#include <stddef.h>

#include "report/text.h"

struct csv {
    const char *at, *end; /* the text left to read; borrowed */
    size_t line;          /* of at, from 1 */
};

struct csv csv_begin(const char *text, size_t size);

/*
 * Appends the next field, without its quotes, to field. Returns 1 if another of the row follows, 0
 * if it was the row's last, or -EINVAL: a quote in the wrong place, a zero byte, or no newline
 * behind the last row.
 */
int csv_next(struct csv *csv, struct text *field);

#endif
