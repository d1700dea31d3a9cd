/* Reading and writing rulesets. */
#include "rules/ruleset.h"
#include "rules/katago.h"

#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "base/spelling.h"

/* An error repeats at most so many bytes of the user's text. */
#define SHOWN_MAX 60

const struct field field_suicide = {
    "suicide",
    {"no", "multi", "yes", NULL},
    "may a play remove its own chain: never, only a chain of several stones, always",
};

const struct field field_scoring = {
    "scoring",
    {"area", "territory", "stone", NULL},
    "stones and surrounded points; surrounded points and prisoners; stones alone",
};

const struct field field_first_pass = {
    "first-pass",
    {"none", "half", "one", "white", NULL},
    "points for the first pass of the game (matters with scoring=area or stone): none; half a "
    "point, or one, to who passes first; one to White if he passes first",
};

static int value_index(const struct field *field, const char *text, size_t length)
{
    for (int i = 0; field->values[i] != NULL; i++)
        if (spelling_is(field->values[i], text, length))
            return i;
    return -1;
}

/* Joins the texts with "|" (values of a field) or ", " for an error line. */
static void append(char *buffer, size_t size, const char *separator, const char *text)
{
    size_t used = strlen(buffer);
    snprintf(buffer + used, size - used, "%s%s", used > 0 ? separator : "", text);
}

/* How much of a text an error shows, from where it begins to where its blanks at the end begin. */
static int shown(const char **text, size_t length)
{
    while (length > 0 && isspace((unsigned char)**text)) {
        (*text)++;
        length--;
    }
    while (length > 0 && isspace((unsigned char)(*text)[length - 1]))
        length--;
    return length > SHOWN_MAX ? SHOWN_MAX : (int)length;
}

static int refuse_value(const struct field *field, const char *value, size_t length,
                        struct error *err)
{
    char wanted[160] = "", answer[SPELLING_ANSWER_MAX];
    for (int v = 0; field->values[v] != NULL; v++)
        append(wanted, sizeof(wanted), "|", field->values[v]);
    spelling_answer_of(field->values, value, length, answer);
    int width = shown(&value, length);
    return error_set(err, -EINVAL, "'%.*s' is no value of %s: wanted %s%s", width, value,
                     field->name, wanted, answer);
}

static int refuse_field(const struct ruleset *rules, const char *name, size_t length,
                        struct error *err)
{
    char wanted[160] = "", answer[SPELLING_ANSWER_MAX];
    struct spelling spelling;
    spelling_begin(&spelling, name, length);
    for (size_t i = 0; rules->family->fields[i] != NULL; i++) {
        append(wanted, sizeof(wanted), ", ", rules->family->fields[i]->name);
        spelling_compare(&spelling, rules->family->fields[i]->name);
    }
    spelling_answer(&spelling, answer);
    int width = shown(&name, length);
    return error_set(err, -EINVAL, "%s has no field '%.*s': wanted one of %s%s",
                     rules->preset->name, width, name, wanted, answer);
}

/* Sets the field that text, length bytes long, names: "field=value". */
static int set_field(struct ruleset *rules, const char *text, size_t length, struct error *err)
{
    const char *equals = memchr(text, '=', length);
    if (equals == NULL) {
        int width = shown(&text, length);
        return error_set(err, -EINVAL, "'%.*s' has no value: wanted FIELD=VALUE", width, text);
    }
    size_t name_length = (size_t)(equals - text), value_length = length - name_length - 1;
    for (size_t i = 0; rules->family->fields[i] != NULL; i++) {
        const struct field *field = rules->family->fields[i];
        if (!spelling_is(field->name, text, name_length))
            continue;
        int value = value_index(field, equals + 1, value_length);
        if (value < 0)
            return refuse_value(field, equals + 1, value_length, err);
        rules->values[i] = (uint8_t)value;
        return 0;
    }
    return refuse_field(rules, text, name_length, err);
}

static int set_fields(struct ruleset *rules, const char *text, struct error *err)
{
    bool named[FIELDS_MAX] = {false};
    while (*text != '\0') {
        size_t length = strcspn(text, ","), name = strcspn(text, "=,");
        int r = set_field(rules, text, length, err);
        if (r < 0)
            return r;
        for (size_t i = 0; rules->family->fields[i] != NULL; i++) {
            if (!spelling_is(rules->family->fields[i]->name, text, name))
                continue;
            if (named[i])
                return error_set(err, -EINVAL, "the field '%s' is given twice: wanted once",
                                 rules->family->fields[i]->name);
            named[i] = true;
        }
        text += length;
        if (*text == ',' && *++text == '\0')
            return error_set(err, -EINVAL, "a field=value is missing after the last ','");
    }
    return 0;
}

static const struct preset *find_preset(const char *name, size_t length)
{
    size_t count;
    const struct preset *all = presets(&count);
    for (size_t i = 0; i < count; i++) {
        if (!spelling_is(all[i].name, name, length))
            continue;
        if (all[i].alias_of == NULL)
            return &all[i];
        return find_preset(all[i].alias_of, strlen(all[i].alias_of));
    }
    return NULL;
}

