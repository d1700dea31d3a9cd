/* What common/rulesets.h says. */
#include "common/rulesets.h"

#include <stdio.h>
#include <string.h>

#include "board/move.h"
#include "common/games.h"
#include "rules/history_model.h"
#include "rules/superko.h"

/* Are points for the first pass left to a few combinations? They have nothing to do with other
 * fields but the repetition, and would make these many. */
static bool is_left_out(const struct ruleset *rules)
{
    const struct field *const *fields = rules->family->fields;
    bool others = false;
    for (size_t i = 0; fields[i] != NULL; i++)
        others |= fields[i] != &field_first_pass && fields[i] != &field_repetition &&
                  rules->values[i] != 0;
    return others && ruleset_value(rules, &field_first_pass) != FIRST_PASS_NONE;
}

/* Every combination of the fields of the preset's family. */
static void vary(struct ruleset *rules, size_t field,
                 void (*visit)(const struct ruleset *rules, void *arg), void *arg)
{
    const struct field *own = rules->family->fields[field];
    if (own == NULL) {
        char text[RULESET_TEXT_MAX];
        struct ruleset checked;
        ruleset_format(rules, text);
        if (!is_left_out(rules) && ruleset_parse(text, &checked, NULL) == 0 &&
            ruleset_players(&checked) == 2)
            visit(&checked, arg);
        return;
    }
    for (int value = 0; own->values[value] != NULL; value++) {
        rules->values[field] = (uint8_t)value;
        vary(rules, field + 1, visit, arg);
    }
    rules->values[field] = 0;
}

/* Where no items tell the past there is another engine, which has tests of its own. */
static bool has_items(const struct ruleset *rules)
{
    struct history_model model;
    rules->family->describe(rules, &model);
    return !model.cycles;
}

void for_every_ruleset(void (*visit)(const struct ruleset *rules, void *arg), void *arg)
{
    size_t count;
    const struct preset *all = presets(&count);
    for (size_t i = 0; i < count; i++) {
        bool first = all[i].alias_of == NULL;
        for (size_t j = 0; j < i; j++)
            first = first && all[j].family != all[i].family;
        struct ruleset rules;
        if (first && ruleset_parse(all[i].name, &rules, NULL) == 0 && has_items(&rules))
            vary(&rules, 0, visit, arg);
    }
}

void for_rulesets(const char *names, void (*visit)(const struct ruleset *rules, void *arg),
                  void *arg)
{
    char text[512];
    if (strcmp(names, "every") == 0) {
        for_every_ruleset(visit, arg);
        return;
    }
    must((size_t)snprintf(text, sizeof(text), "%s", names) < sizeof(text), "too many rulesets");
    for (char *name = strtok(text, " "); name != NULL; name = strtok(NULL, " ")) {
        const struct ruleset rules = open_rules(name);
        visit(&rules, arg);
    }
}

const char *show_game(const struct game *game)
{
    static char text[4096];
    char position[POSITION_TEXT_MAX], rules[RULESET_TEXT_MAX];
    position_format(game->graph, &game->turns[0].board, position);
    ruleset_format(&game->rules, rules);
    int used = snprintf(text, sizeof(text), "%s %s %s %s to move:", game->graph->name, rules,
                        position, game->turns[0].next == 0 ? "black" : "white");
    for (size_t i = 1; i < game->count && used < (int)sizeof(text) - 32; i++)
        used += snprintf(text + used, sizeof(text) - (size_t)used, " %s",
                         move_format(game->graph, game->turns[i].move));
    return text;
}
