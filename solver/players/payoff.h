/*
 * What a coalition gets at the end of a game. Its points are what Kee counts. The margin is what
 * two players play for. The rank looks at its best member alone: how many of the others have fewer
 * points than he, less how many have more.
 */
#ifndef SOLVER_PLAYERS_PAYOFF_H
#define SOLVER_PLAYERS_PAYOFF_H

#include "certificate/format.h"
#include "rules/game.h"

/* A way to count, for some players of a game. */
struct payoff {
    enum certificate_payoff kind;
    unsigned members; /* bit k: player k */
    int players;
    int least, most; /* what may come out */
};

struct payoff payoff_make(enum certificate_payoff kind, unsigned members, const struct game *game);

/* Of the board as it stands, by the ruleset's scoring. */
int payoff_of(const struct payoff *payoff, const struct game *game);

#endif
