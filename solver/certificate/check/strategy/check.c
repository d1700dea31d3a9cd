/* Claims that rest on strategies. */
#include "certificate/check/strategy/check.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/human.h"
#include "certificate/budget.h"
#include "certificate/check/common/checked_claim.h"
#include "certificate/check/strategy/lives.h"
#include "rules/game.h"

static void show(const struct graph *graph, const struct strategy_stones *stones, char *buffer)
{
    struct position position = {{0}};
    for (int p = 0; p < graph->points; p++)
        for (int colour = 0; colour < 2; colour++)
            if (stones->of[colour] >> p & 1)
                position.cells[p] = STONE_OF(colour);
    position_format(graph, &position, buffer);
}

static int refuse_claim(const struct strategy_task *task, const char *why)
{
    if (task->claim == NULL)
        return error_set(task->err, -EINVAL, "strategy of the leaves with %d: %s",
                         task->terms.wanted, why);
    return checked_claim_refuse(task->certificate, task->claim, why, task->err);
}

int strategy_refuse(const struct strategy_task *task, const struct strategy_stones *stones,
                    const char *why)
{
    char position[POSITION_TEXT_MAX], text[256];
    show(task->certificate->graph, stones, position);
    snprintf(text, sizeof(text), "%s (%.130s)", why, position);
    return refuse_claim(task, text);
}

static struct strategy_stones stones_of(const struct graph *graph, const struct position *position)
{
    struct strategy_stones stones = {{0, 0}};
    for (int p = 0; p < graph->points; p++)
        if (position->cells[p] != POINT_EMPTY)
            stones.of[position->cells[p] - 1] |= 1ull << p;
    return stones;
}

/*
 * The boards of the past of a claim about a move from the start. Right after a stone that took a ko
 * the rules know of the ko, which the walk's first state does not tell: that board is one of the
 * past, too.
 */
static void forbid(struct strategy_task *task, const struct turn *now)
{
    const struct certificate *certificate = task->certificate;
    const struct strategy_stones before = stones_of(certificate->graph, &certificate->start);
    task->forbidden[task->forbidden_count++] = before;
    if (now->move.kind == MOVE_STONE &&
        strategy_board_ko(task->terms.board, &before, &task->root, certificate->to_move) != 0)
        task->forbidden[task->forbidden_count++] = task->root;
}

/*
 * What the claim's own move leaves open: after the attacker's pass the opponent may end the game
 * at once; after his refreshing pass the opponent's may get a player banned.
 */
static int check_first_move(const struct strategy_task *task, const struct turn *now)
{
    if (now->player != task->terms.attacker || now->move.kind == MOVE_STONE)
        return 0;
    if (now->move.kind == MOVE_REFRESH)
        return refuse_claim(task, "no strategy begins after a refreshing pass of its player");
    return strategy_board_margin(task->terms.board, &task->root, task->terms.attacker) >=
                   task->terms.wanted
               ? 0
               : refuse_claim(task, "after the pass the opponent may end the game for less");
}

/* Plays the claim's own move and says where the walk begins. */
static int set_root(struct strategy_task *task)
{
    const struct certificate_claim *claim = task->claim;
    struct replayed_game *replay = task->replay;
    struct error why;
    int r = claim->root ? 0 : checked_claim_play(replay, claim->move, &why);
    if (r == -EINVAL)
        return refuse_claim(task, why.text);
    const struct turn *now = game_now(&replay->game);
    if (r == 0 && (game_over(&replay->game) || now->banned >= 0 || now->active != 3))
        r = refuse_claim(task, "the game does not go on");
    task->root = stones_of(task->certificate->graph, &now->board);
    task->to_move = now->next;
    if (r == 0 && !claim->root && !claim->most && task->certificate->move_count == 0) {
        forbid(task, now);
        r = check_first_move(task, now);
    }
    return r;
}

/*
 * May the strategy bring back a turn before the present one? Asked after moves, where the walk's
 * first state is that of a strategy leaf (soundness.md).
 */
static int check_past(const struct strategy_task *task, const struct strategy_states *states)
{
    const struct game *game = &task->replay->game;
    const struct graph *graph = task->certificate->graph;
    for (size_t i = 0; task->certificate->move_count > 0 && i + 1 < game->count; i++) {
        const struct strategy_stones stones = stones_of(graph, &game->turns[i].board);
        struct strategy_stones class;
        int ko;
        strategy_board_class(task->terms.board, &stones, 0, &class, &ko);
        int r = budget_work(task->budget, 10 + 4 * (uint64_t)task->terms.board->symmetries.count);
        if (r < 0)
            return r;
        if (strategy_states_reach(states, &class, game->turns[i].next == task->terms.attacker))
            return strategy_refuse(task, &stones,
                                   "the strategy may come to a turn that stood before");
    }
    return 0;
}

/* Of living strategies: did a turn before the present one stand on a safe board? */
static int check_safe_past(const struct strategy_task *task)
{
    const struct game *game = &task->replay->game;
    for (size_t i = 0; task->terms.living && i + 1 < game->count; i++) {
        const struct strategy_stones stones =
            stones_of(task->certificate->graph, &game->turns[i].board);
        int r = budget_work(task->budget, strategy_steps_of_play(&task->terms));
        if (r < 0)
            return r;
        if (strategy_is_safe(&task->terms, &stones))
            return strategy_refuse(task, &stones, "the player lived with enough on a board before");
    }
    return 0;
}

