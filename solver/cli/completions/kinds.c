/* Kinds of values. */
#include "cli/completions/kinds.h"

#include <stdio.h>
#include <string.h>

/* What arguments are called. Their choices are those that the help of the option mentions, or all.
 */
static const struct argument {
    const char *name;
    enum kind kind;
    const char *choices[6];
    bool all;
} arguments[] = {
    {"FILE", KIND_FILE, {NULL}, false},
    {"FILE[:NODE]", KIND_FILE, {NULL}, false},
    {"DIR", KIND_FOLDER, {NULL}, false},
    {"NAME[,F=V...]", KIND_RULES, {NULL}, false},
    {"A,B,...|all", KIND_RULESETS, {NULL}, false},
    {"FORMAT", KIND_CHOICES, {"text", "json", "csv", "markdown", NULL}, false},
    {"WHEN", KIND_CHOICES, {"auto", "always", "never", NULL}, true},
    {"UNIT", KIND_CHOICES, {"plays", "turns", NULL}, false},
    {"KIND", KIND_CHOICES, {"values", "nodes", NULL}, false},
    {"METHOD", KIND_CHOICES, {"lists", "dense", NULL}, true},
    {"WHAT", KIND_CHOICES, {"points", "margin", "rank", NULL}, true},
    {"THEME", KIND_CHOICES, {"auto", "light", "dark", NULL}, true},
    {"PLAYER", KIND_CHOICES, {"black", "white", "third", "fourth", NULL}, true},
    {"PLAYERS", KIND_NONE, {NULL}, false},
    {"F=V[,F=V...]",
     KIND_CHOICES,
     {"control-ko=free", "control-pass=opponent", "control-permanent=kept", NULL},
     false},
    {"KIND,...", KIND_CHOICES, {"position", "line", "boards", "heat", "lap", NULL}, false},
    {"RxC", KIND_NONE, {NULL}, false},
    {"TEXT", KIND_NONE, {NULL}, false},
    {"A", KIND_NONE, {NULL}, false},
    {"NAME[,...]", KIND_NONE, {NULL}, false},
    {"LIST", KIND_NONE, {NULL}, false},
    {"\"B2 pass ...\"", KIND_NONE, {NULL}, false},
    {"\"B2 ...\"", KIND_NONE, {NULL}, false},
    {"\"A1 ...\"", KIND_NONE, {NULL}, false},
    {"N", KIND_NONE, {NULL}, false},
    {"R", KIND_NONE, {NULL}, false},
    {"S", KIND_NONE, {NULL}, false},
    {"SIZE", KIND_NONE, {NULL}, false},
    {"P%", KIND_NONE, {NULL}, false},
    {"CLAIM", KIND_NONE, {NULL}, false},
};

static void add_choice(struct kinds_value *value, const char *choice, size_t length)
{
    size_t used = strlen(value->choices);
    snprintf(value->choices + used, sizeof(value->choices) - used, "%s%.*s", used > 0 ? " " : "",
             (int)length, choice);
}

/* Takes "a|b|c" apart. */
static bool take_alternatives(const char *text, size_t length, struct kinds_value *value)
{
    if (memchr(text, '|', length) == NULL)
        return false;
    value->kind = KIND_CHOICES;
    for (const char *end = text + length; text < end;) {
        size_t part = strcspn(text, "|");
        part = part < (size_t)(end - text) ? part : (size_t)(end - text);
        add_choice(value, text, part);
        text += part + 1;
    }
    return true;
}

bool kinds_of_option(const struct option_spec *option, struct kinds_value *ret_value)
{
    *ret_value = (struct kinds_value){.kind = KIND_NONE};
    for (size_t i = 0; i < sizeof(arguments) / sizeof(arguments[0]); i++) {
        const struct argument *argument = &arguments[i];
        if (strcmp(argument->name, option->argument) != 0)
            continue;
        ret_value->kind = argument->kind;
        for (int c = 0; argument->choices[c] != NULL; c++)
            if (argument->all || strstr(option->help, argument->choices[c]) != NULL)
                add_choice(ret_value, argument->choices[c], strlen(argument->choices[c]));
        return true;
    }
    return take_alternatives(option->argument, strlen(option->argument), ret_value);
}

/* Word number i of words, without the brackets around what may be left out; NULL: there is none. */
static const char *find_word(const char *words, size_t i, size_t *ret_length)
{
    if (words == NULL)
        return NULL;
    for (;; i--) {
        words += strspn(words, " []");
        if (*words == '\0')
            return NULL;
        *ret_length = strcspn(words, " ]");
        if (i == 0)
            return words;
        words += *ret_length;
    }
}

static bool word_is(const char *word, size_t length, const char *name)
{
    return strlen(name) == length && memcmp(word, name, length) == 0;
}

bool kinds_of_word(const char *words, size_t i, struct kinds_value *ret_value)
{
    size_t length;
    const char *word = find_word(words, i, &length);
    *ret_value = (struct kinds_value){.kind = KIND_NONE};
    if (word == NULL)
        return false;
    if (word_is(word, length, "FILE") || word_is(word, length, "FILE..."))
        ret_value->kind = KIND_FILE;
    else if (word_is(word, length, "DIR"))
        ret_value->kind = KIND_FOLDER;
    else if (word_is(word, length, "NAME..."))
        ret_value->kind = KIND_TABLES;
    else
        return take_alternatives(word, length, ret_value);
    return true;
}

bool kinds_repeats(const char *words, size_t i)
{
    size_t length;
    const char *word = find_word(words, i, &length);
    return word != NULL && length > 3 && memcmp(word + length - 3, "...", 3) == 0;
}

size_t kinds_word_count(const char *words)
{
    size_t count = 0, length;
    while (find_word(words, count, &length) != NULL)
        count++;
    return count;
}
