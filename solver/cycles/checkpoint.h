/*
 * Checkpoints: what of a search outlasts its run (search/persistence.h). These are its situations
 * in the order of their numbers, with their scores; its lemmas; and its proof numbers.
 *
 * What of it is true, and where. A lemma is a statement by itself (lemma.h): it speaks of
 * situations and sets of points, and holds under every past that fulfils its conditions, on this
 * board under this ruleset with all its fields, whichever run proved it. A score is a function of a
 * situation and of the ruleset. So both may be used by every run on the same board and under the
 * same rules, for which alone they are loaded. Proof numbers only steer.
 *
 * Why the order is saved. A proof number is known by a hash of numbers of situations (numbers.h).
 * So a search that was restored gives each situation the number that it had. What is not decided
 * yet is most of the work: without its proof numbers a run that goes on begins nearly anew, as a
 * failure is no fact that could be saved otherwise.
 *
 * A checkpoint is taken while other threads search on. Lemmas do not change, and those that speak
 * of a situation came after it; so lemmas are written first, then the situations. A proof number
 * may be newer or older than what is saved beside it, which does no harm.
 */
#ifndef SOLVER_CYCLES_CHECKPOINT_H
#define SOLVER_CYCLES_CHECKPOINT_H

#include "cycles/search.h"
#include "search/persistence.h"

/*
 * Prepares the search of a run of game (with limits) for what outlasts it; persistence NULL:
 * nothing does. Loads what is stored, if the search knows nothing yet: its situations then have the
 * numbers of the search that was saved. Returns 0 or -ENOMEM.
 */
int cycle_checkpoint_begin(struct cycle_search *search, const struct game *game,
                           struct persistence *persistence);

/* Saves the search if it is time to. Called by one of its threads. */
void cycle_checkpoint_save_if_due(struct cycle_search *search);

/* The run is over; stopped: by a limit. Saves what it has found. */
void cycle_checkpoint_end(struct cycle_search *search, bool stopped);

/* --- for who stores it --- */

/* Adds the next situation, which must be new. Returns false if it is not, or memory runs out. */
bool cycle_checkpoint_add_situation(struct cycle_search *search,
                                    const struct cycle_situation *situation, bool scored,
                                    int score);

/* Takes in a lemma, or frees it. Returns false if it speaks of a situation that is not there. */
bool cycle_checkpoint_add_lemma(struct cycle_search *search, struct cycle_lemma *lemma);

/* Takes in proof numbers. */
void cycle_checkpoint_add_numbers(struct cycle_search *search, uint64_t name,
                                  struct dfpn_numbers numbers);

/* Forgets all that was added so far. Returns 0 or -ENOMEM. */
int cycle_checkpoint_forget(struct cycle_search *search, const struct game *game);

#endif
