/*
 * What strategies without repetition say of a game's value and of its first plays: bounds that are
 * proved, with what certifies them. For boards whose tables take long or do not fit; where they are
 * quick, the search over lemmas is better, as it makes use of what the rules forbid.
 */
#ifndef SOLVER_STRATEGY_STRATEGIES_H
#define SOLVER_STRATEGY_STRATEGIES_H

#include "result/analysis.h"
#include "search/solver.h"

struct strategies;
struct table_size;

/* Do they come before tables that would take so much? from: limits.strategies_from. */
bool strategies_come_first(const struct history_model *model, const struct table_size *size,
                           size_t from);

/*
 * Are they worth looking for: do the rules suit (history_model.strategies), are no moves made, and
 * would tables take long? *ret_nodes: how many nodes they are worth, as the tables may come after.
 */
bool strategies_suit(const struct solver *solver, const struct game *game, uint64_t *ret_nodes);

/*
 * Prepares for solver's game, within its limits; its nodes are counted as solver's. The root's
 * questions get about max_nodes. note (may be NULL) is told when what is proved of the root or of a
 * first play is more than before. NULL: no memory. solver and the game are borrowed. Where the
 * solver has a memory that keeps provers, questions go on where an earlier run stopped.
 */
struct strategies *strategies_new(struct solver *solver, const struct game *game,
                                  uint64_t max_nodes, void (*note)(void *), void *note_arg);
void strategies_free(struct strategies *strategies);

/*
 * Narrows the bounds of the root until they meet or nothing is left to try; where max_nodes is
 * UINT64_MAX there is no other way, and the search over lemmas is done in between (aside.c).
 * Returns 0; -EAGAIN if a limit stopped it; -ENOMEM.
 */
int strategies_root(struct strategies *strategies, struct bounds *bounds);

/* Was a bound of the root found by the search over lemmas? Was its value, so that this search is
 * the one to go on with? */
bool strategies_aided(const struct strategies *strategies);
bool strategies_unneeded(const struct strategies *strategies);

/*
 * For a certificate: strategies for both halves of the root's value, one number, also for one that
 * was known before. found: strategies found it, so that it is worth going on. Returns as
 * strategies_root().
 */
int strategies_claim_both(struct strategies *strategies, int value, bool found);

/*
 * Finds out of the first plays which are as good as the root's value, one number, as far as
 * strategies tell; analysis->strategies_done: there is nothing left to ask. Returns as
 * strategies_root().
 */
int strategies_moves(struct strategies *strategies, int value, struct analysis *analysis);

/*
 * Plays a line on analysis->line in which both follow their strategies for the root's value, one
 * number; who gets nothing on the board answers what was hardest to prove, and who gets no more
 * than by passing alone (first: what was known of the root at first) passes. The line ends where no
 * strategy says what is best: at once if the value's half was known before. Returns 0 or -ENOMEM.
 */
int strategies_pv(const struct strategies *strategies, int value, const struct bounds *first,
                  struct analysis *analysis);

/* The threads that were at work together, at most. */
int strategies_threads(const struct strategies *strategies);

/* Is anything proved? */
bool strategies_has_claims(const struct strategies *strategies);

/* Certifies what is proved. Returns 0 or -ENOMEM. */
int strategies_certify(const struct strategies *strategies,
                       struct written_certificate *ret_certificate);

#endif
