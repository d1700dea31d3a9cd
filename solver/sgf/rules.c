/*
 * RU, whose names FF[4] leaves open but for four: AGA, GOE, Japanese, NZ. Go servers and programs
 * write more of them.
 */
#include "sgf/rules.h"

#include <ctype.h>
#include <errno.h>
#include <stddef.h>
#include <string.h>

#include "sgf/text.h"

/* Bytes of a name in small letters and digits alone. */
#define KEY_MAX 32

struct sgf_rules_name {
    const char *key;
    const char *rules; /* what it means; of a name that means none of ours what is nearest */
    const char *why;   /* it means none of ours; NULL: it means the same */
};

#define BY_AGREEMENT "dead stones are agreed on in the end, which no program can do"

static const struct sgf_rules_name names[] = {
    {"aga", "aga", NULL},
    {"american", "aga", NULL},
    {"bga", "aga", NULL},
    {"french", "aga", NULL},
    {"chinese", "chinese", NULL},
    {"chineseogs", "chinese-superko", NULL},
    {"chinesekgs", "chinese-superko", NULL},
    {"nz", "new-zealand", NULL},
    {"newzealand", "new-zealand", NULL},
    {"tromptaylor", "basic", NULL},
    {"logical", "basic", NULL},
    {"simplifieding", "simplified-ing", NULL},
    {"goe", "simplified-ing", "Ing's rules tell fighting kos from disturbing ones"},
    {"ing", "simplified-ing", "Ing's rules tell fighting kos from disturbing ones"},
    {"inggoe", "simplified-ing", "Ing's rules tell fighting kos from disturbing ones"},
    {"japanese", "japanese-play", BY_AGREEMENT},
    {"jp", "japanese-play", BY_AGREEMENT},
    {"korean", "korean-play", BY_AGREEMENT},
    {"oldchinese", "pauli-original", "groups pay a tax, and stones alone count"},
    {"ancientterritory", "japanese-play", BY_AGREEMENT},
    {"stonescoring", "pauli-original", "it says nothing of repetition"},
    {"area", "chinese", "it says nothing of repetition"},
    {"territory", "japanese-play", "it says nothing of repetition"},
};

static void make_key(const char *text, char key[KEY_MAX])
{
    size_t used = 0;
    for (; *text != '\0' && used + 1 < KEY_MAX; text++)
        if (isalnum((unsigned char)*text))
            key[used++] = (char)tolower((unsigned char)*text);
    key[used] = '\0';
    if (used > 5 && strcmp(key + used - 5, "rules") == 0)
        key[used - 5] = '\0';
}

static const struct sgf_rules_name *find(const char *text)
{
    char key[KEY_MAX];
    make_key(text, key);
    for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++)
        if (strcmp(names[i].key, key) == 0)
            return &names[i];
    return NULL;
}

int sgf_rules_parse(const char *text, struct solve_rules **ret_rules, struct error *err)
{
    struct solve_error why;
    char shown[41];
    const struct sgf_rules_name *name = find(text);
    sgf_text_shown(text, shown, sizeof(shown));
    /* A field makes it another ruleset than the name alone. */
    if (strchr(text, '=') != NULL)
        name = NULL;
    if (name != NULL && name->why != NULL)
        return error_set(err, -EINVAL, "RU[%s]: %s; %s is nearest", shown, name->why, name->rules);
    int r = solve_rules_parse(name != NULL ? name->rules : text, ret_rules, &why);
    if (r == -EINVAL)
        return error_set(err, r, "RU[%s] is no ruleset that is known here", shown);
    return r < 0 ? error_set(err, r, "%s", why.text) : 0;
}
