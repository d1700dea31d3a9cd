/*
 * What bash and zsh are told, as functions that both read, with the program's name for P:
 *
 *   _P_verbs        sets choices to the verbs
 *   _P_options V    sets choices to the options of a verb, described to them with their help
 *   _P_value V O    sets kind, and choices, to what option O of verb V takes; kind is "flag" where
 *                   it takes nothing
 *   _P_word V N     the same for word N of verb V, from 1
 *   _P_rulesets     sets choices to the names of rulesets
 *   _P_fields R     sets choices to "field=value" for ruleset R
 */
#include "cli/completions/tell.h"

#include <string.h>

#include "solve.h"

const struct option_spec tell_common_options[] = {
    {"help", NULL, "print the options"},
    {"version", NULL, "print the version"},
    {NULL, NULL, NULL},
};

static void begin(FILE *out, const struct tell_about *about, const char *name, const char *of)
{
    fprintf(out, "_%s_%s() {\n    case %s in\n", about->program, name, of);
}

static void end(FILE *out)
{
    fputs("    esac\n}\n\n", out);
}

/* Writes text between single quotes. */
static void quote(FILE *out, const char *text)
{
    putc('\'', out);
    for (; *text != '\0'; text++)
        if (*text == '\'')
            fputs("'\\''", out);
        else
            putc(*text, out);
    putc('\'', out);
}

static void tell_value(FILE *out, const struct tell_about *about, const struct kinds_value *value)
{
    static const char *const names[] = {
        [KIND_NONE] = "none",      [KIND_CHOICES] = "choices", [KIND_FILE] = "file",
        [KIND_FOLDER] = "folder",  [KIND_RULES] = "rules",     [KIND_RULESETS] = "rulesets",
        [KIND_TABLES] = "choices",
    };
    fprintf(out, "kind=%s", names[value->kind]);
    if (value->kind == KIND_CHOICES)
        fprintf(out, " choices='%s'", value->choices);
    if (value->kind == KIND_TABLES) {
        fputs(" choices='", out);
        for (size_t i = 0; about->tables[i] != NULL; i++)
            fprintf(out, "%s%s", i > 0 ? " " : "", about->tables[i]);
        putc('\'', out);
    }
    fputs(" ;;\n", out);
}

/* Option i of a verb that is listed, those that every verb has last; NULL: there are no more. */
static const struct option_spec *find_option(const struct verb *verb, size_t i)
{
    for (size_t at = 0; at < verb->option_count; at++)
        if (verb->options[at].help != NULL && i-- == 0)
            return &verb->options[at];
    return tell_common_options[i].name != NULL ? &tell_common_options[i] : NULL;
}

static void tell_options(FILE *out, const struct tell_about *about)
{
    const struct option_spec *option;
    begin(out, about, "options", "$1");
    for (size_t v = 0; verb_list[v] != NULL; v++) {
        fprintf(out, "    %s)\n        choices='", verb_list[v]->name);
        for (size_t i = 0; (option = find_option(verb_list[v], i)) != NULL; i++)
            fprintf(out, "%s--%s", i > 0 ? " " : "", option->name);
        fputs("'\n        described=(\n", out);
        for (size_t i = 0; (option = find_option(verb_list[v], i)) != NULL; i++) {
            fprintf(out, "            --%s:", option->name);
            quote(out, option->help);
            putc('\n', out);
        }
        fputs("        )\n        ;;\n", out);
    }
    end(out);
}

static void tell_values(FILE *out, const struct tell_about *about)
{
    const struct option_spec *option;
    struct kinds_value value;
    begin(out, about, "value", "\"$1 $2\"");
    for (size_t v = 0; verb_list[v] != NULL; v++) {
        for (size_t i = 0; (option = find_option(verb_list[v], i)) != NULL; i++) {
            fprintf(out, "    '%s --%s') ", verb_list[v]->name, option->name);
            if (option->argument == NULL) {
                fputs("kind=flag ;;\n", out);
                continue;
            }
            kinds_of_option(option, &value);
            tell_value(out, about, &value);
        }
    }
    fputs("    *) kind=flag ;;\n", out);
    end(out);
}

static void tell_words(FILE *out, const struct tell_about *about)
{
    struct kinds_value value;
    begin(out, about, "word", "\"$1 $2\"");
    for (size_t v = 0; verb_list[v] != NULL; v++) {
        const char *words = verb_list[v]->words;
        for (size_t i = 0; i < kinds_word_count(words); i++) {
            if (!kinds_of_word(words, i, &value))
                continue;
            if (kinds_repeats(words, i))
                fprintf(out, "    '%s '*) ", verb_list[v]->name);
            else
                fprintf(out, "    '%s %zu') ", verb_list[v]->name, i + 1);
            tell_value(out, about, &value);
        }
    }
    fprintf(out, "    'help 1') kind=choices; _%s_verbs ;;\n    *) kind=none ;;\n", about->program);
    end(out);
}

static void tell_all_fields(FILE *out, const struct tell_about *about)
{
    struct solve_rules_preset preset;
    begin(out, about, "fields", "$1");
    for (size_t i = 0; solve_rules_preset(i, &preset) == 0; i++) {
        const char *family = tell_new_family(i);
        if (family == NULL)
            continue;
        fputs("    ", out);
        tell_family(out, family, "|");
        fputs(") choices='", out);
        tell_fields(out, family, " ");
        fputs("' ;;\n", out);
    }
    fputs("    *) choices= ;;\n", out);
    end(out);
}

void tell_shell(FILE *out, const struct tell_about *about)
{
    fprintf(out, "_%s_verbs() {\n    choices='help", about->program);
    for (size_t v = 0; verb_list[v] != NULL; v++)
        fprintf(out, " %s", verb_list[v]->name);
    fputs("'\n    described=(\n        help:'show the options of a verb, and examples'\n", out);
    for (size_t v = 0; verb_list[v] != NULL; v++) {
        fprintf(out, "        %s:", verb_list[v]->name);
        quote(out, verb_list[v]->help);
        putc('\n', out);
    }
    fputs("    )\n}\n\n", out);
    tell_options(out, about);
    tell_values(out, about);
    tell_words(out, about);
    fprintf(out, "_%s_rulesets() {\n    choices='", about->program);
    tell_rulesets(out, " ");
    fputs("'\n}\n\n", out);
    tell_all_fields(out, about);
}
