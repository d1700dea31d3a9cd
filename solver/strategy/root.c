/* What strategies say of the root: rounds of queries, each with more nodes than the one before. */
#include "strategy/internal.h"

#include <limits.h>

/* Of a round's nodes, the part for queries about less than the whole board while that is open, but
 * hardly expected. */
#define UNLIKELY_PART 4
/* The favourite is hardly expected to get the whole board where he lacks more than so many boards
 * (estimate.h: that is where he is guessed to get nothing in the mean). */
#define UNLIKELY_BOARDS 3
/*
 * A brief try ends where the root's disproof number has come to so much for each point. Where the
 * whole board was found it was 21 at most before that, on 16 points; where it was not, 34 and more
 * after a third of the try's nodes; with threads 23, and 33 and more (docs/experiments.md).
 */
#define TRY_DISPROOF 28
#define TRY_DISPROOF_THREADS 33
/* So many of these may fail for each player where the whole board is expected. */
#define SIDE_FAILS 2

/* What is known of the root, by attacker, in his view. */
struct root_range {
    int proved[2];  /* the greatest margin that he forces */
    int refused[2]; /* the least margin for which he has no strategy */
    /* Margins, from -points on, for which the checker refuses the one that he has. */
    bool closed[2][2 * SOLVER_MAX_POINTS + 1];
    bool unlikely; /* the favourite is hardly expected to get the whole board */
    bool hopeless; /* it is not worth a brief try any more */
    bool beyond;   /* the round is beyond what a table holds */
};

static int low_of(const struct root_range *range)
{
    return range->proved[BLACK];
}

static int high_of(const struct root_range *range)
{
    return -range->proved[WHITE];
}

static bool is_found(const struct root_range *range)
{
    return low_of(range) >= high_of(range);
}

/* Is it known what is looked for: the value, or whether a claim is true? */
static bool is_settled(const struct strategies *strategies, const struct root_range *range)
{
    const struct bounds_claim *asked = strategies->plan.asked;
    if (asked == NULL || is_found(range))
        return is_found(range);
    int least = asked->of_white ? asked->margin + 1 : asked->margin;
    return low_of(range) >= least || high_of(range) < least;
}

/* Is a margin, from -points to points, closed to an attacker? */
static bool is_closed(const struct strategies *strategies, const struct root_range *range,
                      enum colour attacker, int margin)
{
    return range->closed[attacker][margin + strategies->board.bits.points];
}

/* Returns the greatest margin below a bound that an attacker may still force, and that may be asked
 * for; -points - 1 or less: there is none. */
static int top_of(const struct strategies *strategies, const struct root_range *range,
                  enum colour attacker, int below)
{
    int points = strategies->board.bits.points, top = -range->proved[!attacker];
    top = range->refused[attacker] <= top ? range->refused[attacker] - 1 : top;
    top = top < points ? top : points;
    top = top < below ? top : below - 1;
    while (top >= -points && is_closed(strategies, range, attacker, top))
        top--;
    return top;
}

/* Returns the middle of the margins from above low to top, which may be asked for, or the next one
 * beyond it that may. */
static int middle_of(const struct strategies *strategies, const struct root_range *range,
                     enum colour attacker, int low, int top)
{
    int margin = low + (top - low + 1) / 2;
    while (is_closed(strategies, range, attacker, margin))
        margin++;
    return margin;
}

static void report_root(const struct strategies *strategies, const struct root_range *range)
{
    struct bounds *bounds = strategies->bounds;
    if (bounds == NULL)
        return;
    if (low_of(range) > bounds->lower_min)
        bounds->lower_min = bounds->upper_min = low_of(range);
    if (high_of(range) < bounds->upper_max)
        bounds->lower_max = bounds->upper_max = high_of(range);
    strategies_report(strategies);
}

/* Is a brief try for the whole board to end, before its nodes are spent? */
static bool is_hopeless(const struct strategies *strategies, const struct strategy_query *query,
                        int side)
{
    const struct prover *prover = &strategies->provers[side];
    if (!strategies->plan.brief || !strategies->open[side])
        return false;
    struct entry_key key = prover_key(&strategies->board, &query->state);
    const struct prover_entry *root = prover_find(prover, &key);
    uint32_t most = prover->threads > 1 ? TRY_DISPROOF_THREADS : TRY_DISPROOF;
    return root != NULL && root->disproof / most >= (uint32_t)strategies->board.bits.points;
}

