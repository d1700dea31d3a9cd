/*
 * Options of a verb. A verb has a table of its options, from which both the parsing and the help
 * are made. Parsing only sorts the values by option. What a value means is checked by whoever reads
 * it by the option's name: what several verbs have in common is read in one place (setup.h,
 * run_limits.h, format.h, verbs/store_option.h).
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

struct option_spec {
    const char *name;     /* without the dashes */
    const char *argument; /* what its value is called, "RxC"; NULL: it takes none */
    const char *help;     /* one line; NULL: the verb refuses the option, so it is not listed */
};

/* options_parse() met --help, -h or --version, which every verb has besides its table. */
#define OPTIONS_HELP 1
#define OPTIONS_VERSION 2

/* An option of a table, from a macro that several tables share. */
#define OPTION(name, argument, help)                                                               \
    {                                                                                              \
        name, argument, help                                                                       \
    }

/* What was given to a verb. */
struct options {
    const struct option_spec *specs;
    size_t count;
    /* Of specs[i]: the text given for it, "" if it takes none; NULL: it was not given. */
    const char *values[OPTIONS_MAX];
    /* The arguments that are no options, ended by NULL. */
    const char *words[WORDS_MAX + 1];
};

/*
 * Parses argv[1..argc-1] into *ret_given, which points to specs and to the texts of argv. Returns
 * 0, OPTIONS_HELP, OPTIONS_VERSION, or -EINVAL: an unknown option (abbreviations are not known), a
 * missing or superfluous value, an option given twice, a word where none is taken.
 */
int options_parse(int argc, char **argv, const struct option_spec *specs, size_t count, bool words,
                  struct options *ret_given, struct error *err);

/* The value given for --name; NULL: it was not given, or the verb has no such option. */
const char *options_text(const struct options *given, const char *name);

/* Has the verb an option --name? */
bool options_knows(const struct options *given, const char *name);

/* Was --name given? */
bool options_has(const struct options *given, const char *name);

/* Prints the help lines of the options, those that every verb has at the end. */
void options_help(FILE *out, const struct option_spec *specs, size_t count);

/*
 * For an option whose value is wrong: writes "--name 'value': why", or "--name why" where why
 * begins with the quoted value itself. Returns -EINVAL.
 */
int options_refuse(const char *name, const char *value, const char *why, struct error *err);

/* The same where the value is none of names, which end with NULL: says, too, which may have been
 * meant. */
int options_refuse_word(const char *name, const char *value, const char *wanted,
                        const char *const *names, struct error *err);

#endif
