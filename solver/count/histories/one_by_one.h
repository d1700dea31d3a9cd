/*
 * Complete games counted one by one by the executable rules, for rules whose history items do not
 * tell (cycles that are removed) and for more than two players.
 */
#ifndef SOLVER_COUNT_ONE_BY_ONE_H
#define SOLVER_COUNT_ONE_BY_ONE_H

#include "count/run.h"
#include "count/tally.h"

/* As histories_count(), which calls it. */
int one_by_one_count(const struct game *game, struct count_run *run, struct tally *ret_tally);

#endif
