/* One position under several rulesets. */
#include "compare/compared.h"

#include <stdlib.h>

int compared_start(const struct comparison *comparison, size_t i, const char *position, int to_move,
                   struct compared *ret_compared)
{
    *ret_compared = (struct compared){.rules = comparison->rulesets[i]};
    return solve_game_new(comparison->board, ret_compared->rules, position, to_move,
                          &ret_compared->game, NULL);
}

static int make_request(const struct comparison *comparison, bool value_only,
                        struct solve_request **ret_request)
{
    struct solve_request *request;
    int r = request_limits_make(&comparison->limits, comparison->interrupt, &request);
    if (r < 0)
        return r;
    solve_request_set_komi(request, comparison->komi_half_points);
    solve_request_set_value_only(request, value_only);
    solve_request_set_store(request, comparison->store);
    solve_request_set_cache(request, comparison->cache);
    solve_request_set_progress(request, comparison->tell, comparison->arg);
    *ret_request = request;
    return 0;
}

int compared_solve(const struct comparison *comparison, bool value_only, struct compared *compared)
{
    struct solve_request *request;
    int r = make_request(comparison, value_only, &request);
    if (r < 0)
        return r;
    r = solve_request_run(request, compared->game, &compared->result, NULL);
    solve_request_free(request);
    return r < 0 ? r : solve_result_bounds(compared->result, &compared->bounds);
}

void compared_release(struct compared *compared)
{
    solve_result_free(compared->result);
    solve_game_free(compared->game);
    free(compared->refused);
    *compared = (struct compared){0};
}

/* A margin in half points, with those that the rules give Black. */
static int half_points(int margin, const struct solve_rules *rules)
{
    bool finite = margin > -SOLVE_MARGIN_INFINITE && margin < SOLVE_MARGIN_INFINITE;
    return 2 * margin + (finite ? solve_rules_half_points(rules) : 0);
}

static struct solve_bounds in_half_points(const struct solve_bounds *bounds,
                                          const struct solve_rules *rules)
{
    return (struct solve_bounds){
        half_points(bounds->lower_min, rules), half_points(bounds->lower_max, rules),
        half_points(bounds->upper_min, rules), half_points(bounds->upper_max, rules)};
}

enum difference compared_values_differ(const struct solve_bounds *a,
                                       const struct solve_rules *a_rules,
                                       const struct solve_bounds *b,
                                       const struct solve_rules *b_rules)
{
    const struct solve_bounds one = in_half_points(a, a_rules), other = in_half_points(b, b_rules);
    if (one.lower_max < other.lower_min || other.lower_max < one.lower_min ||
        one.upper_max < other.upper_min || other.upper_max < one.upper_min)
        return DIFFERS_YES;
    return solve_bounds_known(a) && solve_bounds_known(b) ? DIFFERS_NO : DIFFERS_OPEN;
}

static bool is_best(const struct solve_result *result, struct solve_move move)
{
    struct solve_root_move made;
    for (size_t i = 0; solve_result_move(result, i, &made) == 0; i++)
        if (made.best && made.move.kind == move.kind && made.move.point == move.point)
            return true;
    return false;
}

/* Is every best move of a one of b, too? */
static bool best_are_among(const struct solve_result *a, const struct solve_result *b)
{
    struct solve_root_move made;
    for (size_t i = 0; solve_result_move(a, i, &made) == 0; i++)
        if (made.best && !is_best(b, made.move))
            return false;
    return true;
}

static enum difference moves_differ(const struct solve_result *a, const struct solve_result *b,
                                    int komi)
{
    if (!solve_result_best_complete(a, komi) || !solve_result_best_complete(b, komi))
        return DIFFERS_OPEN;
    return best_are_among(a, b) && best_are_among(b, a) ? DIFFERS_NO : DIFFERS_YES;
}

void compared_mark(struct compared *list, size_t count, int komi_half_points)
{
    const struct compared *first = NULL;
    for (size_t i = 0; i < count; i++) {
        struct compared *one = &list[i];
        if (one->refused != NULL)
            continue;
        one->values = one->plays = DIFFERS_NO; /* the first, from itself */
        if (first == NULL) {
            first = one;
            continue;
        }
        one->values =
            compared_values_differ(&first->bounds, first->rules, &one->bounds, one->rules);
        one->plays = moves_differ(first->result, one->result, komi_half_points);
    }
}

bool compared_is_known(const struct compared *one)
{
    return one->refused != NULL ||
           (solve_bounds_known(&one->bounds) && solve_result_moves_complete(one->result));
}

enum solve_stop compared_stop(const struct compared *one)
{
    if (one->refused != NULL)
        return SOLVE_STOP_NONE;
    return compared_is_known(one) ? solve_result_pv_stop(one->result)
                                  : solve_result_stop(one->result);
}

bool compared_all_known(const struct compared *list, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (!compared_is_known(&list[i]))
            return false;
    return true;
}
