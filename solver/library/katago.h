/* KataGo's rules as JSON, as its command kata-get-rules writes them. */
#ifndef SOLVER_LIBRARY_KATAGO_H
#define SOLVER_LIBRARY_KATAGO_H

#include <stdbool.h>
#include <stddef.h>

#include "base/error.h"
#include "rules/ruleset.h"

/* Bytes of KataGo's rule string that the JSON is translated to, with the final zero. */
#define LIBRARY_KATAGO_STRING_MAX 48

struct library_katago {
    char string[LIBRARY_KATAGO_STRING_MAX]; /* the same as a rule string (rules/katago.h) */
    size_t length;                          /* bytes of the text that the JSON takes */
    bool has_komi;
    int komi_half_points;
};

/* Does text begin with JSON? No other text of a ruleset begins as it does. */
bool library_katago_is_json(const char *text);

/*
 * Reads the JSON that text begins with. Fields that are left out are Tromp-Taylor's, as KataGo
 * takes them. Returns 0, -ENOMEM, or -EINVAL: err names the field, its value and what is wanted.
 */
int library_katago_read(const char *text, struct library_katago *ret_katago, struct error *err);

/* Writes KataGo's JSON into buffer of SOLVE_RULES_KATAGO_MAX bytes. Returns 0, or -ENOTSUP: KataGo
 * has no such rules. */
int library_katago_write(const struct ruleset *rules, char *buffer);

#endif
