/* A game and what is known of it as files. */
#include "common/check.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "explore/export/export.h"
#include "solve.h"
#include "json/json.h"
#include "json/result_json.h"
#include "json/value_json.h"

/* A game of 2x3 after the moves, solved if known. */
struct subject {
    struct solve_game *game;
    struct export_asked asked;
    json_t *known;
};

static struct subject subject(const char *board_text, const char *rules_text, const char *moves,
                              bool known)
{
    struct solve_board *board;
    struct solve_rules *rules;
    struct solve_request *request;
    struct solve_result *result;
    struct subject made = {0};
    assert_int_equal(solve_board_parse(board_text, &board, NULL), 0);
    assert_int_equal(solve_rules_parse(rules_text, &rules, NULL), 0);
    assert_int_equal(solve_game_new(board, rules, NULL, 0, &made.game, NULL), 0);
    assert_int_equal(solve_game_play_text(made.game, moves, NULL), 0);
    solve_board_unref(board);
    solve_rules_unref(rules);
    if (known) {
        struct result_asked asked = {.game = made.game, .limits = {.threads = 1}};
        assert_int_equal(solve_request_new(&request), 0);
        assert_int_equal(solve_request_run(request, made.game, &result, NULL), 0);
        made.known = result_json_set(json_head("solve"), result, &asked, 0);
        assert_non_null(made.known);
        solve_result_free(result);
        solve_request_free(request);
    }
    made.asked = (struct export_asked){.game = made.game, .known = made.known};
    return made;
}

static void release(struct subject *made)
{
    solve_game_free(made->game);
    json_decref(made->known);
}

/* The file as text; free() it. */
static char *make(const struct subject *made, enum export_format format,
                  enum export_picture picture, size_t *ret_size)
{
    struct query_fault fault = {.key = ""};
    char *bytes = NULL;
    size_t size = 0;
    if (export_make(&made->asked, format, picture, &bytes, &size, &fault) < 0)
        fail_msg("%s", fault.why.text);
    char *text = calloc(size + 1, 1);
    assert_non_null(text);
    memcpy(text, bytes, size);
    free(bytes);
    *ret_size = size;
    return text;
}

static void check_contains(const char *text, const char *part)
{
    if (strstr(text, part) == NULL)
        fail_msg("no '%s' in: %s", part, text);
}

static void test_sgf(void **state)
{
    (void)state;
    size_t size;
    struct subject made = subject("2x3", "kee2013", "B2", true);
    char *text = make(&made, EXPORT_SGF, EXPORT_POSITION, &size);
    assert_int_equal(strlen(text), size);
    check_contains(text, "RU[kee2013]");
    check_contains(text, "SZ[3:2]");
    check_contains(text, "KM[0]");
    check_contains(text, ";B[ba]");
    check_contains(text, "C[value: 0\nbest: B1\npass: +6\nrefresh: "); /* what no point shows */
    check_contains(text, "LB[aa:+6]");
    check_contains(text, "[bb:0]");
    check_contains(text, "TR[bb]");
    check_contains(text, "(;W[aa]V[6]C[value: +6]\n)"); /* each other play with its value */
    free(text);
    release(&made);

    made = subject("2x3", "kee2013", "B2", false);
    text = make(&made, EXPORT_SGF, EXPORT_POSITION, &size);
    check_contains(text, ";B[ba]");
    assert_null(strstr(text, "LB["));
    assert_null(strstr(text, "value"));
    free(text);
    release(&made);

    made = subject("1x2", "psk", "pass pass", true);
    text = make(&made, EXPORT_SGF, EXPORT_POSITION, &size);
    check_contains(text, "RE[0]");
    check_contains(text, "margin 0");
    free(text);
    release(&made);
}

/* Variations share what they have in common, also with what is known; they end before what is not
 * legal. */
