/* The executable rules at any situation. */
#include "certificate/check/cycles/rules.h"

#include <assert.h>
#include <errno.h>
#include <string.h>

int cycle_rules_init(struct cycle_rules *ret_rules, const struct certificate *certificate,
                     struct budget *budget)
{
    int r = game_init(&ret_rules->game, certificate->graph, &certificate->rules,
                      &certificate->start, certificate->to_move);
    if (r < 0)
        return r;
    ret_rules->start = ret_rules->game.turns[0];
    score_watch_begin(&ret_rules->watch, &ret_rules->game, budget);
    return 0;
}

void cycle_rules_release(struct cycle_rules *rules)
{
    score_watch_end(&rules->watch);
    game_release(&rules->game);
}

struct cycle_node_situation cycle_rules_situation(const struct graph *graph,
                                                  const struct turn *turn)
{
    struct cycle_node_situation situation = {
        .temporary = turn->temporary.words[0],
        .permanent = turn->permanent.words[0],
        .mover = turn->next,
        .needed = turn->needed,
    };
    assert(graph->points <= SOLVER_MAX_POINTS);
    for (int p = 0; p < graph->points; p++)
        if (turn->board.cells[p] != POINT_EMPTY)
            situation.stones[turn->board.cells[p] - 1] |= UINT64_C(1) << p;
    return situation;
}

uint64_t cycle_rules_difference(const struct cycle_node_situation *a,
                                const struct cycle_node_situation *b)
{
    return (a->stones[0] ^ b->stones[0]) | (a->stones[1] ^ b->stones[1]);
}

/* The turn that left the situation, made by the player who does not move next. */
static struct turn turn_of(const struct cycle_rules *rules,
                           const struct cycle_node_situation *situation)
{
    struct turn turn = rules->start;
    memset(&turn.board, 0, sizeof(turn.board));
    for (int p = 0; p < rules->game.graph->points; p++)
        turn.board.cells[p] =
            (uint8_t)((situation->stones[0] >> p & 1) | (situation->stones[1] >> p & 1) << 1);
    turn.player = 1 - situation->mover;
    turn.next = situation->mover;
    turn.temporary.words[0] = situation->temporary;
    turn.permanent.words[0] = situation->permanent;
    turn.needed = situation->needed;
    return turn;
}

/*
 * Sets the game up. A cycle that used some points: the situation, then one after which these points
 * have another content and the other player moves, then the situation again.
 */
static void set_up(struct cycle_rules *rules, const struct cycle_node_situation *situation,
                   uint64_t used)
{
    struct turn *turns = rules->game.turns;
    turns[0] = turn_of(rules, situation);
    rules->game.count = 1;
    if (used == 0)
        return;
    turns[1] = turns[2] = turns[0];
    for (int p = 0; p < rules->game.graph->points; p++)
        if (used >> p & 1)
            turns[1].board.cells[p] =
                turns[0].board.cells[p] == POINT_EMPTY ? STONE_OF(0) : POINT_EMPTY;
    turns[1].next = 1 - situation->mover;
    turns[1].player = situation->mover;
    rules->game.count = 3;
}

bool cycle_rules_is_sane(struct cycle_rules *rules, const struct cycle_node_situation *situation)
{
    int points = rules->game.graph->points;
    uint64_t all = points == 64 ? UINT64_MAX : (UINT64_C(1) << points) - 1;
    uint64_t stones = situation->stones[0] | situation->stones[1];
    uint64_t prohibited = situation->temporary | situation->permanent;
    if ((situation->stones[0] & situation->stones[1]) != 0 || ((stones | prohibited) & ~all) != 0 ||
        (stones & prohibited) != 0 || situation->needed < 1 || situation->needed > 3 ||
        (situation->temporary != 0) != (situation->needed == 3))
        return false;
    set_up(rules, situation, 0);
    return position_check(rules->game.graph, &rules->game.turns[0].board, NULL) == 0;
}

static int read_result(struct cycle_rules *rules, const struct cycle_node_situation *situation,
                       struct cycle_result *ret_result)
{
    const struct game *game = &rules->game;
    const struct turn *now = game_now(game);
    int scores[PLAYERS_MAX];
    struct cycle_result result = {.over = game_over(game)};
    result.situation = cycle_rules_situation(game->graph, now);
    result.changed = cycle_rules_difference(situation, &result.situation);
    result.gain = now->lost[1] - now->lost[0];
    if (result.over) {
        int r = score_watch_scores(&rules->watch, game, scores);
        if (r < 0)
            return r;
        result.gain = scores[0] - scores[1];
    }
    *ret_result = result;
    return 1;
}

int cycle_rules_play(struct cycle_rules *rules, const struct cycle_node_situation *situation,
                     uint64_t used, int point, struct cycle_result *ret_result)
{
    struct move move = point >= 0 ? move_stone(point) : move_pass(MOVE_PASS);
    struct verdict verdict;
    int r = budget_work(rules->watch.budget, 60 + 4 * (uint64_t)rules->game.graph->points);
    if (r < 0)
        return r;
    set_up(rules, situation, used);
    r = game_play(&rules->game, move_after_cycle(used != 0, move), &verdict);
    if (r < 0 || !verdict.legal)
        return r;
    r = read_result(rules, situation, ret_result);
    game_undo(&rules->game);
    return r;
}

int cycle_rules_removes(struct cycle_rules *rules, const struct cycle_node_situation *situation)
{
    struct cycle_result result;
    int r = cycle_rules_play(rules, situation, 1, -1, &result); /* a cycle that used one point */
    return r == -ERANGE ? 1 : r;
}
