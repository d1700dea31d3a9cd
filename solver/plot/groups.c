/* Comparing series of values. */
#include "plot/groups.h"

#include "base/human.h"

/* So many boards are named where series differ. */
#define NAMED_MOST 3

bool plot_groups_equal(const struct plot_series *a, const struct plot_series *b)
{
    if (a == b)
        return true;
    if (a->rows != b->rows || a->count != b->count)
        return false;
    for (size_t i = 0; i < a->count; i++)
        if (!a->at[i]->range.decided || !b->at[i]->range.decided ||
            a->at[i]->columns != b->at[i]->columns ||
            proved_range_differ(&a->at[i]->range, &b->at[i]->range))
            return false;
    return true;
}

bool plot_groups_is_first(const struct plot_series_list *list, size_t index)
{
    for (size_t i = 0; i < index; i++)
        if (plot_groups_equal(&list->all[i], &list->all[index]))
            return false;
    return true;
}

void plot_groups_add_names(const struct plot_series_list *list, size_t index, struct strbuf *text)
{
    strbuf_add(text, "%s", list->all[index].rules);
    for (size_t i = 0; i < list->count; i++)
        if (i != index && plot_groups_equal(&list->all[i], &list->all[index]))
            strbuf_add(text, ", %s", list->all[i].rules);
}

/* Is the board of a row, which differs from that of first, valued differently? */
static bool differs_at(const struct plot_series *first, const struct plot_row *row)
{
    const struct plot_row *same = plot_series_find(first, row->columns);
    return same != NULL && proved_range_differ(&same->range, &row->range);
}

void plot_groups_add_difference(const struct plot_series_list *list, size_t index,
                                struct strbuf *text)
{
    const struct plot_series *first = &list->all[0], *series = &list->all[index];
    size_t all = 0, named = 0;
    if (index == 0)
        return;
    for (size_t i = 0; i < series->count; i++)
        all += differs_at(first, series->at[i]);
    if (plot_groups_equal(first, series)) {
        strbuf_add(text, "the same as %s", first->rules);
        return;
    }
    if (all == 0) {
        strbuf_add(text, "as %s, as far as both are known", first->rules);
        return;
    }
    strbuf_add(text, "differs from %s at ", first->rules);
    size_t most = all > NAMED_MOST ? NAMED_MOST - 1 : all;
    for (size_t i = 0; i < series->count && named < most; i++) {
        if (!differs_at(first, series->at[i]))
            continue;
        named++;
        strbuf_add(text, "%s%dx%d",
                   named == 1     ? ""
                   : named == all ? " and "
                                  : ", ",
                   series->rows, series->at[i]->columns);
    }
    if (named < all)
        strbuf_add(text, " and %zu more", all - named);
}

const char *plot_groups_margin(int margin)
{
    if (margin >= PLOT_INFINITE)
        return "+inf";
    return margin <= -PLOT_INFINITE ? "-inf" : human_signed(margin);
}

void plot_groups_add_value(const struct plot_row *row, struct strbuf *text)
{
    strbuf_add(text, "%s", plot_groups_margin(row->range.lower));
    if (row->range.upper != row->range.lower)
        strbuf_add(text, " to %s", plot_groups_margin(row->range.upper));
    if (!row->range.decided)
        strbuf_add(text, ", not decided");
}
