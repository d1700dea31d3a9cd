/*
 * What two records of one position say together.
 *
 * Each says what was proved, so both hold at once: bounds only tighten, and what is proved stays.
 * The order of the two does not matter, nor how often one comes. So a slower process, or an import
 * of a run that was only begun, takes nothing away. If the two contradict each other, one of them
 * is false, and nobody knows which.
 */
#ifndef SOLVER_STORE_ROOTS_ROOT_MERGE_H
#define SOLVER_STORE_ROOTS_ROOT_MERGE_H

#include "store/roots/root_record.h"

/*
 * Merges two records of the same key. komi_half_points is the key's: it decides which moves are
 * best. Both stay as they are. Returns 0 and *ret_merged, whose analysis is to be released;
 * -EBADMSG: they contradict each other; or -ENOMEM. The result is marked as imported
 * (ROOT_IMPORTS) where one of the two is and says more than the other one alone.
 */
int root_merge(const struct root_facts *one, const struct root_facts *other, int komi_half_points,
               struct root_facts *ret_merged);

/* Is a root move proved to be one of the best, by its bounds and the root's? */
bool root_move_is_best(const struct analysis *analysis, size_t i, int komi_half_points);

/* Do two records say the same? It does not matter who proved it (ROOT_IMPORTS), for which run and
 * how. Which moves are best follows from the bounds. */
bool root_same(const struct root_facts *one, const struct root_facts *other);

#endif
