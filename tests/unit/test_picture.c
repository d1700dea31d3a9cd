/* Pictures below the boards: texts, places, colours, files. What boards show is tested in
 * tests/cli/pictures. */
#include "common/check.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "picture/output.h"
#include "picture/picture.h"
#include "picture/places.h"

static void check_clean(const char *from, const char *wanted)
{
    struct strbuf text = {0};
    canvas_clean(&text, from);
    assert_string_equal(text.chars, wanted);
    strbuf_release(&text);
}

static void test_clean(void **state)
{
    (void)state;
    check_clean("B2: +4", "B2: +4");
    check_clean("\u2212\u221e \U0001F600", "\u2212\u221e \U0001F600");
    check_clean("a\tb\n\x1b[m\x7f", "a b  [m ");
    check_clean("\xff\xc3", "\uFFFD\uFFFD");
    check_clean("\xc0\xaf", "\uFFFD\uFFFD");                     /* too long for '/' */
    check_clean("\xed\xa0\x80", "\uFFFD\uFFFD\uFFFD");           /* half a pair of UTF-16 */
    check_clean("\xef\xbf\xbf", "\uFFFD\uFFFD\uFFFD");           /* XML has it not */
    check_clean("\xf4\x90\x80\x80", "\uFFFD\uFFFD\uFFFD\uFFFD"); /* beyond the last */
    check_clean("\xe2\x88", "\uFFFD\uFFFD");
}

/* The lines of a paragraph, with '|' between them. */
static void check_paragraph(const char *text, double width, const char *wanted)
{
    struct canvas canvas = {0};
    struct strbuf lines = {0};
    double height =
        canvas_paragraph(&canvas, 0, 0, width, 10, CANVAS_START, PAINT_INK, false, text);
    for (size_t i = 0; i < canvas.count; i++) {
        const char *line = canvas.texts.chars + canvas.shapes[i].text;
        strbuf_add(&lines, "%s%s", i > 0 ? "|" : "", line);
        if (strchr(line, ' ') != NULL)
            assert_true(canvas_text_width(line, 10, false) <= width);
        assert_true(canvas.shapes[i].at[1] < height);
    }
    assert_string_equal(lines.chars, wanted);
    strbuf_release(&lines);
    canvas_release(&canvas);
}

static void test_paragraph(void **state)
{
    (void)state;
    check_paragraph("one two three", 1000, "one two three");
    check_paragraph("one two three", 45, "one two|three");
    check_paragraph("one two three", 1, "one|two|three");
    check_paragraph("word", 1, "word");
    assert_true(canvas_text_width("\u2212", 10, false) < 10);
    assert_true(canvas_text_width("aa", 10, true) > canvas_text_width("aa", 10, false));
}

static void test_formats(void **state)
{
    (void)state;
    enum output_format format = OUTPUT_PDF;
    struct error err = {""};
    static const char *const wrong[] = {"",       "svg",    ".svg", "a/.svg",
                                        "a.svgz", "a.svg.", "a",    "a.jpg"};
    for (size_t i = 0; i < sizeof(wrong) / sizeof(wrong[0]); i++) {
        assert_int_equal(output_format_of(wrong[i], &format, &err), -EINVAL);
        assert_int_equal(format, OUTPUT_PDF);
        assert_non_null(strstr(err.text, "wanted"));
    }
    assert_int_equal(output_format_of("a.svg", &format, &err), 0);
    assert_int_equal(format, OUTPUT_SVG);
    assert_int_equal(output_format_of("b/D.SvG", &format, &err), 0);
    int r = output_format_of("a.png", &format, &err);
    assert_true(r == -ENOTSUP || (r == 0 && format == OUTPUT_PNG));
}

static void test_svg(void **state)
{
    (void)state;
    struct canvas canvas = {.width = 10.5, .height = 20};
    struct output_sheet sheet = {OUTPUT_SVG, PAINT_LIGHT, "a <b>", NULL};
    char *bytes;
    size_t size;
    canvas_begin(&canvas, "x & y");
    canvas_line(&canvas, -0.004, 1.005001, 2.5, 1000000,
                (struct canvas_style){.stroke = PAINT_INK, .width = 1});
    canvas_end(&canvas);
    assert_int_equal(output_bytes(&canvas, &sheet, &bytes, &size), 0);
    assert_int_equal(size, strlen(bytes));
    assert_non_null(strstr(bytes, "viewBox=\"0 0 10.5 20\""));
    assert_non_null(strstr(bytes, "<title>a &lt;b&gt;</title>"));
    assert_non_null(strstr(bytes, "<g><title>x &amp; y</title>"));
    assert_non_null(strstr(bytes, "x1=\"0\" y1=\"1.01\" x2=\"2.5\" y2=\"1000000\""));
    assert_string_equal(bytes + size - 7, "</svg>\n");
    free(bytes);
    canvas_release(&canvas);
}

