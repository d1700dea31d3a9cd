/*
 * Proving again what a store holds: a sample of it, or all. What was imported and is proved is not
 * marked as imported any more.
 */
#ifndef SOLVER_STORE_VERIFY_VERIFY_H
#define SOLVER_STORE_VERIFY_VERIFY_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/error.h"

struct store;

struct verify_options {
    uint64_t sample, seed;
    uint64_t max_nodes; /* of each lemma and position; 0: no limit */
    bool all;           /* not a sample */
    int threads;        /* of tables that are made again */
    size_t max_bytes;   /* the same */
    const atomic_bool *interrupted;
    /* Is told, before each, how many were proved again, of how many; NULL: nobody. */
    void (*tell)(void *arg, uint64_t done, uint64_t all);
    void *tell_arg;
};
struct verify_result {
    uint64_t tried, proved, undecided, refuted;
    char first[512]; /* the first that was refuted */
};

/* Of lemmas, of positions, and of tables of positions, which are made again. All return 0 or a
 * negative errno and err. */
int verify_lemmas(struct store *store, const struct verify_options *options,
                  struct verify_result *ret_result, struct error *err);
int verify_roots(struct store *store, const struct verify_options *options,
                 struct verify_result *ret_result, struct error *err);
int verify_tables(struct store *store, const struct verify_options *options,
                  struct verify_result *ret_result, struct error *err);

/* Of a random sample of states of all tables of positions: is what they are worth that of the best
 * of their moves? */
struct verify_values_result {
    uint64_t tried, wrong;
    uint64_t skipped; /* cannot be tried: boards that are missing are needed */
    char first[512];  /* the first that is wrong */
};
int verify_values(struct store *store, uint64_t sample, uint64_t seed,
                  struct verify_values_result *ret_result, struct error *err);

/* The same of so many random boards of each dense table. */
int verify_dense(struct store *store, uint64_t sample, uint64_t seed,
                 struct verify_values_result *ret_result, struct error *err);

#endif
