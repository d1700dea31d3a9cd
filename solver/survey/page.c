/* The page: what it says of the boards. */
#include "survey/page.h"

#include <ctype.h>
#include <errno.h>
#include <string.h>

#include "base/human.h"
#include "base/markup.h"
#include "report/value.h"
#include "survey/cell.h"

/* A margin with a true minus sign. */
static void add_margin(struct strbuf *text, const char *margin)
{
    for (; *margin != '\0'; margin++)
        strbuf_add(text, *margin == '-' ? "&minus;" : "%c", *margin);
}

static const char *get(const struct survey *survey, size_t row, const char *key)
{
    return grid_get(&survey->cells, row, key);
}

static struct solve_rules *rules_at(const struct survey *survey, size_t i)
{
    return survey->wish.rulesets->list[i];
}

/* The anchor of a cell: "c-1x5-psk". */
static void add_anchor(struct strbuf *text, const struct survey *survey, size_t row)
{
    strbuf_add(text, "c-%s-", get(survey, row, "board"));
    for (const char *at = get(survey, row, "rules"); *at != '\0'; at++)
        strbuf_add(text, "%c", isalnum((unsigned char)*at) ? *at : '-');
}

/* --- the head --- */

struct page_counts {
    size_t proved, certified, all;
};

static struct page_counts count_cells(const struct survey *survey)
{
    struct page_counts count = {.all = survey->cells.row_count};
    for (size_t row = 0; row < survey->cells.row_count; row++) {
        count.proved += survey_cell_is_proved(&survey->cells, row);
        count.certified += get(survey, row, "certificate")[0] != '\0';
    }
    return count;
}

static void add_summary(struct strbuf *text, const struct survey *survey)
{
    struct page_counts count = count_cells(survey);
    strbuf_add(text,
               "<p>%s under %s: %zu of %s proved, %zu with a certificate that was made and "
               "checked.",
               human_count(survey->wish.boards->count, "board", "boards"),
               human_count(survey->wish.rulesets->count, "ruleset", "rulesets"), count.proved,
               human_count(count.all, "value", "values"), count.certified);
    if (count.proved < count.all)
        strbuf_add(text, " What is not decided says between which numbers it lies.");
    strbuf_add(text, "</p>\n");
}

static void add_head(struct strbuf *text, const struct survey *survey, bool plot)
{
    strbuf_add(text,
               "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
               "<meta name=\"viewport\" content=\"width=device-width,initial-scale=1\">\n"
               "<title>Values of small Go boards, by ruleset</title>\n<style>\n");
    strbuf_add(text, "%s</style>\n</head>\n<body>\n", page_style);
    strbuf_add(text,
               "<a class=\"skip\" href=\"#values\">To the values</a>\n<header>\n"
               "<h1>Values of small Go boards, by ruleset</h1>\n"
               "<p>Black moves first on the empty board, and both play perfectly. A value is "
               "Black&rsquo;s points minus White&rsquo;s at the end, before komi: +4 is a win "
               "for Black by 4. Below it are all first plays that keep it. Columns of the "
               "board are letters from the left, rows are numbers from below.</p>\n"
               "<p>Where two numbers stand, as in &minus;2 / +2, the first is the most that Black "
               "can force, the second the least to which White can hold him. They differ where a "
               "game may go on for ever, or be a draw, as the ruleset has it.</p>\n");
    add_summary(text, survey);
    strbuf_add(text, "<nav aria-label=\"Sections\"><ul><li><a href=\"#values\">Values</a></li>");
    if (plot)
        strbuf_add(text, "<li><a href=\"#plot\">Plot</a></li>");
    if (survey->differences.row_count > 0)
        strbuf_add(text, "<li><a href=\"#differences\">Smallest differences</a></li>");
    strbuf_add(text,
               "<li><a href=\"#cells\">Lines and certificates</a></li>"
               "<li><a href=\"#rules\">Rulesets</a></li>"
               "<li><a href=\"#cite\">Checking and citing</a></li></ul></nav>\n"
               "</header>\n<main>\n");
}

/* --- the table of values --- */

static void add_value(struct strbuf *text, const struct survey *survey, size_t row)
{
    const char *lower = get(survey, row, "lower"), *upper = get(survey, row, "upper");
    bool proved = survey_cell_is_proved(&survey->cells, row);
    strbuf_add(text, proved ? "<span class=\"value\">" : "<span class=\"value open\">");
    if (lower[0] == '\0') {
        strbuf_add(text, "?");
    } else if (!proved) {
        add_margin(text, lower);
        strbuf_add(text, " to ");
        add_margin(text, upper);
    } else if (strcmp(lower, upper) == 0) {
        add_margin(text, lower);
    } else {
        add_margin(text, lower);
        strbuf_add(text, " / ");
        add_margin(text, upper);
    }
    strbuf_add(text, "</span>");
}

