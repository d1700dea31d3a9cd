/* The verb compare: one position under several rulesets. */
#ifndef SOLVER_CLI_VERBS_COMPARE_H
#define SOLVER_CLI_VERBS_COMPARE_H

#include <stdbool.h>
#include <stdint.h>

#include "cli/picture_option.h"
#include "cli/run_limits.h"
#include "cli/setup.h"
#include "compare/difference.h"
#include "report/grid.h"
#include "report/rulesets.h"

struct compare_options {
    struct game_setup setup; /* its rules are the first of rulesets */
    struct rulesets rulesets;
    enum grid_format format;
    bool find, quiet;
    bool komi_given;
    int komi_half_points;     /* 0 if not given */
    enum solve_payoff payoff; /* by coalition: what is counted */
    struct run_limits limits; /* of each position under each ruleset */
    struct solve_store *store;
    const char *sgf_out; /* the file that receives the lines; NULL: none */
    struct picture_option picture;
};

/* Return exit codes (verb.h); for EXIT_FAILED err holds the line to print. */
int compare_run(const struct compare_options *options, struct error *err);
int compare_find(const struct compare_options *options, struct error *err);

/* The same of more players: their values by coalition, without a store. */
int compare_coalitions(const struct compare_options *options, struct error *err);

/* What the options ask for; it borrows from them. Nobody is told of its runs. */
struct comparison compare_comparison(const struct compare_options *options);

/* Plays the history of setup in game. If it is not legal under the game's ruleset, *ret_refused
 * says why, to be freed. Returns 0 or a negative errno. */
int compare_play_history(const struct game_setup *setup, struct solve_game *game,
                         char **ret_refused);

/* Prints a line: why not all is known of a value or of first plays under a ruleset. */
void compare_print_open(const struct solve_rules *rules, bool value_known, enum solve_stop stop);

/*
 * Prints the values and best root moves side by side. found is NULL, or how far a search came: then
 * the principal variations are drawn, too, and list is not read if it found nothing. Returns 0 or a
 * negative errno.
 */
int compare_print(const struct compare_options *options, const char *position,
                  const struct compared *list, const struct found *found, struct error *err);

/* Prints likewise, and writes the files that the options name, whatever of it fails. Of a search
 * that found nothing there are none. Returns 0 or -EIO (err: the last that failed; the others were
 * told). */
int compare_tell(const struct compare_options *options, const char *position,
                 const struct compared *list, const struct found *found, struct error *err);

#endif
