/* What may stand behind an option, or as a word of a verb: told from what its help calls it. */
#ifndef SOLVER_CLI_COMPLETIONS_KINDS_H
#define SOLVER_CLI_COMPLETIONS_KINDS_H

#include <stdbool.h>
#include <stddef.h>

#include "cli/options.h"

enum kind {
    KIND_NONE, /* a number, a position, moves: nothing can be proposed */
    KIND_CHOICES,
    KIND_FILE,
    KIND_FOLDER,
    KIND_RULES,    /* a ruleset with its fields */
    KIND_RULESETS, /* several, or all */
    KIND_TABLES,   /* names of published tables */
};

#define KINDS_CHOICES_MAX 256

struct kinds_value {
    enum kind kind;
    char choices[KINDS_CHOICES_MAX]; /* of KIND_CHOICES, separated by blanks */
};

/* What an option takes. False: nobody has said what its argument is, so that it is KIND_NONE. */
bool kinds_of_option(const struct option_spec *option, struct kinds_value *ret_value);

/*
 * What word number i (from 0) of a verb is; words is what the verb calls them, as "info|check DIR",
 * "[FILE]" or "[NAME...]", or NULL. Returns false where the verb takes no such word, or nobody has
 * said what it is.
 */
bool kinds_of_word(const char *words, size_t i, struct kinds_value *ret_value);

/* Does the verb take any number of words from word i on? */
bool kinds_repeats(const char *words, size_t i);

/* The words of a verb that differ. */
size_t kinds_word_count(const char *words);

#endif
