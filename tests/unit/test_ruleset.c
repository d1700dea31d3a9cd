/* Rulesets: every preset, every value of every field, both ways; errors. */
#include "common/check.h"

#include <errno.h>
#include <stdio.h>

#include "base/spelling.h"
#include "rules/kee2013.h"
#include "rules/superko.h"

static void check_round_trip(const struct ruleset *rules)
{
    char text[RULESET_TEXT_MAX], again[RULESET_TEXT_MAX];
    ruleset_format(rules, text);
    struct ruleset other = must_rules(text);
    assert_ptr_equal(other.family, rules->family);
    assert_ptr_equal(other.preset, rules->preset);
    assert_memory_equal(other.values, rules->values, sizeof(rules->values));
    ruleset_format(&other, again);
    assert_string_equal(again, text);
}

/* Every preset with each field set to each of its values, where they go together. */
static void vary(const struct preset *preset)
{
    for (size_t i = 0; preset->family->fields[i] != NULL; i++) {
        const struct field *field = preset->family->fields[i];
        for (int v = 0; field->values[v] != NULL; v++) {
            char text[RULESET_TEXT_MAX];
            struct ruleset rules;
            snprintf(text, sizeof(text), "%s,%s=%s", preset->name, field->name, field->values[v]);
            if (ruleset_parse(text, &rules, NULL) < 0)
                continue;
            assert_int_equal(ruleset_value(&rules, field), v);
            assert_string_equal(ruleset_value_text(&rules, field), field->values[v]);
            check_round_trip(&rules);
        }
    }
}

static void test_presets(void **state)
{
    (void)state;
    size_t count;
    const struct preset *all = presets(&count);
    assert_true(count >= 16);
    for (size_t i = 0; i < count; i++) {
        struct ruleset rules = must_rules(all[i].name);
        assert_non_null(all[i].description);
        assert_non_null(all[i].source);
        assert_string_equal(rules.preset->name,
                            all[i].alias_of != NULL ? all[i].alias_of : all[i].name);
        assert_int_equal(rules.preset->alias_of == NULL, true);
        check_round_trip(&rules);
        vary(&all[i]);
        for (size_t j = 0; j < i; j++)
            assert_string_not_equal(all[i].name, all[j].name);
    }
}

static void check_meaning(const char *katago, const char *wanted)
{
    char text[RULESET_TEXT_MAX];
    struct ruleset rules = must_rules(katago);
    ruleset_format(&rules, text);
    assert_string_equal(text, wanted);
}

static void test_katago(void **state)
{
    (void)state;
    struct ruleset rules;
    check_meaning("koPOSITIONALscoreAREAtaxNONEsui1", "basic");
    check_meaning("koPOSITIONALscoreAREAtaxNONEsui0", "psk");
    check_meaning("koSITUATIONALscoreAREAtaxNONEsui0whbN-1", "aga");
    check_meaning("koSITUATIONALscoreAREAtaxNONEsui1button0", "katago-new-zealand");
    check_meaning("koSIMPLEscoreAREAtaxNONEsui0whbNfpok1", "chinese");
    check_meaning("koSIMPLEscoreAREAtaxNONEsui1", "chinese,suicide=multi");
    check_meaning("koPOSITIONALscoreAREAtaxNONEsui0,scoring=stone", "psk,scoring=stone");
    static const char *const bad[] = {
        "koSPIGHTscoreAREAtaxNONEsui0",
        "koSIMPLEscoreTERRITORYtaxSEKIsui0",
        "koSIMPLEscoreAREAtaxALLsui0",
        "koSIMPLEscoreAREAtaxNONE",
        "koSIMPLEscoreAREAtaxNONEsui2",
        "koPOSITIONALscoreAREAtaxNONEsui1button1",
        "koPOSITIONAL",
        "koPOSITIONALscoreAREAtaxNONEsui1komi7.5",
    };
    for (size_t i = 0; i < sizeof(bad) / sizeof(bad[0]); i++)
        assert_int_equal(ruleset_parse(bad[i], &rules, NULL), -EINVAL);
}

static void check_fields(const char *name, const char *wanted)
{
    char shown[RULESET_TEXT_MAX] = "";
    struct ruleset rules = must_rules(name);
    for (size_t i = 0; rules.family->fields[i] != NULL; i++) {
        size_t used = strlen(shown);
        snprintf(shown + used, sizeof(shown) - used, "%s%s", i > 0 ? " " : "",
                 ruleset_value_text(&rules, rules.family->fields[i]));
    }
    assert_string_equal(shown, wanted);
}

/* What the names stand for: repetition, suicide, scoring, ending, cycle, pass stones, the
 * first pass. */