static void test_variations(void **state)
{
    (void)state;
    size_t size;
    struct query_fault fault = {.key = ""};
    char *bytes;
    struct subject made = subject("1x3", "psk", "B1", true);
    json_t *variations = json_loads(
        "[[\"B1\",\"pass\",\"A1\"],[\"B1\",\"pass\",\"C1\",\"C1\",\"pass\"],"
        "[\"A1\"],[\"B1\"],[]]",
        0, NULL);
    assert_non_null(variations);
    made.asked.variations = variations;
    char *text = make(&made, EXPORT_SGF, EXPORT_POSITION, &size);
    int moves = 0;
    for (const char *at = text; (at = strstr(at, ";B[")) != NULL; at++)
        moves++;
    for (const char *at = text; (at = strstr(at, ";W[")) != NULL; at++)
        moves++;
    check_contains(text, "C[value: +3");
    /* B1; after it every play of White's and the best line, which is pass pass; then A1 and C1. */
    assert_int_equal(moves, 1 + (int)json_array_size(json_object_get(made.known, "moves")) + 1 + 3);
    assert_null(strstr(text, ";B[ca]\n;W["));
    free(text);
    json_decref(variations);
    static const char *const bad[] = {"{}", "[1]", "[[1]]", "[[\"Z9\"]]", "\"B1\""};
    for (size_t i = 0; i < sizeof(bad) / sizeof(bad[0]); i++) {
        variations = json_loads(bad[i], JSON_DECODE_ANY, NULL);
        assert_non_null(variations);
        made.asked.variations = variations;
        assert_int_equal(
            export_make(&made.asked, EXPORT_SGF, EXPORT_POSITION, &bytes, &size, &fault), -EINVAL);
        assert_string_equal(fault.key, "variations");
        json_decref(variations);
    }
    release(&made);
}

/* Play that goes round for ever is told so. */
static void test_cycle(void **state)
{
    (void)state;
    size_t size;
    struct subject made = subject("1x2", "none", "A1", true);
    char *text = make(&made, EXPORT_SGF, EXPORT_POSITION, &size);
    check_contains(text, "goes on for ever");
    check_contains(text, "value: lower -2, upper +2");
    free(text);
    release(&made);
}

static void test_pictures(void **state)
{
    (void)state;
    size_t size;
    struct subject made = subject("2x3", "psk", "", true);
    static const enum export_picture kinds[] = {EXPORT_POSITION, EXPORT_LINE, EXPORT_HEAT};
    for (size_t i = 0; i < 3; i++) {
        char *text = make(&made, EXPORT_SVG, kinds[i], &size);
        assert_int_equal(strlen(text), size);
        check_contains(text, "<svg");
        check_contains(text, "2x3, psk, Black to move: 0");
        if (kinds[i] == EXPORT_HEAT)
            check_contains(text, "what each play is worth");
        if (kinds[i] == EXPORT_LINE)
            check_contains(text, "a best line");
        free(text);
    }
    release(&made);

    struct query_fault fault = {.key = ""};
    char *bytes;
    made = subject("2x3", "psk", "", false);
    assert_int_equal(export_make(&made.asked, EXPORT_SVG, EXPORT_HEAT, &bytes, &size, &fault),
                     -ENODATA);
    assert_non_null(strstr(fault.why.text, "not known"));
    assert_int_equal(export_make(&made.asked, EXPORT_SVG, EXPORT_LINE, &bytes, &size, &fault),
                     -ENODATA);
    release(&made);
}

static void test_json(void **state)
{
    (void)state;
    size_t size;
    struct subject made = subject("1x3", "psk", "B1", true);
    char *text = make(&made, EXPORT_JSON, EXPORT_POSITION, &size);
    json_t *read = json_loads(text, 0, NULL);
    assert_true(json_equal(read, made.known));
    json_decref(read);
    free(text);
    release(&made);

    made = subject("1x3", "psk", "B1", false);
    text = make(&made, EXPORT_JSON, EXPORT_POSITION, &size);
    read = json_loads(text, 0, NULL);
    assert_non_null(read);
    assert_int_equal(json_array_size(json_object_get(read, "history")), 1);
    assert_null(json_object_get(read, "value"));
    json_decref(read);
    free(text);
    release(&made);
}

/* What is known of another state is refused: it would be a lie. */
static void test_other_state(void **state)
{
    (void)state;
    struct query_fault fault = {.key = ""};
    char *bytes;
    size_t size;
    struct subject made = subject("2x3", "psk", "B2", true),
                   other = subject("1x3", "psk", "", false);
    other.asked.known = made.known;
    assert_int_equal(export_make(&other.asked, EXPORT_SGF, EXPORT_POSITION, &bytes, &size, &fault),
                     -EINVAL);
    release(&made);
    release(&other);
}

