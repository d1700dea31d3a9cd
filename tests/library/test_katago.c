/* KataGo's rules, as names and as JSON, there and back. */
#include "made.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* No komi. */
#define NONE 99999

static struct solve_rules *must_rules(const char *text)
{
    struct solve_rules *rules = NULL;
    struct solve_error err = {""};
    if (solve_rules_parse(text, &rules, &err) < 0)
        fail_msg("%s: %s", text, err.text);
    return rules;
}

#define READ(name) int (*name)(const char *, struct solve_rules **, struct solve_error *)

/* One way to read must give the ruleset wanted, and its komi in half points. */
static void check_read(READ(read), const char *text, const char *wanted, int komi)
{
    struct solve_rules *rules = NULL;
    struct solve_error err = {""};
    int found = NONE;
    if (read(text, &rules, &err) < 0)
        fail_msg("%s: %s", text, err.text);
    assert_string_equal(solve_rules_text(rules), wanted);
    assert_int_equal(solve_rules_komi(rules, &found), komi == NONE ? -ENOENT : 0);
    assert_int_equal(found, komi);
    solve_rules_unref(rules);
}

static void test_json(void **state)
{
    (void)state;
    static const struct {
        const char *text, *rules;
        int komi;
    } known[] = {
        {"{\"friendlyPassOk\":false,\"hasButton\":false,\"ko\":\"POSITIONAL\",\"scoring\":\"AREA\","
         "\"suicide\":true,\"tax\":\"NONE\",\"whiteHandicapBonus\":\"0\"}",
         "basic", NONE},
        {"{\"ko\":\"POSITIONAL\",\"scoring\":\"AREA\",\"tax\":\"NONE\",\"suicide\":true,"
         "\"hasButton\":false,\"whiteHandicapBonus\":\"0\",\"friendlyPassOk\":false,\"komi\":7.5}",
         "basic", 15},
        {" { \"ko\" : \"SIMPLE\", \"suicide\" : false,\n \"whiteHandicapBonus\":\"N\","
         "\"friendlyPassOk\":true} ",
         "chinese", NONE},
        {"{\"ko\":\"SITUATIONAL\",\"suicide\":false,\"whiteHandicapBonus\":\"N-1\"}", "aga", NONE},
        {"{\"ko\":\"SITUATIONAL\"}", "katago-new-zealand", NONE},
        {"{\"ko\":\"simple\",\"score\":\"area\"}", "chinese,suicide=multi", NONE},
        {"{}", "basic", NONE},
        {"{\"suicide\":false}", "psk", NONE},
        {"{\"komi\":0}", "basic", 0},
        {"{\"komi\":-1000}", "basic", -2000},
        {"{\"suicide\":false},scoring=stone", "psk,scoring=stone", NONE},
        {"{\"suicide\":true} , Suicide=no", "basic,suicide=no", NONE},
    };
    for (size_t i = 0; i < sizeof(known) / sizeof(known[0]); i++) {
        check_read(solve_rules_parse, known[i].text, known[i].rules, known[i].komi);
        check_read(solve_rules_parse_katago, known[i].text, known[i].rules, known[i].komi);
    }
}

static void test_names(void **state)
{
    (void)state;
    static const char *const known[][2] = {
        {"tromp-taylor", "basic"},
        {"TrompTaylor", "basic"},
        {"chinese", "chinese"},
        {"chinese-ogs", "chinese-superko"},
        {"chinese_kgs", "chinese-superko"},
        {"AGA", "aga"},
        {"bga", "aga"},
        {"french", "aga"},
        {"New Zealand", "katago-new-zealand"},
        {"nz", "katago-new-zealand"},
        {"goe", "simplified-ing"},
        {"ing", "simplified-ing"},
        {"koPOSITIONALscoreAREAtaxNONEsui1", "basic"},
        {" koSIMPLEscoreAREAtaxNONEsui0whbN", "chinese"},
    };
    for (size_t i = 0; i < sizeof(known) / sizeof(known[0]); i++)
        check_read(solve_rules_parse_katago, known[i][0], known[i][1], NONE);
    check_read(solve_rules_parse, "nz", "new-zealand", NONE);
}

static void check_refused(READ(read), const char *text, const char *wanted)
{
    struct solve_rules *rules = NULL;
    struct solve_error err = {""};
    if (read(text, &rules, &err) != -EINVAL || rules != NULL)
        fail_msg("%s is read", text);
    if (strstr(err.text, wanted) == NULL)
        assert_string_equal(err.text, wanted);
}

