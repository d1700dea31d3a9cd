/* Lists of boards: ranges, boards that are turned, what is refused. */
#include "common/check.h"

#include <string.h>

#include "base/strbuf.h"
#include "report/board_list.h"

static void check_list(const char *text, const char *wanted)
{
    struct board_list boards;
    struct strbuf names = {0};
    struct error err = {""};
    if (board_list_parse(text, 64, &boards, &err) < 0)
        fail_msg("%s: %s", text, err.text);
    for (size_t i = 0; i < boards.count; i++) {
        strbuf_separate(&names, " ");
        strbuf_add(&names, "%s", solve_board_name(boards.list[i]));
    }
    assert_string_equal(names.chars, wanted);
    strbuf_release(&names);
    board_list_release(&boards);
}

static void lists(void **state)
{
    (void)state;
    check_list("2x3", "2x3");
    check_list("3x2", "3x2");
    check_list("1x1..1x4,2x2", "1x1 1x2 1x3 1x4 2x2");
    check_list("2x2..3x3", "2x2 2x3 3x3");
    check_list("2x1..3x2", "2x1 2x2 3x1 3x2");
    check_list("1x1..3x2", "1x1 1x2 2x2 3x1 3x2");
    check_list(" 1x2 , 8x8", "1x2 8x8");
    check_list("1x64", "1x64");
}

static void refuses(void **state)
{
    static const char *const bad[] = {
        "",
        ",",
        "2",
        "2x",
        "x2",
        "0x2",
        "2x0",
        "2x2,",
        "2x2,,3x3",
        "2x2..",
        "2x2..3",
        "3x3..2x2",
        "2x2...3x3",
        "1x65",
        "2x2,2x2",
        "2x3,3x2",
        "1x1..1x3,1x2",
        "2x2 3x3",
        "-1x2",
        "1x1..1x9999999999999",
        "99999x99999",
        "2x2;3x3",
        "1x1..1x4..1x5",
        "2x+3",
    };
    (void)state;
    for (size_t i = 0; i < sizeof(bad) / sizeof(bad[0]); i++) {
        struct board_list boards;
        struct error err = {""};
        if (board_list_parse(bad[i], 64, &boards, &err) != -EINVAL)
            fail_msg("'%s' is taken", bad[i]);
        assert_true(strlen(err.text) > 0);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(lists), cmocka_unit_test(refuses)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
