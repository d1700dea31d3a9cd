/* Must the games that go on from where a game stands end? All that is counted here asks that first.
 */
#ifndef SOLVER_COUNT_FINITE_H
#define SOLVER_COUNT_FINITE_H

#include "count/run.h"
#include "endless/endless.h"
#include "rules/game.h"

/*
 * Decides it of the position alone: a proof that every play ends holds for any history before it; a
 * lap is played again after this one, and if it cannot be played nothing is decided. The memory,
 * the deadline and the interrupt of run count. Returns 0; -EINTR or -ENOSPC when stopped; or
 * -ENOMEM.
 */
int finite_decide(const struct game *game, struct count_run *run,
                  enum endless_verdict *ret_verdict);

#endif
