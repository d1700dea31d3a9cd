/* Strategies of a run, and what they say of the root. */
#include "certificate/write/written_certificate.h"
#include "strategy/internal.h"
#include "tables/table_size.h"
#include "tables/tables.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Of the memory, what the guess who will take the board may take. */
#define ESTIMATE_SHARE(bytes) ((bytes) / 16)
/* Bytes: where the search's tables would take more, strategies come first, unless limits say. */
#define STRATEGIES_FROM (4ull * 1024 * 1024 * 1024)
/* Of tables, for each way of filling the points: no board needs more, with two images at least. */
#define BOARD_BYTES_MOST 64

static double first_from(size_t from)
{
    return (double)(from != 0 ? from : STRATEGIES_FROM);
}

bool strategies_come_first(const struct history_model *model, const struct table_size *size,
                           size_t from)
{
    return model->strategies && (!size->addressable || table_size_bytes(size) > first_from(from));
}

bool strategies_suit(const struct solver *solver, const struct game *game, uint64_t *ret_nodes)
{
    const struct history_model *model = &solver->search.model;
    struct table_size size;
    size_t from = solver->search.limits.strategies_from;
    *ret_nodes = 0;
    if (!model->strategies || game->count != 1 ||
        pow(3, game->graph->points) * BOARD_BYTES_MOST < first_from(from) ||
        table_size_estimate(&size, solver->positions, game->graph, tables_simple_ko(model),
                            tables_layers(model)) < 0 ||
        !strategies_come_first(model, &size, from))
        return false;
    bool fits = table_size_fits(&size, solver->search.limits.max_bytes);
    *ret_nodes = fits ? (uint64_t)size.boards : UINT64_MAX;
    return true;
}

/* Who is more likely to take the board. */
static int guess_favourite(struct strategies *strategies)
{
    const struct turn *now = game_now(strategies->game);
    enum colour mover = now->next == 0 ? BLACK : WHITE;
    struct stone_pair stones = bitboard_seen_by(mover, &now->board, strategies->board.points);
    struct estimate estimate;
    uint64_t budget = 0;
    int r = estimate_init(&estimate, &strategies->board, NULL,
                          ESTIMATE_SHARE(strategies->solver->search.limits.max_bytes));
    if (r == 0 && query_budget(strategies, &budget))
        r = query_learn(strategies, &estimate, mover, budget);
    if (r == 0)
        strategies->favourite = estimate_value(&estimate, stones, true) >= 0 ? mover : !mover;
    estimate_release(&estimate);
    strategies->solver->search.strategy = NULL;
    return r;
}

struct strategies *strategies_new(struct solver *solver, const struct game *game,
                                  uint64_t max_nodes, void (*note)(void *), void *note_arg)
{
    struct strategies *made = calloc(1, sizeof(*made));
    const struct history_model *model = &solver->search.model;
    if (made == NULL)
        return NULL;
    made->solver = solver;
    made->game = game;
    made->shown.graph = game->graph;
    made->max_nodes = max_nodes;
    made->note = note;
    made->note_arg = note_arg;
    made->rules = (struct strategy_rules){
        .ko = model->retake == RETAKE_ILLEGAL,
        .ko_out = model->retake == RETAKE_OUT,
        .replayed = model->passes_to_end != 2 || model->refresh.allowed,
    };
    if (bitboard_init(&made->board, game->graph, &game->rules) == 0 && guess_favourite(made) == 0)
        return made;
    strategies_free(made);
    return NULL;
}

void strategies_free(struct strategies *strategies)
{
    if (strategies == NULL)
        return;
    strategies->solver->search.strategy = NULL;
    for (int i = 0; i < 2; i++) {
        resume_save(strategies, i);
        if (strategies->open[i])
            prover_release(&strategies->provers[i]);
    }
    free(strategies->carried);
    for (int i = 0; i < 2; i++)
        if (strategies->roots[i].made)
            strategy_graph_release(&strategies->roots[i].graph);
    for (size_t i = 0; i < strategies->claim_count; i++)
        free((void *)strategies->claims[i].replies);
    free(strategies->claims);
    bitboard_release(&strategies->board);
    free(strategies);
}

int strategies_threads(const struct strategies *strategies)
{
    return strategies->threads;
}

bool strategies_has_claims(const struct strategies *strategies)
{
    return strategies->claim_count > 0;
}

int strategies_certify(const struct strategies *strategies,
                       struct written_certificate *ret_certificate)
{
    const struct game *game = strategies->game;
    size_t replies = 0;
    for (size_t i = 0; i < strategies->claim_count; i++)
        replies += strategies->claims[i].reply_count;
    ret_certificate->claim_count = strategies->claim_count;
    ret_certificate->node_count = replies;
    ret_certificate->missing = strategies->missing;
    return write_strategies(game->graph, &game->rules, &game->turns[0].board, game->turns[0].next,
                            strategies->claims, strategies->claim_count, &ret_certificate->file);
}

void strategies_tell(const struct strategies *strategies)
{
    if (strategies->note != NULL)
        strategies->note(strategies->note_arg);
}

/* --- the root --- */

/* Margins, Black's view, between which the root's value is. */
struct range {
    int low, high;
    int failed_low, failed_high; /* Black was refused this, White that */
};

static void tell_root(const struct strategies *strategies, const struct range *range)
{
    struct bounds *bounds = strategies->bounds;
    if (bounds == NULL)
        return;
    if (range->low > bounds->lower_min)
        bounds->lower_min = bounds->upper_min = range->low;
    if (range->high < bounds->upper_max)
        bounds->lower_max = bounds->upper_max = range->high;
    strategies_tell(strategies);
}

