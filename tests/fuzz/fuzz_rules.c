/* Rulesets: what is read is written so that it is read the same. */
#include "fuzz/fuzz.h"

#include "board/position.h"
#include "rules/history_model.h"
#include "rules/ruleset.h"

static void check_ruleset(const struct ruleset *rules)
{
    char text[RULESET_TEXT_MAX], shown[RULESET_TEXT_MAX];
    struct ruleset again;
    MUST(rules->preset->alias_of == NULL);
    MUST(ruleset_players(rules) >= 2 && ruleset_players(rules) <= PLAYERS_MAX);
    ruleset_format(rules, text);
    MUST(ruleset_parse(text, &again, NULL) == 0);
    MUST(again.family == rules->family && again.preset == rules->preset);
    MUST(memcmp(again.values, rules->values, sizeof(again.values)) == 0);
    ruleset_format(&again, shown);
    MUST(strcmp(shown, text) == 0);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char *text = fuzz_text(data, size);
    struct ruleset rules;
    struct error err = {""};
    if (ruleset_parse(text, &rules, &err) == 0)
        check_ruleset(&rules);
    else
        MUST(err.text[0] != '\0');
    free(text);
    return 0;
}
