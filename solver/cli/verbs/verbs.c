/*
 * The list of all verbs. To add a verb: write verbs/NAME.c, which defines verb_NAME, and add it
 * here, its file to meson.build, and its page to docs/guide.
 */
#include "cli/verb.h"

/* In the order in which the help lists them. The main verb, which needs no name, is the first. */
#define VERBS(add)                                                                                 \
    add(solve) add(replay) add(rules) add(tables) add(report) add(compare) add(endless)            \
        add(control) add(count) add(store) add(verify) add(predict) add(table) add(plot)           \
            add(batch) add(gtp) add(explore)

#define DECLARE(name) extern const struct verb verb_##name;
#define POINTER(name) &verb_##name,

VERBS(DECLARE)

const struct verb *const verb_list[] = {VERBS(POINTER) NULL};
