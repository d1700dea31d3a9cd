/*
 * What strategies without repetition say of a game's value and of its root moves: bounds that are
 * proved, with what certifies them. They are for boards whose tables take long or do not fit. Where
 * tables are quick, the search over lemmas is better, as it makes use of what the rules forbid.
 */
#ifndef SOLVER_STRATEGY_STRATEGIES_H
#define SOLVER_STRATEGY_STRATEGIES_H

#include "result/analysis.h"
#include "search/solver.h"

struct strategies;
struct table_size;

/* Are strategies argued for as the game stands? After moves they are not under simple ko, and no
 * pass that frees a ko is answered (certificate/strategy_soundness.md). */
bool strategies_are_argued(const struct history_model *model, const struct game *game);

/*
 * May strategies be living ones: do they prove something under these rules, does the area count,
 * and is nothing suicide, or does who goes on alone come to an end all the same (Kee v6.0)?
 */
bool strategies_may_live(const struct ruleset *rules);

/* Do strategies come before tables of this size? from: limits.strategies_from. */
bool strategies_come_first(const struct history_model *model, const struct table_size *size,
                           size_t from);

/* What strategies are worth before tables. */
struct strategies_plan {
    uint64_t nodes; /* about as many for the root's queries; UINT64_MAX: there is no other way */
    bool brief;     /* it is only tried whether somebody has a strategy for the whole board */
    const struct bounds_claim *asked; /* only this is to be decided; NULL: the root's value */
};

/*
 * Are strategies worth looking for? They are if they are argued for as the game stands and tables
 * would take long.
 */
bool strategies_suit(const struct solver *solver, const struct game *game,
                     struct strategies_plan *ret_plan);

/*
 * Is a brief try worth it, where tables come first? It is where the tables, which are still to be
 * made, take much longer than it: see strategies.c.
 */
bool strategies_are_worth_a_try(const struct solver *solver, const struct game *game,
                                struct strategies_plan *ret_plan);

/*
 * Prepares for a solver's game, within its limits. The nodes are counted as the solver's. note (may
 * be NULL) is called when more is proved of the root or of a root move than before. solver and game
 * are borrowed. Where the solver has a persistence that saves provers, queries go on where an
 * earlier run stopped, but for a brief try. Returns NULL if there is no memory.
 */
struct strategies *strategies_new(struct solver *solver, const struct game *game,
                                  const struct strategies_plan *plan, void (*note)(void *),
                                  void *note_arg);
void strategies_free(struct strategies *strategies);

/*
 * Narrows the bounds of the root until they meet, or decide the claim that is asked, or nothing is
 * left to try, or the try was in vain. Where the plan's nodes are UINT64_MAX there is no other way,
 * and the search over lemmas has turns in between (aside.c). Returns 0; -EAGAIN if a limit stopped
 * it; -ENOMEM.
 */
int strategies_root(struct strategies *strategies, struct bounds *bounds);

/* Did the search over lemmas find a bound of the root? Did it find the value, so that it is the
 * search to go on with? */
bool strategies_aided(const struct strategies *strategies);
bool strategies_unneeded(const struct strategies *strategies);

/*
 * Finds strategies for both halves of the root's value, one number, for a certificate; also for a
 * half that was known before. found: strategies found the value, so that it is worth going on.
 * Returns as strategies_root().
 */
int strategies_claim_both(struct strategies *strategies, int value, bool found);

/*
 * Finds out which root moves are as good as the root's value, one number, as far as strategies
 * tell. analysis->strategies_done: there is nothing left to ask. Returns as strategies_root().
 */
int strategies_moves(struct strategies *strategies, int value, struct analysis *analysis);

/*
 * Puts a principal variation into analysis->pv, in which both follow their strategies for the
 * root's value, one number. Who gets nothing on the board answers what was hardest to prove. Who
 * gets no more than by only passing (first: what was known of the root at first) passes. The
 * variation ends where no strategy says what is best: at once if the value's half was known before;
 * or where memory lacks (pv_stopped).
 */
void strategies_pv(const struct strategies *strategies, int value, const struct bounds *first,
                   struct analysis *analysis);

/* Returns the most threads that were at work together. */
int strategies_threads(const struct strategies *strategies);

/* Is anything proved? */
bool strategies_has_claims(const struct strategies *strategies);

/* Certifies what is proved. Returns 0 or -ENOMEM. */
int strategies_certify(const struct strategies *strategies,
                       struct written_certificate *ret_certificate);

#endif
