/* First plays: which are as good as the root. */
#include "strategy/internal.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>

/* The board and mover after a first play; false where that is more than a state tells. */
static bool state_after(const struct strategies *strategies, struct move move, enum colour attacker,
                        struct prover_state *ret_state)
{
    const struct turn *now = game_now(strategies->game);
    enum colour mover = now->next == 0 ? BLACK : WHITE;
    uint64_t ko;
    ret_state->stones = bitboard_seen_by(attacker, &now->board, strategies->board.points);
    ret_state->own_move = attacker != mover;
    ret_state->ko = 0;
    if (move.kind != MOVE_STONE)
        return attacker != mover;
    return bitboard_play(&strategies->board, ret_state->stones, 1ull << move.point,
                         attacker == mover, &ret_state->stones, &ko);
}

/*
 * A first play, the same for all its images. It is asked of both sides: does it keep the value for
 * its mover ([true]), or does the other get more after it ([false])?
 */
struct rated_move {
    struct analysis_move *made;
    struct strategy_query queries[2];
    bool refused[2];           /* there is no such strategy, or more than a state tells */
    float expected_margins[2]; /* question_hope() when it was asked last */
};

/* After a pass on the empty board the other stands where the mover stood: he gets as much. */
static void mirror_root(struct strategy_query *query, int own_value)
{
    const struct stone_pair *stones = &query->state.stones;
    query->mirrored = query->move.kind == MOVE_PASS && (stones->own | stones->other) == 0 &&
                      own_value > query->margin;
    if (query->mirrored)
        query->margin = own_value;
}

static void begin(const struct strategies *strategies, struct rated_move *rated_move,
                  struct analysis_move *made, int value)
{
    enum colour mover = game_now(strategies->game)->next == 0 ? BLACK : WHITE;
    int own_value = mover == BLACK ? value : -value;
    rated_move->made = made;
    for (int keeps = 0; keeps < 2; keeps++) {
        struct strategy_query *query = &rated_move->queries[keeps];
        *query = (struct strategy_query){.attacker = keeps ? mover : !mover, .move = made->move};
        query->margin = keeps ? own_value : 1 - own_value;
        rated_move->refused[keeps] =
            !state_after(strategies, made->move, query->attacker, &query->state);
        rated_move->expected_margins[keeps] = NAN;
        if (!keeps)
            mirror_root(query, own_value);
    }
}

/* The nodes for one of the questions: few where both were asked and the other is more likely. */
static uint64_t part_of(const struct rated_move *rated_move, bool keeps, uint64_t budget)
{
    bool unlikely = rated_move->expected_margins[keeps] < rated_move->expected_margins[!keeps];
    return unlikely && !rated_move->refused[!keeps] ? budget / SIDE_PART : budget;
}

/* Asks one of the questions; as question_ask(). */
static int ask(struct strategies *strategies, struct rated_move *rated_move, bool keeps,
               uint64_t budget)
{
    struct strategy_query *query = &rated_move->queries[keeps];
    struct bounds *bounds = &rated_move->made->bounds;
    int r = query_ask(strategies, query, !keeps, part_of(rated_move, keeps, budget));
    rated_move->expected_margins[keeps] = query_expected_margin(strategies, query);
    rated_move->refused[keeps] = r == -1;
    if (query->mirrored && r != 1) { /* from now on as of any other play */
        rated_move->refused[keeps] = false;
        query->mirrored = false;
        query->margin = 1 - query->margin;
        r = r == -1 ? 0 : r;
    }
    if (r != 1)
        return r;
    int margin = query->attacker == BLACK ? query->margin : -query->margin;
    if (query->attacker == BLACK && margin > bounds->lower_min)
        bounds->lower_min = bounds->upper_min = margin;
    else if (query->attacker == WHITE && margin < bounds->upper_max)
        bounds->lower_max = bounds->upper_max = margin;
    strategies_tell(strategies);
    return 1;
}

/* Is it known whether the play is as good as the root? */
static bool is_rated(const struct analysis_move *made, int value, enum colour mover)
{
    return mover == BLACK ? made->bounds.lower_min >= value || made->bounds.upper_max < value
                          : made->bounds.upper_max <= value || made->bounds.lower_min > value;
}

static void show_judged(struct strategies *strategies, const struct rated_move *rated, size_t count,
                        int value, enum colour mover)
{
    strategies->shown.moves = (int)count;
    strategies->shown.rated = 0;
    for (size_t i = 0; i < count; i++)
        strategies->shown.rated += is_rated(rated[i].made, value, mover);
}

int strategies_moves(struct strategies *strategies, int value, struct analysis *analysis)
{
    enum colour mover = game_now(strategies->game)->next == 0 ? BLACK : WHITE;
    struct rated_move *rated = calloc(analysis->move_count + 1, sizeof(*rated));
    bool left = rated != NULL;
    int r = rated != NULL ? 0 : -ENOMEM;
    uint64_t budget = 0;
    size_t count = 0;
    for (size_t i = 0; i < analysis->move_count && r == 0; i++)
        if (analysis->moves[i].same_as == (int)i)
            begin(strategies, &rated[count++], &analysis->moves[i], value);
    while (left && r >= -1 && query_budget(strategies, &budget)) {
        left = false;
        for (size_t i = 0; i < 2 * count && r >= -1; i++) {
            struct rated_move *rated_move = &rated[i / 2];
            bool keeps = i % 2 == 0;
            if (rated_move->refused[keeps] || is_rated(rated_move->made, value, mover))
                continue;
            show_judged(strategies, rated, count, value, mover);
            r = ask(strategies, rated_move, keeps, budget);
            left = left || r == 0;
        }
    }
    free(rated);
    analysis->strategies_done = r >= -1 && !left;
    return r < -1 ? r : 0;
}
