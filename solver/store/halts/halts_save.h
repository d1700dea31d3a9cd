/* Saving where a run was stopped, and loading it (search/halt.h). */
#ifndef SOLVER_STORE_HALTS_HALTS_SAVE_H
#define SOLVER_STORE_HALTS_HALTS_SAVE_H

#include "search/search.h"
#include "store/handle/subtable.h"

/* Loads what there is for search->halt. What is not sound is as if it were not there. */
void halts_load(struct store *store, const struct subtable *table, struct search *search);

/* Saves where the search was stopped if search->halt says so; or, when it is done, deletes what was
 * there. Never fails: what cannot be saved is left out. */
void halts_save(struct store *store, const struct subtable *table, const struct search *search,
                bool done);

#endif
