/* Lists of rulesets. */
#include "report/rulesets.h"

#include <errno.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"

int rulesets_add(struct rulesets *rulesets, struct solve_rules *rules)
{
    int r = array_reserve(&rulesets->list, rulesets->count + 1, &rulesets->room,
                          sizeof(*rulesets->list));
    if (r < 0) {
        solve_rules_unref(rules);
        return r;
    }
    rulesets->list[rulesets->count++] = rules;
    return 0;
}

const char *rulesets_field(const struct solve_rules *rules, const char *name)
{
    struct solve_rules_facts facts;
    struct solve_rules_field field;
    solve_rules_facts(rules, &facts);
    for (size_t i = 0; solve_rules_family_field(facts.family, i, &field) == 0; i++)
        if (strcmp(field.name, name) == 0)
            return solve_rules_value(rules, i);
    return "";
}

static bool is_uneven(const struct solve_rules *rules)
{
    return strcmp(rulesets_field(rules, "first-pass"), "white") == 0;
}

const struct solve_rules *rulesets_uneven(const struct rulesets *rulesets)
{
    for (size_t i = 0; i < rulesets->count; i++)
        if (is_uneven(rulesets->list[i]))
            return rulesets->list[i];
    return NULL;
}

static int add_all(struct rulesets *rulesets)
{
    struct solve_rules_preset preset;
    for (size_t i = 0; solve_rules_preset(i, &preset) == 0; i++) {
        struct solve_rules *rules;
        struct solve_rules_facts facts;
        if (preset.alias_of != NULL)
            continue;
        int r = solve_rules_parse(preset.name, &rules, NULL);
        if (r == 0 && solve_rules_facts(rules, &facts) == 0 && facts.players != 2)
            solve_rules_unref(rules);
        else if (r == 0)
            r = rulesets_add(rulesets, rules);
        if (r < 0)
            return r;
    }
    return 0;
}

/* The length of the JSON that text begins with, if it does: to the brace that closes it, or the
 * end.
 */
static size_t json_length(const char *text)
{
    size_t at = strspn(text, " \t\r\n");
    int depth = 0;
    bool quoted = false;
    if (text[at] != '{')
        return 0;
    for (; text[at] != '\0'; at++) {
        if (text[at] == '"')
            quoted = !quoted;
        else if (quoted && text[at] == '\\' && text[at + 1] != '\0')
            at++;
        else if (!quoted && text[at] == '{')
            depth++;
        else if (!quoted && text[at] == '}' && --depth == 0)
            return at + 1;
    }
    return at;
}

/* The length of the first ruleset of text: up to the comma before a part without '='. */
static size_t first_length(const char *text)
{
    size_t length = json_length(text);
    length += strcspn(text + length, ",");
    while (text[length] == ',') {
        size_t part = strcspn(text + length + 1, ",");
        if (json_length(text + length + 1) > 0 || memchr(text + length + 1, '=', part) == NULL)
            break;
        length += 1 + part;
    }
    return length;
}

static int add_text(struct rulesets *rulesets, const char *text, size_t length, struct error *err)
{
    struct solve_rules *rules = NULL;
    struct solve_error why;
    char *copy = strndup(text, length);
    if (copy == NULL)
        return error_set(err, -ENOMEM, "out of memory");
    int r = solve_rules_parse(copy, &rules, &why);
    free(copy);
    if (r < 0)
        return error_set(err, r, "%s", why.text);
    const char *name = solve_rules_text(rules);
    for (size_t i = 0; i < rulesets->count && r == 0; i++)
        if (strcmp(name, solve_rules_text(rulesets->list[i])) == 0)
            r = error_set(err, -EINVAL, "'%.80s' is given twice: wanted each once", name);
    if (r < 0) {
        solve_rules_unref(rules);
        return r;
    }
    r = rulesets_add(rulesets, rules);
    return r < 0 ? error_set(err, r, "out of memory") : 0;
}

int rulesets_parse(const char *text, struct rulesets *ret_rulesets, struct error *err)
{
    struct rulesets rulesets = {0};
    int r = 0;
    if (strcmp(text, "all") == 0) {
        r = add_all(&rulesets);
        if (r < 0)
            error_set(err, r, "out of memory");
    } else {
        for (;;) {
            size_t length = first_length(text);
            r = add_text(&rulesets, text, length, err);
            if (r < 0 || text[length] == '\0')
                break;
            text += length + 1;
        }
    }
    if (r < 0)
        rulesets_release(&rulesets);
    else
        *ret_rulesets = rulesets;
    return r;
}

void rulesets_release(struct rulesets *rulesets)
{
    for (size_t i = 0; i < rulesets->count; i++)
        solve_rules_unref(rulesets->list[i]);
    free(rulesets->list);
    *rulesets = (struct rulesets){0};
}
