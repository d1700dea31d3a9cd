/* Complete games counted exactly: the front of the room, which chooses the engine. */
#ifndef SOLVER_COUNT_COUNT_H
#define SOLVER_COUNT_COUNT_H

#include "count/run.h"
#include "count/tally.h"
#include "rules/game.h"

enum count_verdict {
    COUNT_EXACT,   /* the tally holds the numbers */
    COUNT_ENDLESS, /* play need never end: there is no number */
    COUNT_STOPPED, /* run->stop says why: nothing is known */
};

/*
 * Counts the complete games that go on from where game stands; its moves so far are the history.
 * Any ruleset, any number of players, at most SOLVER_MAX_POINTS points. A game that is over is one
 * complete game of length 0. *ret_tally is set only where the verdict is COUNT_EXACT, its of_length
 * only where run->lengths asks for it; tally_release() it. Returns 0; -ENOMEM, or another negative
 * errno of an engine that failed.
 */
int count_games(const struct game *game, struct count_run *run, struct tally *ret_tally,
                enum count_verdict *ret_verdict);

#endif
