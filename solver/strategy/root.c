/* What strategies say of the root: rounds of queries, each with more nodes than the one before. */
#include "strategy/internal.h"

#include <errno.h>

/* Margins, Black's view, between which the root's value is. */
struct root_range {
    int low, high;
    int failed_low;  /* Black was refused this, the least such */
    int failed_high; /* White was refused this, the greatest such */
};

static void report_root(const struct strategies *strategies, const struct root_range *range)
{
    struct bounds *bounds = strategies->bounds;
    if (bounds == NULL)
        return;
    if (range->low > bounds->lower_min)
        bounds->lower_min = bounds->upper_min = range->low;
    if (range->high < bounds->upper_max)
        bounds->lower_max = bounds->upper_max = range->high;
    strategies_report(strategies);
}

/* Notes in the range what the answer to a query about t says. */
static void note_answer(struct root_range *range, enum colour attacker, int t,
                        enum query_result result)
{
    if (result == QUERY_PROVED && attacker == BLACK)
        range->low = t;
    else if (result == QUERY_PROVED)
        range->high = t;
    else if (result == QUERY_REFUSED && attacker == BLACK && t < range->failed_low)
        range->failed_low = t;
    else if (result == QUERY_REFUSED && attacker == WHITE && t > range->failed_high)
        range->failed_high = t;
}

/* Asks whether the root's value is at least t (Black), or at most t (White). */
static enum query_result ask_root(struct strategies *strategies, enum colour attacker, int t,
                                  int side, uint64_t budget, struct root_range *range)
{
    struct strategy_query query = {.attacker = attacker, .root = true};
    const struct turn *now = game_now(strategies->game);
    query.margin = attacker == BLACK ? t : -t;
    query.state.stones = bitboard_seen_by(attacker, &now->board, strategies->board.bits.points);
    query.state.own_move = (now->next == 0) == (attacker == BLACK);
    enum query_result result = query_ask(strategies, &query, side, budget);
    note_answer(range, attacker, t, result);
    if (result == QUERY_PROVED)
        report_root(strategies, range);
    return result;
}

/*
 * Asks one round of queries: for the whole range, its half, one point; of the favourite first. The
 * first query that is open is the main one, and gets most of the budget. A brief try asks the very
 * first only. *ret_left: a query is still open. Returns 0, -EAGAIN or -ENOMEM.
 */
static int ask_round(struct strategies *strategies, uint64_t budget, struct root_range *range,
                     bool *ret_left)
{
    int points = strategies->board.bits.points, asked = 0;
    int wanted = strategies->plan.brief ? 1 : 6;
    *ret_left = false;
    for (int i = 0; i < wanted && range->low < range->high; i++) {
        enum colour attacker = i % 2 == 0 ? strategies->favourite : !strategies->favourite;
        int low = range->low < -points ? -points : range->low;
        int high = range->high > points ? points : range->high;
        int gap = high - low, step = i / 2 == 0 ? gap : i / 2 == 1 ? (gap + 1) / 2 : 1;
        int t = attacker == BLACK ? low + step : high - step;
        bool refused = attacker == BLACK ? t >= range->failed_low : t <= range->failed_high;
        if (refused)
            continue;
        int side = asked++ > 0;
        enum query_result result =
            ask_root(strategies, attacker, t, side, side ? budget / SIDE_PART : budget, range);
        if (query_errno(result) < 0)
            return query_errno(result);
        *ret_left = *ret_left || result != QUERY_REFUSED;
    }
    return 0;
}

/* Claims that no board has more than the value, where it is the whole board. Returns 0 or -ENOMEM.
 */
static int claim_most(struct strategies *strategies, int value)
{
    int points = strategies->board.bits.points;
    const struct history_model *model = &strategies->solver->search.model;
    bool ends = !model->pairs || (model->passing_safe && model->solo_ends);
    if ((value != points && value != -points) || !ends)
        return 0;
    struct strategy_query query = {.attacker = value > 0 ? WHITE : BLACK, .root = true};
    query.margin = -points;
    return query_errno(claims_add(strategies, &query, NULL));
}

/* Lets the search over lemmas have its turn. Returns 0 or -ENOMEM. */
static int ask_aside(struct strategies *strategies, uint64_t budget, struct root_range *range)
{
    struct bounds found = *strategies->bounds;
    int r = aside_search(strategies, budget, &found);
    int low = found.lower_min, high = found.upper_max;
    if (r < 0)
        return r;
    strategies->aided = strategies->aided || low > range->low || high < range->high;
    strategies->unneeded = bounds_known(&found);
    *strategies->bounds = found;
    range->low = low > range->low ? low : range->low;
    range->high = high < range->high ? high : range->high;
    strategies_report(strategies);
    return 0;
}

/* Finds the nodes of the next round. Where tables fit there is another way, and an end of this one.
 * Returns 1; 0: there is no next round; -ENOMEM. */
static int next_round(struct strategies *strategies, uint64_t *budget, struct root_range *range)
{
    if (query_budget_next(strategies, budget))
        return 1;
    if (strategies->plan.nodes != UINT64_MAX)
        return 0;
    int r = strategies->aside_ended ? 0 : ask_aside(strategies, *budget, range);
    query_budget_beyond(budget);
    return r < 0 ? r : !bounds_known(strategies->bounds);
}

int strategies_root(struct strategies *strategies, struct bounds *bounds)
{
    int points = strategies->board.bits.points, r = 0;
    struct root_range range = {bounds->lower_min, bounds->upper_max, points + 1, -points - 1};
    bool left = true;
    strategies->bounds = bounds;
    uint64_t budget = 0;
    while (left && range.low < range.high && r == 0 && strategies->spent < strategies->plan.nodes) {
        int next = next_round(strategies, &budget, &range);
        if (next <= 0) {
            r = next;
            break;
        }
        r = ask_round(strategies, budget, &range, &left);
    }
    return r == 0 && range.low == range.high ? claim_most(strategies, range.low) : r;
}

static bool is_claimed(const struct strategies *strategies, enum colour attacker, int value)
{
    for (size_t i = 0; i < strategies->claim_count; i++) {
        const struct strategy_claim *claim = &strategies->claims[i];
        if (claim->root && claim->who == (attacker == BLACK ? 0 : 1) && claim->margin == value)
            return true;
    }
    return false;
}

/* As query_budget_next(), and beyond where a strategy was found before. */
static bool budget_for_claim(const struct strategies *strategies, bool found, uint64_t *budget)
{
    bool more = query_budget_next(strategies, budget);
    if (!more && found)
        query_budget_beyond(budget);
    return more || found;
}

/* Claims one half of the value, if it is not claimed yet: asks for it until there is an answer. */
static int claim_half(struct strategies *strategies, enum colour attacker, int value, bool found)
{
    struct root_range range = {value, value, value, value};
    enum query_result result = QUERY_OPEN;
    uint64_t budget = 0;
    if (is_claimed(strategies, attacker, value))
        return 0;
    while (result == QUERY_OPEN && strategies->spent < strategies->plan.nodes &&
           budget_for_claim(strategies, found, &budget))
        result = ask_root(strategies, attacker, value, 1, budget, &range);
    strategies->missing += result != QUERY_PROVED;
    return query_errno(result);
}

int strategies_claim_both(struct strategies *strategies, int value, bool found)
{
    bool has_most = is_claimed(strategies, value > 0 ? WHITE : BLACK, value);
    int r = has_most ? 0 : claim_most(strategies, value);
    if (r == 0)
        r = claim_half(strategies, BLACK, value, found);
    return r == 0 ? claim_half(strategies, WHITE, value, found) : r;
}