static void add_value_cell(struct strbuf *text, const struct survey *survey, size_t row)
{
    const char *best = get(survey, row, "best");
    bool complete = strcmp(get(survey, row, "complete"), "yes") == 0;
    strbuf_add(text, "<td><span class=\"value\"><a href=\"#");
    add_anchor(text, survey, row);
    strbuf_add(text, "\">");
    add_value(text, survey, row);
    strbuf_add(text, "</a>");
    if (get(survey, row, "certificate")[0] != '\0')
        strbuf_add(text,
                   " <span title=\"certificate checked\" aria-label=\"certificate checked\" "
                   "role=\"img\">&#10003;</span>");
    strbuf_add(text, "</span><span class=\"plays\">");
    markup_add(text, best);
    if (!complete)
        strbuf_add(text, "%s<span class=\"open\">not decided</span>",
                   best[0] != '\0' ? "; more " : "");
    strbuf_add(text, "</span></td>");
}

static void add_values(struct strbuf *text, const struct survey *survey)
{
    strbuf_add(text,
               "<h2 id=\"values\">Values</h2>\n<div class=\"wide\" tabindex=\"0\" "
               "role=\"region\" aria-label=\"Values\"><table>\n<caption>&#10003; a "
               "certificate was made and checked. A value leads to its line and "
               "certificate.</caption>\n<thead><tr><th scope=\"col\">board</th>");
    for (size_t i = 0; i < survey->wish.rulesets->count; i++) {
        strbuf_add(text, "<th scope=\"col\">");
        markup_add(text, solve_rules_text(rules_at(survey, i)));
        strbuf_add(text, "</th>");
    }
    strbuf_add(text, "</tr></thead>\n<tbody>\n");
    for (size_t b = 0; b < survey->wish.boards->count; b++) {
        const char *name = solve_board_name(survey->wish.boards->list[b]);
        strbuf_add(text, "<tr><th scope=\"row\"><a href=\"#b-%s\">%s</a></th>", name, name);
        for (size_t i = 0; i < survey->wish.rulesets->count; i++)
            add_value_cell(text, survey, survey_cell_row(survey, b, i));
        strbuf_add(text, "</tr>\n");
    }
    strbuf_add(text, "</tbody></table></div>\n");
}

static void add_plot(struct strbuf *text, const char *plot)
{
    if (plot == NULL)
        return;
    strbuf_add(text,
               "<h2 id=\"plot\">Boards of one row</h2>\n<p>The value of 1xn against n, under "
               "each ruleset.</p>\n<div class=\"wide\" tabindex=\"0\" role=\"region\" "
               "aria-label=\"Plot\">%s</div>\n",
               plot);
}

/* --- lines and certificates --- */

static void add_cell_row(struct strbuf *text, const struct survey *survey, size_t row)
{
    const char *why = get(survey, row, "why");
    strbuf_add(text, "<tr id=\"");
    add_anchor(text, survey, row);
    strbuf_add(text, "\"><th scope=\"row\">");
    markup_add(text, get(survey, row, "rules"));
    strbuf_add(text, "</th><td>");
    add_value(text, survey, row);
    strbuf_add(text, "</td><td class=\"line\">");
    markup_add(text, get(survey, row, "line"));
    strbuf_add(text,
               "</td><td class=\"number\">%s</td><td class=\"number\">%s</td>"
               "<td class=\"hash\"><code>%s</code>",
               get(survey, row, "nodes"), get(survey, row, "entries"),
               get(survey, row, "certificate"));
    if (why[0] == '\0')
        why = cell_uncertified(survey, row);
    if (why[0] != '\0') {
        strbuf_add(text, " <span class=\"open\">");
        markup_add(text, why);
        strbuf_add(text, "</span>");
    }
    strbuf_add(text, "</td></tr>\n");
}

