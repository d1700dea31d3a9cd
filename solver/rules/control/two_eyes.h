/*
 * The game in which a builder tries to get a two-eye formation on a set (Pauli's rules 14 to 16).
 *
 * All around the set stand the opponent's stones, and two empty locations next to each of them; the
 * opponent moves first, play is as usual: capture, no suicide, a location cleared by a ko capture
 * is prohibited for one turn. The builder wins as soon as the formation stands; a situation that
 * comes back, and two passes, mean that he has failed (rule 17 ends a dispute so).
 *
 * What is solved is a smaller game, on the set alone, in which the stones around never lose their
 * liberties and the two new locations are not played. It has the same winner:
 *
 * 1. A stone of the opponent's on a border location (one with a neighbour outside) is connected to
 *    the stones around, for good if the opponent leaves the two new locations alone; the formation
 *    needs all border locations. So an empty border location in the opponent's turn is the
 *    builder's failure, in both games. (No ko prohibits it: what a ko capture of the builder's
 *    cleared was a single stone without liberties, which none on the border is. If it is prohibited
 *    for good, he cannot fill it either.)
 * 2. If the builder fails in the smaller game he fails in the whole one: the opponent does not play
 *    the new locations, so that the stones around have two liberties, and the builder's playing
 *    there is suicide. Then the two games are the same.
 * 3. If he wins the smaller game, he keeps to that strategy. By 1 all border locations are his in
 *    the opponent's turns, so the stones around have no liberties but the new locations. The
 *    opponent may fill one of them - the builder takes it for a pass - but not the other, which
 *    would be suicide. So the stones around are never captured, and the play on the set is that of
 *    the smaller game.
 *
 * Repetition: the states (stones, who moves, prohibited location) are finitely many, and the
 * builder can force the formation without repeating one if he can force it at all: each of his
 * plays leads to a state nearer to it. So he wins just where the least fixed point has him win, and
 * no history matters. Two passes in a row bring back the state before them; so they never serve the
 * builder, and need not be counted.
 *
 * The fixed point is computed on the fly (Liu and Smolka, Simple linear-time algorithms for minimal
 * fixed points, 1998): a state in which the builder moves waits for any of its successors to be
 * won, one in which the opponent moves for one that is not, and for the next one when that is.
 * When nothing is left to look at, what is not won is lost.
 */
#ifndef SOLVER_RULES_CONTROL_TWO_EYES_H
#define SOLVER_RULES_CONTROL_TWO_EYES_H

#include <stdbool.h>
#include <stdint.h>

#include "board/graph.h"
#include "board/move.h"
#include "rules/control/control.h"

struct two_eyes;

/*
 * The game on set (bit p: location p), which is not empty. On its locations of prohibited nobody
 * may play. Returns 0 or -ENOMEM.
 */
int two_eyes_new(const struct graph *graph, uint64_t set, uint64_t prohibited,
                 const struct control_choice *choice, bool careful, struct two_eyes **ret_game);

void two_eyes_free(struct two_eyes *game);

/*
 * Does the builder win? own and other are the stones on the board, his and the opponent's, of which
 * those in the set count; he must have bordered it. Returns 1, 0, -ENOMEM, or -ERANGE: not decided
 * when limit states were looked at, at most CONTROL_STATES_LIMIT.
 */
int two_eyes_solve(struct two_eyes *game, uint64_t own, uint64_t other, size_t limit);

/* stop (may be NULL) is asked with arg now and then; when it says true solving returns -EINTR. */
void two_eyes_watch(struct two_eyes *game, bool (*stop)(void *), void *arg);

/* A question is given up with -ENOSPC when the game takes more bytes (0: never). */
void two_eyes_hold(struct two_eyes *game, size_t bytes);

/* Bytes taken by its states and what waits for them. */
size_t two_eyes_bytes(const struct two_eyes *game);

/* The states looked at since the game was made. */
size_t two_eyes_work(const struct two_eyes *game);

/* The stones in the set with which the game begins: those without liberties are removed. */
void two_eyes_start(const struct two_eyes *game, uint64_t *own, uint64_t *other);

/* A play, and the stones in the set after it. */
struct eye_step {
    struct move move;
    uint64_t own, other;
};

/*
 * The longest play against the strategy found, of a game that the builder wins. *ret_steps is the
 * caller's to free(). limit as above. Returns 0, -ENOMEM or -ERANGE.
 */
int two_eyes_line(struct two_eyes *game, uint64_t own, uint64_t other, size_t limit,
                  struct eye_step **ret_steps, size_t *ret_count);

/* Has the set a neighbour outside? */
bool two_eyes_borders(const struct two_eyes *game);

/* States kept. */
size_t two_eyes_states(const struct two_eyes *game);

#endif
