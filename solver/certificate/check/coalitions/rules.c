/* Plays from a state, by the executable rules. */
#include "certificate/check/coalitions/rules.h"

#include <string.h>

#include "rules/kee2013.h"

int coalition_rules_init(struct coalition_rules *ret_rules, const struct certificate *certificate,
                         struct budget *budget)
{
    ret_rules->budget = budget;
    int r = game_init(&ret_rules->game, certificate->graph, &certificate->rules,
                      &certificate->start, certificate->to_move);
    if (r == 0)
        ret_rules->start = ret_rules->game.turns[0];
    return r;
}

void coalition_rules_release(struct coalition_rules *rules)
{
    game_release(&rules->game);
}

struct coalition_state coalition_rules_state(const struct graph *graph, const struct turn *turn)
{
    struct coalition_state state = {
        .mover = turn->next,
        .active = turn->active,
        .passes = turn->passes,
    };
    for (int p = 0; p < graph->points; p++)
        if (turn->board.cells[p] != POINT_EMPTY)
            state.stones[turn->board.cells[p] - 1] |= UINT64_C(1) << p;
    return state;
}

bool coalition_state_equal(const struct coalition_state *a, const struct coalition_state *b)
{
    return memcmp(a->stones, b->stones, sizeof(a->stones)) == 0 && a->mover == b->mover &&
           a->active == b->active && a->passes == b->passes;
}

/* Sets the game up: its first turn left the state. */
static void set_up(struct coalition_rules *rules, const struct coalition_state *state)
{
    struct turn *turn = &rules->game.turns[0];
    *turn = rules->start;
    memset(&turn->board, 0, sizeof(turn->board));
    for (int p = 0; p < rules->game.graph->points; p++)
        for (int k = 0; k < rules->game.players; k++)
            if (state->stones[k] >> p & 1)
                turn->board.cells[p] = STONE_OF(k);
    turn->next = state->mover;
    turn->active = state->active;
    turn->passes = state->passes;
    rules->game.count = 1;
}

bool coalition_rules_is_sane(struct coalition_rules *rules, const struct coalition_state *state)
{
    if (state->active == 0 || state->active >> rules->game.players != 0 ||
        (state->active >> state->mover & 1) == 0 ||
        state->passes >= __builtin_popcount(state->active))
        return false;
    set_up(rules, state);
    return position_check(rules->game.graph, &rules->game.turns[0].board, NULL) == 0;
}

int coalition_rules_next(const struct coalition_rules *rules, int player, unsigned active)
{
    return game_next_player(&rules->game, player, active);
}

int coalition_rules_play(struct coalition_rules *rules, const struct coalition_state *state,
                         int play, struct coalition_step *ret_step)
{
    int points = rules->game.graph->points;
    struct move move =
        play < points ? move_stone(play) : move_pass(play == points ? MOVE_PASS : MOVE_REFRESH);
    struct verdict verdict;
    int r = budget_work(rules->budget, 40 + 4 * (uint64_t)points);
    if (r < 0)
        return r;
    set_up(rules, state);
    r = game_play(&rules->game, move, &verdict);
    if (r < 0 || !verdict.legal)
        return r;
    /* Whether somebody is banned is for the true past to say: whoever the game set up bans plays
     * on here. */
    struct coalition_step step = {
        .mover = state->mover,
        .refresh = move.kind == MOVE_REFRESH,
        .counts = kee2013_counts_pass(&rules->game.rules, move.kind),
        .now = coalition_rules_state(rules->game.graph, game_now(&rules->game)),
    };
    step.now.active = state->active;
    step.now.mover = coalition_rules_next(rules, state->mover, state->active);
    step.now.passes = move.kind == MOVE_PASS ? state->passes + 1 : 0;
    step.over = step.now.passes == __builtin_popcount(state->active);
    game_undo(&rules->game);
    *ret_step = step;
    return 1;
}

int coalition_payoff_of(const int scores[PLAYERS_MAX], int players, unsigned members,
                        enum certificate_payoff payoff)
{
    int own = 0, others = 0, best = -1, rank = 0;
    for (int k = 0; k < players; k++) {
        bool member = (members >> k & 1) != 0;
        own += member ? scores[k] : 0;
        others += member ? 0 : scores[k];
        if (member && scores[k] > best)
            best = scores[k];
    }
    for (int k = 0; k < players; k++)
        if ((members >> k & 1) == 0)
            rank += (scores[k] < best) - (scores[k] > best);
    return payoff == CERTIFICATE_POINTS ? own : payoff == CERTIFICATE_GAIN ? own - others : rank;
}

int coalition_rules_payoff(struct coalition_rules *rules, const struct coalition_state *state,
                           unsigned members, enum certificate_payoff payoff)
{
    int scores[PLAYERS_MAX] = {0};
    set_up(rules, state);
    game_scores(&rules->game, scores); /* never fails: the family has no scores of its own */
    return coalition_payoff_of(scores, rules->game.players, members, payoff);
}
