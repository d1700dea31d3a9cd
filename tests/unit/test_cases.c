/* The case language itself: what passes, what fails with which line, what is refused. */
#include "common/check.h"

#include <stdio.h>
#include <stdlib.h>

#include "cases/cases.h"

/* Runs text as a file and checks what it returns, counts and says. */
static void check_run(const char *text, int wanted, int passed, int failed, const char *said)
{
    char *out_text = NULL, *copy = strdup(text);
    size_t out_size = 0;
    struct cases_result result;
    FILE *out = open_memstream(&out_text, &out_size);
    assert_true(out != NULL && copy != NULL);
    int r = cases_run("f.test", copy, out, &result);
    fclose(out);
    assert_string_equal(out_text, said);
    assert_int_equal(r, wanted);
    assert_int_equal(result.passed, passed);
    assert_int_equal(result.failed, failed);
    free(out_text);
    free(copy);
}

#define HEAD "case a\nrules psk\nboard\n  ...\n  OX.\n  .OX\n"

static void test_passing(void **state)
{
    (void)state;
    check_run(HEAD "moves A1(x1)\nexpect illegal B1 psk the start", 0, 1, 0, "");
    check_run("# c\n\n" HEAD "expect legal A1 A3 pass\r\nexpect margin -1\n\n" HEAD "moves pass\n",
              0, 2, 0, "");
}

static void check_fails(const char *lines, const char *said)
{
    char text[512], wanted[512];
    snprintf(text, sizeof(text), "%s%s\n", HEAD, lines);
    snprintf(wanted, sizeof(wanted), "f.test:%s\n", said);
    check_run(text, 0, 0, 1, wanted);
}

static void test_failing(void **state)
{
    (void)state;
    check_fails("moves A1", "7: case a: move 1 (A1) removes 1 stones, not 0");
    check_fails("moves A1(x2)", "7: case a: move 1 (A1) removes 1 stones, not 2");
    check_fails("moves B3(x1)", "7: case a: move 1 (B3) removes 0 stones, not 1");
    check_fails("moves A2", "7: case a: move 1 (A2) is illegal: occupied: A2 is occupied");
    check_fails("moves A1(x1)\nexpect legal B1",
                "8: case a: B1 is illegal: psk: recreates the start position");
    check_fails("expect illegal A1 psk", "7: case a: A1 is legal");
    check_fails("expect illegal A2 psk",
                "7: case a: A2 is illegal by occupied (A2 is occupied), not by psk");
    check_fails("expect illegal A2 occupied by me",
                "7: case a: A2 is illegal because it 'A2 is occupied', not 'by me'");
    check_fails("expect to-move white", "7: case a: black is to move");
    check_fails("expect margin 1", "7: case a: the margin is -1, not 1");
    check_fails("expect scores 3 3", "7: case a: points of black: 2, not 3");
    check_fails("moves A1(x1)\nexpect lost 0 0", "8: case a: stones lost of white: 1, not 0");
    check_fails("expect board\n  ...\n  ...\n  ...", "7: case a: the board is .../OX./.OX");
    check_fails("expect banned black 12a", "7: case a: the last move prohibited nobody, not black");
    check_fails("expect active black", "7: case a: white may play");
    check_fails("expect active black white red", "7: case a: red may not play");
    check_fails("expect end scored", "7: case a: the ending is none, not scored");
    check_fails("moves pass pass\nexpect end scored 13a",
                "8: case a: the game ended by passes, not by 13a");
    check_fails("moves pass pass\nexpect legal A1",
                "8: case a: the game has ended: nothing can be played");
    check_fails("moves pass pass A1", "7: case a: move 3 (A1) comes after the end of the game");
    check_fails("moves pass pass", "7: case a: the game has ended, which no 'expect end' says");
    check_fails("expect control\n  ...\n  .X.\n  ...", "7: case a: control is .../.../...");
    check_fails("expect value 5", "7: case a: the value is lower 9, upper 9");
    check_fails("expect value lower -inf upper 9", "7: case a: the value is lower 9, upper 9");
    check_fails("expect best A3", "7: case a: the best plays are A3 C2");
    check_fails("expect best A2", "7: case a: A2 is not legal");
}

