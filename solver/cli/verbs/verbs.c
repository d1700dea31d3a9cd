/*
 * The list of all verbs. To add a verb: write verbs/NAME.c, which defines verb_NAME, and add its
 * line here and its file to meson.build.
 */
#include "cli/verb.h"

/* In the order in which the help lists them. The main verb, which needs no name, is the first. */
#define VERBS(add)                                                                                 \
    add(solve) add(replay) add(rules) add(tables) add(compare) add(endless) add(control)           \
        add(store) add(verify) add(predict) add(table)

#define DECLARE(name) extern const struct verb verb_##name;
#define POINTER(name) &verb_##name,

VERBS(DECLARE)

const struct verb *const verb_list[] = {VERBS(POINTER) NULL};
