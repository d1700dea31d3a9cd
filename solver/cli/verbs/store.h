/* What the verb `store` was asked for, and the functions that do it. */
#ifndef SOLVER_CLI_VERBS_STORE_H
#define SOLVER_CLI_VERBS_STORE_H

#include "cli/solve_options.h"
#include "report/grid.h"
#include "store/manage.h"
#include "store/verify/verify.h"

struct store_verb {
    const char *dir;
    enum grid_format format; /* of info and query */
    bool deep;
    bool quiet; /* no progress */
    struct verify_options verify_options;
    struct solve_options query; /* for `query` its setup and game; for `add` the komi alone */
    struct run_limits limits;   /* of `add` */
    const struct options *given;
};

/* All return an exit code (verb.h); for EXIT_FAILED and EXIT_USAGE err holds the line to print. */
int store_info_print(const struct store_verb *asked, struct error *err);
int store_check_run(const struct store_verb *asked, struct error *err);
int store_exchange_export(const struct store_verb *asked, struct error *err);
int store_exchange_import(const struct store_verb *asked, struct error *err);
int store_exchange_compact(const struct store_verb *asked, struct error *err);
int store_add_run(const struct store_verb *asked, struct error *err);
int store_query_run(const struct store_verb *asked, struct error *err);

/* Returns how to wait for others: until an interruption, with a line on stderr that names them. */
struct store_patience store_verb_patience(const struct store_verb *asked);

/*
 * Open and close the store of a sub-verb, and print its notices on stderr. They return 0, or an
 * exit code with err set.
 */
int store_verb_open(const struct store_verb *asked, unsigned flags, struct store **ret_store,
                    struct error *err);
int store_verb_close(const struct store_verb *asked, struct store *store, struct error *err);

/* The same of a handle of the library's, opened with flags of enum solve_store_flags for any run.
 * Closing writes what is left to write. */
int store_verb_open_handle(const struct store_verb *asked, unsigned flags,
                           struct solve_store **ret_store, struct error *err);
int store_verb_close_handle(const struct store_verb *asked, struct solve_store *store,
                            struct error *err);

/* Prints the lines that the user should see by now. */
void store_verb_tell_handle(const struct store_verb *asked, struct solve_store *store);

/* Prints what is missing in a store, which is not wrong. */
void store_verb_print_gaps(const struct walk_gaps *gaps);

/* Sets err to a line that names the store. Returns the exit code for r. */
int store_verb_fail(const struct store_verb *asked, int r, const char *why, struct error *err);

#endif
