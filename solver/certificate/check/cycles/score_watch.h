/*
 * Scores by control take long and much memory where a board is large: here they are found within a
 * budget. A position is tried with little first, which is all that the engine gives to large
 * boards.
 */
#ifndef SOLVER_CERTIFICATE_CHECK_CYCLES_SCORE_WATCH_H
#define SOLVER_CERTIFICATE_CHECK_CYCLES_SCORE_WATCH_H

#include "certificate/budget.h"
#include "rules/game.h"

struct score_watch {
    struct budget *budget; /* borrowed */
    size_t counted;        /* bytes that are set apart for control */
    uint64_t steps_of_state;
    int ended; /* what ended the budget, or 0 */
};

/* Has the scores of a game under rules with cycles found within the budget, three
 * quarters of whose bytes are set apart. The watch must stay where it is until score_watch_end().
 */
void score_watch_begin(struct score_watch *watch, const struct game *game, struct budget *budget);
void score_watch_end(struct score_watch *watch);

/* As game_scores(); or what ended the budget. */
int score_watch_scores(struct score_watch *watch, const struct game *game, int scores[PLAYERS_MAX]);

#endif
