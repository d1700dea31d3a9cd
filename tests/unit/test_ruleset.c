/* Rulesets: every preset, every value of every field, both ways; errors. */
#include "common/check.h"

#include <errno.h>
#include <stdio.h>

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

/* What the names stand for: repetition, suicide, scoring, ending, cycle, pass stones. */
static void test_what_presets_mean(void **state)
{
    (void)state;
    check_fields("psk", "psk no area passes2 endless no");
    check_fields("ssk", "ssk no area passes2 endless no");
    check_fields("nssk", "nssk no area passes2 endless no");
    check_fields("simple", "simple no area passes2 endless no");
    check_fields("none", "none no area passes2 endless no");
    check_fields("basic", "psk multi area passes2 endless no");
    check_fields("tromp-taylor", "psk multi area passes2 endless no");
    check_fields("logical", "psk multi area passes2 endless no");
    check_fields("basic-7a", "psk no area passes2 endless no");
    check_fields("aga", "ssk no area passes2 endless no");
    check_fields("new-zealand", "own yes area passes2 endless no");
    check_fields("katago-new-zealand", "ssk multi area passes2 endless no");
    check_fields("chinese", "simple no area passes2 no-result no");
    check_fields("chinese-superko", "psk no area passes2 endless no");
    check_fields("chinese-ogs", "psk no area passes2 endless no");
    check_fields("chinese-kgs", "psk no area passes2 endless no");
    check_fields("simplified-ing", "psk multi area passes2 endless no");
    check_fields("japanese-play", "simple no territory passes2 no-result no");
    check_fields("korean-play", "simple no territory passes2 no-result no");
    check_fields("pauli-original", "simple no stone passes3 endless no");
    check_fields("bga", "ssk no area passes2 endless no");
    check_fields("french", "ssk no area passes2 endless no");
    check_fields("nz", "own yes area passes2 endless no");
    check_fields("goe", "psk multi area passes2 endless no");
    check_fields("kee2013", "yes no area 2 yes normal");
    check_fields("kee-v6", "last change");
    check_fields("3-plays", "lose no");
    check_fields("migos", "no area");
    check_fields("spight", "repass no area");
    check_fields("fixed-ko", "no area");
    check_fields("psk,suicide=yes,scoring=territory,ending=passes3,pass-stones=yes",
                 "psk yes territory passes3 endless yes");
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

static void test_refused(void **state)
{
    (void)state;
    static const char *const texts[][2] = {
        {"", "'' is no ruleset: wanted a name that 'solve rules' lists"},
        {"PSK", "'PSK' is no ruleset"},
        {"psk ", "'psk ' is no ruleset"},
        {"ps", "'ps' is no ruleset"},
        {"psk,", "a field=value is missing after the last ','"},
        {"psk,suicide=yes,", "a field=value is missing after the last ','"},
        {"psk,,suicide=yes", "'' is not field=value"},
        {"psk,suicide", "'suicide' is not field=value"},
        {"psk,suicide=", "'' is no value of suicide: wanted no|multi|yes"},
        {"psk,suicide=maybe", "'maybe' is no value of suicide: wanted no|multi|yes"},
        {"psk,suicide=y", "'y' is no value of suicide: wanted no|multi|yes"},
        {"psk,Suicide=yes",
         "psk has no field 'Suicide': wanted one of repetition, suicide, "
         "scoring, ending, cycle, pass-stones"},
        {"psk,=yes", "psk has no field ''"},
        {"psk,refresh=no", "psk has no field 'refresh'"},
        {"kee2013,ending=passes3",
         "kee2013 has no field 'ending': wanted one of refresh, suicide, "
         "scoring, players, alliance, tally"},
        {"kee2013,players=5", "'5' is no value of players: wanted 2|3|4"},
        {"psk,cycle=no-result", "cycle=no-result goes with repetition=simple or none only"},
        {"ssk,cycle=tie",
         "cycle=tie goes with repetition=simple or none only: under repetition=ssk"},
        {"simple,cycle=draw", "'draw' is no value of cycle: wanted endless|no-result|tie"},
        {"psk,pass-stones=yes", "pass-stones=yes goes with scoring=territory only"},
        {"bga,pass-stones=yes", "pass-stones=yes goes with scoring=territory only"},
    };
    for (size_t i = 0; i < sizeof(texts) / sizeof(texts[0]); i++) {
        struct ruleset rules, before;
        struct error err = {""};
        memset(&rules, 7, sizeof(rules));
        before = rules;
        assert_int_equal(ruleset_parse(texts[i][0], &rules, &err), -EINVAL);
        if (strncmp(err.text, texts[i][1], strlen(texts[i][1])) != 0)
            assert_string_equal(err.text, texts[i][1]);
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
        cmocka_unit_test(test_players),
        cmocka_unit_test(test_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
