/* What the main verb was asked for, and the function that does it. */
#ifndef SOLVER_CLI_SOLVE_OPTIONS_H
#define SOLVER_CLI_SOLVE_OPTIONS_H

#include <stdbool.h>
#include <stdint.h>

#include "base/error.h"
#include "cli/picture_option.h"
#include "cli/run_limits.h"
#include "cli/setup.h"

struct solve_options {
    struct game_setup setup; /* at most SOLVE_POINTS_MAX points */
    struct solve_game *game; /* setup's moves played, all legal; perhaps over already */
    int komi_half_points;    /* 0 if not given */
    bool value_only, json, quiet;
    bool asks; /* only whether asked is true; then value_only, too */
    struct solve_claim asked;
    bool any_players;         /* set by the verb that solves games of more than two players, too */
    bool by_coalition;        /* values by coalition are wanted */
    unsigned coalition;       /* of one of them: bit k: player k; 0: of all */
    enum solve_payoff payoff; /* by coalition: what is counted */
    bool colored;             /* text in colours */
    const char *store;        /* folder; NULL: none */
    struct run_limits limits;
    const char *sgf_out; /* the file that receives a record; NULL: none */
    int tree;            /* how many moves deep it has all moves; 0: the best line alone */
    struct picture_option picture;
    const char *proof;    /* the file that receives a certificate; NULL: none */
    bool strategy_leaves; /* of the certificate */
    bool living;          /* strategies */
};

/*
 * Reads the setup and plays the moves of the option moves_option (NULL: none) under the rules,
 * of two players unless into->any_players. Returns 0, -EINVAL (wrong usage: err names option, value
 * and what is wanted) or -ENOMEM. What was made is released by the caller in any case:
 * solve_options_release().
 */
int solve_options_read_game(struct solve_options *into, const struct options *given,
                            const char *moves_option, struct error *err);

/* The same for games that are counted: any number of players. */
int solve_options_read_counted_game(struct solve_options *into, const struct options *given,
                                    const char *moves_option, struct error *err);

void solve_options_release(struct solve_options *options);

#endif
