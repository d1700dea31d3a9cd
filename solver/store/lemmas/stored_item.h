/* The item of a run that a stored condition is about. */
#ifndef SOLVER_STORE_LEMMAS_STORED_ITEM_H
#define SOLVER_STORE_LEMMAS_STORED_ITEM_H

#include "search/search.h"
#include "store/lemmas/lemma_record.h"

/*
 * Finds a board's number. Where all boards that matter are interned and tables by board exist, none
 * may be added. Returns 0, -ENOENT if the board has no number, or another negative errno.
 */
int stored_item_board(struct positions *positions, struct stones stones, uint32_t *ret_board);

/*
 * Finds the item. Returns as stored_item_board(); also -ENOENT if the rules remember no such thing.
 * A lemma that speaks of an item that is not found is left out. (Its condition holds, as that board
 * cannot have stood; but what is concluded from it must carry it on.)
 */
int stored_item_find(struct search *search, const struct stored_condition *stored,
                     uint64_t *ret_item);

#endif