static void test_too_large(void **state)
{
    (void)state;
    struct canvas canvas = {.width = 20000, .height = 10};
    char *bytes = NULL;
    size_t size;
    for (int format = OUTPUT_PNG; format <= OUTPUT_PDF; format++) {
        struct output_sheet sheet = {(enum output_format)format, PAINT_LIGHT, NULL, NULL};
        int r = output_bytes(&canvas, &sheet, &bytes, &size);
        assert_true(r == -E2BIG || r == -ENOTSUP);
        assert_null(bytes);
    }
    canvas.failed = true;
    struct output_sheet sheet = {OUTPUT_SVG, PAINT_LIGHT, NULL, NULL};
    assert_int_equal(output_bytes(&canvas, &sheet, &bytes, &size), -ENOMEM);
}

static void check_places(struct solve_board *board, double least)
{
    struct place *places;
    int points = solve_board_points(board);
    double near = INFINITY, left = INFINITY, top = INFINITY;
    assert_int_equal(places_make(board, &places), 0);
    for (int p = 0; p < points; p++) {
        left = fmin(left, places[p].x);
        top = fmin(top, places[p].y);
        for (int q = 0; q < p; q++)
            near = fmin(near, hypot(places[p].x - places[q].x, places[p].y - places[q].y));
    }
    assert_true(fabs(left) < 1e-9 && fabs(top) < 1e-9);
    assert_true(points == 1 || fabs(near - least) < 1e-9);
    free(places);
}

static void test_places(void **state)
{
    (void)state;
    static const char *const sizes[] = {"1x1", "1x9", "2x3", "19x19"};
    static const char *const graphs[] = {
        "a\n", "a b\na b\n", "a b c d e\na b\nb c\nc d\nd e\ne a\n",
        "a b c d\na b\na c\na d\nb c\nb d\nc d\n", "a b c\na b\nb c\n#: a-b\n#:   |\n#:   c\n"};
    struct solve_board *board;
    for (size_t i = 0; i < sizeof(sizes) / sizeof(sizes[0]); i++) {
        assert_int_equal(solve_board_parse(sizes[i], &board, NULL), 0);
        check_places(board, 1);
        solve_board_unref(board);
    }
    for (size_t i = 0; i < sizeof(graphs) / sizeof(graphs[0]); i++) {
        assert_int_equal(solve_board_parse_graph("g", graphs[i], strlen(graphs[i]), &board, NULL),
                         0);
        check_places(board, 1);
        solve_board_unref(board);
    }
}

/* How often word stands in text. */
static size_t count_of(const char *text, const char *word)
{
    size_t count = 0;
    for (; (text = strstr(text, word)) != NULL; text++)
        count++;
    return count;
}

/* Laps of any length, odd ones, too: a badge and the head of an arrow for each turn. */
static void test_laps(void **state)
{
    (void)state;
    struct solve_board *board;
    struct solve_rules *rules;
    struct solve_game *game;
    assert_int_equal(solve_board_parse("2x20", &board, NULL), 0);
    assert_int_equal(solve_rules_parse("none", &rules, NULL), 0);
    assert_int_equal(solve_game_new(board, rules, NULL, 0, &game, NULL), 0);
    assert_int_equal(
        solve_game_play_text(game, "A1 C1 E1 G1 J1 L1 N1 P1 R1 T1 B1 D1 F1 H1 K1", NULL), 0);
    for (size_t turns = 1; turns <= solve_game_turns(game); turns++) {
        struct picture *picture;
        char *bytes;
        size_t size;
        assert_int_equal(picture_new(&picture), 0);
        picture_add_lap(picture, game, 0, turns, NULL);
        assert_int_equal(picture_bytes(picture, OUTPUT_SVG, PAINT_LIGHT, &bytes, &size), 0);
        assert_int_equal(count_of(bytes, " r=\"9\""), turns);
        assert_int_equal(count_of(bytes, "Z\""), turns);
        assert_int_equal(count_of(bytes, "#eed9ae"), turns);
        free(bytes);
        picture_free(picture);
    }
    solve_game_free(game);
    solve_rules_unref(rules);
    solve_board_unref(board);
}

