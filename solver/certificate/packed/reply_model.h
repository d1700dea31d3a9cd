/*
 * How likely each play is the reply of a strategy, learned from the replies before. What reads a
 * packed strategy and what writes it learn the same, so nothing of it is in the file.
 *
 * A play is looked at together with the stones around it: those at most 0, 1, 2 and 3 steps away.
 * Each of these four has a weight; their sum is the logarithm of how likely the play is, to base 2.
 * After each reply the weights of all plays that could have been made are corrected by what was
 * wrong with their likelihood (online logistic regression). All numbers are whole, so every machine
 * learns the same. packed.h gives it step by step.
 */
#ifndef SOLVER_CERTIFICATE_PACKED_REPLY_MODEL_H
#define SOLVER_CERTIFICATE_PACKED_REPLY_MODEL_H

#include "certificate/check/strategy/board.h"

/* Steps from a play to the stones that are looked at, at most, and one more. */
#define REPLY_MODEL_REACHES 4
#define REPLY_MODEL_PLAYS_MOST (SOLVER_MAX_POINTS + 1)
/* So many likelihoods are told apart between one and its half. */
#define REPLY_MODEL_PARTS 256

/* A reply that may be made. */
struct reply_play {
    int point; /* or the board's points: a pass */
    bool met;  /* the walk has met the state that it leads to */
    uint32_t frequency;
    uint32_t places[REPLY_MODEL_REACHES]; /* of its weights */
};

struct reply_model {
    const struct strategy_board *board; /* borrowed */
    uint64_t around[REPLY_MODEL_PLAYS_MOST][REPLY_MODEL_REACHES];
    int32_t *weights;
    uint32_t parts[REPLY_MODEL_PARTS]; /* of a frequency: 2 to the power of -i / PARTS */
};

/* Returns 0 or -ENOMEM; reply_model_release() it in both cases. */
int reply_model_init(struct reply_model *ret_model, const struct strategy_board *board);
void reply_model_release(struct reply_model *model);

/* Sets the frequencies of the plays of which one is the reply; point and met are set. own: the
 * stones of the player who replies. Returns their sum. */
uint32_t reply_model_guess(const struct reply_model *model, uint64_t own, uint64_t other,
                           struct reply_play *plays, int count);

/* Learns which one it was; the plays are as reply_model_guess() left them. */
void reply_model_learn(struct reply_model *model, const struct reply_play *plays, int count,
                       uint32_t total, int reply);

#endif
