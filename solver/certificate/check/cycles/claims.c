/* The claims under rules with cycles, against the game that was played. */
#include "certificate/check/cycles/checking.h"

#include <errno.h>
#include <stdlib.h>

#include "certificate/check/common/checked_claim.h"
#include "certificate/replay.h"

static int refuse_claim(const struct cycle_checking *check, const struct certificate_claim *claim,
                        const char *why)
{
    return checked_claim_refuse(check->certificate, claim, why, check->err);
}

/* Does a margin, in Black's view, bear the claim out? */
static bool fits(const struct certificate_claim *claim, int margin)
{
    return claim->who == 0 ? margin >= claim->margin : margin <= claim->margin;
}

static int check_over(struct cycle_checking *check, const struct certificate_claim *claim,
                      const struct game *game, struct score_watch *watch)
{
    int scores[PLAYERS_MAX];
    if (!game_over(game))
        return refuse_claim(check, claim, "the game goes on: wanted a node");
    int r = score_watch_scores(watch, game, scores);
    if (r < 0)
        return r == -ERANGE ? refuse_claim(check, claim, "the score is not decided") : r;
    return fits(claim, scores[0] - scores[1])
               ? 0
               : refuse_claim(check, claim, "the rules give another result");
}

/* Lists what stood before the present situation, with what was used since. */
static int list_past(struct cycle_checking *check, const struct game *game, struct cycle_past *past)
{
    struct cycle_node_situation next = cycle_rules_situation(game->graph, game_now(game));
    uint64_t used = 0;
    int r = budget_work(check->budget, game->count * (uint64_t)(4 + game->graph->points / 4));
    for (size_t i = game->count - 1; i-- > 0 && r == 0;) {
        struct cycle_node_situation situation = cycle_rules_situation(game->graph, &game->turns[i]);
        used |= cycle_rules_difference(&situation, &next);
        past[i].used = used;
        r = cycle_checking_number(check, &situation, &past[i].situation);
        next = situation;
    }
    return r;
}

static bool is_wanted_there(const struct cycle_range *wanted, const struct cycle_past *past,
                            size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (cycle_range_holds(wanted, &past[i]))
            return true;
    return false;
}

static int check_past(struct cycle_checking *check, const struct certificate_claim *claim,
                      const struct game *game)
{
    const struct cycle_demands *demands = &check->nodes[claim->node].demands;
    size_t count = game->count - 1;
    bool fulfilled = true;
    struct cycle_past *past = NULL;
    int r = budget_resize(check->budget, &past, 0, (count + 1) * sizeof(*past));
    if (r < 0)
        return r;
    r = list_past(check, game, past);
    if (r == 0)
        r = budget_work(check->budget,
                        count * (1 + demands->wanted_count + demands->range_count / 8));
    for (size_t i = 0; i < count && r == 0; i++)
        fulfilled = fulfilled && cycle_demands_allow(demands, &past[i]);
    for (size_t i = 0; i < demands->wanted_count && r == 0; i++)
        fulfilled = fulfilled && is_wanted_there(&demands->wanted[i], past, count);
    free(past);
    check->budget->bytes += (count + 1) * sizeof(*past);
    return r < 0 || fulfilled
               ? r
               : refuse_claim(check, claim, "the history does not fulfil what its node asks");
}

static int check_by_node(struct cycle_checking *check, const struct certificate_claim *claim,
                         const struct game *game)
{
    const struct turn *now = game_now(game);
    struct cycle_node_situation situation = cycle_rules_situation(game->graph, now);
    if (game_over(game))
        return refuse_claim(check, claim, "the game is over: the rules alone say what it is worth");
    if (claim->node >= check->checked)
        return refuse_claim(check, claim, "there is no such node");
    const struct checked_cycle_node *node = &check->nodes[claim->node];
    int gain = now->lost[1] - now->lost[0];
    if (claim->element != 0)
        return refuse_claim(check, claim, "there are no group elements here");
    if (!cycle_node_situation_equal(&check->situations[node->situation], &situation))
        return refuse_claim(check, claim, "its node is another situation");
    if (node->winner != claim->who)
        return refuse_claim(check, claim, "its node has another winner");
    if (!fits(claim, gain + (claim->who == 0 ? node->bound : -node->bound)))
        return refuse_claim(check, claim, "its node does not give the winner that much");
    return check_past(check, claim, game);
}

/* The claim speaks of the replay's game, or of that after its own move. */
static int check_claim(struct cycle_checking *check, const struct certificate_claim *claim,
                       struct replayed_game *replay, struct score_watch *watch)
{
    if (claim->denies || claim->margin == CERTIFICATE_INFINITE ||
        claim->margin == -CERTIFICATE_INFINITE)
        return refuse_claim(check, claim, "no node can say that under these rules");
    int r = claim->root ? 0 : checked_claim_play(replay, claim->move, check->err);
    if (r < 0)
        return r;
    return claim->rules ? check_over(check, claim, &replay->game, watch)
                        : check_by_node(check, claim, &replay->game);
}

static int check_claims(struct cycle_checking *check, struct replayed_game *replay,
                        struct score_watch *watch)
{
    const struct certificate *certificate = check->certificate;
    int r = 0;
    for (size_t i = 0; i < certificate->move_count && r == 0; i++)
        r = checked_claim_play(replay, certificate->moves[i], check->err);
    size_t root = replay->game.count;
    for (size_t i = 0; i < certificate->claim_count && r == 0; i++) {
        r = check_claim(check, &certificate->claims[i], replay, watch);
        replay_go_back(replay, root);
    }
    return r;
}

int cycle_checking_claims(struct cycle_checking *check)
{
    struct replayed_game replay;
    struct score_watch watch;
    int r = replay_init(&replay, check->certificate, check->budget);
    if (r < 0)
        return r;
    score_watch_begin(&watch, &replay.game, check->budget);
    r = check_claims(check, &replay, &watch);
    score_watch_end(&watch);
    replay_release(&replay);
    return r;
}
