/* Root moves: which are as good as the root. */
#include "strategy/internal.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>

/* Finds the state after a root move. Returns false where there is more to it than a state tells. */
static bool state_after(const struct strategies *strategies, struct move move, enum colour attacker,
                        struct prover_state *ret_state)
{
    const struct turn *now = game_now(strategies->game);
    enum colour mover = now->next == 0 ? BLACK : WHITE;
    uint64_t ko;
    ret_state->stones = bitboard_seen_by(attacker, &now->board, strategies->board.bits.points);
    ret_state->own_move = attacker != mover;
    ret_state->ko = 0;
    if (move.kind != MOVE_STONE)
        return attacker != mover;
    return bitboard_play(&strategies->board, ret_state->stones, 1ull << move.point,
                         attacker == mover, &ret_state->stones, &ko);
}

/*
 * A root move, with its symmetric copies. It is asked of both sides: does it keep the value for its
 * mover (queries[true]), or does the opponent get more after it (queries[false])?
 */
struct rated_move {
    struct analysis_move *move;
    struct strategy_query queries[2];
    bool refused[2];           /* there is no such strategy, or more than a state tells */
    float expected_margins[2]; /* query_expected_margin() when it was asked last */
};

/* After a pass on the empty board the opponent stands where the mover stood: he gets as much. */
static void mirror_root(const struct game *game, struct strategy_query *query, int own_value)
{
    const struct stone_pair *stones = &query->state.stones;
    query->mirrored = game->count == 1 && query->move.kind == MOVE_PASS &&
                      (stones->own | stones->other) == 0 && own_value > query->margin;
    if (query->mirrored)
        query->margin = own_value;
}

static void begin(const struct strategies *strategies, struct rated_move *rated,
                  struct analysis_move *move, int value)
{
    enum colour mover = game_now(strategies->game)->next == 0 ? BLACK : WHITE;
    int own_value = mover == BLACK ? value : -value;
    rated->move = move;
    for (int keeps = 0; keeps < 2; keeps++) {
        struct strategy_query *query = &rated->queries[keeps];
        *query = (struct strategy_query){.attacker = keeps ? mover : !mover, .move = move->move};
        query->margin = keeps ? own_value : 1 - own_value;
        rated->refused[keeps] =
            !state_after(strategies, move->move, query->attacker, &query->state);
        rated->expected_margins[keeps] = NAN;
        if (!keeps)
            mirror_root(strategies->game, query, own_value);
    }
}

/* Returns the nodes for one of the queries: few where both were asked and the other one is more
 * likely. */
static uint64_t part_of(const struct rated_move *rated, bool keeps, uint64_t budget)
{
    bool unlikely = rated->expected_margins[keeps] < rated->expected_margins[!keeps];
    return unlikely && !rated->refused[!keeps] ? budget / SIDE_PART : budget;
}

/* Narrows the move's bounds by what a query has proved. */
static void narrow(struct bounds *bounds, const struct strategy_query *query)
{
    int margin = query->attacker == BLACK ? query->margin : -query->margin;
    if (query->attacker == BLACK && margin > bounds->lower_min)
        bounds->lower_min = bounds->upper_min = margin;
    else if (query->attacker == WHITE && margin < bounds->upper_max)
        bounds->lower_max = bounds->upper_max = margin;
}

/* Asks one of the queries. */
static enum query_result ask(struct strategies *strategies, struct rated_move *rated, bool keeps,
                             uint64_t budget)
{
    struct strategy_query *query = &rated->queries[keeps];
    enum query_result result = query_ask(strategies, query, !keeps, part_of(rated, keeps, budget));
    rated->expected_margins[keeps] = query_expected_margin(strategies, query);
    rated->refused[keeps] = query_is_over(result);
    if (result == QUERY_PROVED) {
        narrow(&rated->move->bounds, query);
        strategies_report(strategies);
    } else if (query->mirrored) { /* from now on as of any other move */
        rated->refused[keeps] = false;
        query->mirrored = false;
        query->margin = 1 - query->margin;
        result = query_is_over(result) ? QUERY_OPEN : result;
    }
    return result;
}

/* Is it known whether the move is as good as the root? */
static bool is_rated(const struct analysis_move *move, int value, enum colour mover)
{
    return mover == BLACK ? move->bounds.lower_min >= value || move->bounds.upper_max < value
                          : move->bounds.upper_max <= value || move->bounds.lower_min > value;
}

static void show_rated(struct strategies *strategies, const struct rated_move *rated, size_t count,
                       int value, enum colour mover)
{
    strategies->shown.moves = (int)count;
    strategies->shown.rated = 0;
    for (size_t i = 0; i < count; i++)
        strategies->shown.rated += is_rated(rated[i].move, value, mover);
}

/* Asks all that is open once. *ret_left: something still is. Returns 0, -EAGAIN or -ENOMEM. */
static int ask_round(struct strategies *strategies, struct rated_move *rated, size_t count,
                     int value, uint64_t budget, bool *ret_left)
{
    enum colour mover = game_now(strategies->game)->next == 0 ? BLACK : WHITE;
    int r = 0;
    *ret_left = false;
    for (size_t i = 0; i < 2 * count && r == 0; i++) {
        struct rated_move *one = &rated[i / 2];
        bool keeps = i % 2 == 0;
        if (one->refused[keeps] || is_rated(one->move, value, mover))
            continue;
        show_rated(strategies, rated, count, value, mover);
        enum query_result result = ask(strategies, one, keeps, budget);
        *ret_left = *ret_left || result == QUERY_OPEN;
        r = query_errno(result);
    }
    return r;
}

int strategies_moves(struct strategies *strategies, int value, struct analysis *analysis)
{
    struct rated_move *rated = calloc(analysis->move_count + 1, sizeof(*rated));
    bool left = true;
    uint64_t budget = 0;
    size_t count = 0;
    int r = 0;
    if (rated == NULL) {
        analysis->strategies_done = false;
        return -ENOMEM;
    }
    for (size_t i = 0; i < analysis->move_count; i++)
        if (analysis->moves[i].same_as == (int)i)
            begin(strategies, &rated[count++], &analysis->moves[i], value);
    /* Beyond max_nodes tables tell what the moves are worth. */
    while (left && r == 0 && budget < strategies->plan.nodes &&
           query_budget_next(strategies, &budget))
        r = ask_round(strategies, rated, count, value, budget, &left);
    free(rated);
    analysis->strategies_done = r == 0 && !left;
    return r;
}
