/*
 * Plays from a state by the executable rules, and what they leave to the past. Under Kee's rules
 * the past decides neither whether a play is legal nor what it does to the board, only whether
 * somebody gets prohibited from playing. So a game is set up whose one turn is the state.
 */
#ifndef SOLVER_CERTIFICATE_CHECK_COALITIONS_RULES_H
#define SOLVER_CERTIFICATE_CHECK_COALITIONS_RULES_H

#include "certificate/budget.h"
#include "certificate/coalition_nodes.h"
#include "rules/game.h"

struct coalition_rules {
    struct game game;
    struct turn start; /* as the game began: what does not depend on the state */
    struct budget *budget;
};

/* What a play does if nobody gets banned by it. */
struct coalition_step {
    int mover;
    bool refresh;               /* it is a refreshing pass */
    bool counts;                /* it is a pass that decides who the ko player is */
    bool over;                  /* all active players have passed: the game is over */
    struct coalition_state now; /* after the play */
};

/* Returns 0 or -ENOMEM. coalition_rules_release() it; it must not be moved. */
int coalition_rules_init(struct coalition_rules *ret_rules, const struct certificate *certificate,
                         struct budget *budget);
void coalition_rules_release(struct coalition_rules *rules);

/* Is it a state that may arise: players who play, stones that have liberties, few enough passes? */
bool coalition_rules_is_sane(struct coalition_rules *rules, const struct coalition_state *state);

/* The state in which a turn left the game. */
struct coalition_state coalition_rules_state(const struct graph *graph, const struct turn *turn);

bool coalition_state_equal(const struct coalition_state *a, const struct coalition_state *b);

/* Makes a play: point, points for a pass, points + 1 for a refreshing pass. Returns 1; 0: it is not
 * legal; -ENOMEM or what ended the budget. */
int coalition_rules_play(struct coalition_rules *rules, const struct coalition_state *state,
                         int play, struct coalition_step *ret_step);

/* The player after player among those of the set active. */
int coalition_rules_next(const struct coalition_rules *rules, int player, unsigned active);

/* What members get if the game ends with these stones on the board. */
int coalition_rules_payoff(struct coalition_rules *rules, const struct coalition_state *state,
                           unsigned members, enum certificate_payoff payoff);

/* The same of the scores of a game that is over. */
int coalition_payoff_of(const int scores[PLAYERS_MAX], int players, unsigned members,
                        enum certificate_payoff payoff);

#endif
