/*
 * Cycles of board plays, as the Ing-Spight Ko Rule speaks of them (ing_spight.c).
 *
 * Two board plays are the same if the player, the point, the stones that the new one is connected
 * to, and the stones removed are the same. A cycle is a sequence of board plays by players in turn,
 * one after another, without regard to any ko rule, that leads from a board back to that board. An
 * odd one has its first player last. A ko is a cycle of an even number of plays that contains no
 * odd cycle: no plays of it, taken in their order from any board of it and by players in turn, are
 * an odd cycle.
 */
#ifndef SOLVER_RULES_PLAY_CYCLES_H
#define SOLVER_RULES_PLAY_CYCLES_H

#include "board/point_set.h"
#include "board/position.h"
#include "rules/ruleset.h"

/* The longest cycle that a ruleset may ask for (field longest-cycle). */
#define PLAY_CYCLE_MAX 8

struct board_play {
    int player, point;
    struct point_set joined;  /* stones of its player that the new one is connected to */
    struct point_set removed; /* stones of either player that it removes; with the new one itself
                                 if that is among them */
};

bool play_cycles_equal(const struct board_play *a, const struct board_play *b);

/* Reads the play off the boards before and after it. */
void play_cycles_read(const struct graph *graph, const struct position *before,
                      const struct position *after, int player, int point,
                      struct board_play *ret_play);

/* What cycles are looked for. */
struct play_cycles {
    const struct graph *graph;
    enum suicide suicide;
    int longest; /* plays of a cycle at most; 1 .. PLAY_CYCLE_MAX */
};

/* Makes the play if the point is empty and suicide allows it, with nothing asked of any past. */
bool play_cycles_make(const struct play_cycles *cycles, const struct position *before, int player,
                      int point, struct position *ret_after, struct board_play *ret_play);

/* Is player's play on point, which can be made on board, a play in a ko? */
bool play_cycles_in_ko(const struct play_cycles *cycles, const struct position *board, int player,
                       int point);

/* Gets an odd cycle. It returns true if no more are wanted. */
typedef bool play_cycles_use(void *arg, const struct board_play *plays, int count);

/*
 * Tells of all odd cycles that player can begin on board, those that come through a board twice
 * included. wanted, if not NULL, says which plays they may be of. Returns true if use did.
 */
bool play_cycles_odd(const struct play_cycles *cycles, const struct position *board, int player,
                     bool (*wanted)(void *arg, const struct board_play *play), play_cycles_use *use,
                     void *arg);

#endif
