/* The help of the program and of its verbs, and what was meant by a verb that is none. */
#ifndef SOLVER_CLI_HELP_H
#define SOLVER_CLI_HELP_H

#include "cli/verb.h"

/* The examples of a verb, as its page in docs/guide has them. */
struct help_examples {
    const char *verb;
    const char *const *lines; /* sentences, and commands with what they print, indented by 4 */
};

/* All of them, ended by a verb that is NULL. verbs/examples.sh makes it of the guide. */
extern const struct help_examples help_examples[];

/* Prints what the verb does and its options; of the main verb also which verbs there are. */
void help_print(const struct verb *verb);

/*
 * Does what "solve help words..." asks for: without a word as help_print() of the main verb; with a
 * verb's name its options and examples. Returns an exit code; for EXIT_USAGE err holds the line to
 * print.
 */
int help_run(int count, char *const *words, struct error *err);

/* Says that nothing was asked for, and who tells what there is. Returns -EINVAL. */
int help_refuse_nothing(struct error *err);

/* Says that name is no verb, and which may have been meant. Returns -EINVAL. */
int help_refuse_verb(const char *name, struct error *err);

#endif