static void add_cells(struct strbuf *text, const struct survey *survey)
{
    strbuf_add(
        text,
        "<h2 id=\"cells\">Lines and certificates</h2>\n<p>A line is one of the best games. "
        "In brackets is what goes on for ever; &ldquo;...&rdquo; says that it was cut. Nodes "
        "are the states that a search on one thread expanded, and entries what its table "
        "held at the end. A certificate is "
        "named by its XXH3-128.</p>\n");
    for (size_t b = 0; b < survey->wish.boards->count; b++) {
        const char *name = solve_board_name(survey->wish.boards->list[b]);
        strbuf_add(
            text,
            "<h3 id=\"b-%s\">%s</h3>\n<div class=\"wide\" tabindex=\"0\" role=\"region\" "
            "aria-label=\"%s: lines and certificates\"><table>\n<thead><tr>"
            "<th scope=\"col\">rules</th><th scope=\"col\">value</th>"
            "<th scope=\"col\">line</th><th class=\"number\" scope=\"col\">nodes</th>"
            "<th class=\"number\" scope=\"col\">entries</th><th scope=\"col\">certificate</th>"
            "</tr></thead>\n<tbody>\n",
            name, name, name);
        for (size_t i = 0; i < survey->wish.rulesets->count; i++)
            add_cell_row(text, survey, survey_cell_row(survey, b, i));
        strbuf_add(text, "</tbody></table></div>\n");
    }
}

/* --- rulesets, and what to do with all this --- */

/* The preset that the ruleset is, or varies. */
static bool find_preset(const struct solve_rules *rules, struct solve_rules_preset *ret_preset)
{
    struct solve_rules_facts facts;
    if (solve_rules_facts(rules, &facts) < 0)
        return false;
    for (size_t i = 0; solve_rules_preset(i, ret_preset) == 0; i++)
        if (strcmp(ret_preset->name, facts.preset) == 0)
            return true;
    return false;
}

static void add_rulesets(struct strbuf *text, const struct survey *survey)
{
    strbuf_add(text, "<h2 id=\"rules\">Rulesets</h2>\n<dl>\n");
    for (size_t i = 0; i < survey->wish.rulesets->count; i++) {
        const char *name = solve_rules_text(rules_at(survey, i));
        struct solve_rules_preset preset;
        strbuf_add(text, "<dt>");
        markup_add(text, name);
        strbuf_add(text, "</dt><dd>");
        if (find_preset(rules_at(survey, i), &preset)) {
            if (strcmp(preset.name, name) != 0) {
                markup_add(text, preset.name);
                strbuf_add(text, ", but for the fields that are named: ");
            }
            markup_add(text, preset.description);
            strbuf_add(text, ". <span class=\"source\">");
            markup_add(text, preset.source);
            strbuf_add(text, "</span>");
        }
        strbuf_add(text, "</dd>\n");
    }
    strbuf_add(text, "</dl>\n");
}

static void add_checking(struct strbuf *text, const struct page_extras *extras)
{
    strbuf_add(
        text,
        "<h2 id=\"cite\">Checking and citing</h2>\n<p>To make a certificate again and to "
        "check it, which needs no search:</p>\n<pre><code>solve --board 2x2 --rules psk "
        "--threads 1 --proof 2x2-psk.proof\nsolve verify 2x2-psk.proof</code></pre>\n"
        "<p><code>solve verify</code> prints what is proved, and the XXH3-128, which must be "
        "the one in the table. The tables are in <code>%s</code>",
        extras->files[0].name);
    for (size_t i = 1; i < extras->file_count; i++)
        strbuf_add(text, "%s <code>%s</code>", i + 1 < extras->file_count ? "," : " and",
                   extras->files[i].name);
    strbuf_add(text,
               ", beside this page. To cite them, name the program, its version, the file and "
               "its checksum:</p>\n<pre><code>");
    for (size_t i = 0; i < extras->file_count; i++) {
        char hash[FILES_HASH_MAX];
        files_hash(extras->files[i].bytes, extras->files[i].size, hash);
        strbuf_add(text,
                   "The authors of solve: values of small Go boards by ruleset. solve %s, "
                   "%s, XXH3-128 %s.\n",
                   solve_version(), extras->files[i].name, hash);
    }
    strbuf_add(text, "</code></pre>\n");
}

int page_add(struct strbuf *text, const struct survey *survey, const struct page_extras *extras)
{
    add_head(text, survey, extras->plot != NULL);
    add_values(text, survey);
    add_plot(text, extras->plot);
    int r = page_add_differences(text, survey);
    if (r < 0)
        return r;
    add_cells(text, survey);
    add_rulesets(text, survey);
    add_checking(text, extras);
    strbuf_add(text,
               "</main>\n<footer><p>Made by <code>solve report</code>, solve %s.</p></footer>\n"
               "</body>\n</html>\n",
               solve_version());
    return text->failed ? -ENOMEM : 0;
}
