/* Rulesets of the library. */
#include "library/handles.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "library/katago.h"
#include "rules/katago.h"
#include "solve/strategy_leaves.h"
#include "strategy/strategies.h"
#include "tables/board_table.h"

_Static_assert(SOLVE_PLAYERS_MAX == PLAYERS_MAX, "solve.h has another number of players");
_Static_assert((int)SOLVE_TABLE_VALUES == TABLE_VALUES && (int)SOLVE_TABLE_BOUNDS == TABLE_BOUNDS,
               "solve.h has other kinds of tables");

/* A handle of the ruleset that text means. */
static int make_rules(const char *text, struct solve_rules **ret_rules, struct solve_error *err)
{
    struct error why = {""};
    struct ruleset ruleset;
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

/* The ruleset of KataGo's JSON, and of what follows it: fields, or blanks. */
static int make_rules_of_json(const char *text, struct solve_rules **ret_rules,
                              struct solve_error *err)
{
    struct error why = {""};
    struct library_katago katago;
    int r = library_katago_read(text, &katago, &why);
    if (r < 0)
        return library_fail(err, r, &why);
    const char *rest = text + katago.length;
    rest += strspn(rest, " \t\r\n");
    if (*rest != '\0' && *rest != ',')
        return library_refuse(
            err, -EINVAL, "'%.20s' follows KataGo's JSON: wanted nothing, or ,field=value", rest);
    size_t size = sizeof(katago.string) + strlen(rest);
    char *whole = malloc(size);
    if (whole == NULL)
        return library_refuse(err, -ENOMEM, "out of memory");
    snprintf(whole, size, "%s%s", katago.string, rest);
    r = make_rules(whole, ret_rules, err);
    free(whole);
    if (r < 0)
        return r;
    (*ret_rules)->has_komi = katago.has_komi;
    (*ret_rules)->komi_half_points = katago.komi_half_points;
    return 0;
}

int solve_rules_parse(const char *text, struct solve_rules **ret_rules, struct solve_error *err)
{
    if (text == NULL || ret_rules == NULL)
        return library_refuse(err, -EINVAL, "no ruleset is given: wanted its name");
    return library_katago_is_json(text) ? make_rules_of_json(text, ret_rules, err)
                                        : make_rules(text, ret_rules, err);
}

int solve_rules_parse_katago(const char *text, struct solve_rules **ret_rules,
                             struct solve_error *err)
{
    if (text == NULL || ret_rules == NULL)
        return library_refuse(err, -EINVAL, "no rules of KataGo are given: wanted a name or JSON");
    if (library_katago_is_json(text))
        return make_rules_of_json(text, ret_rules, err);
    const char *name = text + strspn(text, " \t\r\n"), *ours = katago_name(text, strlen(text));
    if (ours != NULL)
        return make_rules(ours, ret_rules, err);
    if (katago_refusal(text, strlen(text)) != NULL || katago_is_rule_string(name, strlen(name)))
        return make_rules(name, ret_rules, err);
    return library_refuse(err, -EINVAL,
                          "'%.40s' is no name of KataGo's: wanted tromp-taylor, chinese, "
                          "chinese-ogs, aga, new-zealand, ..., or its JSON",
                          name);
}

int solve_rules_komi(const struct solve_rules *rules, int *ret_half_points)
{
    if (rules == NULL || ret_half_points == NULL)
        return -EINVAL;
    if (!rules->has_komi)
        return -ENOENT;
    *ret_half_points = rules->komi_half_points;
    return 0;
}

int solve_rules_katago(const struct solve_rules *rules, char *buffer)
{
    if (rules == NULL || buffer == NULL)
        return -EINVAL;
    return library_katago_write(&rules->ruleset, buffer);
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
        .board_only = rules->model.strategies && !rules->model.passes_decide,
    };
    return 0;
}

bool solve_rules_strategy_leaves(const struct solve_rules *rules)
{
    return rules != NULL && strategy_leaves_suit(&rules->ruleset);
}

bool solve_rules_living(const struct solve_rules *rules)
{
    return rules != NULL && strategies_may_live(&rules->ruleset);
}

int solve_rules_half_points(const struct solve_rules *rules)
{
    return rules != NULL && ruleset_has_half(&rules->ruleset);
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
