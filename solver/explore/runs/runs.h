/*
 * Runs in the background: what takes time is asked for here, and whoever wants to know watches it.
 *
 * A few threads work. The same question that is under way, or was answered, is one run. What nobody
 * watches gives way to what somebody waits for, and goes on later; among those that are watched
 * each has its turn, longer from turn to turn. What was proved is not lost: it is in the cache, and
 * in the store if there is one. Runs that have ended are kept for a while.
 *
 * Any thread may call any of these functions.
 */
#ifndef SOLVER_EXPLORE_RUNS_RUNS_H
#define SOLVER_EXPLORE_RUNS_RUNS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <jansson.h>

#include "solve.h"
#include "json/query_json.h"

struct explore_runs;
struct run_watch;

/* What runs may use. */
struct runs_options {
    struct solve_store *store; /* NULL: none */
    const char *store_name;    /* its folder; NULL: none */
    int threads;               /* of all runs together */
    uint64_t memory;           /* bytes, of all of them and their cache */
    size_t kept;               /* runs that are kept at most, those under way among them; 0: 256 */
    double grace;      /* seconds for which a run that was asked for counts as watched; 0: 5 */
    double first_turn; /* seconds of a run's first turn while others wait; 0: 2 */
};

#define RUNS_ID_MAX 32 /* bytes, with the final zero */

/* Starts the threads. What options points to must outlive the runs. Returns 0, -ENOMEM or -EAGAIN:
 * there can be no threads. */
int runs_new(const struct runs_options *options, struct explore_runs **ret_runs);

/* Asks all runs to stop; those who watch are told what is found. No more runs begin. */
void runs_stop(struct explore_runs *runs);

/* Stops them, waits for them, and frees all. Nobody may watch any more. NULL is allowed. */
void runs_free(struct explore_runs *runs);

/*
 * Asks for a run: {"kind": "solve"}, and the keys of a query; "endless", the same; or "find", with
 * "rulesets" and a board. Writes its id. Returns 0; -EINVAL (fault); -EBUSY (fault): too many wait;
 * -ESHUTDOWN (fault): it is the end; or -ENOMEM (fault).
 */
int runs_ask(struct explore_runs *runs, const json_t *request, char id[RUNS_ID_MAX],
             struct query_fault *fault);

/* Asks for a check of a certificate of that name ("": none). bytes are copied. Returns as
 * runs_ask(). */
int runs_ask_check(struct explore_runs *runs, const char *name, const void *bytes, size_t size,
                   char id[RUNS_ID_MAX], struct query_fault *fault);

/* "queued", "running", "stopping", "done" or "failed"; NULL: there is no such run. */
const char *runs_state(struct explore_runs *runs, const char *id);

/* Asks a run to stop: what it has found by then is its result. Returns 0, or -ENOENT: there is
 * none.
 */
int runs_cancel(struct explore_runs *runs, const char *id);

/* {"runs": [{"run", "kind", "state", "title", "query", "seconds", "nodes", "watched"}]}, the latest
 * first. NULL: no memory. */
json_t *runs_list(struct explore_runs *runs);

/*
 * What is known of the state at which game stands from runs that have ended, or from the store: as
 * struct view_source wants it; arg is the runs. quick: from runs only.
 */
json_t *runs_look_up(void *arg, const struct solve_game *game, int komi_half_points, bool quick);

/* --- watching --- */

/*
 * Begins to watch a run. wake is called, with the lock of runs held, whenever there is something
 * new; it must call nothing of runs. Returns 0, -ENOENT or -ENOMEM.
 */
int run_watch_new(struct explore_runs *runs, const char *id, void (*wake)(void *arg), void *arg,
                  struct run_watch **ret_watch);

/* No wake comes any more once this returns. NULL is allowed. */
void run_watch_free(struct run_watch *watch);

/*
 * Takes what is new: *ret_event is "progress", "result" or "failed", *ret_data one line of JSON, to
 * be free()d. Returns 1; 0: nothing is; -ENOENT: all was told; or -ENOMEM.
 */
int run_watch_next(struct run_watch *watch, const char **ret_event, char **ret_data);

/* Waits until there is something to take, at most so many seconds. Returns whether there is. */
bool run_watch_wait(struct run_watch *watch, double seconds);

#endif