/* A failed case does not stop the next one; a ban must be said. */
static void test_going_on(void **state)
{
    (void)state;
    check_run(HEAD "expect margin 7\nmoves A2\n" HEAD "expect margin -1\n", 0, 1, 1,
              "f.test:7: case a: the margin is -1, not 7\n");
    check_run("case b\nrules kee2013\nboard 1x2\nmoves pass refresh pass\n", 0, 0, 1,
              "f.test:4: case b: move 2 prohibited white: say 'expect banned' before going on\n");
    check_run("case b\nrules kee2013\nboard 1x2\nmoves pass refresh\n", 0, 0, 1,
              "f.test:4: case b: a player has been prohibited from playing, which no 'expect "
              "banned' says\n");
    check_run("case b\nrules kee2013\nboard 1x2\nmoves pass refresh\nexpect banned nobody\n", 0, 0,
              1, "f.test:5: case b: white is prohibited by 12b\n");
    check_run("case b\nrules kee2013\nboard 1x2\nmoves pass refresh\nexpect banned white 12a\n", 0,
              0, 1, "f.test:5: case b: white is prohibited by 12b, not by 12a\n");
    check_run(
        "case b\nrules kee2013\nboard 1x2\nmoves pass refresh\n"
        "expect banned white 12b since 1\n",
        0, 0, 1, "f.test:5: case b: the encounter that came back is move 0's, not 1's\n");
}

/* Cycles: what is expected wrongly. */
static void test_cycles(void **state)
{
    (void)state;
    static const char start[] = "case a\nrules ljrg\nboard 1x3\nmoves B1 pass A1 C1(x2) B1(x1)\n";
    static const char *const wrong[][2] = {
        {"expect needed 3", "2 passes are needed"},
        {"expect cycles 0", "there are 1 cycles"},
        {"expect cycle 2 since 1 uses A1", "there is no cycle 2"},
        {"expect cycle 1 since start uses A1", "cycle 1 began after move 1"},
        {"expect cycle 1 since 1 uses A1 B1", "the cycle used: A1 B1 C1"},
        {"expect permanent A1", "permanently prohibited: none"},
    };
    for (size_t i = 0; i < sizeof(wrong) / sizeof(wrong[0]); i++) {
        char text[256], wanted[256];
        snprintf(text, sizeof(text), "%s%s\n", start, wrong[i][0]);
        snprintf(wanted, sizeof(wanted), "f.test:5: case a: %s\n", wrong[i][1]);
        check_run(text, 0, 0, 1, wanted);
    }
}