static void test_what_presets_mean(void **state)
{
    (void)state;
    check_fields("psk", "psk no area passes2 endless no none");
    check_fields("ssk", "ssk no area passes2 endless no none");
    check_fields("nssk", "nssk no area passes2 endless no none");
    check_fields("simple", "simple no area passes2 endless no none");
    check_fields("none", "none no area passes2 endless no none");
    check_fields("basic", "psk multi area passes2 endless no none");
    check_fields("tromp-taylor", "psk multi area passes2 endless no none");
    check_fields("logical", "psk multi area passes2 endless no none");
    check_fields("basic-7a", "psk no area passes2 endless no none");
    check_fields("aga", "ssk no area passes2 endless no none");
    check_fields("new-zealand", "own yes area passes2 endless no none");
    check_fields("katago-new-zealand", "ssk multi area passes2 endless no none");
    check_fields("chinese", "simple no area passes2 no-result no none");
    check_fields("chinese-superko", "psk no area passes2 endless no none");
    check_fields("chinese-ogs", "psk no area passes2 endless no none");
    check_fields("chinese-kgs", "psk no area passes2 endless no none");
    check_fields("simplified-ing", "psk multi area passes2 endless no none");
    check_fields("japanese-play", "simple no territory passes2 no-result no none");
    check_fields("korean-play", "simple no territory passes2 no-result no none");
    check_fields("pauli-original", "simple no stone passes3 endless no none");
    check_fields("bga", "ssk no area passes2 endless no none");
    check_fields("french", "ssk no area passes2 endless no none");
    check_fields("nz", "own yes area passes2 endless no none");
    check_fields("goe", "psk multi area passes2 endless no none");
    check_fields("kee2013", "yes no area 2 yes normal");
    check_fields("kee-v6", "last change");
    check_fields("3-plays", "lose no");
    check_fields("migos", "no area");
    check_fields("spight", "repass no area");
    check_fields("fixed-ko", "no area");
    check_fields("psk,suicide=yes,scoring=territory,ending=passes3,pass-stones=yes",
                 "psk yes territory passes3 endless yes none");
    check_fields("button", "psk no area passes2 endless no half");
    check_fields("ikeda-area-iii", "psk no area passes2 endless no white");
    check_fields("wmsg2008", "psk no area passes2 endless no white");
}

static void test_suicide(void **state)
{
    (void)state;
    static const struct {
        const char *rules;
        enum suicide suicide;
    } known[] = {
        {"psk", SUICIDE_NO},
        {"psk,suicide=yes", SUICIDE_YES},
        {"kee-v6", SUICIDE_MULTI},
        {"kee-v6,suicide=literal", SUICIDE_YES},
        {"kee-v6,suicide=no", SUICIDE_NO},
        {"3-plays", SUICIDE_NO},
        {"spight,suicide=multi", SUICIDE_MULTI},
    };
    for (size_t i = 0; i < sizeof(known) / sizeof(known[0]); i++) {
        struct ruleset rules = must_rules(known[i].rules);
        assert_int_equal(ruleset_suicide(&rules), known[i].suicide);
    }
}

static void test_format(void **state)
{
    (void)state;
    static const char *const texts[][2] = {
        {"psk", "psk"},
        {"psk,suicide=no", "psk"},
        {"psk,repetition=ssk", "psk,repetition=ssk"},
        {"tromp-taylor", "basic"},
        {"tromp-taylor,suicide=no", "basic,suicide=no"},
        {"basic,scoring=stone,suicide=yes", "basic,suicide=yes,scoring=stone"},
        {"kee2013,tally=all,players=3,refresh=no", "kee2013,refresh=no,players=3,tally=all"},
    };
    for (size_t i = 0; i < sizeof(texts) / sizeof(texts[0]); i++) {
        char shown[RULESET_TEXT_MAX];
        struct ruleset rules = must_rules(texts[i][0]);
        ruleset_format(&rules, shown);
        assert_string_equal(shown, texts[i][1]);
    }
}

/* Names, fields and values as people type them. */
static void test_spellings(void **state)
{
    (void)state;
    check_meaning("PSK", "psk");
    check_meaning(" psk ", "psk");
    check_meaning("Tromp-Taylor", "basic");
    check_meaning("tromp_taylor", "basic");
    check_meaning("Tromp Taylor", "basic");
    check_meaning("TrompTaylor", "basic");
    check_meaning("New Zealand", "new-zealand");
    check_meaning("KEE V6", "kee-v6");
    check_meaning("keev6", "kee-v6");
    check_meaning("3plays", "3-plays");
    check_meaning("Korean_Play", "korean-play");
    check_meaning("psk, Suicide = Multi , pass_stones=NO", "psk,suicide=multi");
    check_meaning("simple,cycle=No Result", "simple,cycle=no-result");
    check_meaning("simple,cycle=noresult", "simple,cycle=no-result");
}

/* However people type them: no two names of a list are spelled the same. */
static void test_no_two_spelled_alike(void **state)
{
    (void)state;
    size_t count;
    const struct preset *all = presets(&count);
    for (size_t i = 0; i < count; i++) {
        for (size_t j = 0; j < i; j++)
            assert_false(spelling_is(all[i].name, all[j].name, strlen(all[j].name)));
        const struct field *const *fields = all[i].family->fields;
        for (size_t f = 0; fields[f] != NULL; f++) {
            for (size_t g = 0; g < f; g++)
                assert_false(
                    spelling_is(fields[f]->name, fields[g]->name, strlen(fields[g]->name)));
            for (size_t v = 0; fields[f]->values[v] != NULL; v++)
                for (size_t w = 0; w < v; w++)
                    assert_false(spelling_is(fields[f]->values[v], fields[f]->values[w],
                                             strlen(fields[f]->values[w])));
        }
    }
}

