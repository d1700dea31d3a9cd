/* Rectangular boards, and what all boards have in common. */
#include "board/graph.h"
#include "base/free_all.h"
#include "board/graph_build.h"
#include "board/graph_drawing.h"

#include <ctype.h>
#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void graph_free(struct graph *graph)
{
    if (graph == NULL)
        return;
    graph_drawing_free(graph->drawing);
    FREE_ALL(graph->first, graph->adjacent, graph->names);
    free(graph);
}

int graph_copy(const struct graph *graph, struct graph **ret_copy)
{
    size_t firsts = ((size_t)graph->points + 1) * sizeof(*graph->first);
    size_t ends = (size_t)graph->first[graph->points] * sizeof(*graph->adjacent);
    size_t names = (size_t)graph->points * sizeof(*graph->names);
    struct graph *copy = calloc(1, sizeof(*copy));
    if (copy == NULL)
        return -ENOMEM;
    *copy = *graph;
    copy->drawing = NULL;
    copy->first = malloc(firsts);
    copy->adjacent = malloc(ends + 1);
    copy->names = malloc(names);
    if (copy->first == NULL || copy->adjacent == NULL || copy->names == NULL) {
        graph_free(copy);
        return -ENOMEM;
    }
    memcpy(copy->first, graph->first, firsts);
    memcpy(copy->adjacent, graph->adjacent, ends);
    memcpy(copy->names, graph->names, names);
    *ret_copy = copy;
    return 0;
}

bool graph_equal(const struct graph *a, const struct graph *b)
{
    if (a->points != b->points || a->rows != b->rows || a->cols != b->cols ||
        memcmp(a->first, b->first, ((size_t)a->points + 1) * sizeof(*a->first)) != 0)
        return false;
    return memcmp(a->adjacent, b->adjacent, (size_t)a->first[a->points] * sizeof(*a->adjacent)) ==
           0;
}

static int compare_ints(const void *a, const void *b)
{
    return *(const int *)a - *(const int *)b;
}

int graph_build(int points, const int (*edges)[2], size_t edge_count, struct graph **ret_graph)
{
    struct graph *graph = calloc(1, sizeof(*graph));
    if (graph == NULL)
        return -ENOMEM;
    graph->points = points;
    graph->first = calloc((size_t)points + 2, sizeof(*graph->first));
    graph->adjacent = calloc(2 * edge_count + 1, sizeof(*graph->adjacent));
    graph->names = calloc((size_t)points, sizeof(*graph->names));
    if (graph->first == NULL || graph->adjacent == NULL || graph->names == NULL) {
        graph_free(graph);
        return -ENOMEM;
    }

    int *first = graph->first;
    for (size_t i = 0; i < edge_count; i++) {
        first[edges[i][0] + 2]++;
        first[edges[i][1] + 2]++;
    }
    for (int p = 0; p < points; p++)
        first[p + 2] += first[p + 1];
    for (size_t i = 0; i < edge_count; i++) {
        graph->adjacent[first[edges[i][0] + 1]++] = edges[i][1];
        graph->adjacent[first[edges[i][1] + 1]++] = edges[i][0];
    }
    for (int p = 0; p < points; p++)
        qsort(graph->adjacent + first[p], (size_t)(first[p + 1] - first[p]), sizeof(int),
              compare_ints);
    *ret_graph = graph;
    return 0;
}

/* GTP's name of a column: A..Z without I, then AA, AB, ... (without I, too). */
static void column_name(int column, char *buffer)
{
    static const char letters[] = "ABCDEFGHJKLMNOPQRSTUVWXYZ";
    const int base = 25;
    size_t length = 0;
    if (column >= base)
        buffer[length++] = letters[column / base - 1];
    buffer[length++] = letters[column % base];
    buffer[length] = '\0';
}

static int make_rectangle(int rows, int cols, struct graph **ret_graph)
{
    int(*edges)[2] = calloc((size_t)rows * (size_t)cols * 2, sizeof(*edges));
    if (edges == NULL)
        return -ENOMEM;
    size_t count = 0;
    for (int p = 0; p < rows * cols; p++) {
        if (p % cols + 1 < cols) {
            edges[count][0] = p;
            edges[count++][1] = p + 1;
        }
        if (p / cols + 1 < rows) {
            edges[count][0] = p;
            edges[count++][1] = p + cols;
        }
    }
    struct graph *graph;
    int r = graph_build(rows * cols, (const int(*)[2])edges, count, &graph);
    free(edges);
    if (r < 0)
        return r;

    graph->rows = rows;
    graph->cols = cols;
    snprintf(graph->name, sizeof(graph->name), "%dx%d", rows, cols);
    for (int p = 0; p < rows * cols; p++) {
        char column[4];
        column_name(p % cols, column);
        snprintf(graph->names[p], sizeof(graph->names[p]), "%.3s%d", column,
                 (rows - p / cols) % 1000);
    }
    *ret_graph = graph;
    return 0;
}

/* Reads a number of 1 to 3 digits that does not start with 0; returns it and moves *text, or 0. */
static int read_size(const char **text)
{
    int value = 0, digits = 0;
    if (**text == '0')
        return 0;
    while (isdigit((unsigned char)**text) && digits < 3) {
        value = value * 10 + (**text - '0');
        (*text)++;
        digits++;
    }
    return value;
}

/* Moves *text behind the sign between rows and columns: x, X or the sign for times. */
static bool read_times(const char **text)
{
    static const char times[] = "\xc3\x97"; /* in UTF-8 */
    *text += strspn(*text, " ");
    size_t length = strncmp(*text, times, strlen(times)) == 0 ? strlen(times)
                    : **text == 'x' || **text == 'X'          ? 1
                                                              : 0;
    *text += length;
    *text += strspn(*text, " ");
    return length > 0;
}

int graph_parse(const char *text, struct graph **ret_graph, struct error *err)
{
    const char *at = text + strspn(text, " ");
    int rows = read_size(&at), cols = 0;
    if (rows > 0 && read_times(&at))
        cols = read_size(&at);
    at += strspn(at, " ");
    if (rows == 0 || cols == 0 || *at != '\0' || rows * cols > BOARD_MAX_POINTS)
        return error_set(err, -EINVAL,
                         "'%.40s' is not a board: wanted RxC, rows and columns from 1, "
                         "at most %d points (2x3)",
                         text, BOARD_MAX_POINTS);
    int r = make_rectangle(rows, cols, ret_graph);
    return r < 0 ? error_set(err, r, "out of memory for the board %s", text) : 0;
}

int graph_find_point(const struct graph *graph, const char *name, size_t length)
{
    for (int p = 0; p < graph->points; p++) {
        const char *own = graph->names[p];
        if (strlen(own) != length)
            continue;
        size_t i = 0;
        while (i < length &&
               (graph->rows > 0 ? toupper((unsigned char)name[i]) == own[i] : name[i] == own[i]))
            i++;
        if (i == length)
            return p;
    }
    return -1;
}