static void test_refused(void **state)
{
    (void)state;
    static const char *const json[][2] = {
        {"{\"ko\":\"SPIGHT\"}",
         "the field ko of KataGo's rules is 'SPIGHT': KataGo's Spight ko is "
         "not the ruleset spight: wanted POSITIONAL, SITUATIONAL or SIMPLE"},
        {"{\"ko\":\"NONE\"}", "ko of KataGo's rules is 'NONE': wanted POSITIONAL, SITUATIONAL or"},
        {"{\"ko\":1}", "the field ko of KataGo's rules is '1': wanted POSITIONAL"},
        {"{\"scoring\":\"TERRITORY\",\"tax\":\"SEKI\"}",
         "scoring of KataGo's rules is 'TERRITORY': KataGo's territory scoring plays dead stones"},
        {"{\"score\":\"TERRITORY\"}", "the field scoring of KataGo's rules is 'TERRITORY'"},
        {"{\"score\":\"AREA\",\"scoring\":\"AREA\"}", "have score and scoring: wanted one of them"},
        {"{\"tax\":\"SEKI\"}", "tax of KataGo's rules is 'SEKI': a tax is no scoring here: wanted"},
        {"{\"tax\":\"ALL\"}", "tax of KataGo's rules is 'ALL': a tax is no scoring here"},
        {"{\"hasButton\":true}",
         "hasButton of KataGo's rules is 'true': KataGo's button is no rule"},
        {"{\"hasButton\":\"no\"}", "the field hasButton of KataGo's rules is 'no': wanted false"},
        {"{\"suicide\":1}", "the field suicide of KataGo's rules is '1': wanted true or false"},
        {"{\"suicide\":null}", "suicide of KataGo's rules is 'null': wanted true or false"},
        {"{\"whiteHandicapBonus\":\"2\"}", "whiteHandicapBonus of KataGo's rules is '2': wanted"},
        {"{\"whiteHandicapBonus\":0}", "whiteHandicapBonus of KataGo's rules is '0': wanted \"0\""},
        {"{\"friendlyPassOk\":[]}", "the field friendlyPassOk of KataGo's rules is '[]': wanted"},
        {"{\"komi\":7.3}", "komi of KataGo's rules is '7.3': wanted a whole or half number"},
        {"{\"komi\":1000.5}", "the field komi of KataGo's rules is '1000.5'"},
        {"{\"komi\":\"7.5\"}", "the field komi of KataGo's rules is '7.5'"},
        {"{\"komi\":1e300}", "the field komi of KataGo's rules is '1e300'"},
        {"{\"suicde\":true}",
         "have no field 'suicde': wanted ko, scoring, tax, suicide, hasButton,"
         " whiteHandicapBonus, friendlyPassOk, komi; did you mean 'suicide'?"},
        {"{\"ko\":\"SIMPLE\",\"ko\":\"SIMPLE\"}", "KataGo's rules are no JSON: duplicate object"},
        {"{\"ko\":", "KataGo's rules are no JSON: "},
        {"{\"ko\":\"\\u0000\"}", "KataGo's rules are no JSON: no text here has a \\u0000"},
        {"{} x", "'x' follows KataGo's JSON: wanted nothing, or ,field=value"},
        {"{},", "a field=value is missing after the last ','"},
        {"{},suicide=maybe", "'maybe' is no value of suicide"},
    };
    for (size_t i = 0; i < sizeof(json) / sizeof(json[0]); i++) {
        check_refused(solve_rules_parse, json[i][0], json[i][1]);
        check_refused(solve_rules_parse_katago, json[i][0], json[i][1]);
    }
    check_refused(solve_rules_parse_katago, "japanese", "its territory scoring");
    check_refused(solve_rules_parse_katago, "stone-scoring", "its tax on groups");
    check_refused(solve_rules_parse_katago, "aga-button", "its button is no rule here");
    check_refused(solve_rules_parse_katago, "koSIMPLEscoreTERRITORYtaxSEKIsui0", "no equivalent");
    check_refused(solve_rules_parse_katago, "psk", "'psk' is no name of KataGo's: wanted");
    check_refused(solve_rules_parse_katago, "", "'' is no name of KataGo's: wanted");
    check_refused(solve_rules_parse_katago, NULL, "no rules of KataGo are given");
    check_refused(solve_rules_parse, "[1]", "'[1]' is no ruleset");
}

/* Every ruleset with a name comes back from KataGo's JSON as one with the same fields, or has none.
 */
static void test_back(void **state)
{
    (void)state;
    struct solve_rules_preset preset;
    int written = 0;
    for (size_t i = 0; solve_rules_preset(i, &preset) == 0; i++) {
        struct solve_rules *rules = must_rules(preset.name), *back;
        char buffer[SOLVE_RULES_KATAGO_MAX] = "untouched";
        int r = solve_rules_katago(rules, buffer);
        assert_true(r == 0 || r == -ENOTSUP);
        if (r == 0) {
            written++;
            back = must_rules(buffer);
            struct solve_rules_field field;
            for (size_t f = 0; solve_rules_family_field(preset.family, f, &field) == 0; f++)
                assert_string_equal(solve_rules_value(rules, f), solve_rules_value(back, f));
            solve_rules_unref(back);
        } else {
            assert_string_equal(buffer, "untouched");
        }
        solve_rules_unref(rules);
    }
    assert_int_equal(written, 16);
    struct solve_rules *rules = must_rules("tromp-taylor");
    char buffer[SOLVE_RULES_KATAGO_MAX];
    assert_int_equal(solve_rules_katago(rules, buffer), 0);
    assert_string_equal(buffer,
                        "{\"friendlyPassOk\":false,\"hasButton\":false,\"ko\":\"POSITIONAL\","
                        "\"scoring\":\"AREA\",\"suicide\":true,\"tax\":\"NONE\","
                        "\"whiteHandicapBonus\":\"0\"}");
    solve_rules_unref(rules);
    static const char *const none[] = {
        "simple",           "none",   "psk,suicide=yes",       "kee2013",
        "new-zealand",      "spight", "psk,scoring=territory", "psk,ending=passes3",
        "chinese,cycle=tie"};
    for (size_t i = 0; i < sizeof(none) / sizeof(none[0]); i++) {
        rules = must_rules(none[i]);
        assert_int_equal(solve_rules_katago(rules, buffer), -ENOTSUP);
        solve_rules_unref(rules);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_json),
        cmocka_unit_test(test_names),
        cmocka_unit_test(test_refused),
        cmocka_unit_test(test_back),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
