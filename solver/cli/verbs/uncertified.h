/* What of a printed result its certificate does not claim. */
#ifndef SOLVER_CLI_VERBS_UNCERTIFIED_H
#define SOLVER_CLI_VERBS_UNCERTIFIED_H

#include "base/error.h"
#include "base/strbuf.h"
#include "solve.h"

struct uncertified {
    size_t count;  /* bounds that no claim says, nor the rules */
    bool of_board; /* No claim says that nobody loses more than the board: the rules do. */
};

/*
 * Compares the bounds that result says of the root, and unless root_only of the root moves, with
 * the claims of made, a certificate of it that has some. Where somebody does not move at the root,
 * what is claimed for him there holds after each move. Appends what is not claimed to text, as in
 * "root: white forces <= 9; B2: black denies <= 3, white denies >= 5". Returns 0 or a negative
 * errno (err).
 */
int uncertified_list(const struct solve_certificate *made, const struct solve_result *result,
                     bool root_only, struct strbuf *text, struct uncertified *ret_uncertified,
                     struct error *err);

#endif
