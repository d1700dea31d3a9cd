/* What a verb is, and the verbs. */
#ifndef SOLVER_CLI_VERB_H
#define SOLVER_CLI_VERB_H

#include <stdbool.h>
#include <stddef.h>

#include "base/error.h"
#include "cli/options.h"

/* What the program exits with. */
enum exit_code {
    EXIT_SOLVED = 0,  /* and proven; or whatever was asked for is done */
    EXIT_FAILED = 1,  /* at run time */
    EXIT_USAGE = 2,   /* wrong usage */
    EXIT_STOPPED = 3, /* before proven */
    /* EXIT_STOPPED of a verb that leaves it to the program to say why: a signal, or what err holds.
     */
    EXIT_STOPPED_UNTOLD = 4,
};

struct verb {
    const char *name;
    const char *help; /* one line */
    const struct option_spec *options;
    size_t option_count;
    const char *words;  /* what the words that it takes besides are called, or NULL: none */
    bool ranks;         /* ranks share its work (ranks/ranks.h); others run as one */
    bool interruptible; /* polls interrupt_requested (interrupt.h); others just die of signals */

    /* Does the work that was asked for. Returns an exit code; for EXIT_FAILED and EXIT_USAGE err
     * holds the line to print. */
    int (*run)(const struct options *given, struct error *err);
};

/* A verb of that name and help with a table of options; then its other members, as .run = run. */
#define VERB(its_name, its_help, table, ...)                                                       \
    {                                                                                              \
        .name = its_name, .help = its_help, .options = table,                                      \
        .option_count = sizeof(table) / sizeof(table[0]), __VA_ARGS__                              \
    }

/* All verbs, ended by NULL; the main verb is the first. verbs/verbs.c fills it. */
extern const struct verb *const verb_list[];

/* The verb of that name, or NULL. */
const struct verb *verb_find(const char *name);

/* The exit code for a negative errno: -EINVAL is wrong usage, -EINTR a run that is to end, anything
 * else a failure. */
int verb_exit_code(int r);

#endif
