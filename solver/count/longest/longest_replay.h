/* Games as a list of moves: those that were found, played by the executable rules. */
#ifndef SOLVER_COUNT_LONGEST_REPLAY_H
#define SOLVER_COUNT_LONGEST_REPLAY_H

#include "count/arena.h"
#include "count/longest/longest.h"

/*
 * Plays edges of an arena, one after the other from where game stands, with the passes that it
 * takes, as far as the rules allow, and then passes to the end. Puts the game into longest if it is
 * longer than the one there, or there is none. Returns 0, -EPROTO (the game did not end) or
 * -ENOMEM.
 */
int longest_replay(const struct game *game, const struct arena *arena, const uint32_t *edges,
                   uint32_t count, struct longest_game *longest);

/*
 * Plays every game by the executable rules, the long ones first, until so many turns were made or
 * run must stop; each longer game goes into longest. Returns 1: that were all; 0: not all; or
 * -ENOMEM.
 */
int longest_replay_all(const struct game *game, uint64_t turns, struct count_run *run,
                       struct longest_game *longest);

/* Sets *ret_plays to the plays of the longest game that goes on from where game stands. Returns 0,
 * or a negative errno: it cannot be told. */
typedef int longest_plays_left(const struct game *game, const struct limits *limits,
                               size_t *ret_plays);

/*
 * Plays a game of so many plays, which there is: each move is one after which as many are left as
 * there must be. Puts it into longest as above. Returns 0, what left returned, or -ENOMEM.
 */
int longest_replay_counted(const struct game *game, size_t plays, longest_plays_left *left,
                           const struct limits *limits, struct longest_game *longest);

#endif