/* Asks whether the root's value is at least t (Black), or at most t (White). */
static int ask_root(struct strategies *strategies, enum colour attacker, int t, int side,
                    uint64_t budget, struct range *range)
{
    struct strategy_query query = {.attacker = attacker, .root = true};
    const struct turn *now = game_now(strategies->game);
    query.margin = attacker == BLACK ? t : -t;
    query.state.stones = bitboard_seen_by(attacker, &now->board, strategies->board.points);
    query.state.own_move = (now->next == 0) == (attacker == BLACK);
    int r = query_ask(strategies, &query, side, budget);
    if (r == 1 && attacker == BLACK)
        range->low = t;
    else if (r == 1)
        range->high = t;
    if (r == 1)
        tell_root(strategies, range);
    else if (r == -1 && attacker == BLACK && t < range->failed_low)
        range->failed_low = t;
    else if (r == -1 && attacker == WHITE && t > range->failed_high)
        range->failed_high = t;
    return r;
}

/*
 * One round of questions: the whole board, the middle, the next; of the favourite first. The first
 * that is open is the main one, and gets most. Returns as question_ask(); 0: all asked.
 */
static int ask_round(struct strategies *strategies, uint64_t budget, struct range *range,
                     bool *ret_left)
{
    int points = strategies->board.points, asked = 0;
    *ret_left = false;
    for (int i = 0; i < 6 && range->low < range->high; i++) {
        enum colour attacker = i % 2 == 0 ? strategies->favourite : !strategies->favourite;
        int low = range->low < -points ? -points : range->low;
        int high = range->high > points ? points : range->high;
        int gap = high - low, step = i / 2 == 0 ? gap : i / 2 == 1 ? (gap + 1) / 2 : 1;
        int t = attacker == BLACK ? low + step : high - step;
        bool refused = attacker == BLACK ? t >= range->failed_low : t <= range->failed_high;
        if (refused)
            continue;
        int side = asked++ > 0;
        int r = ask_root(strategies, attacker, t, side, side ? budget / SIDE_PART : budget, range);
        if (r < -1)
            return r;
        *ret_left = *ret_left || r >= 0;
    }
    return 0;
}

/* That no board has more is a claim, too. */
static int claim_most(struct strategies *strategies, const struct range *range)
{
    int points = strategies->board.points;
    const struct history_model *model = &strategies->solver->search.model;
    bool ends = !model->pairs || (model->passing_safe && model->solo_ends);
    if (range->low != range->high || (range->low != points && range->low != -points) || !ends)
        return 0;
    struct strategy_query query = {.attacker = range->low > 0 ? WHITE : BLACK, .root = true};
    query.margin = -points;
    return query_claim(strategies, &query, NULL);
}

/* What the search over lemmas finds of the root in its turn. Returns 0 or -ENOMEM. */
static int ask_aside(struct strategies *strategies, uint64_t budget, struct range *range)
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
    strategies_tell(strategies);
    return 0;
}

/* The nodes of the next round. Where tables fit there is another way, and an end of this one.
 * Returns 1; 0: there is no next round; -ENOMEM. */
static int next_round(struct strategies *strategies, uint64_t *budget, struct range *range)
{
    if (query_budget(strategies, budget))
        return 1;
    if (strategies->max_nodes != UINT64_MAX)
        return 0;
    int r = strategies->aside_ended ? 0 : ask_aside(strategies, *budget, range);
    query_budget_beyond(budget);
    return r < 0 ? r : !bounds_known(strategies->bounds);
}

int strategies_root(struct strategies *strategies, struct bounds *bounds)
{
    int points = strategies->board.points, r = 0;
    struct range range = {bounds->lower_min, bounds->upper_max, points + 1, -points - 1};
    bool left = true;
    strategies->bounds = bounds;
    uint64_t budget = 0;
    while (left && range.low < range.high && r == 0 && strategies->spent < strategies->max_nodes) {
        int next = next_round(strategies, &budget, &range);
        if (next <= 0) {
            r = next;
            break;
        }
        r = ask_round(strategies, budget, &range, &left);
    }
    if (r == 0)
        r = claim_most(strategies, &range);
    return r < 0 ? r : 0;
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

/* As question_budget(), and beyond where there is a strategy that was found before. */
static bool budget_for_claim(const struct strategies *strategies, bool found, uint64_t *budget)
{
    bool more = query_budget(strategies, budget);
    if (!more && found)
        query_budget_beyond(budget);
    return more || found;
}

bool strategies_aided(const struct strategies *strategies)
{
    return strategies->aided;
}

bool strategies_unneeded(const struct strategies *strategies)
{
    return strategies->unneeded;
}

int strategies_claim_both(struct strategies *strategies, int value, bool found)
{
    struct range range = {value, value, value, value};
    bool has_most = is_claimed(strategies, value > 0 ? WHITE : BLACK, value);
    int r = has_most ? 0 : claim_most(strategies, &range);
    for (int i = 0; i < 2 && r >= -1; i++) {
        enum colour attacker = i == 0 ? BLACK : WHITE;
        bool claimed = is_claimed(strategies, attacker, value);
        uint64_t budget = 0;
        r = 0;
        while (!claimed && r == 0 && strategies->spent < strategies->max_nodes &&
               budget_for_claim(strategies, found, &budget))
            r = ask_root(strategies, attacker, value, 1, budget, &range);
        strategies->missing += !claimed && r != 1;
    }
    return r < -1 ? r : 0;
}