/* Every board has at least that margin, and the player can always bring an end about. */
static int check_most(const struct strategy_task *task)
{
    if (task->terms.wanted > -task->terms.board->points)
        return refuse_claim(task, "a board may be worth less");
    if (!history_model_passing_scores(&task->model))
        return refuse_claim(task, "under these rules play may come to no end");
    return 0;
}

static int check_strategy(struct strategy_task *task)
{
    const struct strategy_source *source = task->source;
    struct strategy_states states = {.budget = task->budget};
    size_t count = 0;
    int r = source->begin(source->arg, task, &task->cursor, &count);
    /* Hardly more boards are met than there are replies. */
    if (r == 0)
        r = strategy_states_init(&states, task->terms.board, count, task->budget);
    if (r == 0)
        r = check_safe_past(task);
    if (r == 0)
        r = strategy_walk(task, &states);
    if (r == 0)
        r = source->end(source->arg, task);
    if (r == 0)
        r = check_past(task, &states);
    if (r == 0)
        r = strategy_check_returns(task, &states);
    strategy_states_release(&states);
    return r;
}

/* Strategies are numbered in the order of the claims, one for each. */
static int check_claim(struct strategy_task *task)
{
    const struct certificate_claim *claim = task->claim;
    task->terms.attacker = claim->who;
    task->terms.wanted = claim->who == 0 ? claim->margin : -claim->margin;
    task->forbidden_count = 0;
    if (claim->denies)
        return refuse_claim(task, "a strategy forces");
    if (abs(claim->margin) == CERTIFICATE_INFINITE)
        return refuse_claim(task, "a strategy brings about a score");
    int r = set_root(task);
    if (r < 0 || claim->most)
        return r < 0 ? r : check_most(task);
    if (claim->node != task->cursor.node || claim->node >= task->certificate->strategy_count)
        return refuse_claim(task, "wanted the strategies in the order of the claims, one for each");
    return check_strategy(task);
}

/* The rules that are argued for, and what they say of strategies; after moves fewer (soundness.md).
 */
static int set_rules(struct strategy_task *task)
{
    const struct certificate *certificate = task->certificate;
    certificate->rules.family->describe(&certificate->rules, &task->model);
    if (certificate->rules.family->remove_cycle != NULL || !task->model.strategies)
        return error_set(task->err, -EINVAL, "strategies prove nothing under these rules");
    strategy_terms_set_rules(&task->terms, &task->model);
    task->terms.answered = certificate->answered;
    task->terms.living = certificate->living;
    if (task->terms.answered && !history_model_answers_passes(&task->model))
        return error_set(task->err, -EINVAL,
                         "under these rules no pass that frees a ko is answered");
    if (task->terms.living && !strategy_may_live(task->terms.board, &task->model))
        return error_set(task->err, -EINVAL,
                         "under these rules living strategies prove nothing: wanted suicide=no, "
                         "or kee-v6 with counts=last and suicide=change, and scoring=area");
    if (certificate->move_count > 0 &&
        history_model_strategies_from_start(&task->model, task->terms.answered))
        return error_set(task->err, -EINVAL, "moves before the claims of such strategies");
    return 0;
}

/* Checks the claims, each from the game after the moves. */
static int check_each(struct strategy_task *task)
{
    const struct certificate *certificate = task->certificate;
    size_t now = task->replay->game.count;
    for (size_t i = 0; i < certificate->claim_count; i++) {
        task->claim = &certificate->claims[i];
        int r = check_claim(task);
        replay_go_back(task->replay, now);
        if (r < 0)
            return r;
    }
    if (task->cursor.node != certificate->strategy_count)
        return error_set(task->err, -EINVAL, "strategy %u: no claim rests on it",
                         task->cursor.node);
    return task->cursor.at == certificate->body_size
               ? 0
               : error_set(task->err, -EINVAL, "the body has %s beyond the last strategy",
                           human_count(certificate->body_size - task->cursor.at, "byte", "bytes"));
}

static int check_claims(struct strategy_task *task)
{
    const struct certificate *certificate = task->certificate;
    if (certificate->claim_count == 0)
        return error_set(task->err, -EINVAL, "nothing is claimed");
    int r = set_rules(task);
    if (r == 0)
        r = replay_init(task->replay, certificate, task->budget);
    if (r < 0)
        return r;
    for (size_t i = 0; i < certificate->move_count && r == 0; i++)
        r = checked_claim_play(task->replay, certificate->moves[i], task->err);
    if (r == 0)
        r = check_each(task);
    replay_release(task->replay);
    return r;
}

int strategy_check(const struct certificate *certificate, const struct strategy_source *source,
                   struct budget *budget, struct error *err)
{
    struct strategy_board board;
    struct replayed_game replay;
    struct strategy_task task = {.certificate = certificate,
                                 .source = source,
                                 .replay = &replay,
                                 .terms.board = &board,
                                 .budget = budget,
                                 .err = err};
    int r = strategy_board_init(&board, certificate->graph, &certificate->rules);
    if (r == 0)
        r = check_claims(&task);
    strategy_board_release(&board);
    return r;
}
