/* Published tables: what is read, and the one clear line about what is not. */
#include "common/check.h"

#include <math.h>
#include <stdlib.h>

#include "report/claim.h"
#include "report/csv.h"
#include "report/grid.h"
#include "report/move_text.h"
#include "report/rulesets.h"
#include "report/table.h"

#define HEAD "#: kind values\n#: title T\n#: source S\n#: rules psk\n"

static void test_read(void **state)
{
    (void)state;
    struct table table;
    struct error err = {""};
    assert_int_equal(table_parse("a/small.tsv",
                                 HEAD "# a comment\n\nboard\tvalue\tplays\n1x2\t0\tpass\r\n"
                                      "2x2\tdraw\t1-1,pass\n",
                                 &table, &err),
                     0);
    assert_string_equal(table.name, "small");
    assert_string_equal(table.title, "T");
    assert_int_equal(table.row_count, 2);
    assert_int_equal(table.rows[1].line, 9);
    assert_string_equal(table.rows[0].cells[COLUMN_PLAYS], "pass");
    assert_string_equal(table.rows[1].cells[COLUMN_BOARD], "2x2");
    assert_string_equal(table.rows[1].cells[COLUMN_SOURCE], "");
    assert_string_equal(table_rules(&table, &table.rows[0]), "psk");
    table_release(&table);
}

static void check_refused(const char *text, const char *said)
{
    struct table table;
    struct error err = {""};
    assert_int_equal(table_parse("t.tsv", text, &table, &err), -EINVAL);
    assert_string_equal(err.text, said);
}

static void test_refused_heads(void **state)
{
    (void)state;
    check_refused("", "t.tsv:1: the table has no row");
    check_refused(HEAD "board\tvalue\n", "t.tsv:6: the table has no row");
    check_refused("#: kind\n", "t.tsv:1: kind: wanted '#: key value'");
    check_refused("#: kind lists\n",
                  "t.tsv:1: lists: no kind: wanted values, openings, legal, games, longest, "
                  "estimates or greedy");
    check_refused("#: colour red\n",
                  "t.tsv:1: colour: no such key: wanted kind, title, source, rules or also");
    check_refused("board\tvalue\n", "t.tsv:1: '#: kind ...' is missing before the column names");
    check_refused("#: kind values\nboard\tvalue\n",
                  "t.tsv:2: '#: title ...' and '#: source ...' must come first");
    check_refused(HEAD "board\tworth\n", "t.tsv:5: worth: no such column");
    check_refused(HEAD "board\tboard\n", "t.tsv:5: board: a second column of that name");
    check_refused(HEAD "board\tplays\n", "t.tsv:5: value: the column is missing");
    check_refused("#: kind values\n#: title T\n#: source S\nboard\tvalue\n",
                  "t.tsv:4: rules: the column is missing");
}

static void test_refused_rows(void **state)
{
    (void)state;
    check_refused(HEAD "board\tvalue\n1x2\n", "t.tsv:6: fewer cells than columns");
    check_refused(HEAD "board\tvalue\n1x2\t0\t1\n", "t.tsv:6: more cells than columns");
    check_refused(HEAD "board\tvalue\n0x2\t0\n",
                  "t.tsv:6: board '0x2' is not a board: wanted RxC, rows and columns from 1, at "
                  "most 361 points (2x3)");
    check_refused(HEAD "board\tvalue\n1x2\tmuch\n",
                  "t.tsv:6: value 'much' is no value: wanted a margin such as 3, a pair such as "
                  "-1..1, draw, tie or ?");
    check_refused(HEAD "board\tvalue\n1x2\t1..-1\n",
                  "t.tsv:6: value '1..-1' is no value: wanted a margin such as 3, a pair such as "
                  "-1..1, draw, tie or ?");
    check_refused(
        "#: kind estimates\n#: title T\n#: source S\n#: rules psk\n"
        "board\tnumber\tgames\n1x2\t9e0\tmany\n",
        "t.tsv:6: games 'many' is no number of games: wanted a whole number from 1 to "
        "999999999, or nothing");
    check_refused(HEAD "board\tvalue\tplays\n1x2\t0\t1-3\n",
                  "t.tsv:6: plays '1-3' is no play on 1x2: wanted ROW-COLUMN from 1-1 to 1-2, pass "
                  "or refresh");
    check_refused(
        "#: kind openings\n#: title T\n#: source S\n#: rules psk\n"
        "board\tbest\tsecond\tthird\n1x2\t0q\t-\t-\n",
        "t.tsv:6: best '0q' is no opening: wanted a margin, with p behind it for a pass, "
        "- or ?");
    check_refused("#: kind legal\n#: title T\n#: source S\nboard\tnumber\n1x2\t-5\n",
                  "t.tsv:5: number '-5' is no number: wanted a whole number above 0");
}

