/* Sorting rows into series. */
#include "plot/series.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"

static struct plot_series *find(const struct plot_series_list *list, const struct plot_row *row)
{
    for (size_t i = 0; i < list->count; i++)
        if (list->all[i].rows == row->rows && strcmp(list->all[i].rules, row->rules) == 0)
            return &list->all[i];
    return NULL;
}

/* Where the ruleset stands in rules, or where it came first. */
static size_t place_of(const struct plot_series_list *list, const char *const *rules,
                       const char *name)
{
    size_t place = 0;
    if (rules != NULL)
        while (rules[place] != NULL && strcmp(rules[place], name) != 0)
            place++;
    else
        while (place < list->count && strcmp(list->all[place].rules, name) != 0)
            place++;
    return place < list->count && rules == NULL ? list->all[place].place : place;
}

static int add_series(struct plot_series_list *list, const char *const *rules,
                      const struct plot_row *row)
{
    struct plot_series series = {.rules = row->rules, .rows = row->rows};
    if (list->count == PLOT_SERIES_MOST)
        return -E2BIG;
    int r = array_reserve(&list->all, list->count + 1, &list->room, sizeof(*list->all));
    if (r < 0)
        return r;
    series.place = place_of(list, rules, row->rules);
    list->all[list->count++] = series;
    return 0;
}

static int add(struct plot_series_list *list, const char *const *rules, const struct plot_row *row)
{
    struct plot_series *series = find(list, row);
    if (series == NULL) {
        int r = add_series(list, rules, row);
        if (r < 0)
            return r;
        series = &list->all[list->count - 1];
    }
    int r = array_reserve(&series->at, series->count + 1, &series->room, sizeof(*series->at));
    if (r < 0)
        return r;
    series->at[series->count++] = row;
    return 0;
}

static int compare_columns(const void *a_row, const void *b_row)
{
    const struct plot_row *const *a = a_row, *const *b = b_row;
    return ((*a)->columns > (*b)->columns) - ((*a)->columns < (*b)->columns);
}

static int compare_series(const void *a_series, const void *b_series)
{
    const struct plot_series *a = a_series, *b = b_series;
    if (a->place != b->place)
        return a->place < b->place ? -1 : 1;
    return (a->rows > b->rows) - (a->rows < b->rows);
}

static bool wanted(const struct plot_row *row, enum plot_kind kind, const char *const *rules,
                   int rows)
{
    if ((rows != 0 && row->rows != rows) ||
        !(kind == PLOT_VALUES ? row->has_bounds : row->has_nodes))
        return false;
    for (size_t i = 0; rules != NULL && rules[i] != NULL; i++)
        if (strcmp(rules[i], row->rules) == 0)
            return true;
    return rules == NULL;
}

int plot_series_make(const struct plot_data *data, enum plot_kind kind, const char *const *rules,
                     int rows, struct plot_series_list *ret_list)
{
    struct plot_series_list list = {0};
    int r = 0;
    for (size_t i = 0; i < data->count && r == 0; i++)
        if (wanted(&data->rows[i], kind, rules, rows))
            r = add(&list, rules, &data->rows[i]);
    if (r < 0) {
        plot_series_release(&list);
        return r;
    }
    if (list.count > 0)
        qsort(list.all, list.count, sizeof(*list.all), compare_series);
    for (size_t i = 0; i < list.count; i++)
        qsort(list.all[i].at, list.all[i].count, sizeof(*list.all[i].at), compare_columns);
    *ret_list = list;
    return 0;
}

void plot_series_release(struct plot_series_list *list)
{
    for (size_t i = 0; i < list->count; i++)
        free(list->all[i].at);
    free(list->all);
    *list = (struct plot_series_list){0};
}

const struct plot_row *plot_series_find(const struct plot_series *series, int columns)
{
    for (size_t i = 0; i < series->count; i++)
        if (series->at[i]->columns == columns)
            return series->at[i];
    return NULL;
}

void plot_series_columns(const struct plot_series_list *list, int *ret_least, int *ret_most)
{
    int least = list->all[0].at[0]->columns, most = least;
    for (size_t i = 0; i < list->count; i++) {
        const struct plot_series *series = &list->all[i];
        int last = series->at[series->count - 1]->columns;
        least = series->at[0]->columns < least ? series->at[0]->columns : least;
        most = last > most ? last : most;
    }
    *ret_least = least;
    *ret_most = most;
}
