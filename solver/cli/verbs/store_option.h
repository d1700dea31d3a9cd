/* The options --store and --no-store of several verbs. */
#ifndef SOLVER_CLI_VERBS_STORE_OPTION_H
#define SOLVER_CLI_VERBS_STORE_OPTION_H

#include <stdbool.h>

#include "base/error.h"
#include "cli/options.h"
#include "solve.h"

#define STORE_OPTION_HELP "keep what is proved there, and use it; made if absent"

/* --store and --no-store of a verb that has a store unless it is told not to. */
#define STORE_OPTIONS_BY_DEFAULT                                                                   \
    OPTION("store", "DIR", "what is proved is kept there; default: in the cache folder"),          \
        OPTION("no-store", NULL, "keep and use nothing")

/* Are --store and --no-store both given? -EINVAL and err; else 0. */
int store_option_check(const struct options *given, struct error *err);

/*
 * store_option_name() says which store is in use from now on, one at a time.
 * store_option_tell_now() prints a line about it on stderr, "solve: OPTION DIR: LINE": for calls
 * that wait for others. It does not read arg.
 */
void store_option_name(const char *option, const char *dir);
void store_option_tell_now(void *arg, const char *line);

/*
 * Opens the store that --store names; dir NULL: *ret_store is NULL. request and game are the run
 * that it is opened for, or NULL both. Prints the store's notices on stderr. Returns 0, -EINVAL
 * (wrong usage) or another negative errno; err holds the line.
 */
int store_option_open(const char *dir, const struct solve_request *request,
                      const struct solve_game *game, struct solve_store **ret_store,
                      struct error *err);

/*
 * The same for a verb that has a store unless --no-store is given: without --store the one in the
 * user's cache folder. Says on stderr which it is, unless --quiet is given. Where that one cannot
 * be had it says so and goes on: *ret_store is NULL. ret_folder, if not NULL, gets the store's
 * folder (to free()), NULL if there is no store.
 */
int store_option_open_default(const struct options *given, struct solve_store **ret_store,
                              char **ret_folder, struct error *err);

/*
 * Closes the store (NULL is allowed). dir as given to --store, or NULL. Returns 0; or a negative
 * errno and err if something could not be written.
 */
int store_option_close(const char *dir, struct solve_store *store, struct error *err);

#endif
