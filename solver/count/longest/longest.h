/*
 * The longest complete game, in stone plays: bounds from both sides. From below it is a game that
 * was found, and played by the executable rules before it is told. From above it is proved by
 * prices (longest_bound.h), or by looking at every game.
 */
#ifndef SOLVER_COUNT_LONGEST_H
#define SOLVER_COUNT_LONGEST_H

#include <stddef.h>
#include <stdint.h>

#include "board/move.h"
#include "count/run.h"
#include "rules/game.h"

/* There is no bound. */
#define LONGEST_UNBOUNDED SIZE_MAX

struct longest_game {
    size_t at_least;
    size_t at_most;       /* or LONGEST_UNBOUNDED */
    const char *argument; /* what at_most rests on, a few words: a constant */
    struct move *moves;   /* a complete game of at_least stone plays; owned */
    size_t move_count;
};

/*
 * Bounds the longest game that goes on from where game stands. The deadline, the memory and the
 * interrupt of run count; without a deadline it ends when the bounds have met, or have not come
 * nearer for long. The same seed gives the same bounds unless time stops it. Returns 0, also where
 * a limit stopped it (run->stop says which); -ERANGE: play need never end; or -ENOMEM.
 * longest_game_release() it.
 */
int longest_find(const struct game *game, uint64_t seed, struct count_run *run,
                 struct longest_game *ret_longest);
void longest_game_release(struct longest_game *longest);

#endif
