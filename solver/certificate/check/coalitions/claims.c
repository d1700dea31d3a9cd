/* The claims on coalitions, against the game that was played. */
#include "certificate/check/coalitions/checking.h"

#include <string.h>

#include "certificate/check/common/checked_claim.h"
#include "certificate/replay.h"
#include "rules/kee2013.h"

static int refuse_claim(const struct coalition_checking *check,
                        const struct certificate_claim *claim, const char *why)
{
    return checked_claim_refuse(check->certificate, claim, why, check->err);
}

static int check_over(struct coalition_checking *check, const struct certificate_claim *claim,
                      const struct game *game)
{
    int scores[PLAYERS_MAX] = {0};
    if (!game_over(game))
        return refuse_claim(check, claim, "the game goes on: wanted a node");
    game_scores(game, scores); /* never fails: the family has no scores of its own */
    int got = coalition_payoff_of(scores, game->players, claim->members, claim->payoff);
    return (claim->denies ? got <= claim->margin : got >= claim->margin)
               ? 0
               : refuse_claim(check, claim, "the rules give another result");
}

/*
 * The turn at which the item was met last and still counts [12a, 12b]: since the start or the last
 * ban; of encounters also since the last refreshing pass. SIZE_MAX: there is none. ret_passes: of
 * each player since then.
 */
static size_t find_item(const struct coalition_checking *check, const struct game *game,
                        uint32_t item, int *ret_passes)
{
    const struct coalition_situation *wanted = &check->situations[item / 2];
    bool anchors = (item & 1) != 0;
    memset(ret_passes, 0, PLAYERS_MAX * sizeof(*ret_passes));
    for (size_t i = game->count; i-- > 0;) {
        const struct turn *turn = &game->turns[i];
        struct coalition_state state = coalition_rules_state(game->graph, turn);
        bool begins = i == 0 || turn->banned >= 0;
        bool refresh = i > 0 && turn->move.kind == MOVE_REFRESH;
        bool counts = !anchors || begins || refresh;
        if (counts && turn->next == wanted->next &&
            memcmp(state.stones, wanted->stones, sizeof(state.stones)) == 0)
            return i;
        if (begins || (refresh && !anchors))
            return SIZE_MAX;
        if (kee2013_counts_pass(&game->rules, turn->move.kind))
            ret_passes[turn->player]++;
    }
    return SIZE_MAX;
}

static int check_past(struct coalition_checking *check, const struct certificate_claim *claim,
                      const struct game *game)
{
    const struct coalition_demands *demands = &check->nodes[claim->node].demands;
    for (size_t i = 0; i < demands->count; i++) {
        const struct coalition_demand *demand = &demands->list[i];
        int passes[PLAYERS_MAX];
        int r = budget_work(check->budget, game->count * (uint64_t)(4 + game->graph->points / 4));
        if (r < 0)
            return r;
        bool there = find_item(check, game, demand->item, passes) != SIZE_MAX;
        if (there == demand->absent || (there && !coalition_demand_allows(demand, passes)))
            return refuse_claim(check, claim, "the history does not fulfil what its node asks");
    }
    return 0;
}

static int check_by_node(struct coalition_checking *check, const struct certificate_claim *claim,
                         const struct game *game)
{
    struct coalition_state state = coalition_rules_state(game->graph, game_now(game));
    if (game_over(game))
        return refuse_claim(check, claim, "the game is over: the rules alone say what it is worth");
    if (claim->node >= check->checked)
        return refuse_claim(check, claim, "there is no such node");
    struct checked_coalition_node *node = &check->nodes[claim->node];
    node->used = true;
    if (claim->element != 0)
        return refuse_claim(check, claim, "there are no group elements here");
    if (!coalition_state_equal(&node->state, &state))
        return refuse_claim(check, claim, "its node is another state");
    if (node->members != claim->members || node->held != claim->denies ||
        node->payoff != claim->payoff)
        return refuse_claim(check, claim, "its node is about something else");
    if (node->held ? node->bound > claim->margin : node->bound < claim->margin)
        return refuse_claim(check, claim, "its node does not say that much");
    return check_past(check, claim, game);
}

/* Can nobody get more, or less, whatever is played? Every point goes to one player at most. */
static int check_most(struct coalition_checking *check, const struct certificate_claim *claim)
{
    int points = check->certificate->graph->points, least = 0, most = points;
    int others = check->rules.game.players - __builtin_popcount(claim->members);
    if (claim->payoff == CERTIFICATE_GAIN)
        least = -points;
    if (claim->payoff == CERTIFICATE_RANK) {
        least = -others;
        most = others;
    }
    return (claim->denies ? claim->margin >= most : claim->margin <= least)
               ? 0
               : refuse_claim(check, claim, "an end may be worth more, or less");
}

/* The claim speaks of the replay's game, or of that after its own move. */
static int check_claim(struct coalition_checking *check, const struct certificate_claim *claim,
                       struct replayed_game *replay)
{
    int r = claim->root ? 0 : checked_claim_play(replay, claim->move, check->err);
    if (r < 0)
        return r;
    if (claim->most)
        return check_most(check, claim);
    return claim->rules ? check_over(check, claim, &replay->game)
                        : check_by_node(check, claim, &replay->game);
}

int coalition_checking_claims(struct coalition_checking *check)
{
    const struct certificate *certificate = check->certificate;
    struct replayed_game replay;
    int r = replay_init(&replay, certificate, check->budget);
    if (r < 0)
        return r;
    for (size_t i = 0; i < certificate->move_count && r == 0; i++)
        r = checked_claim_play(&replay, certificate->moves[i], check->err);
    size_t root = replay.game.count;
    for (size_t i = 0; i < certificate->claim_count && r == 0; i++) {
        r = check_claim(check, &certificate->claims[i], &replay);
        replay_go_back(&replay, root);
    }
    replay_release(&replay);
    return r;
}