static void test_players(void **state)
{
    (void)state;
    static const char *const texts[] = {"kee2013", "kee2013,players=3", "kee2013,players=4"};
    for (int i = 0; i < 3; i++) {
        struct ruleset rules = must_rules(texts[i]);
        assert_int_equal(ruleset_players(&rules), 2 + i);
    }
    struct ruleset rules = must_rules("psk");
    assert_int_equal(ruleset_players(&rules), 2);
    /* A field that the family does not have has its default. */
    assert_int_equal(ruleset_value(&rules, &field_alliance), ALLIANCE_YES);
    rules = must_rules("kee2013");
    assert_int_equal(ruleset_value(&rules, &field_pass_stones), PASS_STONES_NO);
}

/* Texts that are no rulesets, with how their errors begin. */
static const char *const refused_texts[][2] = {
    {"", "'' is no ruleset: wanted a name that 'solve rules' lists"},
    {"pks", "'pks' is no ruleset: wanted a name that 'solve rules' lists; did you mean 'psk'?"},
    {"sk",
     "'sk' is no ruleset: wanted a name that 'solve rules' lists; did you mean 'psk' or "
     "'ssk'?"},
    {"kee ", "'kee' is no ruleset: wanted a name that 'solve rules' lists"},
    {"-psk", "'-psk' is no ruleset"},
    {"psk-", "'psk-' is no ruleset"},
    {"kee--v6", "'kee--v6' is no ruleset"},
    {"ing",
     "'ing' is no ruleset: wanted a name that 'solve rules' lists; KataGo means "
     "'simplified-ing'"},
    {"Japanese",
     "'Japanese' is KataGo's name: its territory scoring plays dead stones out in "
     "phases of its own: wanted japanese-play"},
    {"stone scoring", "'stone scoring' is KataGo's name: its tax on groups"},
    {"aga_button", "'aga_button' is KataGo's name: its button is no rule here"},
    {"psk,", "a field=value is missing after the last ','"},
    {"psk,suicide=yes,", "a field=value is missing after the last ','"},
    {"psk,,suicide=yes", "'' has no value: wanted FIELD=VALUE"},
    {"psk,suicide", "'suicide' has no value: wanted FIELD=VALUE"},
    {"psk,suicide=", "'' is no value of suicide: wanted no|multi|yes"},
    {"psk,suicide=maybe", "'maybe' is no value of suicide: wanted no|multi|yes"},
    {"psk,suicide=y", "'y' is no value of suicide: wanted no|multi|yes"},
    {"psk,suicid=yes",
     "psk has no field 'suicid': wanted one of repetition, suicide, scoring, ending, cycle, "
     "pass-stones, first-pass; did you mean 'suicide'?"},
    {"psk,suicide=mutli",
     "'mutli' is no value of suicide: wanted no|multi|yes; did you mean 'multi'?"},
    {"psk,pass-stones=no,Pass_Stones=yes", "the field 'pass-stones' is given twice: wanted once"},
    {"psk,=yes", "psk has no field ''"},
    {"psk,refresh=no", "psk has no field 'refresh'"},
    {"kee2013,ending=passes3",
     "kee2013 has no field 'ending': wanted one of refresh, suicide, "
     "scoring, players, alliance, tally"},
    {"kee2013,players=5", "'5' is no value of players: wanted 2|3|4"},
    {"psk,cycle=no-result", "cycle=no-result goes with repetition=simple or none only"},
    {"ssk,cycle=tie", "cycle=tie goes with repetition=simple or none only: under repetition=ssk"},
    {"simple,cycle=draw", "'draw' is no value of cycle: wanted endless|no-result|tie"},
    {"psk,pass-stones=yes", "pass-stones=yes goes with scoring=territory only"},
    {"bga,pass-stones=yes", "pass-stones=yes goes with scoring=territory only"},
};

static void test_refused(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof(refused_texts) / sizeof(refused_texts[0]); i++) {
        const char *const *texts = refused_texts[i];
        struct ruleset rules, before;
        struct error err = {""};
        memset(&rules, 7, sizeof(rules));
        before = rules;
        assert_int_equal(ruleset_parse(texts[0], &rules, &err), -EINVAL);
        if (strncmp(err.text, texts[1], strlen(texts[1])) != 0)
            assert_string_equal(err.text, texts[1]);
        assert_memory_equal(&rules, &before, sizeof(rules));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_presets),
        cmocka_unit_test(test_katago),
        cmocka_unit_test(test_what_presets_mean),
        cmocka_unit_test(test_suicide),
        cmocka_unit_test(test_format),
        cmocka_unit_test(test_spellings),
        cmocka_unit_test(test_no_two_spelled_alike),
        cmocka_unit_test(test_players),
        cmocka_unit_test(test_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
