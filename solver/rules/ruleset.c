/* Reading and writing rulesets. */
#include "rules/ruleset.h"
#include "rules/katago.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

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

static int value_index(const struct field *field, const char *text, size_t length)
{
    for (int i = 0; field->values[i] != NULL; i++)
        if (strlen(field->values[i]) == length && memcmp(field->values[i], text, length) == 0)
            return i;
    return -1;
}

/* Joins the texts with "|" (values of a field) or ", " for an error line. */
static void append(char *buffer, size_t size, const char *separator, const char *text)
{
    size_t used = strlen(buffer);
    snprintf(buffer + used, size - used, "%s%s", used > 0 ? separator : "", text);
}

static int set_field(struct ruleset *rules, const char *text, size_t length, struct error *err)
{
    const char *equals = memchr(text, '=', length);
    char wanted[160] = "";
    int shown = length > 60 ? 60 : (int)length;
    if (equals == NULL)
        return error_set(err, -EINVAL, "'%.*s' is not field=value", shown, text);
    size_t name_length = (size_t)(equals - text);
    for (size_t i = 0; rules->family->fields[i] != NULL; i++) {
        const struct field *field = rules->family->fields[i];
        append(wanted, sizeof(wanted), ", ", field->name);
        if (strlen(field->name) != name_length || memcmp(field->name, text, name_length) != 0)
            continue;
        int value = value_index(field, equals + 1, length - name_length - 1);
        if (value >= 0) {
            rules->values[i] = (uint8_t)value;
            return 0;
        }
        wanted[0] = '\0';
        for (int v = 0; field->values[v] != NULL; v++)
            append(wanted, sizeof(wanted), "|", field->values[v]);
        return error_set(err, -EINVAL, "'%.*s' is no value of %s: wanted %s",
                         shown - (int)name_length - 1 > 0 ? shown - (int)name_length - 1 : 0,
                         equals + 1, field->name, wanted);
    }
    return error_set(err, -EINVAL, "%s has no field '%.*s': wanted one of %s", rules->preset->name,
                     name_length > 40 ? 40 : (int)name_length, text, wanted);
}

/* Is the field of text (field=value) named in list, which ends before text? */
static bool named_before(const char *list, const char *text)
{
    size_t name = strcspn(text, "=,");
    for (; list < text; list += strcspn(list, ",") + 1)
        if (strncmp(list, text, name) == 0 && list[name] == '=')
            return true;
    return false;
}

static int set_fields(struct ruleset *rules, const char *text, struct error *err)
{
    const char *list = text;
    while (*text != '\0') {
        size_t length = strcspn(text, ",");
        if (named_before(list, text))
            return error_set(err, -EINVAL, "the field '%.*s' is given twice: wanted once",
                             length > 60 ? 60 : (int)strcspn(text, "=,"), text);
        int r = set_field(rules, text, length, err);
        if (r < 0)
            return r;
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
        if (strlen(all[i].name) != length || memcmp(all[i].name, name, length) != 0)
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

/* The ruleset that a name, an alias or a KataGo rule string stands for. */
static int find_named(const char *name, size_t length, struct ruleset *ret_ruleset,
                      struct error *err)
{
    const char *fields = "";
    if (katago_is_rule_string(name, length)) {
        int r = katago_translate(name, length, &name, err);
        if (r < 0)
            return r;
        length = strcspn(name, ",");
        fields = name[length] == ',' ? name + length + 1 : "";
    }
    const struct preset *preset = find_preset(name, length);
    if (preset == NULL)
        return error_set(err, -EINVAL,
                         "'%.*s' is no ruleset: wanted a name that 'solve rules' lists",
                         length > 60 ? 60 : (int)length, name);
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

enum suicide ruleset_suicide(const struct ruleset *rules)
{
    if (rules->family->suicide != NULL)
        return rules->family->suicide(rules);
    return (enum suicide)ruleset_value(rules, &field_suicide);
}
