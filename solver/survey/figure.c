/* A position on which rulesets differ, drawn. */
#include "survey/figure.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "picture/picture.h"
#include "report/value.h"

static bool is_known(const struct compared *one)
{
    return one->result != NULL && solve_bounds_known(&one->bounds);
}

static bool is_same(const struct compared *a, const struct compared *b)
{
    return a->bounds.lower_min == b->bounds.lower_min && a->bounds.upper_min == b->bounds.upper_min;
}

bool figure_group(const struct survey *survey, const struct survey_example *example, size_t first,
                  struct strbuf *names)
{
    const struct compared *list = example->list;
    if (!is_known(&list[first]))
        return false;
    for (size_t i = 0; i < first; i++)
        if (is_known(&list[i]) && is_same(&list[i], &list[first]))
            return false;
    for (size_t i = first; i < survey->wish.rulesets->count; i++) {
        if (!is_known(&list[i]) || !is_same(&list[i], &list[first]))
            continue;
        strbuf_separate(names, ", ");
        strbuf_add(names, "%s", solve_rules_text(list[i].rules));
    }
    return true;
}

/* A margin with a true minus sign, as on the board. */
static void add_margin(struct strbuf *text, int margin)
{
    const char *chars = value_margin(margin, NULL);
    strbuf_add(text, "%s%s", chars[0] == '-' ? "\u2212" : "", chars + (chars[0] == '-'));
}

/* "+4", or "-2 / +2": as the page has it. */
static void add_value(struct strbuf *text, const struct solve_bounds *bounds)
{
    add_margin(text, bounds->lower_min);
    if (bounds->lower_min == bounds->upper_min)
        return;
    strbuf_add(text, " / ");
    add_margin(text, bounds->upper_min);
}

/* Adds the board as the first ruleset of a group sees it. */
static int add_group(struct picture *picture, const struct survey *survey,
                     const struct survey_example *example, size_t first)
{
    struct strbuf names = {0}, caption = {0};
    struct picture_play *plays;
    size_t count;
    if (!figure_group(survey, example, first, &names))
        return 0;
    const struct compared *one = &example->list[first];
    add_value(&caption, &one->bounds);
    strbuf_add(&caption, ": %s", names.chars != NULL ? names.chars : "");
    int r = names.failed || caption.failed ? -ENOMEM : 0;
    if (r == 0)
        r = picture_plays_of_result(one->result, 0, &plays, &count);
    if (r == 0) {
        picture_add_heat(picture, one->game, 0, plays, count, 0, caption.chars);
        free(plays);
    }
    strbuf_release(&names);
    strbuf_release(&caption);
    return r;
}

int figure_add(struct strbuf *text, const struct survey *survey,
               const struct survey_example *example)
{
    struct picture *picture;
    char *bytes, title[SOLVE_POSITION_TEXT_MAX + 64];
    size_t size, before = text->length;
    int r = picture_new(&picture);
    if (r < 0)
        return r;
    snprintf(title, sizeof(title), "%.32s, %s, Black to move",
             solve_board_name(survey->wish.boards->list[example->board]), example->position);
    picture_set_title(picture, title);
    for (size_t i = 0; i < survey->wish.rulesets->count && r == 0; i++)
        r = add_group(picture, survey, example, i);
    if (r == 0)
        r = picture_bytes(picture, OUTPUT_SVG, PAINT_AUTO, &bytes, &size);
    if (r == 0) {
        strbuf_add(text, "%.*s", (int)size, bytes);
        free(bytes);
    }
    picture_free(picture);
    return r < 0 ? r : text->failed || text->length < before ? -ENOMEM : 0;
}
