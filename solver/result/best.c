/*
 * The bounds of root moves against each other: which moves are best, and is that known of all. Best
 * is a move whose median(lower, komi, upper) is the root's; so where lower and upper differ the
 * komi decides.
 */
#include "result/analysis.h"

void analysis_limit_by_root(struct bounds *bounds, const struct bounds *root, enum colour mover)
{
    if (mover == BLACK) {
        if (root->lower_max < bounds->lower_max)
            bounds->lower_max = root->lower_max;
        if (root->upper_max < bounds->upper_max)
            bounds->upper_max = root->upper_max;
        return;
    }
    if (root->lower_min > bounds->lower_min)
        bounds->lower_min = root->lower_min;
    if (root->upper_min > bounds->upper_min)
        bounds->upper_min = root->upper_min;
}

/* What a value comes to at a komi, doubled: the least and the most that it can still be. */
struct result_span {
    int least, most;
};

static struct result_span span_of(const struct bounds *bounds, int komi_half_points)
{
    return (struct result_span){
        .least = bounds_result(bounds->lower_min, bounds->upper_min, komi_half_points),
        .most = bounds_result(bounds->lower_max, bounds->upper_max, komi_half_points),
    };
}

enum move_rating analysis_rate_move(const struct analysis *analysis, size_t i, int komi_half_points)
{
    struct result_span wanted = span_of(&analysis->bounds, komi_half_points);
    struct result_span span = span_of(&analysis->moves[i].bounds, komi_half_points);
    if (!bounds_known(&analysis->bounds))
        return RATED_OPEN;
    if (span.most < wanted.least || span.least > wanted.most)
        return RATED_WORSE;
    return span.least == span.most ? RATED_BEST : RATED_OPEN;
}

void analysis_mark_best(struct analysis *analysis, int komi_half_points)
{
    for (size_t i = 0; i < analysis->move_count; i++)
        analysis->moves[i].best = analysis_rate_move(analysis, i, komi_half_points) == RATED_BEST;
}

void analysis_finish_moves(struct analysis *analysis, const struct analysis_options *options)
{
    for (size_t i = 0; i < analysis->move_count; i++)
        analysis->moves[i].bounds = analysis->moves[analysis->moves[i].same_as].bounds;
    analysis_mark_best(analysis, options->komi_half_points);
}

/* Is every legal move of the root listed? A run that stopped early may have listed none. */
static bool all_listed(const struct analysis *analysis)
{
    return analysis->move_count > 0 ||
           analysis->game.turns[analysis->root_turn].ending != ENDING_NONE;
}

bool analysis_best_complete(const struct analysis *analysis, int komi_half_points)
{
    bool complete = all_listed(analysis);
    for (size_t i = 0; i < analysis->move_count; i++)
        complete = complete && analysis_rate_move(analysis, i, komi_half_points) != RATED_OPEN;
    return complete;
}

bool analysis_moves_complete(const struct analysis *analysis)
{
    bool complete = all_listed(analysis);
    for (size_t i = 0; i < analysis->move_count; i++)
        complete = complete && bounds_known(&analysis->moves[i].bounds);
    return complete;
}

/* Is it proved that lower and upper are not one number? */
static bool is_pair(const struct bounds *bounds)
{
    return bounds->lower_max < bounds->upper_min;
}

bool analysis_komi_matters(const struct analysis *analysis)
{
    bool pair = is_pair(&analysis->bounds);
    for (size_t i = 0; i < analysis->move_count; i++)
        pair = pair || is_pair(&analysis->moves[i].bounds);
    return pair;
}
