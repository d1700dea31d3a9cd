/* What a site holds of one board under one ruleset: made, or found as an earlier run left it. */
#ifndef SOLVER_EXPLORE_SITE_PAIR_H
#define SOLVER_EXPLORE_SITE_PAIR_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

#include "base/error.h"
#include "solve.h"

struct pair {
    struct solve_board *board; /* borrowed, as all here */
    struct solve_rules *rules;
    const char *folder; /* of the site */
    int depth;          /* games of so many moves */
    uint64_t games;     /* deeper while there are no more than these */
    bool starts;        /* all positions as starts */
    uint64_t memory;    /* bytes of a run, and a quarter of it for what runs leave for others */
    uint64_t max_nodes; /* of a state; 0: no limit */
    const struct solve_interrupt *interrupt; /* NULL: nobody stops it */
    atomic_uint_fast64_t *states; /* counts the states that are solved; any thread reads it */
};

/* What there is of it in the site. */
struct pair_size {
    int depth; /* of its games */
    uint64_t states;
    uint64_t open;  /* states whose value, or that of a move, is not proved */
    uint64_t bytes; /* of its files */
};

/*
 * Looks for files that an earlier run wrote whole. Returns 0; -ENOENT: they are not there, or not
 * all of them; -EEXIST: what is there was made with other options or by another version (err).
 */
int pair_find(const struct pair *pair, struct pair_size *ret_size, struct error *err);

/*
 * Solves the states and writes the files; the one that pair_find() looks for comes last. What it
 * writes depends on nothing but pair. Returns 0, -EINTR, -ENOMEM or the negative errno of writing
 * (err).
 */
int pair_make(const struct pair *pair, struct pair_size *ret_size, struct error *err);

#endif
