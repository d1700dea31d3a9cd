/* What fish is told: a command for each verb, option and word. */
#include "cli/completions/tell.h"

#include <string.h>

#include "solve.h"

/* Writes text between single quotes. */
static void quote(FILE *out, const char *text)
{
    putc('\'', out);
    for (; *text != '\0'; text++)
        fprintf(out, *text == '\'' || *text == '\\' ? "\\%c" : "%c", *text);
    putc('\'', out);
}

/* Is the verb the one that is typed? Without a verb it is the first. also is a further condition.
 */
static void tell_condition(FILE *out, const struct tell_about *about, size_t v, const char *also)
{
    fprintf(out, "complete -c %s -n '", about->program);
    if (v == 0)
        fputs("not __fish_seen_subcommand_from help", out);
    else
        fprintf(out, "__fish_seen_subcommand_from %s", verb_list[v]->name);
    for (size_t i = 1; v == 0 && verb_list[i] != NULL; i++)
        fprintf(out, " %s", verb_list[i]->name);
    fprintf(out, "%s'", also);
}

static void tell_value(FILE *out, const struct tell_about *about, const struct kinds_value *value,
                       const char *require)
{
    switch (value->kind) {
    case KIND_NONE:
        fprintf(out, " %s", require);
        break;
    case KIND_FILE:
        fputs(" -r -F", out);
        break;
    case KIND_FOLDER:
        fprintf(out, " %s -a '(__fish_complete_directories)'", require);
        break;
    case KIND_CHOICES:
        fprintf(out, " %s -a '%s'", require, value->choices);
        break;
    case KIND_RULES:
        fprintf(out, " %s -a '(__%s_rules)'", require, about->program);
        break;
    case KIND_RULESETS:
        fprintf(out, " %s -a '(__%s_rules rulesets) all'", require, about->program);
        break;
    case KIND_TABLES:
        fprintf(out, " %s -a '", require);
        for (size_t i = 0; about->tables[i] != NULL; i++)
            fprintf(out, "%s%s", i > 0 ? " " : "", about->tables[i]);
        putc('\'', out);
        break;
    }
}

static void tell_option(FILE *out, const struct tell_about *about, size_t v,
                        const struct option_spec *option)
{
    struct kinds_value value;
    tell_condition(out, about, v, "");
    fprintf(out, " -l %s -d ", option->name);
    quote(out, option->help);
    if (option->argument != NULL) {
        kinds_of_option(option, &value);
        tell_value(out, about, &value, "-x");
    }
    putc('\n', out);
}

/* The words of a verb: before one of the choices of a word is typed these, then what follows, each
 * in its place. */
static void tell_words(FILE *out, const struct tell_about *about, size_t v)
{
    const char *words = verb_list[v]->words;
    char after[KINDS_CHOICES_MAX + 64] = "", also[KINDS_CHOICES_MAX + 192];
    struct kinds_value value;
    size_t count = kinds_word_count(words);
    for (size_t i = 0; i < count; i++) {
        if (!kinds_of_word(words, i, &value))
            continue;
        if (value.kind == KIND_CHOICES)
            snprintf(after, sizeof(after), "; and not __fish_seen_subcommand_from %s",
                     value.choices);
        int length = snprintf(also, sizeof(also), "%s", after);
        if (value.kind != KIND_CHOICES && i > 0)
            length += snprintf(also + length, sizeof(also) - (size_t)length, "; and __%s_typed %zu",
                               about->program, i);
        if (value.kind != KIND_CHOICES && i + 1 < count)
            snprintf(also + length, sizeof(also) - (size_t)length, "; and not __%s_typed %zu",
                     about->program, i + 1);
        tell_condition(out, about, v, also);
        tell_value(out, about, &value, "-f");
        putc('\n', out);
        if (value.kind == KIND_CHOICES)
            snprintf(after, sizeof(after), "; and __fish_seen_subcommand_from %s", value.choices);
    }
}

static void tell_verb(FILE *out, const struct tell_about *about, size_t v)
{
    const struct verb *verb = verb_list[v];
    fprintf(out, "complete -c %s -n __fish_use_subcommand -f -a %s -d ", about->program,
            verb->name);
    quote(out, verb->help);
    putc('\n', out);
    for (size_t i = 0; i < verb->option_count; i++)
        if (verb->options[i].help != NULL)
            tell_option(out, about, v, &verb->options[i]);
    for (size_t i = 0; tell_common_options[i].name != NULL; i++)
        tell_option(out, about, v, &tell_common_options[i]);
    tell_words(out, about, v);
}

static void tell_functions(FILE *out, const struct tell_about *about)
{
    struct solve_rules_preset preset;
    fprintf(out, "function __%s_rulesets\n    printf '%%s\\n' ", about->program);
    tell_rulesets(out, " ");
    fprintf(out, "\nend\n\nfunction __%s_fields\n    switch $argv[1]\n", about->program);
    for (size_t i = 0; solve_rules_preset(i, &preset) == 0; i++) {
        const char *family = tell_new_family(i);
        if (family == NULL)
            continue;
        fputs("        case ", out);
        tell_family(out, family, " ");
        fputs("\n            printf '%s\\n' ", out);
        tell_fields(out, family, " ");
        putc('\n', out);
    }
    fputs("    end\nend\n\n", out);
}

void tell_fish(FILE *out, const struct tell_about *about)
{
    tell_functions(out, about);
    fprintf(out, "complete -c %s -f\n", about->program);
    fprintf(out,
            "complete -c %s -n __fish_use_subcommand -f -a help -d 'show the options of a verb, "
            "and examples'\n",
            about->program);
    fprintf(out, "complete -c %s -n '__fish_seen_subcommand_from help' -f -a '", about->program);
    for (size_t v = 0; verb_list[v] != NULL; v++)
        fprintf(out, "%s%s", v > 0 ? " " : "", verb_list[v]->name);
    fputs("'\n", out);
    for (size_t v = 0; verb_list[v] != NULL; v++)
        tell_verb(out, about, v);
}
