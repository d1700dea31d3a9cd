/* Proof and disproof numbers of states on the stack, and their thresholds. */
#include "strategy/worker_frame.h"

/* A successor of the attacker's state is searched until another is nearer to the goal by one part
 * in so many, one of his opponent's until another is by as much again: what the attacker can prove
 * must all be proved, in whatever order. */
#define NEARER_PART 4
#define NEARER_PART_OPPONENT 1

/* Returns what a number counts for while so many other threads are inside. */
static uint32_t raised(uint32_t goal, unsigned others)
{
    for (; others > 0 && goal > 0 && goal < NEVER - 1; others--)
        goal = dfpn_goal_threshold(NEVER - 1, goal, NEARER_PART);
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

/*
 * Returns the number against the mover: the sum of his edges'. But where the opponent moves it is
 * the greatest and half of the rest, for what proves one of his successors serves for others, too,
 * which a sum counts again.
 */
static uint32_t number_against(const struct worker_frame *frame, const struct dfpn_sums *sums)
{
    struct dfpn_sums counted = *sums;
    uint32_t greatest = 0;
    if (frame->state.own_move)
        return dfpn_capped_sum(&counted, NEVER);
    for (int i = 0; i < frame->count; i++)
        if (against_of(frame, &frame->edges[i]) > greatest)
            greatest = against_of(frame, &frame->edges[i]);
    counted.sum = greatest + (counted.sum - greatest) / 2;
    return dfpn_capped_sum(&counted, NEVER);
}

struct worker_sums worker_frame_sums(struct worker_frame *frame)
{
    struct worker_sums sums = {.edges = dfpn_no_children()};
    uint32_t nearest = NEVER;
    for (int i = 0; i < frame->count; i++) {
        const struct worker_edge *edge = &frame->edges[i];
        uint32_t goal = goal_of(frame, edge);
        nearest = goal < nearest ? goal : nearest;
        dfpn_add_child(&sums.edges, (size_t)i, raised(goal, edge->inside), against_of(frame, edge));
    }
    frame->chosen = (int)sums.edges.best;
    uint32_t against = number_against(frame, &sums.edges);
    if (nearest == 0)
        against = NEVER;
    else if (nearest == NEVER)
        against = 0;
    const struct dfpn_numbers numbers = {against == 0 ? NEVER : nearest, against};
    sums.numbers = frame->state.own_move ? numbers : dfpn_swap(numbers);
    return sums;
}

/* Returns the least number of the chosen edge with which number_against() reaches a limit that it
 * has not reached. */
static uint32_t threshold_against(const struct worker_frame *frame, const struct worker_sums *sums,
                                  uint32_t limit)
{
    uint32_t own = against_of(frame, &frame->edges[frame->chosen]), greatest = 0;
    uint64_t rest = sums->edges.sum - own;
    if (frame->state.own_move)
        return dfpn_sum_threshold(limit, dfpn_capped_sum(&sums->edges, NEVER), own);
    for (int i = 0; i < frame->count; i++)
        if (i != frame->chosen && against_of(frame, &frame->edges[i]) > greatest)
            greatest = against_of(frame, &frame->edges[i]);
    if (greatest + rest / 2 < limit) /* it becomes the greatest */
        return limit - (uint32_t)(rest / 2);
    return (uint32_t)(2 * (uint64_t)(limit - greatest) - (rest - greatest));
}

struct dfpn_numbers worker_frame_thresholds(const struct worker_frame *frame,
                                            const struct worker_sums *sums)
{
    const struct worker_edge *edge = &frame->edges[frame->chosen];
    bool own = frame->state.own_move;
    struct dfpn_numbers limits = own ? frame->limits : dfpn_swap(frame->limits);
    uint32_t goal = goal_of(frame, edge);
    limits.proof = dfpn_goal_threshold(limits.proof, sums->edges.second,
                                       own ? NEARER_PART : NEARER_PART_OPPONENT);
    /* Where the nearest is left to others it may be beyond the limit; yet there must be progress.
     */
    if (limits.proof <= goal)
        limits.proof = dfpn_goal_threshold(NEVER - 1, goal, NEARER_PART);
    if (limits.disproof < NEVER)
        limits.disproof = threshold_against(frame, sums, limits.disproof);
    return own ? limits : dfpn_swap(limits);
}

/* Is the goal within the limit only by successors that others are inside of? */
static bool is_left_to_others(const struct worker_frame *frame, const struct worker_sums *sums)
{
    return frame->descended && sums->edges.least >= goal_limit_of(frame);
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
