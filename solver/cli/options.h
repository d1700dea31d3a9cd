/*
 * Options of a verb. A verb has a table of its options, from which both the parsing and the help
 * are made; parsing only sorts the values by option, and what a value means is checked by the verb.
 */
#ifndef SOLVER_CLI_OPTIONS_H
#define SOLVER_CLI_OPTIONS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include "base/error.h"

/* The most options a verb has. */
#define OPTIONS_MAX 32
/* The most words, that is, arguments that are no options. */
#define WORDS_MAX 64
/* The most values that options_parse() writes. */
#define VALUES_MAX (OPTIONS_MAX + WORDS_MAX + 1)

struct option_spec {
    const char *name;     /* without the dashes */
    const char *argument; /* what its value is called, "RxC"; NULL: it takes none */
    const char *help; /* one line; NULL: the verb refuses it and says why, so it is not listed */
};

/* options_parse() met --help or --version, which every verb has besides its table. */
#define OPTIONS_HELP 1
#define OPTIONS_VERSION 2

/*
 * Parses argv[1..argc-1]. values has count entries: values[i] receives the text given for specs[i]
 * (not copied), "" for an option without a value, NULL if it was not given. Where words are taken
 * they follow, ended by NULL: values[count], values[count + 1], ... of VALUES_MAX in all.
 * Returns 0, OPTIONS_HELP, OPTIONS_VERSION, or -EINVAL: an unknown option (abbreviations are not
 * known), a missing or superfluous value, an option given twice, a word where none is taken.
 */
int options_parse(int argc, char **argv, const struct option_spec *specs, size_t count, bool words,
                  const char **values, struct error *err);

/* Prints the help lines of the options. */
void options_help(FILE *out, const struct option_spec *specs, size_t count);

/*
 * For an option whose value is wrong: writes "--name 'value': why", or "--name why" where why
 * begins with the quoted value itself. Returns -EINVAL.
 */
int options_refuse(const char *name, const char *value, const char *why, struct error *err);

#endif
