/* What a check of a certificate found, as JSON. */
#ifndef SOLVER_JSON_CHECK_JSON_H
#define SOLVER_JSON_CHECK_JSON_H

#include <jansson.h>

#include "solve-check.h"

/* "accepted", "not accepted" or "not checked". */
const char *check_json_word(enum solve_check_verdict verdict);

/* Half points that Black has besides under the rules of the certificate, which its claims leave out
 * (solve_rules_half_points()); 0 where nobody knows its rules. Returns 0 or -ENOMEM. */
int check_json_half_points(const struct solve_check *check, int *ret_half);

struct check_asked {
    const char *file; /* NULL: bytes without a name */
    const char *why;  /* it is not accepted */
    double seconds;   /* that it took */
};

/* Sets all keys whatever the verdict of the check, which was run, is: null stands for what is not
 * known. Returns object. */
json_t *check_json_set(json_t *object, const struct solve_check *check,
                       const struct check_asked *asked);

#endif
