/* Questions to provers, and what their answers say of the root and its plays. */
#include "engine/certify.h"
#include "engine/retrograde/plan.h"
#include "engine/retrograde/tables.h"
#include "engine/strategy/inside.h"
#include "proof/check.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Nodes for the main question of the first round, and the factor from round to round. */
#define FIRST_BUDGET (1 << 18)
#define BUDGET_FACTOR 4
/* Other questions get this part of it. */
#define SIDE_PART 32
/* Of the memory that the search may use, what all tables get, and the main one of them. */
#define TABLE_SHARE(bytes) ((bytes) / 4 * 3)
#define MAIN_SHARE(bytes) ((bytes) / 4 * 3)
/* Nodes for each entry of a table, at most. */
#define TABLE_TURNS 4
/* Bytes: where the search's tables would take more, strategies come first. */
#define STRATEGIES_FROM (4.0 * 1024 * 1024 * 1024)
/* Of tables, for each way of filling the points: no board needs more, with two images at least. */
#define BOARD_BYTES_MOST 64
/* Random games that tell which player is more likely to take the board. */
#define FIRST_GAMES 4096

/* A question: does attacker force his margin, from the root or after a play of it? */
struct question {
    enum colour attacker;
    int margin; /* his view */
    struct spot spot;
    bool root;
    struct move move;
};

bool strategies_come_first(const struct history_model *model, const struct table_plan *plan)
{
    return model->strategies && (!plan->addressable || plan_bytes(plan) > STRATEGIES_FROM);
}

bool strategies_suit(const struct solver *solver, const struct game *game, uint64_t *ret_nodes)
{
    const struct history_model *model = &solver->search.model;
    struct table_plan plan;
    *ret_nodes = 0;
    if (!model->strategies || game->count != 1 ||
        pow(3, game->graph->points) * BOARD_BYTES_MOST < STRATEGIES_FROM ||
        plan_tables(&plan, solver->positions, game->graph, tables_simple_ko(model),
                    tables_layers(model)) < 0 ||
        !strategies_come_first(model, &plan))
        return false;
    bool fits = plan_fits(&plan, solver->search.limits.max_bytes);
    *ret_nodes = fits ? (uint64_t)plan.boards : UINT64_MAX;
    return true;
}

static struct stone_pair seen_by(enum colour attacker, const struct position *position, int points)
{
    uint64_t of[2] = {0, 0};
    for (int p = 0; p < points; p++)
        if (position->cells[p] != POINT_EMPTY)
            of[position->cells[p] - 1] |= 1ull << p;
    return (struct stone_pair){of[attacker], of[!attacker]};
}

/* Who, left to chance, is more likely to take the board. */
static int guess_favourite(struct strategies *strategies)
{
    const struct turn *now = game_now(strategies->game);
    enum colour mover = now->next == 0 ? BLACK : WHITE;
    struct estimate estimate;
    int r = estimate_init(&estimate, &strategies->board);
    if (r == 0) {
        struct stone_pair stones = seen_by(mover, &now->board, strategies->board.points);
        float margin = estimate_games(&estimate, stones, true, FIRST_GAMES);
        strategies->favourite = margin >= 0 ? mover : !mover;
    }
    estimate_release(&estimate);
    return r;
}

struct strategies *strategies_open(struct solver *solver, const struct game *game,
                                   uint64_t max_nodes, void (*note)(void *), void *note_arg)
{
    struct strategies *made = calloc(1, sizeof(*made));
    const struct history_model *model = &solver->search.model;
    if (made == NULL)
        return NULL;
    made->solver = solver;
    made->game = game;
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
    strategies_close(made);
    return NULL;
}

