/*
 * Published tables, as files of tables/ hold them (tables/README.md describes the form): lines of
 * cells separated by tabs below a line of column names, "#: key value" lines that say something
 * about the whole table, and comments.
 */
#ifndef SOLVER_REPORT_TABLE_H
#define SOLVER_REPORT_TABLE_H

#include <stddef.h>

#include "base/error.h"

/* What a table's rows claim, and so how the verdict on them is found. */
enum claim_kind {
    TABLE_VALUES,    /* values and best plays */
    TABLE_OPENINGS,  /* the results of the best openings */
    TABLE_LEGAL,     /* numbers of legal positions */
    TABLE_GAMES,     /* numbers of complete games */
    TABLE_LONGEST,   /* how many plays the longest game has, or bounds of that */
    TABLE_ESTIMATES, /* about how many complete games there are */
    TABLE_GREEDY,    /* nothing: what greed comes to, under every ruleset */
};

enum table_column {
    COLUMN_BOARD,
    COLUMN_RULES,
    COLUMN_AFTER,
    COLUMN_VALUE,
    COLUMN_PLAYS,
    COLUMN_FIRST,
    COLUMN_BEST,
    COLUMN_SECOND,
    COLUMN_THIRD,
    COLUMN_NUMBER,
    COLUMN_GAMES,
    COLUMN_LINE,
    COLUMN_GREEDY,
    COLUMN_STATUS,
    COLUMN_SOURCE,
    COLUMN_COUNT,
};

struct table_row {
    const char *cells[COLUMN_COUNT]; /* "" where the table lacks the column; never NULL */
    size_t line;                     /* in the file, from 1 */
};

struct table {
    char *name; /* the file's, without folder and .tsv */
    char *text; /* what the strings below point into; owned */
    enum claim_kind kind;
    const char *title, *source;
    const char *rules; /* of rows that name none; "" if every row does */
    const char *also;  /* TABLE_GREEDY: rulesets besides the presets, separated by blanks */
    unsigned has;      /* bit per column */
    struct table_row *rows;
    size_t row_count;
};

/*
 * Reads a table from text, which is copied. file is what errors call it, and gives the name.
 * Everything is checked: boards, values and plays must be readable, but a ruleset may be one that
 * the program does not know. Returns 0, -EINVAL (err: "FILE:LINE: what is wrong") or -ENOMEM.
 */
int table_parse(const char *file, const char *text, struct table *ret_table, struct error *err);

/* Reads the file and calls table_parse(); additionally a negative errno of reading. */
int table_load(const char *file, struct table *ret_table, struct error *err);

void table_release(struct table *table);

/* The ruleset that a row is about. */
const char *table_rules(const struct table *table, const struct table_row *row);

/* Returns the name of a column, as in the file. */
const char *table_column_name(enum table_column column);

#endif
