/* Commands about rules, as KataGo has them. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/strbuf.h"
#include "gtp/commands.h"

/* Sets the rules that text names. */
static void set_rules(struct gtp_session *session, const char *text, struct gtp_answer *answer)
{
    struct solve_rules *rules;
    struct solve_rules_facts facts;
    struct solve_error err = {"out of memory"};
    int r = solve_rules_parse(text, &rules, &err);
    if (r < 0) {
        gtp_answer_fail(answer, "%s", err.text);
        return;
    }
    solve_rules_facts(rules, &facts);
    if (facts.players != 2)
        gtp_answer_fail(answer, "%.80s has %d players: wanted rules for two", text, facts.players);
    else if (gtp_session_set_rules(session, rules, &err) < 0)
        gtp_answer_fail(answer, "%s", err.text);
    solve_rules_unref(rules);
}

static void run_set_rules(struct gtp_session *session, const struct gtp_line *line,
                          struct gtp_answer *answer)
{
    set_rules(session, line->rest, answer);
}

/* The preset of the rules with all its fields, the one called name set to value. Returns NULL
 * without memory; *ret_known says whether there is such a field. */
static char *with_field(const struct gtp_session *session, const char *name, const char *value,
                        bool *ret_known)
{
    struct strbuf text = {0};
    struct solve_rules_field field;
    *ret_known = false;
    strbuf_add(&text, "%s", session->facts.preset);
    for (size_t i = 0; solve_rules_family_field(session->facts.family, i, &field) == 0; i++) {
        bool meant = strcmp(field.name, name) == 0;
        *ret_known |= meant;
        strbuf_add(&text, ",%s=%s", field.name,
                   meant ? value : solve_rules_value(session->rules, i));
    }
    return strbuf_take(&text);
}

static void run_set_rule(struct gtp_session *session, const struct gtp_line *line,
                         struct gtp_answer *answer)
{
    bool known;
    char *text = with_field(session, line->word[0], line->word[1], &known);
    if (text == NULL)
        gtp_answer_fail(answer, "out of memory");
    else if (!known)
        gtp_answer_fail(answer, "unknown rule '%.60s'", line->word[0]);
    else
        set_rules(session, text, answer);
    free(text);
}

static void run_get_rules(struct gtp_session *session, const struct gtp_line *line,
                          struct gtp_answer *answer)
{
    struct solve_rules_field field;
    (void)line;
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
