/* Rulesets through the library, KataGo's JSON above all: what is read comes back as its text. */
#include "fuzz/fuzz.h"

#include <errno.h>

#include "solve.h"

static void check_rules(struct solve_rules *rules)
{
    char json[SOLVE_RULES_KATAGO_MAX];
    struct solve_rules *again;
    int komi = 0, r = solve_rules_komi(rules, &komi);
    MUST(r == 0 || r == -ENOENT);
    MUST(komi >= -SOLVE_KOMI_MAX && komi <= SOLVE_KOMI_MAX);
    MUST(solve_rules_parse(solve_rules_text(rules), &again, NULL) == 0);
    MUST(strcmp(solve_rules_text(again), solve_rules_text(rules)) == 0);
    MUST(solve_rules_komi(again, &komi) == -ENOENT);
    solve_rules_unref(again);
    r = solve_rules_katago(rules, json);
    MUST(r == 0 || r == -ENOTSUP);
    if (r == 0) {
        MUST(solve_rules_parse_katago(json, &again, NULL) == 0);
        for (size_t i = 0; solve_rules_value(rules, i) != NULL; i++)
            MUST(strcmp(solve_rules_value(rules, i), solve_rules_value(again, i)) == 0);
        solve_rules_unref(again);
    }
    solve_rules_unref(rules);
}

static void check_text(const char *text,
                       int (*parse)(const char *, struct solve_rules **, struct solve_error *))
{
    struct solve_rules *rules = NULL;
    struct solve_error err = {""};
    int r = parse(text, &rules, &err);
    MUST(r == 0 || r == -EINVAL);
    if (r == 0)
        check_rules(rules);
    else
        MUST(rules == NULL && err.text[0] != '\0' && strchr(err.text, '\n') == NULL);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char *text = fuzz_text(data, size);
    check_text(text, solve_rules_parse);
    check_text(text, solve_rules_parse_katago);
    free(text);
    return 0;
}
