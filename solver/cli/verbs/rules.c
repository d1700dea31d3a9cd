/* The verb rules: lists the presets, their sources, and the fields that can be varied. */
#include <stdio.h>
#include <string.h>

#include "cli/format.h"
#include "cli/verb.h"
#include "solve.h"
#include "json/json.h"
#include "json/rules_json.h"

static const struct option_spec options[] = {
    FORMAT_JSON_OPTIONS,
};

static void print_aliases(const char *name)
{
    const char *before = "aliases: ";
    struct solve_rules_preset preset;
    printf("      ");
    for (size_t i = 0; solve_rules_preset(i, &preset) == 0; i++) {
        if (preset.alias_of == NULL || strcmp(preset.alias_of, name) != 0)
            continue;
        printf("%s%s", before, preset.name);
        before = ", ";
    }
    printf("%s", strcmp(before, ", ") == 0 ? "; " : "");
}

static void print_preset(const struct solve_rules_preset *preset)
{
    printf("  %s\n      %s\n", preset->name, preset->description);
    printf("      family %s%s%s\n", preset->family, preset->fields[0] != '\0' ? " with " : "",
           preset->fields);
    print_aliases(preset->name);
    printf("source: %s\n", preset->source);
}

static void print_family(const char *family)
{
    struct solve_rules_field field;
    printf("\nFields of the family %s (the first value is the default)\n", family);
    for (size_t i = 0; solve_rules_family_field(family, i, &field) == 0; i++) {
        printf("  %s=", field.name);
        for (size_t v = 0; field.values[v] != NULL; v++)
            printf("%s%s", v > 0 ? "|" : "", field.values[v]);
        printf("\n      %s\n", field.meaning);
    }
}

/* What is known of rules whose texts are not whole. */
static void print_lost(void)
{
    printf(
        "  Not here, as their texts are not known whole; nothing is guessed:\n"
        "      Kee Rules of Go 3.0: known but for its scoring of several passed boards\n"
        "      Kee Rules of Go 4.0: a name, Discriminating Situational Super Ko\n"
        "      Kee Rules of Go 5.x: a discussion of their \"books\"\n"
        "      Kee Rules of Go, July 2005 and 8 June 2016: openings\n"
        "      Jasiek's Unified Area Rules: a name; his 3-plays-ko-rules end and score by them\n"
        "      Jasiek's Long-cycle-ko-rules: a name; by his word the 3-plays-ko-rules differ from\n"
        "      them in consequences only where three stones are sent and one is returned\n");
}

static void print_text(void)
{
    struct solve_rules_preset preset;
    printf("Rulesets (vary one with --rules NAME,field=value,...)\n");
    for (size_t i = 0; solve_rules_preset(i, &preset) == 0; i++)
        if (preset.alias_of == NULL)
            print_preset(&preset);
    printf(
        "  KataGo's rules are names, too, as JSON or as a string, where they mean the same:\n"
        "      {\"ko\":\"POSITIONAL\",\"suicide\":true} and koPOSITIONALscoreAREAtaxNONEsui1 are "
        "basic\n");
    print_lost();
    for (size_t i = 0; solve_rules_preset(i, &preset) == 0; i++)
        if (rules_json_is_new_family(i))
            print_family(preset.family);
}

static int print_json(struct error *err)
{
    return json_print(rules_json_set(json_head("rules")), err);
}

static int run(const struct options *given, struct error *err)
{
    bool json;
    if (format_read_json(given, &json, err) < 0)
        return EXIT_USAGE;
    if (!json) {
        print_text();
        return EXIT_SOLVED;
    }
    return print_json(err) < 0 ? EXIT_FAILED : EXIT_SOLVED;
}

const struct verb verb_rules =
    VERB("rules", "list the rulesets, their fields and sources", options, .run = run);