static void check_value(const char *text, bool given, bool pair, int lower, int upper)
{
    struct claimed_value value;
    assert_int_equal(claim_value(text, &value, NULL), 0);
    assert_int_equal(value.given, given);
    assert_int_equal(value.pair, pair);
    assert_int_equal(value.lower, lower);
    assert_int_equal(value.upper, upper);
}

static void test_values(void **state)
{
    (void)state;
    struct claimed_opening opening;
    check_value("", false, false, 0, 0);
    check_value("?", false, false, 0, 0);
    check_value("draw", true, false, 0, 0);
    check_value("+4", true, false, 4, 4);
    check_value("-16", true, false, -16, -16);
    check_value("-1..1", true, true, -1, 1);
    assert_int_equal(claim_opening("-2p", &opening, NULL), 0);
    assert_true(opening.given && opening.pass);
    assert_int_equal(opening.value, -2);
    assert_int_equal(claim_opening("-", &opening, NULL), 0);
    assert_false(opening.given);
}

static void check_range(const char *text, bool given, uint64_t low, uint64_t high)
{
    struct claimed_range range;
    assert_int_equal(claim_range(text, &range, NULL), 0);
    assert_int_equal(range.given, given);
    assert_int_equal(range.low, low);
    assert_int_equal(range.high, high);
}

static void check_estimate(const char *text, double log10, double tolerance)
{
    struct claimed_estimate estimate;
    assert_int_equal(claim_estimate(text, &estimate, NULL), 0);
    assert_true(estimate.given);
    assert_true(fabs(estimate.log10 - log10) < 1e-6);
    assert_true(fabs(estimate.tolerance - tolerance) < 1e-6);
}

static void test_numbers(void **state)
{
    static const char *const bad_ranges[] = {"-1", "3..", "5..4", "1.5", "3...4", "1234567890"};
    static const char *const bad_estimates[] = {"31", "e31", "1e", "1.e3", "0e3", "1e31 ", "1e-3"};
    struct claimed_range range = {.low = 7};
    struct claimed_estimate estimate = {.log10 = 7};
    static const char *const bad_games[] = {"0", "-1", "1e3", "10 ", "?", "1234567890"};
    uint64_t games = 7;
    (void)state;
    assert_true(claim_is_made("3"));
    assert_false(claim_is_made("") || claim_is_made("?"));
    check_range("48", true, 48, 48);
    check_range("199..424", true, 199, 424);
    check_range("?", false, 0, 0);
    check_range("", false, 0, 0);
    check_estimate("1e31", 31, 0.5);
    check_estimate("2e86", 86.301030, 0.124939);    /* from 1.5 */
    check_estimate("3.86e11", 11.586587, 0.000563); /* from 3.855 */
    assert_int_equal(claim_estimate("?", &estimate, NULL), 0);
    assert_false(estimate.given);
    estimate.log10 = 7;
    for (size_t i = 0; i < sizeof(bad_ranges) / sizeof(bad_ranges[0]); i++)
        assert_int_equal(claim_range(bad_ranges[i], &range, NULL), -EINVAL);
    for (size_t i = 0; i < sizeof(bad_estimates) / sizeof(bad_estimates[0]); i++)
        assert_int_equal(claim_estimate(bad_estimates[i], &estimate, NULL), -EINVAL);
    for (size_t i = 0; i < sizeof(bad_games) / sizeof(bad_games[0]); i++)
        assert_int_equal(claim_games(bad_games[i], &games, NULL), -EINVAL);
    assert_int_equal(range.low, 7);
    assert_int_equal(games, 7);
    assert_true(estimate.log10 > 6.9);
    assert_int_equal(claim_games("24000", &games, NULL), 0);
    assert_int_equal(games, 24000);
    assert_int_equal(claim_games("", &games, NULL), 0);
    assert_int_equal(games, 0);
}

static void test_plays(void **state)
{
    (void)state;
    struct solve_board *board;
    struct solve_move *moves;
    assert_int_equal(solve_board_parse("2x3", &board, NULL), 0);
    size_t count;
    char play[CLAIM_MOVE_MAX];
    assert_int_equal(claim_moves(board, "1-2, Pass 2-3,refresh", &moves, &count, NULL), 0);
    assert_int_equal(count, 4);
    assert_string_equal(move_text(board, moves[0]), "B2");
    assert_string_equal(move_text(board, moves[1]), "pass");
    assert_string_equal(move_text(board, moves[2]), "C1");
    assert_string_equal(move_text(board, moves[3]), "refresh");
    claim_format_move(board, moves[2], play);
    assert_string_equal(play, "2-3");
    free(moves);
    assert_int_equal(claim_moves(board, "0-1", &moves, &count, NULL), -EINVAL);
    assert_int_equal(claim_moves(board, "1-", &moves, &count, NULL), -EINVAL);
    assert_int_equal(claim_moves(board, "11-1", &moves, &count, NULL), -EINVAL);
    solve_board_unref(board);
}

