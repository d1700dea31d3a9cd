/* The options --store and --no-store of several verbs. */
#ifndef SOLVER_CLI_STORE_OPTION_H
#define SOLVER_CLI_STORE_OPTION_H

#include <stdbool.h>

#include "base/error.h"
#include "cli/options.h"
#include "result/analysis.h"
#include "store/store.h"

#define STORE_OPTION_HELP "keep what is proved there, and use it; made if absent"

/* --store and --no-store of a verb that has a store unless it is told not to. */
#define STORE_OPTIONS_BY_DEFAULT                                                                   \
    OPTION("store", "DIR", "what is proved is kept there; default: in the cache folder"),          \
        OPTION("no-store", NULL, "keep and use nothing")

/* Are --store and --no-store both given? -EINVAL and err; else 0. */
int store_option_check(const struct options *given, struct error *err);

/*
 * Waits as long as the run may last (deadline by clock_now(), 0: no end), and tells on stderr
 * who is waited for: "solve: OPTION DIR: ...". Of one store at a time.
 */
struct store_patience store_option_patience(const char *option, const char *dir, double deadline);

/*
 * Opens the store that --store names; NULL: *ret_store is NULL. asked and options as store_open()
 * takes them. Prints the store's notices on stderr. Returns 0, -EINVAL (wrong usage) or another
 * negative errno; err holds the line.
 */
int store_option_open(const char *dir, const struct game *asked,
                      const struct analysis_options *options, struct store **ret_store,
                      struct error *err);

/*
 * The same for a verb that has a store unless --no-store is given: without --store the one in the
 * user's cache folder. Says on stderr which it is, unless
 * --quiet is given. Where that one cannot be had it
 * says so and goes on: *ret_store is NULL.
 */
int store_option_open_default(const struct options *given, struct store **ret_store,
                              struct error *err);

/*
 * Closes the store (NULL is allowed). dir as given to --store, or NULL. Returns 0; or a negative
 * errno and err if something could not be written.
 */
int store_option_close(const char *dir, struct store *store, struct error *err);

#endif