/* SGF has no boards but rectangles. */
static void test_graph(void **state)
{
    (void)state;
    static const char text[] = "a b c\na b\nb c\nc a\n";
    struct solve_board *board;
    struct solve_rules *rules;
    struct subject made = {0};
    struct query_fault fault = {.key = ""};
    char name[EXPORT_NAME_MAX], *bytes;
    size_t size;
    assert_int_equal(solve_board_parse_graph("../a b.graph", text, strlen(text), &board, NULL), 0);
    assert_int_equal(solve_rules_parse("psk,suicide=multi", &rules, NULL), 0);
    assert_int_equal(solve_game_new(board, rules, NULL, 0, &made.game, NULL), 0);
    made.asked.game = made.game;
    assert_int_equal(export_make(&made.asked, EXPORT_SGF, EXPORT_POSITION, &bytes, &size, &fault),
                     -EINVAL);
    assert_string_equal(fault.key, "graph");
    assert_null(strstr(fault.why.text, "--"));
    free(make(&made, EXPORT_SVG, EXPORT_POSITION, &size));
    export_name(&made.asked, EXPORT_PNG, name);
    for (const char *at = name; *at != '\0'; at++)
        assert_non_null(
            strchr("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_.", *at));
    assert_true(name[0] != '.');
    assert_string_equal(name + strlen(name) - 4, ".png");
    solve_board_unref(board);
    solve_rules_unref(rules);
    release(&made);
}

static void test_names(void **state)
{
    (void)state;
    char name[EXPORT_NAME_MAX];
    enum export_format format;
    enum export_picture picture;
    struct subject made = subject("2x3", "kee2013", "B2 pass", false);
    export_name(&made.asked, EXPORT_SGF, name);
    assert_string_equal(name, "2x3-kee2013-B2-pass.sgf");
    release(&made);
    assert_int_equal(export_format_parse("pdf", &format), 0);
    assert_int_equal(format, EXPORT_PDF);
    assert_string_equal(export_media_type(format), "application/pdf");
    assert_int_equal(export_format_parse("PDF", &format), -EINVAL);
    assert_int_equal(export_picture_parse("line", &picture), 0);
    assert_int_equal(picture, EXPORT_LINE);
    assert_int_equal(export_picture_parse("", &picture), -EINVAL);
}

/* Values come back as they were written. */
static void test_values(void **state)
{
    (void)state;
    const int inf = SOLVE_MARGIN_INFINITE;
    const struct solve_bounds all[] = {
        {1, 1, 1, 1},           {-4, -4, 4, 4},       {-3, 5, -3, 5},
        {-inf, 2, -inf, 2},     {-4, -4, -4, 6},      {2, 2, 2, 6},
        {-6, 4, 4, 4},          {inf, inf, inf, inf}, {-inf, -inf, -inf, -inf},
        {-inf, -inf, inf, inf},
    };
    for (size_t i = 0; i < sizeof(all) / sizeof(all[0]); i++) {
        struct solve_bounds read;
        json_t *json = value_json(&all[i], NULL);
        assert_int_equal(value_json_read(json, NULL, &read), 0);
        assert_int_equal(read.lower_min, all[i].lower_min);
        assert_int_equal(read.upper_max, all[i].upper_max);
        assert_int_equal(read.lower_min == read.lower_max, all[i].lower_min == all[i].lower_max);
        assert_int_equal(read.upper_min == read.upper_max, all[i].upper_min == all[i].upper_max);
        assert_int_equal(solve_bounds_known(&read), solve_bounds_known(&all[i]));
        json_decref(json);
    }
    struct solve_bounds read;
    json_t *none = json_pack("{s:s, s:n}", "min", "1", "max");
    assert_int_equal(value_json_read(none, NULL, &read), -EINVAL);
    assert_int_equal(value_json_read(NULL, NULL, &read), -EINVAL);
    json_decref(none);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_sgf),    cmocka_unit_test(test_variations),
        cmocka_unit_test(test_cycle),  cmocka_unit_test(test_pictures),
        cmocka_unit_test(test_json),   cmocka_unit_test(test_other_state),
        cmocka_unit_test(test_graph),  cmocka_unit_test(test_names),
        cmocka_unit_test(test_values),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
