/* How likely each play is the reply of a strategy. */
#include "certificate/packed/reply_model.h"

#include <errno.h>
#include <stdlib.h>

/* Weights for each reach. */
#define PLACE_BITS 16
#define PLACES (1u << PLACE_BITS)
/* A weight of one: twice as likely. */
#define ONE (1 << 16)
/* The frequency of the likeliest play, but for the one that each has. */
#define FREQUENCY_MOST (1u << 14)
#define PARTS REPLY_MODEL_PARTS
/* 2 to the power of -1 / PARTS */
#define PART 0.99729605608547012
/* What of an error is put right. */
#define LEARNS 7
#define LEARNS_OF_LOG 5
/* No weight is greater. */
#define WEIGHT_MOST (16 * ONE)

int reply_model_init(struct reply_model *ret_model, const struct strategy_board *board)
{
    *ret_model = (struct reply_model){.board = board};
    for (int p = 0; p < board->points; p++) {
        uint64_t within = 1ull << p;
        for (int reach = 0; reach < REPLY_MODEL_REACHES; reach++) {
            ret_model->around[p][reach] = within;
            for (uint64_t left = ret_model->around[p][reach]; left != 0; left &= left - 1)
                within |= board->neighbours[__builtin_ctzll(left)];
        }
    }
    double frequency = FREQUENCY_MOST;
    for (int i = 0; i < PARTS; i++, frequency *= PART)
        ret_model->parts[i] = (uint32_t)(frequency + 0.5);
    ret_model->weights = calloc((size_t)REPLY_MODEL_REACHES * PLACES, sizeof(int32_t));
    return ret_model->weights != NULL ? 0 : -ENOMEM;
}

void reply_model_release(struct reply_model *model)
{
    free(model->weights);
    model->weights = NULL;
}

static uint32_t place_of(const struct reply_model *model, uint64_t own, uint64_t other,
                         const struct reply_play *play, int reach)
{
    uint64_t around = model->around[play->point][reach];
    uint64_t hash = ((own & around) * 0x9e3779b97f4a7c15ull) ^
                    ((other & around) * 0xc2b2ae3d27d4eb4full) ^
                    ((uint64_t)(2 * play->point + play->met) * 0x165667b19e3779f9ull);
    hash = (hash ^ hash >> 32) * 0x9fb21c651e98df25ull;
    return (uint32_t)reach << PLACE_BITS | (uint32_t)(hash >> (64 - PLACE_BITS));
}

/* FREQUENCY_MOST, halved as often as `less` is worth. */
static uint32_t halved(const struct reply_model *model, int64_t less)
{
    int64_t whole = less / ONE;
    return whole < 32 ? model->parts[less % ONE * PARTS / ONE] >> whole : 0;
}

uint32_t reply_model_guess(const struct reply_model *model, uint64_t own, uint64_t other,
                           struct reply_play *plays, int count)
{
    int64_t sums[REPLY_MODEL_PLAYS_MOST], most = INT64_MIN;
    uint32_t total = 0;
    for (int i = 0; i < count; i++) {
        sums[i] = 0;
        for (int reach = 0; reach < REPLY_MODEL_REACHES; reach++) {
            plays[i].places[reach] = place_of(model, own, other, &plays[i], reach);
            sums[i] += model->weights[plays[i].places[reach]];
        }
        most = sums[i] > most ? sums[i] : most;
    }
    for (int i = 0; i < count; i++) {
        plays[i].frequency = 1 + halved(model, most - sums[i]);
        total += plays[i].frequency;
    }
    return total;
}

void reply_model_learn(struct reply_model *model, const struct reply_play *plays, int count,
                       uint32_t total, int reply)
{
    for (int i = 0; i < count; i++) {
        int32_t likely = (int32_t)((uint64_t)plays[i].frequency * ONE / total);
        int32_t error = (i == reply ? ONE : 0) - likely;
        int32_t step = error * LEARNS / (1 << LEARNS_OF_LOG); /* towards 0 */
        for (int reach = 0; reach < REPLY_MODEL_REACHES; reach++) {
            int32_t *weight = &model->weights[plays[i].places[reach]];
            *weight += step;
            if (*weight > WEIGHT_MOST || *weight < -WEIGHT_MOST)
                *weight -= step;
        }
    }
}
