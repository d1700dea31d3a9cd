/*
 * Making a dense table, and keeping it in the store's folder. What is decided so far is saved from
 * time to time, and whoever makes the table after a run that was killed goes on from there, and
 * from what is sound in a table that was damaged. The file is the same bytes however it came about.
 */
#ifndef SOLVER_STORE_DENSE_DENSE_MAKE_H
#define SOLVER_STORE_DENSE_DENSE_MAKE_H

#include <stdatomic.h>

#include "base/error.h"
#include "dense/sweep.h"
#include "rules/game.h"

struct store;

/* How far it is. */
enum dense_make_step { DENSE_MAKE_BOARDS, DENSE_MAKE_SWEEPS, DENSE_MAKE_WRITING };

struct dense_make_options {
    int threads;
    size_t max_bytes;               /* of memory; the rest lies in files of the store's folder */
    double save_seconds;            /* between two times that what is decided is saved */
    const atomic_bool *interrupted; /* or NULL */
    /* Told some times a second; may be NULL. progress is NULL but in the step DENSE_MAKE_SWEEPS. */
    void (*tell)(void *arg, enum dense_make_step step, const struct dense_progress *progress);
    void *arg;
};

struct dense_make_result {
    bool was_there;  /* the whole table was: nothing was made */
    bool resumed;    /* an earlier run's progress was there */
    uint64_t lost;   /* boards that a table, or an earlier run's progress, had lost to damage */
    uint64_t boards; /* of the table */
    uint64_t kos;    /* states with a ko in it */
    uint64_t known;  /* boards with a player to move whose value is known */
    uint64_t bytes;  /* of the file */
    uint64_t held;   /* bytes of memory that its arrays took */
    uint64_t mapped; /* and of files that were mapped */
    uint64_t plays;  /* that were looked at */
    uint32_t sweeps; /* that this run made */
};

/* Can the table of all positions for the rules be made so? */
bool dense_make_suits(const struct graph *graph, const struct ruleset *rules);

/*
 * Makes the table of game's board and ruleset (dense_make_suits()), unless all of it is there. With
 * many ranks all of them call it, those above 0 without a store; all must see its folder. Where
 * boards are ranked (dense/acyclic.h) there is one rank only.
 * Returns 0; -EINTR; or another negative errno and err.
 */
int dense_make_table(struct store *store, const struct game *game,
                     const struct dense_make_options *options, struct dense_make_result *ret_result,
                     struct error *err);

#endif
