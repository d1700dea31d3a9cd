/*
 * What of the past can matter to a game under the Ing-Spight Ko Rule, from the turns as the
 * executable rules made them; soundness.md argues that it is all:
 *
 *   - which stones are hot: placed in the present run of ko plays;
 *   - of each odd cycle P, begun at each of its boards, how many plays of PP came in their order,
 *     each as early as it could.
 *
 * Nothing of the engine's is used. The odd cycles are found anew, from every board.
 */
#ifndef SOLVER_CERTIFICATE_CHECK_ODD_CYCLES_ODD_PAST_H
#define SOLVER_CERTIFICATE_CHECK_ODD_CYCLES_ODD_PAST_H

#include "certificate/budget.h"
#include "certificate/format.h"
#include "rules/game.h"
#include "rules/play_cycles.h"

/* Boards of more points have too many cycles. */
#define ODD_PAST_POINTS_MAX 9

/* A cycle, by numbers that tell plays apart. */
struct odd_past_cycle {
    uint32_t plays[PLAY_CYCLE_MAX];
    uint32_t count;
};

struct odd_past {
    const struct graph *graph;
    struct play_cycles cycles;
    struct budget *budget;
    struct odd_past_cycle *odd;
    uint32_t odd_count;
    size_t odd_room;
    struct hashset set; /* of them */
    uint16_t *hot;      /* by turn: points with hot stones */
    uint8_t *made;      /* by turn and odd cycle */
    size_t hot_room, made_room;
};

/* Finds the odd cycles of a board of at most ODD_PAST_POINTS_MAX points. Returns 0, -ENOMEM or what
 * ended the budget. Release it in any case. */
int odd_past_init(struct odd_past *ret_past, const struct certificate *certificate,
                  struct budget *budget);
void odd_past_release(struct odd_past *past);

/* Takes in the last turn of a game whose turns before were taken in, the start first. Returns as
 * odd_past_init(). */
int odd_past_take(struct odd_past *past, const struct game *game);

/* The bytes of a key. */
size_t odd_past_key_size(const struct odd_past *past);

/* Writes the key of the game as it stands, whose turns were taken in: games with the same key go on
 * alike. */
void odd_past_key(const struct odd_past *past, const struct game *game, uint8_t *ret_key);

#endif
