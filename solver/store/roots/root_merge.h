/*
 * What two records of one position say together.
 *
 * Each tells what was proved, so both hold at once: bounds only tighten, what is proved stays. It
 * does not matter which of the two came first, nor how often one comes: a slower process, or an
 * import of what was only begun, takes nothing away. If the two contradict each other one of them
 * is false, and nobody can tell which.
 */
#ifndef SOLVER_STORE_ROOTS_ROOT_MERGE_H
#define SOLVER_STORE_ROOTS_ROOT_MERGE_H

#include "store/roots/root_record.h"

/*
 * Merges two of the same key, whose komi tells which plays are best. Both are left as they are.
 * Returns 0 and *ret_merged, whose analysis is to be released; -EBADMSG: they contradict each
 * other; or -ENOMEM. What results is imported (ROOT_IMPORTS) where one of the two is and tells
 * more than the other one tells alone.
 */
int root_merge(const struct root_facts *one, const struct root_facts *other, int komi_half_points,
               struct root_facts *ret_merged);

/* Is the play among the best, by what is proved of it and of the root? */
bool root_move_is_best(const struct analysis *analysis, size_t play, int komi_half_points);

/* Do two records say the same? Who proved it (ROOT_IMPORTS), for what and how is not asked; which
 * plays are best follows from the bounds. */
bool root_same(const struct root_facts *one, const struct root_facts *other);

#endif
