/* The rulesets as JSON. */
#include "json/rules_json.h"

#include <string.h>

#include "solve.h"
#include "json/json.h"

bool rules_json_is_new_family(size_t i)
{
    struct solve_rules_preset preset, before;
    if (solve_rules_preset(i, &preset) < 0)
        return false;
    for (size_t j = 0; j < i && solve_rules_preset(j, &before) == 0; j++)
        if (strcmp(before.family, preset.family) == 0)
            return false;
    return true;
}

static json_t *aliases_json(const char *name)
{
    struct solve_rules_preset preset;
    json_t *aliases = json_array();
    for (size_t i = 0; solve_rules_preset(i, &preset) == 0; i++)
        if (preset.alias_of != NULL && strcmp(preset.alias_of, name) == 0)
            aliases = json_append(aliases, json_string(preset.name));
    return aliases;
}

/* Every field of the preset with its value. */
static json_t *values_json(const struct solve_rules_preset *preset)
{
    struct solve_rules *rules;
    struct solve_rules_field field;
    json_t *values = json_object();
    if (solve_rules_parse(preset->name, &rules, NULL) < 0) {
        json_lose(); /* no memory: it is the name of a preset */
        return values;
    }
    for (size_t i = 0; solve_rules_family_field(preset->family, i, &field) == 0; i++)
        values = json_with(values, field.name, json_string(solve_rules_value(rules, i)));
    solve_rules_unref(rules);
    return values;
}

static json_t *preset_json(const struct solve_rules_preset *preset)
{
    json_t *object = json_object();
    object = json_with(object, "name", json_string(preset->name));
    object = json_with(object, "aliases", aliases_json(preset->name));
    object = json_with(object, "description", json_string(preset->description));
    object = json_with(object, "source", json_string(preset->source));
    object = json_with(object, "family", json_string(preset->family));
    return json_with(object, "fields", values_json(preset));
}

static json_t *field_json(const struct solve_rules_field *field)
{
    json_t *object = json_object(), *values = json_array();
    for (size_t v = 0; field->values[v] != NULL; v++)
        values = json_append(values, json_string(field->values[v]));
    object = json_with(object, "name", json_string(field->name));
    object = json_with(object, "values", values);
    object = json_with(object, "default", json_string(field->values[0]));
    return json_with(object, "meaning", json_string(field->meaning));
}

static json_t *family_json(const char *family)
{
    struct solve_rules_field field;
    json_t *object = json_object(), *fields = json_array();
    for (size_t i = 0; solve_rules_family_field(family, i, &field) == 0; i++)
        fields = json_append(fields, field_json(&field));
    object = json_with(object, "name", json_string(family));
    return json_with(object, "fields", fields);
}

json_t *rules_json_set(json_t *object)
{
    struct solve_rules_preset preset;
    json_t *listed = json_array(), *families = json_array();
    for (size_t i = 0; solve_rules_preset(i, &preset) == 0; i++) {
        if (preset.alias_of == NULL)
            listed = json_append(listed, preset_json(&preset));
        if (rules_json_is_new_family(i))
            families = json_append(families, family_json(preset.family));
    }
    object = json_with(object, "presets", listed);
    return json_with(object, "families", families);
}
