/*
 * Solving with a store. The store implements what the search and the strategies save to and load
 * from (search/persistence.h), and has the records of positions; here it is decided what of that is
 * used and what is written.
 */
#ifndef SOLVER_SOLVE_STORED_H
#define SOLVER_SOLVE_STORED_H

#include "result/analysis.h"
#include "store/store.h"

/*
 * As store_open(), for a game (may be NULL) that stored_analyse() will be called with. If the store
 * has the result of such a run, options considered, nothing else is opened or looked at, which is
 * quick.
 */
int stored_open(const char *dir, unsigned flags, const struct game *game,
                const struct analysis_options *options, const struct store_patience *patience,
                struct store **ret_store, struct error *err);

/*
 * As analysis_run(), with what the store has and for the store. store NULL: just analysis_run().
 * Where the store has the whole result, nodes and entries are 0. If a certificate is asked for,
 * nothing of the store is used, as it has no proofs that could be written; what is proved is saved
 * all the same. Under rules with cycles the store is left alone: it does not know their lemmas.
 */
int stored_analyse(struct store *store, const struct game *game,
                   const struct analysis_options *options, struct analysis *ret_analysis);

#endif
