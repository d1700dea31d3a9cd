/* Proof and disproof numbers of states on the stack, and their thresholds. */
#include "strategy/worker_frame.h"

/* Adds a quarter: by so much another successor must be nearer before the search goes there. */
static uint32_t quarter_more(uint32_t number, uint32_t most)
{
    uint64_t more = (uint64_t)number + 1 + number / 4;
    return more < most ? (uint32_t)more : most;
}

/* Returns what a number counts for while so many other threads are inside. */
static uint32_t raised(uint32_t goal, unsigned others)
{
    for (; others > 0 && goal > 0 && goal < NEVER - 1; others--)
        goal = quarter_more(goal, NEVER - 1);
    return goal;
}

static uint32_t goal_of(const struct worker_frame *frame, const struct worker_edge *edge)
{
    return frame->state.own_move ? edge->numbers.proof : edge->numbers.disproof;
}

static uint32_t against_of(const struct worker_frame *frame, const struct worker_edge *edge)
{
    return frame->state.own_move ? edge->numbers.disproof : edge->numbers.proof;
}

static uint32_t goal_limit_of(const struct worker_frame *frame)
{
    return frame->state.own_move ? frame->limits.proof : frame->limits.disproof;
}

struct worker_sums worker_frame_sums(struct worker_frame *frame)
{
    uint64_t sum = 0;
    uint32_t nearest = NEVER;
    struct worker_sums sums = {.least = NEVER, .second = NEVER};
    frame->chosen = -1;
    for (int i = 0; i < frame->count; i++) {
        const struct worker_edge *edge = &frame->edges[i];
        uint32_t goal = goal_of(frame, edge), taken_for = raised(goal, edge->inside);
        sum += against_of(frame, edge);
        nearest = goal < nearest ? goal : nearest;
        if (taken_for < sums.least) {
            sums.second = sums.least;
            sums.least = taken_for;
            frame->chosen = i;
        } else if (taken_for < sums.second) {
            sums.second = taken_for;
        }
    }
    uint32_t against = sum > NEVER ? NEVER : (uint32_t)sum;
    if (nearest == 0)
        against = NEVER;
    else if (nearest == NEVER)
        against = 0;
    uint32_t goal = against == 0 ? NEVER : nearest;
    sums.numbers = frame->state.own_move ? (struct prover_numbers){goal, against}
                                         : (struct prover_numbers){against, goal};
    return sums;
}

struct prover_numbers worker_frame_limits(const struct worker_frame *frame,
                                          const struct worker_sums *sums)
{
    const struct worker_edge *edge = &frame->edges[frame->chosen];
    bool own = frame->state.own_move;
    uint32_t goal = goal_limit_of(frame);
    uint32_t against = own ? frame->limits.disproof : frame->limits.proof;
    uint32_t sum = own ? sums->numbers.disproof : sums->numbers.proof;
    if (sums->second != NEVER)
        goal = quarter_more(sums->second, goal);
    /* Where the nearest is left to others it may be beyond the limit; yet there must be progress.
     */
    if (goal <= goal_of(frame, edge))
        goal = quarter_more(goal_of(frame, edge), NEVER - 1);
    if (against < NEVER) {
        uint64_t most = (uint64_t)against - sum + against_of(frame, edge);
        against = most < NEVER ? (uint32_t)most : NEVER;
    }
    return own ? (struct prover_numbers){goal, against} : (struct prover_numbers){against, goal};
}

/* Is the goal within the limit only by successors that others are inside of? */
static bool is_left_to_others(const struct worker_frame *frame, const struct worker_sums *sums)
{
    return frame->descended && sums->least >= goal_limit_of(frame);
}

bool worker_frame_is_done(const struct worker_frame *frame, const struct worker_sums *sums)
{
    return sums->numbers.proof >= frame->limits.proof ||
           sums->numbers.disproof >= frame->limits.disproof ||
           prover_numbers_decided(sums->numbers) || is_left_to_others(frame, sums);
}

size_t worker_frame_level(const struct worker_frame *frame)
{
    size_t level = WORKER_PATH_NONE;
    bool any = false;
    for (int i = 0; i < frame->count; i++) {
        const struct worker_edge *edge = &frame->edges[i];
        if (frame->state.own_move) {
            level = edge->level < level ? edge->level : level;
        } else if (edge->numbers.disproof == 0 && (!any || edge->level > level)) {
            level = edge->level;
            any = true;
        }
    }
    return level;
}
