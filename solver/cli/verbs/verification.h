/* What a check of a certificate found, printed. */
#ifndef SOLVER_CLI_VERBS_VERIFICATION_H
#define SOLVER_CLI_VERBS_VERIFICATION_H

#include "base/error.h"
#include "cli/options.h"
#include "cli/progress.h"
#include "cli/run_limits.h"
#include "solve-check.h"

/* The options of verification_set_game(). */
#define VERIFICATION_GAME_OPTIONS                                                                  \
    OPTION("position", "TEXT", "check its claims of the game from there: rows joined by '/'"),     \
        OPTION("to-move", "PLAYER", "who moves first there: black (default) or white"),            \
        OPTION("history", "\"B2 pass ...\"", "after these moves"),                                 \
        OPTION("swap-colours", NULL, "check its claims with the colours swapped")

struct verification {
    const char *path;
    bool json;
    struct solve_check *check; /* was run, unless the file could not be read */
    struct run_limits limits;
    struct progress progress; /* of limits */
    struct error why;         /* unless it is accepted */
    double seconds;
};

/* Takes the ruleset of --rules for that of the certificate, if it is given; *komi_half_points is
 * set where it names a komi. Returns 0, -EINVAL (err) or -ENOMEM. */
int verification_set_rules(struct solve_check *check, const struct options *given,
                           int *komi_half_points, struct error *err);

/* Takes the game of --position, --to-move and --history for that of the certificate, if any of them
 * is given, and looks at --swap-colours. Returns as above. */
int verification_set_game(struct solve_check *check, const struct options *given,
                          struct error *err);

/* Refuses options of the game whose text the certificate's board does not have, as the check, which
 * was run, found. Returns 0 or -EINVAL (err). */
int verification_refuse_unread(const struct solve_check *check, const struct options *given,
                               struct error *err);

/* Prepares a check: its limits (the memory is all that is available where it is not given), who
 * stops it, and progress (NULL: none is shown), which is begun. claim_bytes as in
 * solve_check_set_memory(). What is passed must outlive the check. */
void verification_begin(struct solve_check *check, const struct run_limits *limits,
                        uint64_t claim_bytes, struct progress *progress);

/* The line that says why a check that was run did not accept, in the words of the program's
 * options. */
void verification_say_why(const struct solve_check *check, struct error *ret_why);

/* For people, what an accepted certificate proves. Returns 0 or -ENOMEM (err). */
int verification_print(const struct verification *done, struct error *err);

/*
 * One JSON object on one line, with all keys whatever the verdict is: null stands for what is not
 * known. Returns 0 or a negative errno (err).
 */
int verification_print_json(const struct verification *done, struct error *err);

#endif
