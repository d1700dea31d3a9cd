/* Commands about rules, as KataGo has them. */
#include <errno.h>
#include <jansson.h>
#include <stdlib.h>
#include <string.h>

#include "base/strbuf.h"
#include "gtp/commands.h"

/* Takes over rules that were read, and the komi that they name. */
static void take_rules(struct gtp_session *session, struct solve_rules *rules,
                       struct gtp_answer *answer)
{
    struct solve_rules_facts facts;
    struct solve_error err = {"out of memory"};
    int komi;
    solve_rules_facts(rules, &facts);
    if (facts.players != 2)
        gtp_answer_fail(answer, "%.80s has %d players: wanted rules for two",
                        solve_rules_text(rules), facts.players);
    else if (gtp_session_set_rules(session, rules, &err) < 0)
        gtp_answer_fail(answer, "%s", err.text);
    else if (solve_rules_komi(rules, &komi) == 0)
        session->komi = komi;
    solve_rules_unref(rules);
}

/* Sets the rules that text names: what KataGo means by it, or else what the library does. */
static void set_rules(struct gtp_session *session, const char *text, struct gtp_answer *answer)
{
    struct solve_rules *rules;
    struct solve_error katago = {"out of memory"}, own = {"out of memory"};
    int r = solve_rules_parse_katago(text, &rules, &katago);
    bool json = text[strspn(text, " ")] == '{';
    if (r == -EINVAL && !json)
        r = solve_rules_parse(text, &rules, &own);
    if (r < 0)
        gtp_answer_fail(answer, "%s", json ? katago.text : own.text);
    else
        take_rules(session, rules, answer);
}

static void run_set_rules(struct gtp_session *session, const struct gtp_line *line,
                          struct gtp_answer *answer)
{
    set_rules(session, line->rest, answer);
}

/* Sets key of an object that has it: a truth value, or a text. Returns 0 or -ENOMEM. */
static int set_key(json_t *rules, const char *key, const char *value)
{
    bool truth = strcmp(value, "true") == 0;
    json_t *set =
        truth || strcmp(value, "false") == 0 ? json_boolean(truth) : json_string_nocheck(value);
    return json_object_set_new(rules, key, set) < 0 ? -ENOMEM : 0;
}

/* Sets a field of KataGo's rules: those of the game as JSON, with that key another. */
static void set_katago_rule(struct gtp_session *session, const char *key, const char *value,
                            struct gtp_answer *answer)
{
    char text[SOLVE_RULES_KATAGO_MAX];
    if (solve_rules_katago(session->rules, text) < 0) {
        gtp_answer_fail(answer, "%.80s is no ruleset of KataGo's, and has no field '%.40s'",
                        solve_rules_text(session->rules), key);
        return;
    }
    json_t *rules = json_loads(text, 0, NULL);
    bool known = rules == NULL || json_object_get(rules, key) != NULL;
    bool lost = rules == NULL || (known && set_key(rules, key, value) < 0);
    char *changed = known && !lost ? json_dumps(rules, JSON_COMPACT) : NULL;
    if (!known)
        gtp_answer_fail(answer, "unknown rule '%.60s'", key);
    else if (lost)
        gtp_answer_fail(answer, "out of memory");
    else if (changed == NULL)
        gtp_answer_fail(answer, "the value of '%.60s' is no text", key);
    else
        set_rules(session, changed, answer);
    free(changed);
    json_decref(rules);
}

static bool has_value(const struct solve_rules_field *field, const char *value)
{
    for (size_t i = 0; field->values[i] != NULL; i++)
        if (strcmp(field->values[i], value) == 0)
            return true;
    return false;
}

/* The preset of the rules with all its fields, the one called name set to value. Returns NULL
 * without memory; *ret_known says whether there is such a field with such a value: some names are
 * KataGo's, too, with other values. */
static char *with_field(const struct gtp_session *session, const char *name, const char *value,
                        bool *ret_known)
{
    struct strbuf text = {0};
    struct solve_rules_field field;
    *ret_known = false;
    strbuf_add(&text, "%s", session->facts.preset);
    for (size_t i = 0; solve_rules_family_field(session->facts.family, i, &field) == 0; i++) {
        bool meant = strcmp(field.name, name) == 0;
        *ret_known |= meant && has_value(&field, value);
        strbuf_add(&text, ",%s=%s", field.name,
                   meant ? value : solve_rules_value(session->rules, i));
    }
    return strbuf_take(&text);
}

static void set_own_rules(struct gtp_session *session, const char *text, struct gtp_answer *answer)
{
    struct solve_rules *rules;
    struct solve_error err = {"out of memory"};
    if (solve_rules_parse(text, &rules, &err) < 0)
        gtp_answer_fail(answer, "%s", err.text);
    else
        take_rules(session, rules, answer);
}

static void run_set_rule(struct gtp_session *session, const struct gtp_line *line,
                         struct gtp_answer *answer)
{
    bool known;
    char *text = with_field(session, line->word[0], line->word[1], &known);
    if (text == NULL)
        gtp_answer_fail(answer, "out of memory");
    else if (!known)
        set_katago_rule(session, line->word[0], line->word[1], answer);
    else
        set_own_rules(session, text, answer);
    free(text);
}

static void run_get_rules(struct gtp_session *session, const struct gtp_line *line,
                          struct gtp_answer *answer)
{
    struct solve_rules_field field;
    char katago[SOLVE_RULES_KATAGO_MAX];
    (void)line;
    if (solve_rules_katago(session->rules, katago) == 0) {
        gtp_answer_add(answer, "%s", katago);
        return;
    }
    gtp_answer_add(answer, "{\"rules\":\"%s\",\"family\":\"%s\"", solve_rules_text(session->rules),
                   session->facts.family);
    for (size_t i = 0; solve_rules_family_field(session->facts.family, i, &field) == 0; i++)
        gtp_answer_add(answer, ",\"%s\":\"%s\"", field.name, solve_rules_value(session->rules, i));
    gtp_answer_add(answer, "}");
}

static void run_list_rules(struct gtp_session *session, const struct gtp_line *line,
                           struct gtp_answer *answer)
{
    struct solve_rules_preset preset;
    (void)session;
    (void)line;
    for (size_t i = 0; solve_rules_preset(i, &preset) == 0; i++)
        if (preset.alias_of != NULL)
            gtp_answer_line(answer, "%s: as %s", preset.name, preset.alias_of);
        else
            gtp_answer_line(answer, "%s: %s", preset.name, preset.description);
}

const struct gtp_command gtp_rules_commands[] = {
    {"kata-get-rules", 0, 0, NULL, run_get_rules},
    {"kata-set-rules", 1, GTP_ANY_WORDS, "a ruleset", run_set_rules},
    {"kata-set-rule", 2, 2, "a field and a value", run_set_rule},
    {"list-rules", 0, 0, NULL, run_list_rules},
    {0},
};
