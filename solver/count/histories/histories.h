/*
 * Complete games of any ruleset, counted exactly: depth first through the states of the game with
 * their history, or through the games themselves where the history cannot be told.
 */
#ifndef SOLVER_COUNT_HISTORIES_H
#define SOLVER_COUNT_HISTORIES_H

#include "count/run.h"
#include "count/tally.h"

/*
 * Counts the complete games that go on from where game stands, and those of each length if the run
 * wants lengths. The game must be known to be finite (endless/endless.h): what has no end runs into
 * a limit. Boards of two players have at most SOLVER_MAX_POINTS points. Returns 0 with *ret_tally,
 * tally_release() it; -EINTR: run->stop says why it stopped; or -ENOMEM.
 */
int histories_count(const struct game *game, struct count_run *run, struct tally *ret_tally);

#endif
