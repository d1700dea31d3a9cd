/* What the verb tables was asked for, and the function that does it. */
#ifndef SOLVER_CLI_VERBS_TABLES_H
#define SOLVER_CLI_VERBS_TABLES_H

#include "cli/options.h"
#include "report/grid.h"
#include "report/verdict.h"

struct tables_options {
    const char *from;         /* folder; NULL: tables_folder.h */
    const char *from_name;    /* of the option or variable that it came from */
    const char *out;          /* folder; NULL: nothing is written */
    const char *const *names; /* of tables, ended by NULL; none: all */
    enum grid_format format;
    struct verdict_limits limits;
    int threads;
    const struct options *given; /* with --store and --no-store */
    bool quiet;
};

/* Returns an exit code (verb.h); for EXIT_FAILED and EXIT_USAGE err holds the line to print. */
int tables_run(const struct tables_options *options, struct error *err);

#endif
