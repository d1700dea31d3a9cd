/* The lemmas' side of what outlasts a run (search/persistence.h). */
#ifndef SOLVER_STORE_LEMMAS_SESSION_H
#define SOLVER_STORE_LEMMAS_SESSION_H

#include "store/handle/handle.h"

/* Sets the functions of store->persistence that save and load lemmas. */
void session_init(struct store *store);

#endif
