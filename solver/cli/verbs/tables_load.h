/* Loading published tables from a folder. */
#ifndef SOLVER_CLI_VERBS_TABLES_LOAD_H
#define SOLVER_CLI_VERBS_TABLES_LOAD_H

#include "cli/verbs/tables.h"
#include "report/table.h"

/* A table of which rows are solved. */
struct table_run {
    struct table table;
    struct verdict_plan plan;
    struct grid grid;  /* the results; it points into table and plan */
    size_t left;       /* rows without a verdict yet */
    size_t taken_over; /* rows that an earlier run proved */
};

struct loaded_tables {
    struct table_run *list;
    size_t count;
    size_t row_count; /* of all results together */
};

/*
 * Loads the tables that options name from the folder options->from, and looks whether what stands
 * in options->out already can be taken over. Returns 0, -EINVAL (err) or -ENOMEM. Release with
 * tables_load_release(), whatever it returned.
 */
int tables_load(const struct tables_options *options, struct loaded_tables *tables,
                struct error *err);

void tables_load_release(struct loaded_tables *tables);

#endif
