/* Names as people type them, and the nearest names. */
#include "common/check.h"

#include "base/spelling.h"

static void check(const char *name, const char *text, bool same)
{
    if (spelling_is(name, text, strlen(text)) != same)
        fail_msg("'%s' for '%s'", text, name);
}

static void test_spellings(void **state)
{
    (void)state;
    check("kee-v6", "kee-v6", true);
    check("kee-v6", "KEE_V6", true);
    check("kee-v6", "kee v6", true);
    check("kee-v6", "keev6", true);
    check("kee-v6", "\tkee-v6 \n", true);
    check("kee2013", "kee-2013", true);
    check("kee-v6", "kee--v6", false);
    check("kee-v6", "-kee-v6", false);
    check("kee-v6", "kee-v6-", false);
    check("kee-v6", "kee-v", false);
    check("kee-v6", "kee-v66", false);
    check("kee-v6", "", false);
    check("psk", "psk,", false);
    check("", "", true);
    check("", " ", true);
    /* No more is read than the length says. */
    assert_true(spelling_is("psk", "pskx", 3));
    assert_false(spelling_is("psk", "psk", 2));
}

static void check_answer(const char *text, const char *wanted)
{
    static const char *const names[] = {"solve", "replay", "rules",   "tables", "table",
                                        "store", "verify", "compare", NULL};
    char buffer[SPELLING_ANSWER_MAX];
    assert_string_equal(spelling_answer_of(names, text, strlen(text), buffer), wanted);
}

static void test_nearest(void **state)
{
    (void)state;
    check_answer("slove", "; did you mean 'solve'?");
    check_answer("solv", "; did you mean 'solve'?");
    check_answer("replaay", "; did you mean 'replay'?");
    check_answer("rplay", "; did you mean 'replay'?");
    check_answer("RULE", "; did you mean 'rules'?");
    check_answer("tabel", "; did you mean 'table'?");
    check_answer("tab", "; did you mean 'tables' or 'table'?");
    check_answer("stolve", "; did you mean 'solve'?");
    check_answer("comprae", "; did you mean 'compare'?");
    check_answer("verfiy", "; did you mean 'verify'?");
    check_answer("xyzzy", "");
    check_answer("s", "");
    check_answer("", "");
    check_answer("a-very-long-text-that-is-longer-than-any-name-there-is", "");
}

/* Where too many names are as near, none is told. */
static void test_many(void **state)
{
    (void)state;
    static const char *const three[] = {"aab", "aac", "aad", NULL};
    static const char *const four[] = {"aab", "aac", "aad", "aae", NULL};
    char buffer[SPELLING_ANSWER_MAX];
    assert_string_equal(spelling_answer_of(three, "aax", 3, buffer),
                        "; did you mean 'aab', 'aac' or 'aad'?");
    assert_string_equal(spelling_answer_of(four, "aax", 3, buffer), "");
    assert_string_equal(spelling_answer_of(four, "aae", 3, buffer), "; did you mean 'aae'?");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_spellings),
        cmocka_unit_test(test_nearest),
        cmocka_unit_test(test_many),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
