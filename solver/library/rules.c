/* Rulesets of the library. */
#include "library/handles.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "tables/board_table.h"

_Static_assert(SOLVE_PLAYERS_MAX == PLAYERS_MAX, "solve.h has another number of players");
_Static_assert((int)SOLVE_TABLE_VALUES == TABLE_VALUES && (int)SOLVE_TABLE_BOUNDS == TABLE_BOUNDS,
               "solve.h has other kinds of tables");

int solve_rules_parse(const char *text, struct solve_rules **ret_rules, struct solve_error *err)
{
    struct error why = {""};
    struct ruleset ruleset;
    if (text == NULL || ret_rules == NULL)
        return library_refuse(err, -EINVAL, "no ruleset is given: wanted its name");
    int r = ruleset_parse(text, &ruleset, &why);
    if (r < 0)
        return library_fail(err, r, &why);
    struct solve_rules *rules = calloc(1, sizeof(*rules));
    if (rules == NULL)
        return library_refuse(err, -ENOMEM, "out of memory");
    atomic_init(&rules->references, 1);
    rules->ruleset = ruleset;
    ruleset.family->describe(&ruleset, &rules->model);
    ruleset_format(&ruleset, rules->text);
    *ret_rules = rules;
    return 0;
}

struct solve_rules *solve_rules_ref(struct solve_rules *rules)
{
    if (rules != NULL)
        atomic_fetch_add(&rules->references, 1);
    return rules;
}

void solve_rules_unref(struct solve_rules *rules)
{
    if (rules != NULL && atomic_fetch_sub(&rules->references, 1) == 1)
        free(rules);
}

const char *solve_rules_text(const struct solve_rules *rules)
{
    return rules != NULL ? rules->text : NULL;
}

int solve_rules_facts(const struct solve_rules *rules, struct solve_rules_facts *ret_facts)
{
    if (rules == NULL || ret_facts == NULL)
        return -EINVAL;
    const struct ruleset *ruleset = &rules->ruleset;
    const char *scoring = ruleset->family->scoring_name;
    *ret_facts = (struct solve_rules_facts){
        .preset = ruleset->preset->name,
        .family = ruleset->family->name,
        .passes = ruleset_passes(ruleset),
        .scoring = scoring != NULL ? scoring : ruleset_value_text(ruleset, &field_scoring),
        .players = ruleset_players(ruleset),
        .pairs = rules->model.pairs,
        .between = rules->model.cycle_word,
        .cycle_ends = rules->model.cycle_ends,
        .removes_cycles = ruleset->family->remove_cycle != NULL,
        .board_only = rules->model.strategies,
    };
    return 0;
}

/* Field i of family; NULL: there is no such field. */
static const struct field *find_field(const struct family *family, size_t i)
{
    for (size_t at = 0; at < i; at++)
        if (family->fields[at] == NULL)
            return NULL;
    return family->fields[i];
}

const char *solve_rules_value(const struct solve_rules *rules, size_t i)
{
    if (rules == NULL)
        return NULL;
    const struct field *field = find_field(rules->ruleset.family, i);
    return field != NULL ? ruleset_value_text(&rules->ruleset, field) : NULL;
}

static const struct family *find_family(const char *name)
{
    size_t count;
    const struct preset *all = presets(&count);
    for (size_t i = 0; i < count; i++)
        if (strcmp(all[i].family->name, name) == 0)
            return all[i].family;
    return NULL;
}

int solve_rules_family_field(const char *family, size_t i, struct solve_rules_field *ret_field)
{
    if (family == NULL || ret_field == NULL)
        return -EINVAL;
    const struct family *found = find_family(family);
    if (found == NULL)
        return -EINVAL;
    const struct field *field = find_field(found, i);
    if (field == NULL)
        return -ENOENT;
    *ret_field = (struct solve_rules_field){field->name, field->meaning, field->values};
    return 0;
}

int solve_rules_preset(size_t i, struct solve_rules_preset *ret_preset)
{
    size_t count;
    const struct preset *all = presets(&count);
    if (ret_preset == NULL)
        return -EINVAL;
    if (i >= count)
        return -ENOENT;
    *ret_preset = (struct solve_rules_preset){
        .name = all[i].name,
        .family = all[i].family->name,
        .fields = all[i].fields,
        .alias_of = all[i].alias_of,
        .description = all[i].description,
        .source = all[i].source,
    };
    return 0;
}

enum solve_table_kind solve_rules_table_kind(const struct solve_rules *rules)
{
    return rules != NULL ? (enum solve_table_kind)board_table_kind(&rules->ruleset)
                         : SOLVE_TABLE_NONE;
}
