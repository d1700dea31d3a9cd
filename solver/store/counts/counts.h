/* What an open store keeps of counts of complete games, for the count (count/persistence.h). */
#ifndef SOLVER_STORE_COUNTS_COUNTS_H
#define SOLVER_STORE_COUNTS_COUNTS_H

#include "store/handle/handle.h"

/* Sets the functions of store->counts. */
void counts_init(struct store *store);

#endif
