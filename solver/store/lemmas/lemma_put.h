/* Writing lemmas. */
#ifndef SOLVER_STORE_LEMMAS_LEMMA_PUT_H
#define SOLVER_STORE_LEMMAS_LEMMA_PUT_H

#include "store/handle/pending.h"

/*
 * The kind of a lemma that waits: its data are the packed state and the packed entry, whose
 * conditions may be unsorted. It is merged with the entries that are there.
 */
extern const struct pending_kind lemma_kind;

#endif
