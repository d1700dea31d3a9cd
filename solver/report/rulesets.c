/* Lists of rulesets. */
#include "report/rulesets.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

int rulesets_add(struct rulesets *rulesets, const struct ruleset *rules)
{
    struct ruleset *list = realloc(rulesets->list, (rulesets->count + 1) * sizeof(*rulesets->list));
    if (list == NULL)
        return -ENOMEM;
    list[rulesets->count++] = *rules;
    rulesets->list = list;
    return 0;
}

static int add_all(struct rulesets *rulesets)
{
    size_t count;
    const struct preset *all = presets(&count);
    for (size_t i = 0; i < count; i++) {
        struct ruleset rules;
        if (all[i].alias_of != NULL || ruleset_parse(all[i].name, &rules, NULL) < 0 ||
            ruleset_players(&rules) != 2)
            continue;
        if (rulesets_add(rulesets, &rules) < 0)
            return -ENOMEM;
    }
    return 0;
}

/* The length of the first ruleset of text: up to the comma before a part without '='. */
static size_t first_length(const char *text)
{
    size_t length = strcspn(text, ",");
    while (text[length] == ',') {
        size_t part = strcspn(text + length + 1, ",");
        if (memchr(text + length + 1, '=', part) == NULL)
            break;
        length += 1 + part;
    }
    return length;
}

static int add_text(struct rulesets *rulesets, const char *text, size_t length, struct error *err)
{
    struct ruleset rules;
    struct error why;
    char formatted[RULESET_TEXT_MAX], other[RULESET_TEXT_MAX];
    char *copy = strndup(text, length);
    if (copy == NULL)
        return error_set(err, -ENOMEM, "out of memory");
    int r = ruleset_parse(copy, &rules, &why);
    if (r < 0)
        error_set(err, r, "%s", why.text);
    free(copy);
    if (r < 0)
        return r;
    ruleset_format(&rules, formatted);
    for (size_t i = 0; i < rulesets->count; i++) {
        ruleset_format(&rulesets->list[i], other);
        if (strcmp(formatted, other) == 0)
            return error_set(err, -EINVAL, "'%.80s' is given twice: wanted each once", formatted);
    }
    r = rulesets_add(rulesets, &rules);
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
    free(rulesets->list);
    *rulesets = (struct rulesets){0};
}
