/* What the shells are told: the verbs, their options, what may stand behind these. */
#ifndef SOLVER_CLI_COMPLETIONS_TELL_H
#define SOLVER_CLI_COMPLETIONS_TELL_H

#include <stdio.h>

#include "cli/completions/kinds.h"
#include "cli/verb.h"

struct tell_about {
    const char *program;       /* its name, of which the names of functions begin */
    const char *const *tables; /* names of published tables, ended by NULL */
};

/* Writes functions for bash and zsh; tell_shell.c says which. */
void tell_shell(FILE *out, const struct tell_about *about);

/* Writes functions and commands for fish. */
void tell_fish(FILE *out, const struct tell_about *about);

/* Calls what for every name of a ruleset, aliases too, in the order of listing. */
void tell_rulesets(FILE *out, const char *between);

/* Writes the names of the rulesets of a family, separated by between. */
void tell_family(FILE *out, const char *family, const char *between);

/* Writes "field=value" for every field of a family with its values, separated by between. */
void tell_fields(FILE *out, const char *family, const char *between);

/* The family that preset i is the first of; NULL: another preset was before it. */
const char *tell_new_family(size_t i);

/* Options that every verb has besides its table, ended by a name that is NULL. */
extern const struct option_spec tell_common_options[];

#endif