/* Files, and what is said of them. */
static const char *const refused[][2] = {
    {"", "0: the file has no case"},
    {"# nothing\n\n", "2: the file has no case"},
    {"rules psk\n", "1: 'rules psk' stands before the first case"},
    {"case\n", "1: wanted a name of one word, at most 63 bytes"},
    {"case a b\n", "1: wanted a name of one word, at most 63 bytes"},
    {"case a\n", "1: case a: the case expects nothing"},
    {"case a\nrules psk\nboard 2x2\n", "3: case a: the case expects nothing"},
    {"case a\nmoves A1\n", "2: case a: rules is missing"},
    {"case a\nrules psk\nexpect legal A1\n", "3: case a: board is missing"},
    {"case a\nboard 2x2\n", "2: case a: board before rules"},
    {"case a\nrules psk\nrules psk\n", "3: case a: a second rules"},
    {"case a\nrules qsk\n",
     "2: case a: 'qsk' is no ruleset: wanted a name that 'solve rules' lists; did you mean 'psk' "
     "or 'ssk'?"},
    {"case a\nrules psk\nboard\nmoves A1\n",
     "3: case a: the board is missing: rows that begin with a blank"},
    {"case a\nrules psk\nboard\n  X.\n  X\n",
     "3: case a: row 2 ends after 1 of 2 points (wanted 2 rows of 2)"},
    {"case a\nrules psk\nboard\n  X .\n", "3: case a: a row of the board is one word: 'X .'"},
    {"case a\nrules psk\nboard\n  XO\nmoves pass\n",
     "5: case a: the chain of 1 stone at A1 has no liberty"},
    {"case a\nrules psk\nboard 2x2\nto-move red\nmoves pass\n",
     "5: case a: red is no player of these rules"},
    {"case a\nrules psk\nboard 2x2\nto-move me\n",
     "4: case a: 'me' is no player: wanted black, white, red or blue"},
    {"case a\nrules psk\n  XO\n", "3: case a: a row of a board, but no board before it"},
    {"case a\nrules psk\nboard 2x2\nmoves A1\nto-move white\n",
     "5: case a: to-move comes before the first play or expectation"},
    {"case a\nrules psk\nboard 2x2\nmoves\n", "4: case a: moves without a move"},
    {"case a\nrules psk\nboard 2x2\nmoves A1(2)\n",
     "4: case a: 'A1(2)': wanted a play with the stones it removes, as A1(x2)"},
    {"case a\nrules psk\nboard 2x2\nmoves A1(x0)\n",
     "4: case a: 'A1(x0': wanted a number of stones removed, as A1(x2)"},
    {"case a\nrules psk\nboard 2x2\nmoves C1\n",
     "4: case a: 'C1' is not a play on 2x2: wanted a point (A1 to B2) or pass"},
    {"case a\nrules psk\nboard 2x2\nexpect\n",
     "4: case a: unknown word '': wanted one of legal, illegal, banned, active, to-move, "
     "board, end, margin, scores, lost, needed, cycles, cycle, permanent, control, value, "
     "best"},
    {"case a\nrules psk\nboard 2x2\nexpect end drawn\n",
     "4: case a: expect end: wanted scored, no-result, tie, won or none"},
    {"case a\nrules psk\nboard 2x2\nexpect end won cycle\n",
     "4: case a: expect end won: wanted the player who won"},
    {"case a\nrules psk\nboard 2x2\nexpect control foo\n  ..\n  ..\n",
     "4: case a: expect control: 'foo' is no choice: wanted control-ko=, control-pass= or "
     "control-permanent= with a value"},
    {"case a\nrules psk\nboard 2x2\nexpect value lower 1\n",
     "4: case a: expect value: wanted N, or lower N upper N (N may be -inf, +inf)"},
    {"case a\nrules kee2013,players=3\nboard 2x2\nexpect value 1\n",
     "4: case a: only boards of up to 64 points and games of two are solved"},
    {"case a\nrules psk\nboard 2x2\nexpect best\n",
     "4: case a: expect best: wanted all the best plays"},
    {"case a\nrules psk\nboard 2x2\nexpect illegal A1\n",
     "4: case a: expect illegal: wanted a play and the rule that forbids it"},
    {"case a\nrules psk\nboard 2x2\nexpect margin x\n",
     "4: case a: expect margin: wanted Black's points minus White's"},
    {"case a\nrules psk\nboard 2x2\nexpect scores 1\n", "4: case a: points of black: 0, not 1"},
    {"case a\nrules psk\nboard 2x2\nexpect scores 0\n",
     "4: case a: points: wanted a number for each player"},
    {"case a\nrules psk\nboard 2x2\nexpect scores 0 0 0\n",
     "4: case a: points: more numbers than players"},
    {"case a\nrules psk\nboard 2x2\nplay A1\n",
     "4: case a: unknown word 'play': wanted one of case, rules, graph, board, to-move, "
     "prohibited, "
     "moves, expect"},
    {"case a\nrules psk\nboard 2x2\nprohibited A1\nmoves A1\n",
     "5: case a: A1 cannot be prohibited: a stone, or other rules"},
    {"case a\nrules ljrg\nboard 2x2\nprohibited C3\nmoves A1\n",
     "4: case a: 'C3' is no point of the board"},
    {"case a\nrules ljrg\nboard 2x2\nexpect cycle 1 A1\n",
     "4: case a: expect cycle: wanted N since start|MOVE uses POINT..."},
    {"case a\nrules psk\ngraph no-such-file\n",
     "3: case a: no-such-file: cannot be opened: No such file or directory"},
};

static void test_refused(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof(refused) / sizeof(refused[0]); i++) {
        char wanted[512];
        snprintf(wanted, sizeof(wanted), "f.test:%s\n", refused[i][1]);
        bool fails = strstr(refused[i][1], "0, not 1") != NULL;
        check_run(refused[i][0], fails ? 0 : -EINVAL, 0, fails, wanted);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_passing),  cmocka_unit_test(test_failing),
        cmocka_unit_test(test_going_on), cmocka_unit_test(test_cycles),
        cmocka_unit_test(test_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