/* The preset's own fields; they are part of the program, so they parse. */
static void set_preset(struct ruleset *rules, const struct preset *preset)
{
    memset(rules, 0, sizeof(*rules));
    rules->family = preset->family;
    rules->preset = preset;
    set_fields(rules, preset->fields, NULL);
}

/* Says why a name is none, and what it may have been meant for. */
static int refuse_name(const char *name, size_t length, struct error *err)
{
    char answer[SPELLING_ANSWER_MAX];
    struct spelling spelling;
    size_t count;
    const struct preset *all = presets(&count);
    const char *why = katago_refusal(name, length), *meant = katago_name(name, length);
    spelling_begin(&spelling, name, length);
    for (size_t i = 0; meant == NULL && i < count; i++)
        spelling_compare(&spelling, all[i].name);
    spelling_answer(&spelling, answer);
    if (meant != NULL)
        snprintf(answer, sizeof(answer), "; KataGo means '%s'", meant);
    int width = shown(&name, length);
    if (why != NULL)
        return error_set(err, -EINVAL, "'%.*s' is KataGo's name: %s", width, name, why);
    return error_set(err, -EINVAL, "'%.*s' is no ruleset: wanted a name that 'solve rules' lists%s",
                     width, name, answer);
}

/* The ruleset that a name, an alias or a KataGo rule string stands for. */
static int find_named(const char *name, size_t length, struct ruleset *ret_ruleset,
                      struct error *err)
{
    const char *fields = "";
    const struct preset *preset = find_preset(name, length);
    if (preset == NULL && katago_is_rule_string(name, length)) {
        int r = katago_translate(name, length, &name, err);
        if (r < 0)
            return r;
        length = strcspn(name, ",");
        fields = name[length] == ',' ? name + length + 1 : "";
        preset = find_preset(name, length);
    }
    if (preset == NULL)
        return refuse_name(name, length, err);
    set_preset(ret_ruleset, preset);
    return set_fields(ret_ruleset, fields, err);
}

int ruleset_parse(const char *text, struct ruleset *ret_ruleset, struct error *err)
{
    struct ruleset rules;
    size_t length = strcspn(text, ",");
    int r = find_named(text, length, &rules, err);
    if (r < 0)
        return r;
    if (text[length] == ',') {
        if (text[length + 1] == '\0')
            return error_set(err, -EINVAL, "a field=value is missing after the last ','");
        r = set_fields(&rules, text + length + 1, err);
        if (r < 0)
            return r;
    }
    if (rules.family->check != NULL) {
        r = rules.family->check(&rules, err);
        if (r < 0)
            return r;
    }
    *ret_ruleset = rules;
    return 0;
}

void ruleset_format(const struct ruleset *rules, char *buffer)
{
    struct ruleset plain;
    set_preset(&plain, rules->preset);
    buffer[0] = '\0';
    append(buffer, RULESET_TEXT_MAX, "", rules->preset->name);
    for (size_t i = 0; rules->family->fields[i] != NULL; i++) {
        if (plain.values[i] == rules->values[i])
            continue;
        append(buffer, RULESET_TEXT_MAX, ",", rules->family->fields[i]->name);
        append(buffer, RULESET_TEXT_MAX, "=", rules->family->fields[i]->values[rules->values[i]]);
    }
}

int ruleset_value(const struct ruleset *rules, const struct field *field)
{
    for (size_t i = 0; rules->family->fields[i] != NULL; i++)
        if (rules->family->fields[i] == field)
            return rules->values[i];
    return 0;
}

bool ruleset_tells(const struct ruleset *rules, size_t i)
{
    /* Files were written before this field was there: they do not tell its default. */
    return rules->family->fields[i] != &field_first_pass || rules->values[i] != FIRST_PASS_NONE;
}

const char *ruleset_value_text(const struct ruleset *rules, const struct field *field)
{
    return field->values[ruleset_value(rules, field)];
}

int ruleset_players(const struct ruleset *rules)
{
    return rules->family->players != NULL ? rules->family->players(rules) : 2;
}

const char *ruleset_passes(const struct ruleset *rules)
{
    return rules->family->passes != NULL ? rules->family->passes(rules) : "pass";
}

int ruleset_first_pass(const struct ruleset *rules, int player)
{
    static const int worth[][2] = {
        [FIRST_PASS_NONE] = {0, 0},
        [FIRST_PASS_HALF] = {0, -1},
        [FIRST_PASS_ONE] = {1, -1},
        [FIRST_PASS_WHITE] = {0, -1},
    };
    return player < 2 ? worth[ruleset_value(rules, &field_first_pass)][player] : 0;
}

bool ruleset_has_half(const struct ruleset *rules)
{
    return ruleset_value(rules, &field_first_pass) == FIRST_PASS_HALF;
}

enum suicide ruleset_suicide(const struct ruleset *rules)
{
    if (rules->family->suicide != NULL)
        return rules->family->suicide(rules);
    return (enum suicide)ruleset_value(rules, &field_suicide);
}
