/* Rulesets and their fields. */
#include "cli/completions/tell.h"

#include <string.h>

#include "solve.h"

void tell_rulesets(FILE *out, const char *between)
{
    struct solve_rules_preset preset;
    for (size_t i = 0; solve_rules_preset(i, &preset) == 0; i++)
        fprintf(out, "%s%s", i > 0 ? between : "", preset.name);
}

void tell_family(FILE *out, const char *family, const char *between)
{
    struct solve_rules_preset preset;
    const char *before = "";
    for (size_t i = 0; solve_rules_preset(i, &preset) == 0; i++) {
        if (strcmp(preset.family, family) != 0)
            continue;
        fprintf(out, "%s%s", before, preset.name);
        before = between;
    }
}

void tell_fields(FILE *out, const char *family, const char *between)
{
    struct solve_rules_field field;
    const char *before = "";
    for (size_t i = 0; solve_rules_family_field(family, i, &field) == 0; i++) {
        for (size_t v = 0; field.values[v] != NULL; v++) {
            fprintf(out, "%s%s=%s", before, field.name, field.values[v]);
            before = between;
        }
    }
}

const char *tell_new_family(size_t i)
{
    struct solve_rules_preset preset, before;
    if (solve_rules_preset(i, &preset) < 0)
        return NULL;
    for (size_t j = 0; j < i && solve_rules_preset(j, &before) == 0; j++)
        if (strcmp(before.family, preset.family) == 0)
            return NULL;
    return preset.family;
}
