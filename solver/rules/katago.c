/*
 * KataGo's names, and its rule strings: the parts ko, score, tax and sui in this order, then
 * options. With the simple ko rule KataGo ends a game without a result when a situation stands for
 * the third time, here it is the second: what best play is worth without a history is the same. Its
 * suicide is always that of several stones. Its territory scoring plays dead stones out in phases
 * of its own, and its tax on groups is no scoring of ours; so these are refused. What handicap
 * stones are worth (whb) and whether passing may end a game early by agreement (fpok) do not matter
 * here.
 *
 * Source: KataGo, docs/GTP_Extensions and rules (lightvector.github.io/KataGo/rules.html).
 */
#include "rules/katago.h"

#include <errno.h>
#include <string.h>

#include "base/spelling.h"
#include "rules/ruleset.h"

#define TERRITORY                                                                                  \
    "its territory scoring plays dead stones out in phases of its own: wanted japanese-play, "     \
    "which scores the board as it stands, or ljrg"
#define TAX                                                                                        \
    "its tax on groups is no scoring here: wanted another ruleset, as psk,scoring=stone, which "   \
    "counts stones alone"

struct name {
    const char *name;
    const char *ruleset; /* NULL: there is none */
    const char *why;     /* there is none */
};

static const struct name names[] = {
    {"tromp-taylor", "basic", NULL},
    {"chinese", "chinese", NULL},
    {"chinese-ogs", "chinese-ogs", NULL},
    {"chinese-kgs", "chinese-kgs", NULL},
    {"aga", "aga", NULL},
    {"bga", "bga", NULL},
    {"french", "french", NULL},
    {"new-zealand", "katago-new-zealand", NULL},
    {"nz", "katago-new-zealand", NULL},
    {"goe", "simplified-ing", NULL},
    {"ing", "simplified-ing", NULL},
    {"japanese", NULL, TERRITORY},
    {"korean", NULL, TERRITORY},
    {"ancient-territory", NULL, TERRITORY},
    {"stone-scoring", NULL, TAX},
    {"ancient-area", NULL, TAX},
    {"aga-button", NULL, "its button is no rule here: wanted aga, or another ruleset without it"},
};

struct part {
    const char *name;
    const char *values[5]; /* with their names */
    const char *wanted;
};

static const struct part parts[] = {
    {"ko",
     {"koSIMPLE", "koPOSITIONAL", "koSITUATIONAL"},
     "koSIMPLE, koPOSITIONAL or koSITUATIONAL"},
    {"score", {"scoreAREA"}, "scoreAREA"},
    {"tax", {"taxNONE"}, "taxNONE"},
    {"sui", {"sui0", "sui1"}, "sui0 or sui1"},
};

static const char *const options[] = {"whb0", "whbN-1", "whbN", "button0", "fpok0", "fpok1"};

/* By ko and sui. */
static const char *const rulesets[3][2] = {
    {"chinese", "chinese,suicide=multi"},
    {"psk", "basic"},
    {"aga", "katago-new-zealand"},
};

#define PART_COUNT (sizeof(parts) / sizeof(parts[0]))
#define OPTION_COUNT (sizeof(options) / sizeof(options[0]))

static const struct name *find_name(const char *text, size_t length)
{
    for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++)
        if (spelling_is(names[i].name, text, length))
            return &names[i];
    return NULL;
}

const char *katago_name(const char *text, size_t length)
{
    const struct name *name = find_name(text, length);
    return name != NULL ? name->ruleset : NULL;
}

const char *katago_refusal(const char *text, size_t length)
{
    const struct name *name = find_name(text, length);
    return name != NULL ? name->why : NULL;
}

static bool starts_with(const char *text, size_t length, const char *start)
{
    return strlen(start) <= length && memcmp(text, start, strlen(start)) == 0;
}

bool katago_is_rule_string(const char *text, size_t length)
{
    return length > 2 && memcmp(text, "ko", 2) == 0 && text[2] >= 'A' && text[2] <= 'Z';
}

/* Which of the part's values comes next; -1: none. */
static int find_value(const struct part *part, const char *text, size_t length)
{
    for (int v = 0; part->values[v] != NULL; v++)
        if (starts_with(text, length, part->values[v]))
            return v;
    return -1;
}

static int refuse(struct error *err, const char *text, size_t length, const char *wanted)
{
    if (length == 0)
        return error_set(err, -EINVAL, "the KataGo rule string ends early: wanted %s", wanted);
    return error_set(err, -EINVAL, "'%.*s' of a KataGo rule string has no equivalent: wanted %s",
                     length > 60 ? 60 : (int)length, text, wanted);
}

int katago_translate(const char *text, size_t length, const char **ret_ruleset, struct error *err)
{
    int chosen[PART_COUNT];
    for (size_t i = 0; i < PART_COUNT; i++) {
        chosen[i] = find_value(&parts[i], text, length);
        if (chosen[i] < 0)
            return refuse(err, text, length, parts[i].wanted);
        size_t used = strlen(parts[i].values[chosen[i]]);
        text += used;
        length -= used;
    }
    while (length > 0) {
        size_t i = 0;
        while (i < OPTION_COUNT && !starts_with(text, length, options[i]))
            i++;
        if (i == OPTION_COUNT)
            return refuse(err, text, length,
                          "whb0, whbN, whbN-1, button0, fpok0, fpok1 or nothing");
        text += strlen(options[i]);
        length -= strlen(options[i]);
    }
    *ret_ruleset = rulesets[chosen[0]][chosen[3]];
    return 0;
}

int katago_parts(const struct ruleset *rules, const char **ret_ko, bool *ret_suicide)
{
    for (int ko = 0; ko < 3; ko++) {
        for (int suicide = 0; suicide < 2; suicide++) {
            struct ruleset same;
            int r = ruleset_parse(rulesets[ko][suicide], &same, NULL);
            if (r < 0 || same.family != rules->family ||
                memcmp(same.values, rules->values, sizeof(same.values)) != 0)
                continue;
            *ret_ko = parts[0].values[ko] + strlen(parts[0].name);
            *ret_suicide = suicide == 1;
            return 0;
        }
    }
    return -ENOTSUP;
}
