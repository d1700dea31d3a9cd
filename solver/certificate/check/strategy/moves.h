/*
 * What follows a state of a strategy. A state is the stones, who moves, and the point that he may
 * not play because of a ko, or none.
 */
#ifndef SOLVER_CERTIFICATE_CHECK_STRATEGY_MOVES_H
#define SOLVER_CERTIFICATE_CHECK_STRATEGY_MOVES_H

#include "certificate/check/strategy/board.h"
#include "rules/history_model.h"

/* Under what terms a strategy is followed. */
struct strategy_terms {
    const struct strategy_board *board; /* borrowed */
    enum retake retake;
    bool pass_goes_on; /* play may go on after two passes */
    bool passes_count; /* the opponent's on the way from a board to its return (e) */
    bool answered;     /* with it: a pass that frees a ko has a reply */
    bool living;       /* it ends where the attacker lives with enough (lives.h) */
    int attacker;
    int wanted; /* the margin, his view */
};

struct strategy_state {
    struct strategy_stones stones; /* as play came to it */
    struct strategy_stones class;  /* and as they stand for all images */
    uint8_t mover;
    uint8_t ko, class_ko; /* point + 1, or 0 */
    uint8_t symmetry;     /* takes the stones to the class */
    bool by_stone;        /* the move that led to it was one */
};

/* A play, where it leads to and which state of its class that is, in steps (budget.h). */
static inline uint64_t strategy_steps_of_play(const struct strategy_terms *terms)
{
    return 10 + 4 * (uint64_t)terms->board->symmetries.count;
}

/* Sets what the rules say: retake, pass_goes_on and passes_count. */
void strategy_terms_set_rules(struct strategy_terms *terms, const struct history_model *model);

/* Returns the state after a stone. */
struct strategy_state strategy_state_make(const struct strategy_board *board,
                                          const struct strategy_stones *stones, int mover, int ko);

/* Does the board give the attacker what is wanted, as it stands? */
bool strategy_is_enough(const struct strategy_terms *terms, const struct strategy_stones *stones);

/* The attacker's move: a point, or points for a pass. Returns NULL, or why he may not make it. */
const char *strategy_reply(const struct strategy_terms *terms, const struct strategy_state *state,
                           int reply, struct strategy_state *ret_next);

/* The states that are to be looked at after a state in which the opponent moves: after his stones,
 * points ascending, and after his pass if it does not end the game. Returns how many; at most
 * SOLVER_MAX_POINTS + 1. */
int strategy_answers(const struct strategy_terms *terms, const struct strategy_state *state,
                     struct strategy_state *ret_next);

#endif
