/* Ways to count what a coalition gets. */
#include "players/payoff.h"

struct payoff payoff_make(enum certificate_payoff kind, unsigned members, const struct game *game)
{
    int points = game->graph->points, others = game->players - __builtin_popcount(members);
    struct payoff payoff = {.kind = kind, .members = members, .players = game->players};
    payoff.most = kind == CERTIFICATE_RANK ? others : points;
    payoff.least = kind == CERTIFICATE_POINTS ? 0 : -payoff.most;
    return payoff;
}

/* How many players who are no members have fewer points than so many, less how many have more. */
static int rank_of(const struct payoff *payoff, const int *scores, int best)
{
    int rank = 0;
    for (int k = 0; k < payoff->players; k++)
        if ((payoff->members & (1u << k)) == 0)
            rank += (scores[k] < best) - (scores[k] > best);
    return rank;
}

int payoff_of(const struct payoff *payoff, const struct game *game)
{
    int scores[PLAYERS_MAX] = {0}, own = 0, others = 0, best = -1;
    if (game_scores(game, scores) < 0)
        return payoff->least;
    for (int k = 0; k < payoff->players; k++) {
        if ((payoff->members & (1u << k)) == 0) {
            others += scores[k];
            continue;
        }
        own += scores[k];
        best = scores[k] > best ? scores[k] : best;
    }
    if (payoff->kind == CERTIFICATE_RANK)
        return rank_of(payoff, scores, best);
    return payoff->kind == CERTIFICATE_GAIN ? own - others : own;
}
