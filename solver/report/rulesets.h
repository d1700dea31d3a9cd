/*
 * Lists of rulesets. On the command line they are separated by commas; a part with '=' in it is a
 * field of the ruleset before it: "psk,suicide=multi,ssk" is two rulesets. Commas within KataGo's
 * JSON are its own.
 */
#ifndef SOLVER_REPORT_RULESETS_H
#define SOLVER_REPORT_RULESETS_H

#include <stddef.h>

#include "base/error.h"
#include "solve.h"

struct rulesets {
    struct solve_rules **list; /* a reference of each */
    size_t count;
    size_t room; /* how many fit into the list */
};

/*
 * Reads a list, or "all": every preset for two players, aliases left out. Returns 0, -EINVAL (err
 * names the ruleset and what is wrong: unknown, or the same one twice) or -ENOMEM.
 */
int rulesets_parse(const char *text, struct rulesets *ret_rulesets, struct error *err);

/* Appends one ruleset, whose reference it takes over whatever it returns: 0 or -ENOMEM. */
int rulesets_add(struct rulesets *rulesets, struct solve_rules *rules);

/* The value of a field of one ruleset: a constant; "" if its family has no such field. */
const char *rulesets_field(const struct solve_rules *rules, const char *name);

/* The first of the rulesets under which a position and the same with the colours swapped are not
 * alike, as only White's pass brings points (first-pass=white); NULL: there is none. */
const struct solve_rules *rulesets_uneven(const struct rulesets *rulesets);

void rulesets_release(struct rulesets *rulesets);

#endif
