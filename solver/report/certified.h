/* What a certificate says of a game, against what a run said of it. */
#ifndef SOLVER_REPORT_CERTIFIED_H
#define SOLVER_REPORT_CERTIFIED_H

#include <stdbool.h>

#include "base/strbuf.h"
#include "report/solved.h"
#include "solve-check.h"

/* Bytes of a hash in hexadecimal, with the final zero. */
#define CERTIFIED_HASH_MAX 33

/* Boards of so many points are certified unasked. */
#define CERTIFIED_POINTS 12

/* The reason of a verdict that the claims prove, though not all that is shown of root moves: such a
 * certificate proves no verdict on another claim (older.c). */
#define VERDICT_ALONE "of first plays the certificate tells what the verdict needs"

/*
 * The certificate of a run: is it whole, as a page of reports wants it? What ended the run must not
 * be how fast the machine is, and nothing that is proved may be missing.
 */
bool certified_whole(const struct solve_result *result, struct solve_certificate *ret_certificate);

/*
 * Checks the certificate. Returns 1 and its XXH3-128 in hexadecimal: it is accepted, and claims all
 * that solved says of game, with value_only of the value alone; 0: the memory does not do for the
 * check, or the claims do not say enough; or -EINVAL, it is refused, and why is appended to
 * ret_why.
 */
int certified_check(const struct solve_certificate *certificate, const struct solve_game *game,
                    const struct solved *solved, bool value_only, char ret_hash[CERTIFIED_HASH_MAX],
                    struct strbuf *ret_why);

/* What the claims of a check that accepted its certificate say of the state after move ("": the
 * root); at a start also those of the root by the player who does not move there. */
struct solve_bounds certified_bounds(const struct solve_check *check, const char *move);

/* Do they say at least what wanted does? */
bool certified_says(const struct solve_check *check, const char *move,
                    const struct solve_bounds *wanted);

#endif