/* --- colours --- */

static double linear(unsigned part)
{
    double share = part / 255.0;
    return share <= 0.04045 ? share / 12.92 : pow((share + 0.055) / 1.055, 2.4);
}

/* As WCAG 2 has it. */
static double contrast(enum paint_theme theme, enum paint a, enum paint b)
{
    double light[2];
    enum paint both[] = {a, b};
    for (int i = 0; i < 2; i++) {
        uint32_t rgb = paint_rgb(theme, both[i]);
        light[i] = 0.2126 * linear(rgb >> 16) + 0.7152 * linear(rgb >> 8 & 255) +
                   0.0722 * linear(rgb & 255);
    }
    return (fmax(light[0], light[1]) + 0.05) / (fmin(light[0], light[1]) + 0.05);
}

static void test_contrast(void **state)
{
    (void)state;
    for (int t = PAINT_LIGHT; t <= PAINT_DARK; t++) {
        enum paint_theme theme = (enum paint_theme)t;
        static const enum paint pairs[][2] = {
            {PAINT_INK, PAINT_PAPER},      {PAINT_FAINT, PAINT_PAPER},
            {PAINT_ON_BLACK, PAINT_BLACK}, {PAINT_ON_WHITE, PAINT_WHITE},
            {PAINT_ON_THIRD, PAINT_THIRD}, {PAINT_ON_FOURTH, PAINT_FOURTH},
            {PAINT_ON_MARK, PAINT_MARK},   {PAINT_ON_WHITE, PAINT_OPEN}};
        for (size_t i = 0; i < sizeof(pairs) / sizeof(pairs[0]); i++)
            assert_true(contrast(theme, pairs[i][0], pairs[i][1]) >= 4.5);
        for (int step = 0; step < PAINT_HEAT_STEPS; step++)
            assert_true(contrast(theme, (enum paint)(PAINT_HEAT + step),
                                 (enum paint)(PAINT_ON_HEAT + step)) >= 4.5);
        for (int series = 0; series < PAINT_SERIES; series++)
            assert_true(contrast(theme, (enum paint)(PAINT_FIRST_SERIES + series), PAINT_PAPER) >=
                        2.9); /* as published: 2.98 */
        assert_true(contrast(theme, PAINT_LINE, PAINT_BOARD) >= 3);
    }
}

/* How red and green cones see a colour; who lacks one of them has the other. (Vienot and others,
 * 1999) */
static void cones(uint32_t rgb, double *ret_long, double *ret_medium, double *ret_short)
{
    double red = linear(rgb >> 16), green = linear(rgb >> 8 & 255), blue = linear(rgb & 255);
    *ret_long = 17.8824 * red + 43.5161 * green + 4.1193 * blue;
    *ret_medium = 3.4557 * red + 27.1554 * green + 3.8671 * blue;
    *ret_short = 0.02996 * red + 0.18431 * green + 1.467 * blue;
}

/* Those who lack a kind of cones see the blue side of the scale bluer than the orange side. */
static void test_color_blind(void **state)
{
    (void)state;
    for (int step = 0; step + 1 < PAINT_HEAT_STEPS; step++) {
        double l[2], m[2], s[2];
        for (int i = 0; i < 2; i++)
            cones(paint_rgb(PAINT_LIGHT, (enum paint)(PAINT_HEAT + step + i)), &l[i], &m[i], &s[i]);
        assert_true(s[0] / m[0] > 1.08 * s[1] / m[1]); /* without red cones */
        assert_true(s[0] / l[0] > 1.08 * s[1] / l[1]); /* without green cones */
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_clean),       cmocka_unit_test(test_paragraph),
        cmocka_unit_test(test_formats),     cmocka_unit_test(test_svg),
        cmocka_unit_test(test_too_large),   cmocka_unit_test(test_places),
        cmocka_unit_test(test_laps),        cmocka_unit_test(test_contrast),
        cmocka_unit_test(test_color_blind),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
