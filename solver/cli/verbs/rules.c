/* The verb rules: lists the presets, their sources, and the fields that can be varied. */
#include <stdio.h>
#include <string.h>

#include "cli/format.h"
#include "cli/json.h"
#include "cli/verb.h"
#include "rules/ruleset.h"

static const struct option_spec options[] = {
    FORMAT_JSON_OPTION,
};

/* The family of preset i, if no preset before it has the same one. */
static const struct family *new_family(const struct preset *all, size_t i)
{
    for (size_t j = 0; j < i; j++)
        if (all[j].family == all[i].family)
            return NULL;
    return all[i].family;
}

static void print_aliases(const struct preset *all, size_t count, const char *name)
{
    const char *before = "aliases: ";
    printf("      ");
    for (size_t i = 0; i < count; i++) {
        if (all[i].alias_of == NULL || strcmp(all[i].alias_of, name) != 0)
            continue;
        printf("%s%s", before, all[i].name);
        before = ", ";
    }
    printf("%s", strcmp(before, ", ") == 0 ? "; " : "");
}

static void print_preset(const struct preset *all, size_t count, const struct preset *preset)
{
    printf("  %s\n      %s\n", preset->name, preset->description);
    printf("      family %s%s%s\n", preset->family->name, preset->fields[0] != '\0' ? " with " : "",
           preset->fields);
    print_aliases(all, count, preset->name);
    printf("source: %s\n", preset->source);
}

static void print_family(const struct family *family)
{
    printf("\nFields of the family %s (the first value is the default)\n", family->name);
    for (size_t i = 0; family->fields[i] != NULL; i++) {
        const struct field *field = family->fields[i];
        printf("  %s=", field->name);
        for (size_t v = 0; field->values[v] != NULL; v++)
            printf("%s%s", v > 0 ? "|" : "", field->values[v]);
        printf("\n      %s\n", field->meaning);
    }
}

static void print_text(const struct preset *all, size_t count)
{
    printf("Rulesets (vary one with --rules NAME,field=value,...)\n");
    for (size_t i = 0; i < count; i++)
        if (all[i].alias_of == NULL)
            print_preset(all, count, &all[i]);
    printf(
        "  KataGo's rule strings are names, too, where they mean the same:\n"
        "      koPOSITIONALscoreAREAtaxNONEsui1 is basic\n");
    for (size_t i = 0; i < count; i++)
        if (new_family(all, i) != NULL)
            print_family(all[i].family);
}

static json_t *aliases_json(const struct preset *all, size_t count, const char *name)
{
    json_t *aliases = json_array();
    for (size_t i = 0; i < count; i++)
        if (all[i].alias_of != NULL && strcmp(all[i].alias_of, name) == 0)
            aliases = json_append(aliases, json_string(all[i].name));
    return aliases;
}

/* Every field of the preset with its value. */
static json_t *values_json(const struct preset *preset)
{
    struct ruleset rules;
    json_t *values = json_object();
    if (ruleset_parse(preset->name, &rules, NULL) < 0)
        return values;
    for (size_t i = 0; rules.family->fields[i] != NULL; i++)
        values = json_with(values, rules.family->fields[i]->name,
                           json_string(ruleset_value_text(&rules, rules.family->fields[i])));
    return values;
}

static json_t *preset_json(const struct preset *all, size_t count, const struct preset *preset)
{
    json_t *object = json_object();
    object = json_with(object, "name", json_string(preset->name));
    object = json_with(object, "aliases", aliases_json(all, count, preset->name));
    object = json_with(object, "description", json_string(preset->description));
    object = json_with(object, "source", json_string(preset->source));
    object = json_with(object, "family", json_string(preset->family->name));
    return json_with(object, "fields", values_json(preset));
}

static json_t *field_json(const struct field *field)
{
    json_t *object = json_object(), *values = json_array();
    for (size_t v = 0; field->values[v] != NULL; v++)
        values = json_append(values, json_string(field->values[v]));
    object = json_with(object, "name", json_string(field->name));
    object = json_with(object, "values", values);
    object = json_with(object, "default", json_string(field->values[0]));
    return json_with(object, "meaning", json_string(field->meaning));
}

static json_t *family_json(const struct family *family)
{
    json_t *object = json_object(), *fields = json_array();
    for (size_t f = 0; family->fields[f] != NULL; f++)
        fields = json_append(fields, field_json(family->fields[f]));
    object = json_with(object, "name", json_string(family->name));
    return json_with(object, "fields", fields);
}

static int print_json(const struct preset *all, size_t count, struct error *err)
{
    json_t *object = json_object(), *listed = json_array(), *families = json_array();
    for (size_t i = 0; i < count; i++) {
        if (all[i].alias_of == NULL)
            listed = json_append(listed, preset_json(all, count, &all[i]));
        if (new_family(all, i) != NULL)
            families = json_append(families, family_json(all[i].family));
    }
    object = json_with(object, "schema", json_integer(JSON_SCHEMA));
    object = json_with(object, "presets", listed);
    object = json_with(object, "families", families);
    return json_print(object, err);
}

static int run(const struct options *given, struct error *err)
{
    size_t count;
    const struct preset *all = presets(&count);
    if (!options_has(given, "json")) {
        print_text(all, count);
        return EXIT_SOLVED;
    }
    return print_json(all, count, err) < 0 ? EXIT_FAILED : EXIT_SOLVED;
}

const struct verb verb_rules = {
    .name = "rules",
    .help = "list the rulesets, their fields and sources",
    VERB_OPTIONS(options),
    .run = run,
};