/* Asks whether the attacker forces a margin, his view, and notes the answer in the range. */
static enum query_result ask_root(struct strategies *strategies, enum colour attacker, int margin,
                                  int side, uint64_t budget, struct root_range *range)
{
    struct strategy_query query = {.attacker = attacker, .margin = margin, .root = true};
    const struct turn *now = game_now(strategies->game);
    query.state.stones = bitboard_seen_by(attacker, &now->board, strategies->board.bits.points);
    query.state.own_move = (now->next == 0) == (attacker == BLACK);
    enum query_result result = query_ask(strategies, &query, side, budget);
    if (margin == strategies->board.bits.points && attacker == strategies->favourite)
        range->unlikely = query_expected_margin(strategies, &query) <
                          (float)(-UNLIKELY_BOARDS * strategies->board.bits.points);
    if (result == QUERY_OPEN)
        range->hopeless = is_hopeless(strategies, &query, side);
    if (result == QUERY_REFUSED && margin < range->refused[attacker])
        range->refused[attacker] = margin;
    if (result == QUERY_CLOSED)
        range->closed[attacker][margin + strategies->board.bits.points] = true;
    if (result == QUERY_PROVED) {
        range->proved[attacker] = margin;
        report_root(strategies, range);
    }
    return result;
}

/* A round of queries. */
struct root_round {
    struct root_range *range;
    uint64_t budget; /* nodes of its main queries */
    bool left;       /* something is open, or was proved */
};

/* May the favourite get the whole board? */
static bool is_whole_open(const struct strategies *strategies, const struct root_range *range)
{
    int points = strategies->board.bits.points;
    return top_of(strategies, range, strategies->favourite, points + 1) == points;
}

/* Asks one query. As long as the whole board is open that is the main one. Returns 0, -EAGAIN or
 * -ENOMEM. */
static int ask(struct strategies *strategies, struct root_round *round, enum colour attacker,
               int margin)
{
    struct root_range *range = round->range;
    bool main = margin == strategies->board.bits.points && attacker == strategies->favourite;
    bool side = is_whole_open(strategies, range) && !main;
    int part = range->unlikely ? UNLIKELY_PART : SIDE_PART;
    enum query_result result =
        ask_root(strategies, attacker, margin, side,
                 side ? round->budget / (uint64_t)part : round->budget, range);
    round->left = round->left || result != QUERY_REFUSED;
    return query_errno(result);
}

/*
 * Asks what an attacker forces, below some margin: if most_first the most that is open, and then
 * the middle of what is open, again and again, until so many queries have failed. Returns as ask().
 */
static int ask_for(struct strategies *strategies, struct root_round *round, enum colour attacker,
                   int below, bool most_first, int fails)
{
    const struct root_range *range = round->range;
    int points = strategies->board.bits.points, r = 0;
    while (fails > 0 && r == 0) {
        int top = top_of(strategies, range, attacker, below), low = range->proved[attacker];
        low = low < -points ? -points - 1 : low; /* not even that is known */
        if (low >= top)
            break;
        int margin = most_first ? top : middle_of(strategies, range, attacker, low, top);
        most_first = false;
        r = ask(strategies, round, attacker, margin);
        if (range->proved[attacker] < margin) {
            below = margin;
            fails--;
        }
    }
    return r;
}

/* Asks whether an attacker forces a margin, his view, if there is such a margin. *ret_left: it is
 * open, or proved. Returns as ask(). */
static int ask_alone(struct strategies *strategies, enum colour attacker, int margin, int side,
                     uint64_t budget, struct root_range *range, bool *ret_left)
{
    int points = strategies->board.bits.points;
    margin = margin < -points ? -points : margin;
    *ret_left = false;
    if (margin > points || margin >= range->refused[attacker] ||
        is_closed(strategies, range, attacker, margin))
        return 0;
    enum query_result result = ask_root(strategies, attacker, margin, side, budget, range);
    *ret_left = !query_is_over(result);
    return query_errno(result);
}

/*
 * Asks one round about a claim alone: the player who makes it, with all nodes. His opponent, who
 * may have a strategy that refutes it, is asked where there is no other way to the answer: with all
 * nodes after a refusal, and with a small part of them in rounds that go on without an end, so that
 * the first ones are those of the claim alone. Returns as ask_round().
 */
static int ask_claim(struct strategies *strategies, uint64_t budget, struct root_range *range,
                     bool *ret_left)
{
    const struct bounds_claim *asked = strategies->plan.asked;
    enum colour claimant = asked->of_white ? WHITE : BLACK;
    int margin = asked->of_white ? -asked->margin : asked->margin;
    int r = ask_alone(strategies, claimant, margin, 0, budget, range, ret_left);
    if (r < 0 || is_settled(strategies, range) || strategies->plan.nodes != UINT64_MAX)
        return r;
    if (!*ret_left)
        return ask_alone(strategies, !claimant, 1 - margin, 0, budget, range, ret_left);
    bool open;
    return range->beyond
               ? ask_alone(strategies, !claimant, 1 - margin, 1, budget / SIDE_PART, range, &open)
               : 0;
}

