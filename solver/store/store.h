/*
 * A store: what has been proved, saved in a folder across runs (README.md has the file format).
 *
 * Lemmas are facts with their conditions (search/condition.h), so whatever run proved one, any
 * other of the same ruleset and board may use it. Solved positions are saved besides, with their
 * root moves and principal variation, so that asking again costs nothing.
 *
 * One handle serves all threads of a process, and several processes may use a store at once. What
 * is proved is written by a thread of its own, about every second; a run that is killed loses what
 * it proved since, nothing else. When writing fails the search is stopped (persistence.failed) and
 * store_failure() says why.
 *
 * Opening looks at the whole file if the last run did not end cleanly, in a child process
 * (child.h): so a store is to be opened while the process has one thread.
 */
#ifndef SOLVER_STORE_STORE_H
#define SOLVER_STORE_STORE_H

#include <stdbool.h>

#include "base/error.h"
#include "store/file/patience.h"

struct count_store;
struct game;
struct persistence;
struct store;

enum store_open_flags {
    STORE_MAKE = 1, /* make the folder if there is none; its parent must be there */
    STORE_READ = 2, /* only to read: damaged records are an error, they are not dropped */
    STORE_LOOK = 4, /* look through all of it even if it is as it was left */
};

struct root_facts;

/* The game that a store is opened for. */
struct store_asked {
    const struct game *game;
    int komi_half_points;
    /* Is what is known of it all that is wanted? */
    bool (*is_enough)(void *arg, const struct game *game, const struct root_facts *known);
    void *arg;
};

/*
 * Opens the store in dir. asked (may be NULL): if the store has what is wanted of this game,
 * nothing else is opened or looked at, which is quick. patience (may be NULL) is copied; what it
 * points to must outlast the store. Returns 0 and *ret_store, to be closed; -EINVAL: dir cannot be
 * a store (wrong usage); -EPROTO: a store that this version does not take; -EBADMSG: damaged;
 * -EBUSY: damaged records and other users; -EINTR: the run is to end; or another negative errno.
 * err holds a line without the folder's name. Afterwards store_notice() may have something to tell.
 */
int store_open(const char *dir, unsigned flags, const struct store_asked *asked,
               const struct store_patience *patience, struct store **ret_store, struct error *err);

/*
 * Writes what is left to write and closes. NULL is allowed. Returns 0 or, if something could not
 * be written, a negative errno and err.
 */
int store_close(struct store *store, struct error *err);

/* Writes what is left to write, of which store_notice() may tell something. NULL is allowed. */
void store_finish(struct store *store);

/* The next line for the user: damage that was mended, no writing possible; NULL: no more. */
const char *store_notice(struct store *store);

/* Could something not be written? Then the line that says why, else NULL. */
const char *store_failure(struct store *store);

/* --- for solving (solve/stored.h) --- */

/* What searches save to and load from; NULL: only the record of the asked game can be read. */
struct persistence *store_persistence(struct store *store);

/* Is what runs prove written? */
bool store_saves(const struct store *store);

/* Sets what the store may take of max_bytes that a run has (0: any number). Returns its part. */
size_t store_set_capacity(struct store *store, size_t max_bytes);

/* Lemmas and records have led to what cannot be true: store_notice() will say so. */
void store_report_contradiction(struct store *store);

/* What was imported is used for a game (NULL: for an answer only): store_notice() will say so, and
 * what is proved of the game's board from now on is marked. */
void store_report_import(struct store *store, const struct game *game);

/* Was anything imported used for the game's board and rules since the store was opened? */
bool store_rests_on_import(struct store *store, const struct game *game);

/* --- for counting (count/games/count.h) --- */

/* What counts of complete games save to and load from; NULL (as for a store that is NULL): nothing
 * can be read. */
struct count_store *store_count_store(struct store *store);

#endif
