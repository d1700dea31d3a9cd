/* From a lemma of the search to an entry of a record (lemma_record.h). */
#ifndef SOLVER_STORE_LEMMAS_LEMMA_PACK_H
#define SOLVER_STORE_LEMMAS_LEMMA_PACK_H

#include "search/search.h"
#include "store/lemmas/lemma_record.h"

struct pending;

/* Returns the canonical state that a key stands for: state_key() undone. */
struct stored_state lemma_pack_key_state(const struct search *search, uint64_t key);

/* Does a condition of the lemma allow only some counters, so that its entry must be a wide one? */
bool lemma_pack_is_wide(const struct lemma_table *table, const struct lemma *lemma);

/*
 * Packs a lemma and its state into pending, which has room for it; marks are flags of the entry.
 * The conditions stay in the lemma's order: sorting them takes longest, and is left to the writer.
 */
void lemma_pack_into(const struct search *search, const struct record_shape *shape,
                     const struct lemma *lemma, uint64_t nodes, unsigned marks,
                     struct pending *pending);

#endif