/*
 * Asks one round of queries. As long as the whole board is open for the favourite it is asked for
 * first, and else what shows that it is not to be had; or the other way round, where he is not
 * expected to get it. A brief try asks for the most only, a claim that is asked is asked for alone.
 * *ret_left: something is still open. Returns 0, -EAGAIN or -ENOMEM.
 */
static int ask_round(struct strategies *strategies, uint64_t budget, struct root_range *range,
                     bool *ret_left)
{
    struct root_round round = {range, budget, false};
    int points = strategies->board.bits.points, r = 0;
    if (strategies->plan.asked != NULL)
        return ask_claim(strategies, budget, range, ret_left);
    bool whole = is_whole_open(strategies, range), unlikely = whole && range->unlikely;
    enum colour favourite = strategies->favourite;
    if (strategies->plan.brief || (whole && !unlikely))
        r = ask_for(strategies, &round, favourite, points + 1, true, 1);
    for (int i = 0; i < 2 && r == 0 && !strategies->plan.brief; i++) {
        bool asked = whole && i == 0; /* the most, or is to be */
        r = ask_for(strategies, &round, i == 0 ? favourite : !favourite,
                    asked ? points : points + 1, !asked, whole && !unlikely ? SIDE_FAILS : INT_MAX);
    }
    if (r == 0 && unlikely && is_whole_open(strategies, range))
        r = ask_for(strategies, &round, favourite, points + 1, true, 1);
    *ret_left = round.left;
    return r;
}

/* Claims that no board has more than the value, where it is the whole board. Returns 0 or -ENOMEM.
 */
static int claim_most(struct strategies *strategies, int value)
{
    int points = strategies->board.bits.points;
    if ((value != points && value != -points) ||
        !history_model_passing_scores(&strategies->solver->search.model))
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
    strategies->aided = strategies->aided || low > low_of(range) || high < high_of(range);
    strategies->unneeded = bounds_suffice(&found, strategies->plan.asked);
    *strategies->bounds = found;
    range->proved[BLACK] = low > low_of(range) ? low : low_of(range);
    range->proved[WHITE] = high < high_of(range) ? -high : range->proved[WHITE];
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
    range->beyond = true;
    return r < 0 ? r : !bounds_suffice(strategies->bounds, strategies->plan.asked);
}

/*
 * After the opponent's pass the player to move may end the game: that much he has, and no strategy
 * shows it (certificate/strategy_soundness.md, "After moves"). A brief try is for strategies alone.
 */
static void narrow_by_pass(struct strategies *strategies, struct bounds *bounds)
{
    const struct turn *now = game_now(strategies->game);
    const struct stone_pair stones =
        bitboard_seen_by(BLACK, &now->board, strategies->board.bits.points);
    int margin = bitboard_margin(&strategies->board, stones);
    if (strategies->plan.brief || now->passes == 0 ||
        now->passes + 1 != strategies->solver->search.model.passes_to_end)
        return;
    if (now->next == 0 && margin > bounds->lower_min)
        bounds->lower_min = bounds->upper_min = margin;
    else if (now->next == 1 && margin < bounds->upper_max)
        bounds->lower_max = bounds->upper_max = margin;
    else
        return;
    strategies->aided = true;
}

int strategies_root(struct strategies *strategies, struct bounds *bounds)
{
    narrow_by_pass(strategies, bounds);
    int points = strategies->board.bits.points, r = 0;
    struct root_range range = {
        .proved = {bounds->lower_min, -bounds->upper_max},
        .refused = {points + 1, points + 1},
    };
    bool left = true;
    strategies->bounds = bounds;
    uint64_t budget = 0;
    while (left && !is_settled(strategies, &range) && r == 0 && !range.hopeless &&
           strategies->spent < strategies->plan.nodes) {
        int next = next_round(strategies, &budget, &range);
        if (next <= 0) {
            r = next;
            break;
        }
        r = ask_round(strategies, budget, &range, &left);
    }
    return r == 0 && is_found(&range) ? claim_most(strategies, low_of(&range)) : r;
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
    int margin = attacker == BLACK ? value : -value;
    struct root_range range = {.proved = {value, -value}, .refused = {margin + 1, margin + 1}};
    enum query_result result = QUERY_OPEN;
    uint64_t budget = 0;
    if (is_claimed(strategies, attacker, value))
        return 0;
    while (result == QUERY_OPEN && strategies->spent < strategies->plan.nodes &&
           budget_for_claim(strategies, found, &budget))
        result = ask_root(strategies, attacker, margin, 1, budget, &range);
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
