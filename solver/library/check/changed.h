/*
 * The certificate that is checked may be another than the one that was read: under another ruleset,
 * of another game, with the colours swapped. Its header is made anew; whether its body proves that,
 * too, is for the check to say.
 */
#ifndef SOLVER_LIBRARY_CHECK_CHANGED_H
#define SOLVER_LIBRARY_CHECK_CHANGED_H

#include "base/bytes.h"
#include "library/check/handle.h"

/* Is another one wanted? */
bool changed_is_wanted(const struct solve_check *check);

/* Makes its bytes, which the caller releases, of what was read. Returns 0, or -EINVAL or -ENOMEM
 * with the reason of check. */
int changed_make(struct solve_check *check, struct bytes *ret_file);

#endif
