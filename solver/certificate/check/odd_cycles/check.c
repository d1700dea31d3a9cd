/* Claims under the Ing-Spight Ko Rule. */
#include "certificate/check/odd_cycles/check.h"

#include <errno.h>
#include <stdlib.h>

#include "certificate/check/common/checked_claim.h"
#include "certificate/check/odd_cycles/odd_walk.h"

struct odd_checking {
    const struct certificate *certificate;
    struct replayed_game replay;
    struct odd_past past;
    struct certificate_cursor cursor; /* behind the strategies that were begun */
    struct budget *budget;
    struct error *err;
};

static int refuse(const struct odd_checking *check, const char *why)
{
    return error_set(check->err, -EINVAL, "%s", why);
}

static int refuse_claim(const struct odd_checking *check, const struct certificate_claim *claim,
                        const char *why)
{
    return checked_claim_refuse(check->certificate, claim, why, check->err);
}

/* No board is worth more, and who only passes brings an end about if the opponent's stones stay. */
static int check_most(const struct odd_checking *check, const struct certificate_claim *claim)
{
    int wanted = claim->who == 0 ? claim->margin : -claim->margin;
    if (claim->denies || wanted > -check->certificate->graph->points)
        return refuse_claim(check, claim, "a board may be worth less");
    if (check->past.cycles.suicide != SUICIDE_NO)
        return refuse_claim(check, claim, "under these rules play may come to no end");
    return 0;
}

static int check_strategy(struct odd_checking *check, const struct certificate_claim *claim)
{
    struct certificate_strategy strategy;
    const char *why;
    if (claim->node != check->cursor.node || claim->node >= check->certificate->strategy_count)
        return refuse_claim(check, claim,
                            "wanted the strategies in the order of the claims, one for each");
    int r = certificate_next_strategy(check->certificate, &check->cursor, &strategy, check->err);
    if (r < 0)
        return r;
    r = odd_walk(&check->replay, &check->past, claim, &strategy, &why);
    budget_reach(check->budget, check->cursor.at);
    return r == -EINVAL ? refuse_claim(check, claim, why) : r;
}

static int check_claim(struct odd_checking *check, const struct certificate_claim *claim)
{
    if (!claim->denies && abs(claim->margin) == CERTIFICATE_INFINITE)
        return refuse_claim(check, claim, "a strategy brings about a score");
    return claim->most ? check_most(check, claim) : check_strategy(check, claim);
}

/* Makes a move, and takes it in unless the game is over. */
static int play(struct odd_checking *check, struct move move)
{
    int r = checked_claim_play(&check->replay, move, check->err);
    return r == 0 && !game_over(&check->replay.game)
               ? odd_past_take(&check->past, &check->replay.game)
               : r;
}

static int check_claims(struct odd_checking *check)
{
    const struct certificate *certificate = check->certificate;
    int r = odd_past_take(&check->past, &check->replay.game);
    for (size_t i = 0; i < certificate->move_count && r == 0; i++)
        r = play(check, certificate->moves[i]);
    size_t root = check->replay.game.count;
    for (size_t i = 0; i < certificate->claim_count && r == 0; i++) {
        const struct certificate_claim *claim = &certificate->claims[i];
        if (!claim->root)
            r = play(check, claim->move);
        if (r == 0)
            r = check_claim(check, claim);
        replay_go_back(&check->replay, root);
    }
    if (r == 0 && check->cursor.node != certificate->strategy_count)
        return refuse(check, "there is a strategy that no claim rests on");
    if (r == 0 && check->cursor.at != certificate->body_size)
        return refuse(check, "the body has bytes beyond the last strategy");
    return r;
}

static int check_kind(const struct odd_checking *check)
{
    const struct certificate *certificate = check->certificate;
    if (!certificate->strategies || certificate->answered || certificate->living ||
        certificate->packed)
        return refuse(check,
                      "under these rules claims rest on strategies, neither answered nor "
                      "packed");
    if (certificate->graph->points > ODD_PAST_POINTS_MAX)
        return refuse(check, "under these rules boards of so many points have no certificates");
    return certificate->claim_count > 0 ? 0 : refuse(check, "nothing is claimed");
}

int odd_cycles_check(const struct certificate *certificate, struct budget *budget,
                     struct error *err)
{
    struct odd_checking check = {.certificate = certificate, .budget = budget, .err = err};
    int r = check_kind(&check);
    if (r < 0)
        return r;
    r = replay_init(&check.replay, certificate, budget);
    if (r < 0)
        return r;
    r = odd_past_init(&check.past, certificate, budget);
    if (r == 0)
        r = check_claims(&check);
    odd_past_release(&check.past);
    replay_release(&check.replay);
    return r;
}