static void test_rulesets(void **state)
{
    (void)state;
    struct rulesets rulesets;
    struct error err = {""};
    assert_int_equal(
        rulesets_parse("psk,suicide=multi,scoring=stone,ssk,kee2013,refresh=no", &rulesets, &err),
        0);
    assert_int_equal(rulesets.count, 3);
    assert_string_equal(solve_rules_text(rulesets.list[0]), "psk,suicide=multi,scoring=stone");
    assert_string_equal(solve_rules_text(rulesets.list[2]), "kee2013,refresh=no");
    rulesets_release(&rulesets);
    assert_int_equal(rulesets_parse("psk,psk", &rulesets, &err), -EINVAL);
    assert_string_equal(err.text, "'psk' is given twice: wanted each once");
    assert_int_equal(rulesets_parse("psk,", &rulesets, &err), -EINVAL);
    assert_string_equal(err.text, "'' is no ruleset: wanted a name that 'solve rules' lists");
    assert_int_equal(rulesets_parse("all", &rulesets, &err), 0);
    assert_true(rulesets.count > 10);
    rulesets_release(&rulesets);
}

/* Writes a grid of one row with write and checks what it prints. */
static void check_written(void (*write)(FILE *, const struct grid *), const char *wanted)
{
    static const struct grid_column columns[] = {{"a", "A b"}, {"c", "C"}};
    struct grid grid;
    char *text = NULL;
    size_t size = 0;
    assert_int_equal(grid_init(&grid, columns, 2, 1), 0);
    grid_set(&grid, 0, "a", strdup("x, \"y\""));
    grid_set(&grid, 0, "c", strdup("1|2"));
    grid_set(&grid, 0, "no such column", strdup("z"));
    FILE *out = open_memstream(&text, &size);
    assert_non_null(out);
    write(out, &grid);
    fclose(out);
    assert_string_equal(text, wanted);
    free(text);
    grid_release(&grid);
}

static void test_grids(void **state)
{
    (void)state;
    check_written(grid_write_csv, "a,c\n\"x, \"\"y\"\"\",1|2\n");
    check_written(grid_write_markdown, "| A b | C |\n|---|---|\n| x, \"y\" | 1\\|2 |\n");
    check_written(grid_write_text, "A b     C\nx, \"y\"  1|2\n");
}

/* What is written for a field, and that it is read again. */
static void check_field(const char *field, const char *wanted)
{
    char *out = NULL;
    size_t size = 0;
    FILE *file = open_memstream(&out, &size);
    assert_non_null(file);
    csv_write(file, field);
    fputs(",\n", file);
    fclose(file);
    assert_int_equal(strncmp(out, wanted, strlen(wanted)), 0);
    assert_string_equal(out + strlen(wanted), ",\n");
    struct csv csv = csv_begin(out, size);
    struct strbuf read = {0};
    assert_int_equal(csv_next(&csv, &read), 1);
    assert_string_equal(read.chars != NULL ? read.chars : "", field);
    strbuf_release(&read);
    free(out);
}

static void test_formulas(void **state)
{
    (void)state;
    static const char *const same[] = {"",  "a=b",  "0",       "+1",        "-3",
                                       "-", "+inf", "-1..+16", "-6 to +12", "don't"};
    for (size_t i = 0; i < sizeof(same) / sizeof(same[0]); i++)
        check_field(same[i], same[i]);
    check_field("-6 to +12, not decided", "\"-6 to +12, not decided\"");
    check_field("=1+1", "'=1+1");
    check_field("@SUM(A1)", "'@SUM(A1)");
    check_field("+cmd|' /C calc'!A0", "'+cmd|' /C calc'!A0");
    check_field("-2+cmd|x", "'-2+cmd|x");
    check_field("=A1,\"b\"", "\"'=A1,\"\"b\"\"\"");
    check_field("'=1", "''=1");
    check_field("''=1", "'''=1");
    check_field("'a", "'a");
}

/* No cell has a control character, whatever it was set from. */
static void test_plain_cells(void **state)
{
    (void)state;
    static const struct grid_column columns[] = {{"a", "A"}};
    struct grid grid;
    assert_int_equal(grid_init(&grid, columns, 1, 1), 0);
    grid_set(&grid, 0, "a", strdup("a\033[31mb\nc\td\177\302\233e\303\251"));
    assert_string_equal(grid_get(&grid, 0, "a"), "a?[31mb?c?d???e\303\251");
    grid_release(&grid);
    check_refused("#: kind values\n#: title a\033[31mb\n",
                  "t.tsv:2: a control character: wanted text, and tabs between cells");
    check_refused(HEAD "board\tvalue\n1x2\t0\a\n",
                  "t.tsv:6: a control character: wanted text, and tabs between cells");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_read),         cmocka_unit_test(test_refused_heads),
        cmocka_unit_test(test_refused_rows), cmocka_unit_test(test_values),
        cmocka_unit_test(test_plays),        cmocka_unit_test(test_rulesets),
        cmocka_unit_test(test_grids),        cmocka_unit_test(test_formulas),
        cmocka_unit_test(test_plain_cells),  cmocka_unit_test(test_numbers),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
