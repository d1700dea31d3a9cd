/*
 * What a coalition of players can force against all others, who play together against it: its
 * value, in points or by another payoff, the first plays that keep it, and a line of such plays. A
 * fact of the rules: it assumes nothing of what the players want.
 */
#ifndef SOLVER_PLAYERS_COALITION_H
#define SOLVER_PLAYERS_COALITION_H

#include "base/limits.h"
#include "players/force.h"
#include "players/proof.h"
#include "rules/game.h"

struct coalition {
    int lower,
        upper; /* by the payoff: it gets lower at least, and the others can hold it to upper */
    struct move *plays; /* the first plays that are proved to keep the value; owned */
    size_t play_count;
    bool plays_complete; /* every other legal play is proved not to keep it */
    struct move *line;   /* plays that keep the value, of both sides; owned */
    size_t line_count;
    bool line_complete; /* to the end of the game */
    uint64_t nodes, facts;
    enum stop_reason stop; /* STOP_LENGTH: nothing did, but the line is longer than is shown */
};

/* Refuses what is played but has no such values: other families, prisoners that count, boards of
 * too many situations. Returns 0 or -EINVAL (err: what is wanted). */
int coalition_check(const struct game *game, struct error *err);

/* What is asked of a coalition. */
struct coalition_query {
    unsigned members; /* bit k: player k */
    enum certificate_payoff payoff;
    bool value_only;     /* neither first plays nor a line */
    struct proof *proof; /* takes what is proved, for a certificate; NULL: nothing is recorded */
};

/*
 * Finds it from the state at which game stands. listener is told now and then. Returns 0, also
 * where it was stopped, or -ENOMEM. coalition_release() in either case.
 */
int coalition_solve(const struct game *game, const struct coalition_query *query,
                    const struct limits *limits, struct force_listener listener,
                    struct coalition *ret_coalition);
void coalition_release(struct coalition *coalition);

#endif