void strategies_close(struct strategies *strategies)
{
    if (strategies == NULL)
        return;
    strategies->solver->search.strategy = NULL;
    for (int i = 0; i < 2; i++) {
        keep_save(strategies, i);
        if (strategies->open[i])
            prover_close(&strategies->provers[i]);
    }
    free(strategies->credits);
    for (int i = 0; i < 2; i++)
        if (strategies->roots[i].made)
            plan_release(&strategies->roots[i].plan);
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

int strategies_certify(const struct strategies *strategies, struct certificate *ret_certificate)
{
    const struct game *game = strategies->game;
    size_t replies = 0;
    for (size_t i = 0; i < strategies->claim_count; i++)
        replies += strategies->claims[i].reply_count;
    ret_certificate->claim_count = strategies->claim_count;
    ret_certificate->node_count = replies;
    ret_certificate->missing = strategies->missing;
    return strategy_proof_write(game->graph, &game->rules, &game->turns[0].board,
                                game->turns[0].next, strategies->claims, strategies->claim_count,
                                &ret_certificate->file);
}

/* --- questions --- */

/* Of the main prover, or the other. */
static size_t table_bytes(const struct strategies *strategies, int side)
{
    size_t bytes = TABLE_SHARE(strategies->solver->search.limits.max_bytes);
    return side ? bytes - MAIN_SHARE(bytes) : MAIN_SHARE(bytes);
}

/* With more nodes than this the main table has forgotten nearly all that it found. */
static uint64_t most_budget(const struct strategies *strategies)
{
    return TABLE_TURNS * (uint64_t)(table_bytes(strategies, 0) / sizeof(struct proved_entry));
}

static uint64_t first_budget(const struct strategies *strategies)
{
    uint64_t most = most_budget(strategies);
    return most < FIRST_BUDGET ? most : FIRST_BUDGET;
}

static uint64_t nodes_of(const struct strategies *strategies)
{
    uint64_t nodes = 0;
    for (int i = 0; i < 2; i++)
        nodes += strategies->open[i] ? strategies->provers[i].nodes : 0;
    return nodes;
}

static bool stop(void *arg)
{
    struct strategies *strategies = arg;
    struct search *search = &strategies->solver->search;
    uint64_t nodes = nodes_of(strategies);
    if (nodes > strategies->counted) {
        search->nodes += nodes - strategies->counted;
        strategies->spent += nodes - strategies->counted;
    }
    strategies->counted = nodes;
    strategies->shown.bytes = 0;
    for (int i = 0; i < 2; i++)
        strategies->shown.bytes += strategies->open[i] ? prover_bytes(&strategies->provers[i]) : 0;
    if (search->limits.max_nodes != 0 && search->nodes >= search->limits.max_nodes) {
        search->stopped = STOP_NODES;
        return true;
    }
    return solver_interrupted(strategies->solver);
}

static bool is_open_for(const struct strategies *strategies, int side,
                        const struct question *question)
{
    return strategies->open[side] && strategies->attackers[side] == question->attacker &&
           strategies->provers[side].margin == question->margin;
}

/* A prover for a question's attacker and margin: one that has them keeps what it found. Else the
 * main one (side 0) is taken, or the other. */
static struct prover *prover_for(struct strategies *strategies, const struct question *question,
                                 int side)
{
    for (int i = 0; i < 2; i++)
        if (is_open_for(strategies, i, question))
            return &strategies->provers[i];
    struct prover *prover = &strategies->provers[side];
    stop(strategies);
    if (strategies->open[side]) {
        strategies->counted -= prover->nodes;
        keep_save(strategies, side);
        prover_close(prover);
    }
    strategies->open[side] = true;
    strategies->attackers[side] = question->attacker;
    if (prover_open(prover, &strategies->board, &strategies->rules, question->margin,
                    table_bytes(strategies, side)) < 0)
        return NULL;
    prover->threads = strategies->solver->search.limits.threads;
    prover->stop = stop;
    prover->arg = strategies;
    keep_load(strategies, side);
    return prover;
}

/* Does the checker of certificates accept it? Nothing counts as proved that it refuses. */
static int check(const struct strategies *strategies, const struct strategy_claim *claim)
{
    const struct game *game = strategies->game;
    struct proof_bytes file = {0};
    struct proof proof;
    struct error why;
    int r = strategy_proof_write(game->graph, &game->rules, &game->turns[0].board,
                                 game->turns[0].next, claim, 1, &file);
    if (r == 0)
        r = proof_parse(file.bytes, file.size, &proof, &why);
    if (r == 0) {
        r = proof_check(&proof, 0, &why);
        proof_release(&proof);
    }
    free(file.bytes);
    return r == -ENOMEM ? r : r == 0;
}

static bool is_weaker(const struct strategy_claim *claim, const struct strategy_claim *than)
{
    return claim->root == than->root && claim->who == than->who &&
           (claim->root || move_equal(claim->move, than->move)) &&
           (claim->who == 0 ? claim->margin <= than->margin : claim->margin >= than->margin);
}

/* Drops what the last claim makes idle. */
static void drop_weaker(struct strategies *strategies)
{
    size_t last = strategies->claim_count - 1, kept = 0;
    for (size_t i = 0; i <= last; i++) {
        if (i < last && is_weaker(&strategies->claims[i], &strategies->claims[last]))
            free((void *)strategies->claims[i].replies);
        else
            strategies->claims[kept++] = strategies->claims[i];
    }
    strategies->claim_count = kept;
}

/* Keeps a claim with a copy of the plan's replies; plan NULL: no board has a margin beyond it.
 * Returns 1; 0 where the checker refuses it; -ENOMEM. */
static int add_claim(struct strategies *strategies, const struct question *question,
                     const struct plan *plan)
{
    size_t count = strategies->claim_count + 1;
    void *claims = realloc(strategies->claims, count * sizeof(*strategies->claims));
    if (claims != NULL)
        strategies->claims = claims;
    size_t size = plan != NULL ? plan->reply_count : 0;
    uint8_t *copy = malloc(size + 1);
    if (claims == NULL || copy == NULL) {
        free(copy);
        return -ENOMEM;
    }
    if (size > 0)
        memcpy(copy, plan->replies, size);
    int sign = question->attacker == BLACK ? 1 : -1;
    struct strategy_claim *claim = &strategies->claims[strategies->claim_count];
    *claim = (struct strategy_claim){
        .root = question->root,
        .move = question->move,
        .who = question->attacker == BLACK ? 0 : 1,
        .margin = sign * question->margin,
        .most = plan == NULL,
        .replies = copy,
        .reply_count = size,
    };
    int r = check(strategies, claim);
    if (r <= 0) {
        free(copy);
        return r;
    }
    strategies->claim_count++;
    drop_weaker(strategies);
    return 1;
}

/* What is left of the run's nodes, so that it takes no more before stop() is asked. */
static void set_most_nodes(const struct strategies *strategies, struct prover *prover)
{
    const struct search *search = &strategies->solver->search;
    uint64_t most = search->limits.max_nodes;
    prover->most_nodes = most == 0 ? 0 : prover->nodes + most - search->nodes;
}

static void keep_root(struct root_plan *root, const struct plan *plan, int margin)
{
    if (root->made)
        plan_release(&root->plan);
    *root = (struct root_plan){*plan, margin, true};
}

/*
 * Asks with at most budget nodes. What is proved is a plan in which no board comes back; only then
 * it is a claim. Returns 1: proved; 0: not so far; -1: there is none; -EAGAIN; -ENOMEM.
 */
static int ask(struct strategies *strategies, const struct question *question, int side,
               uint64_t budget)
{
    if (stop(strategies))
        return -EAGAIN;
    struct stone_pair start =
        seen_by(question->attacker, &strategies->game->turns[0].board, strategies->board.points);
    size_t before = question->root ? 0 : 1;
    struct plan plan;
    int r = keep_prepare(strategies, question->attacker, question->margin, &question->spot,
                         before > 0 ? &start : NULL, &budget);
    if (r <= 0)
        return r;
    struct prover *prover = prover_for(strategies, question, side);
    if (prover == NULL)
        return -ENOMEM;
    r = keep_begin(strategies, (int)(prover - strategies->provers), &budget);
    if (r <= 0)
        return r;
    strategies->shown.attacker = question->attacker;
    strategies->shown.margin = question->attacker == BLACK ? question->margin : -question->margin;
    strategies->shown.root = question->root;
    strategies->solver->search.strategy = &strategies->shown;
    set_most_nodes(strategies, prover);
    enum prover_answer answer = prover_ask(prover, &question->spot, &start, before, budget);
    if (answer == PROVER_PROVED)
        r = plan_make(&plan, prover, &question->spot, &start, before);
    bool stopped = stop(strategies);
    if (prover->worker_count > strategies->threads)
        strategies->threads = prover->worker_count;
    if (prover->no_memory || r == -ENOMEM)
        return -ENOMEM;
    keep_end(strategies, answer == PROVER_FAILED ? -1 : answer == PROVER_PROVED ? r : 0);
    if (answer == PROVER_FAILED)
        return -1;
    if (answer == PROVER_STOPPED || r == 0)
        return stopped ? -EAGAIN : 0;
    r = add_claim(strategies, question, &plan);
    if (question->root && r == 1)
        keep_root(&strategies->roots[question->attacker], &plan, question->margin);
    else
        plan_release(&plan);
    return r;
}

/* --- the root --- */

/* Margins, Black's view, between which the root's value is. */
struct range {
    int low, high;
    int failed_low, failed_high; /* Black was refused this, White that */
};

static void tell(const struct strategies *strategies)
{
    if (strategies->note != NULL)
        strategies->note(strategies->note_arg);
}

static void tell_root(const struct strategies *strategies, const struct range *range)
{
    struct bounds *bounds = strategies->bounds;
    if (bounds == NULL)
        return;
    if (range->low > bounds->lower_min)
        bounds->lower_min = bounds->upper_min = range->low;
    if (range->high < bounds->upper_max)
        bounds->lower_max = bounds->upper_max = range->high;
    tell(strategies);
}

/* Asks whether the root's value is at least t (Black), or at most t (White). */
static int ask_root(struct strategies *strategies, enum colour attacker, int t, int side,
                    uint64_t budget, struct range *range)
{
    struct question question = {.attacker = attacker, .root = true};
    const struct turn *now = game_now(strategies->game);
    question.margin = attacker == BLACK ? t : -t;
    question.spot.stones = seen_by(attacker, &now->board, strategies->board.points);
    question.spot.own_move = (now->next == 0) == (attacker == BLACK);
    int r = ask(strategies, &question, side, budget);
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
 * that is open is the main one, and gets most. Returns as ask(); 0: all asked.
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
    bool ends = !model->pairs || (model->passing_safe && model->lone_ends);
    if (range->low != range->high || (range->low != points && range->low != -points) || !ends)
        return 0;
    struct question question = {.attacker = range->low > 0 ? WHITE : BLACK, .root = true};
    question.margin = -points;
    return add_claim(strategies, &question, NULL);
}

int strategies_root(struct strategies *strategies, struct bounds *bounds)
{
    int points = strategies->board.points, r = 0;
    struct range range = {bounds->lower_min, bounds->upper_max, points + 1, -points - 1};
    bool left = true;
    strategies->bounds = bounds;
    for (uint64_t budget = first_budget(strategies);
         left && range.low < range.high && r == 0 && budget <= most_budget(strategies) &&
         strategies->spent < strategies->max_nodes;
         budget *= BUDGET_FACTOR)
        r = ask_round(strategies, budget, &range, &left);
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

int strategies_claim_both(struct strategies *strategies, int value)
{
    struct range range = {value, value, value, value};
    bool has_most = is_claimed(strategies, value > 0 ? WHITE : BLACK, value);
    int r = has_most ? 0 : claim_most(strategies, &range);
    for (int i = 0; i < 2 && r >= -1; i++) {
        enum colour attacker = i == 0 ? BLACK : WHITE;
        bool claimed = is_claimed(strategies, attacker, value);
        r = 0;
        for (uint64_t budget = first_budget(strategies);
             !claimed && r == 0 && budget <= most_budget(strategies) &&
             strategies->spent < strategies->max_nodes;
             budget *= BUDGET_FACTOR)
            r = ask_root(strategies, attacker, value, 1, budget, &range);
        strategies->missing += !claimed && r != 1;
    }
    return r < -1 ? r : 0;
}

/* --- first plays --- */

/* The board and mover after a first play; false where that is more than a state tells. */
static bool spot_after(const struct strategies *strategies, struct move move, enum colour attacker,
                       struct spot *ret_spot)
{
    const struct turn *now = game_now(strategies->game);
    enum colour mover = now->next == 0 ? BLACK : WHITE;
    uint64_t ko;
    ret_spot->stones = seen_by(attacker, &now->board, strategies->board.points);
    ret_spot->own_move = attacker != mover;
    ret_spot->ko = 0;
    if (move.kind != MOVE_STONE)
        return attacker != mover;
    return bitboard_play(&strategies->board, ret_spot->stones, 1ull << move.point,
                         attacker == mover, &ret_spot->stones, &ko);
}

/* Does a play keep the value for its mover (keeps), or does the other get more after it? */
static int ask_move(struct strategies *strategies, struct analysis_move *made, bool keeps,
                    int value, uint64_t budget)
{
    enum colour mover = game_now(strategies->game)->next == 0 ? BLACK : WHITE;
    struct question question = {.attacker = keeps ? mover : !mover, .move = made->move};
    int own_value = mover == BLACK ? value : -value;
    question.margin = keeps ? own_value : 1 - own_value;
    if (!spot_after(strategies, made->move, question.attacker, &question.spot))
        return -1;
    int r = ask(strategies, &question, !keeps, budget);
    if (r != 1)
        return r;
    int margin = question.attacker == BLACK ? question.margin : -question.margin;
    if (question.attacker == BLACK && margin > made->bounds.lower_min)
        made->bounds.lower_min = made->bounds.upper_min = margin;
    else if (question.attacker == WHITE && margin < made->bounds.upper_max)
        made->bounds.lower_max = made->bounds.upper_max = margin;
    tell(strategies);
    return 1;
}

/* Is it known whether the play is as good as the root? */
static bool is_judged(const struct analysis_move *made, int value, enum colour mover)
{
    return mover == BLACK ? made->bounds.lower_min >= value || made->bounds.upper_max < value
                          : made->bounds.upper_max <= value || made->bounds.lower_min > value;
}

int strategies_moves(struct strategies *strategies, int value, struct analysis *analysis)
{
    enum colour mover = game_now(strategies->game)->next == 0 ? BLACK : WHITE;
    size_t count = analysis->move_count;
    bool *refused = calloc(2 * count + 1, sizeof(*refused));
    bool left = refused != NULL;
    int r = refused != NULL ? 0 : -ENOMEM;
    for (uint64_t budget = first_budget(strategies);
         left && r >= -1 && budget <= most_budget(strategies); budget *= BUDGET_FACTOR) {
        left = false;
        for (size_t i = 0; i < 2 * count && r >= -1; i++) {
            struct analysis_move *made = &analysis->moves[i / 2];
            if (made->same_as != (int)(i / 2) || refused[i] || is_judged(made, value, mover))
                continue;
            r = ask_move(strategies, made, i % 2 == 0, value, budget);
            refused[i] = r == -1;
            left = left || r == 0;
        }
    }
    free(refused);
    analysis->judged = r >= -1 && !left;
    return r < -1 ? r : 0;
}
