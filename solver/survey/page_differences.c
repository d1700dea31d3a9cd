/* The page: where rulesets differ. */
#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "base/human.h"
#include "base/markup.h"
#include "survey/figure.h"
#include "survey/page.h"

static const char *get(const struct survey *survey, size_t row, const char *key)
{
    return grid_get(&survey->differences, row, key);
}

/* The number of the example with the row's position, from 1; 0: none. */
static size_t example_of(const struct survey *survey, size_t row)
{
    for (size_t i = 0; i < survey->example_count; i++) {
        const struct survey_example *one = &survey->examples[i];
        if (strcmp(one->position, get(survey, row, "position")) == 0 &&
            strcmp(solve_board_name(survey->wish.boards->list[one->board]),
                   get(survey, row, "board")) == 0)
            return i + 1;
    }
    return 0;
}

static size_t count_words(const char *list)
{
    size_t count = list[0] != '\0';
    for (; *list != '\0'; list++)
        count += *list == ' ';
    return count;
}

/* "2x2", which leads to the figure; or that there is no difference on so many boards. */
static void add_pair(struct strbuf *text, const struct survey *survey, size_t row)
{
    const char *board = get(survey, row, "board"), *equal = get(survey, row, "equal");
    bool complete = strcmp(get(survey, row, "complete"), "yes") == 0;
    size_t example = example_of(survey, row);
    const char *last = strrchr(equal, ' ');
    if (board[0] != '\0' && example > 0) {
        strbuf_add(text, "<a href=\"#d%zu\">%s, figure %zu</a>", example, board, example);
        if (!complete)
            strbuf_add(text, " <span class=\"open\">perhaps not the smallest</span>");
    } else if (equal[0] != '\0') {
        strbuf_add(text, "<span class=\"same\">none on %s up to %s%s</span>",
                   human_count(count_words(equal), "board", "boards"),
                   last != NULL ? last + 1 : equal, complete ? "; complete" : "");
    }
    if (board[0] == '\0' && !complete) {
        strbuf_add(text, " <span class=\"open\">");
        markup_add(text, get(survey, row, "why"));
        strbuf_add(text, "</span>");
    }
}

static void add_names(struct strbuf *text, const struct survey *survey)
{
    strbuf_add(text, "<thead><tr><td></td>");
    for (size_t i = 1; i < survey->wish.rulesets->count; i++) {
        strbuf_add(text, "<th scope=\"col\">");
        markup_add(text, solve_rules_text(survey->wish.rulesets->list[i]));
        strbuf_add(text, "</th>");
    }
    strbuf_add(text, "</tr></thead>\n<tbody>\n");
}

/* Each pair once: above the diagonal. */
static void add_matrix(struct strbuf *text, const struct survey *survey)
{
    size_t count = survey->wish.rulesets->count;
    strbuf_add(text,
               "<div class=\"wide\" tabindex=\"0\" role=\"region\" aria-label=\"Smallest "
               "differences\"><table>\n<caption>The smallest board with a position that the "
               "two rulesets value differently.</caption>\n");
    add_names(text, survey);
    for (size_t a = 0; a + 1 < count; a++) {
        strbuf_add(text, "<tr><th scope=\"row\">");
        markup_add(text, solve_rules_text(survey->wish.rulesets->list[a]));
        strbuf_add(text, "</th>");
        for (size_t b = 1; b < count; b++) {
            strbuf_add(text, b <= a ? "<td class=\"self\">" : "<td>");
            if (b > a)
                add_pair(text, survey, survey_pair_row(survey, a, b));
            strbuf_add(text, "</td>");
        }
        strbuf_add(text, "</tr>\n");
    }
    strbuf_add(text, "</tbody></table></div>\n");
}

/* The rulesets whose value of the example is not known. */
static void add_unknown(struct strbuf *text, const struct survey *survey,
                        const struct survey_example *example)
{
    struct strbuf names = {0};
    for (size_t i = 0; i < survey->wish.rulesets->count; i++) {
        const struct compared *one = &example->list[i];
        if (one->result != NULL && solve_bounds_known(&one->bounds))
            continue;
        strbuf_separate(&names, ", ");
        strbuf_add(&names, "%s", solve_rules_text(one->rules));
    }
    if (names.length > 0) {
        strbuf_add(text, " Not decided: ");
        markup_add(text, names.chars);
        strbuf_add(text, ".");
    }
    text->failed = text->failed || names.failed;
    strbuf_release(&names);
}

/* Of how many pairs it is the smallest difference. */
static void add_pairs_of(struct strbuf *text, const struct survey *survey, size_t example)
{
    size_t pairs = 0;
    for (size_t row = 0; row < survey->differences.row_count; row++)
        pairs += get(survey, row, "board")[0] != '\0' && example_of(survey, row) == example;
    strbuf_add(text, " The smallest difference of %s of rulesets.",
               human_count(pairs, "pair", "pairs"));
}

static int add_example(struct strbuf *text, const struct survey *survey, size_t i)
{
    const struct survey_example *example = &survey->examples[i];
    const char *board = solve_board_name(survey->wish.boards->list[example->board]);
    strbuf_add(text,
               "<figure id=\"d%zu\"><figcaption><strong>Figure %zu.</strong> %s, <code>%s</code>, "
               "Black to move.",
               i + 1, i + 1, board, example->position);
    add_pairs_of(text, survey, i + 1);
    add_unknown(text, survey, example);
    strbuf_add(text,
               "</figcaption>\n<div class=\"wide\" tabindex=\"0\" role=\"region\" "
               "aria-label=\"Figure %zu\">",
               i + 1);
    int r = figure_add(text, survey, example);
    strbuf_add(text, "</div></figure>\n");
    return r;
}

int page_add_differences(struct strbuf *text, const struct survey *survey)
{
    int r = 0;
    if (survey->differences.row_count == 0)
        return 0;
    strbuf_add(
        text,
        "<h2 id=\"differences\">Smallest differences</h2>\n<p>All positions of the boards up "
        "to %s were looked at, up to symmetry and colours, with Black to move and without a "
        "game before: boards with few points first, then positions with few stones. "
        "&ldquo;Complete&rdquo; says that all of them are proved to be worth the "
        "same.</p>\n",
        human_count((uint64_t)survey->wish.find_points, "point", "points"));
    add_matrix(text, survey);
    if (survey->example_count > 0)
        strbuf_add(text,
                   "<p>On each point is what a stone there is worth under the first of the "
                   "rulesets that a board names; a square is one of the best.</p>\n");
    for (size_t i = 0; i < survey->example_count && r == 0; i++)
        r = add_example(text, survey, i);
    return r;
}
