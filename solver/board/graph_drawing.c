/* Drawings of graph boards, read. */
#include "board/graph_drawing.h"

#include <ctype.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/strbuf.h"
#include "board/graph.h"
#include "board/graph_layout.h"

/* A line of the drawing. */
struct drawn_line {
    const char *text; /* not ended */
    int length;
    int number; /* in the file */
};

struct drawn_lines {
    struct drawn_line lines[GRAPH_DRAWING_ROWS_MAX];
    int count;
    int indent; /* blanks that all lines begin with */
    int widest;
};

static int refuse_line(int number, const char *why, struct error *err)
{
    return error_set(err, -EINVAL, "line %d: %s", number, why);
}

/* Adds what follows "#:". Blank lines above the drawing are left out. */
static int add_line(struct drawn_lines *drawn, const char *text, int length, int number,
                    struct error *err)
{
    while (length > 0 && (text[length - 1] == ' ' || text[length - 1] == '\r'))
        length--;
    for (int i = 0; i < length; i++)
        if (text[i] < ' ' || text[i] > '~')
            return refuse_line(number, "a drawing is made of blanks and printable ASCII characters",
                               err);
    if (length == 0 && drawn->count == 0)
        return 0;
    if (drawn->count == GRAPH_DRAWING_ROWS_MAX || length > GRAPH_DRAWING_COLS_MAX)
        return error_set(err, -EINVAL, "line %d: a drawing has at most %d lines of %d characters",
                         number, GRAPH_DRAWING_ROWS_MAX, GRAPH_DRAWING_COLS_MAX);
    int indent = 0;
    while (indent < length && text[indent] == ' ')
        indent++;
    if (length > 0 && indent < drawn->indent)
        drawn->indent = indent;
    if (length > drawn->widest)
        drawn->widest = length;
    drawn->lines[drawn->count++] = (struct drawn_line){text, length, number};
    return 0;
}

static int find_lines(struct drawn_lines *drawn, const char *text, size_t length, struct error *err)
{
    const char *end = text + length;
    drawn->indent = GRAPH_DRAWING_COLS_MAX;
    for (int number = 1; text < end; number++) {
        const char *stop = memchr(text, '\n', (size_t)(end - text));
        if (stop == NULL)
            stop = end;
        if (stop - text >= 2 && text[0] == '#' && text[1] == ':') {
            size_t left = (size_t)(stop - text) - 2;
            int r = left > 2 * GRAPH_DRAWING_COLS_MAX
                        ? refuse_line(number, "a drawing's line is shorter", err)
                        : add_line(drawn, text + 2, (int)left, number, err);
            if (r < 0)
                return r;
        }
        text = stop < end ? stop + 1 : end;
    }
    while (drawn->count > 0 && drawn->lines[drawn->count - 1].length == 0)
        drawn->count--;
    return 0;
}

static bool is_word(char c)
{
    return isalnum((unsigned char)c) != 0;
}

/* The point whose name begins at offset i of the row, the longest one, or -1. A name that begins or
 * ends with a letter or a digit does not begin or end within a word: in "a1-b1" are a1 and b1. */
static int name_at(const struct graph *graph, const char *row, int i)
{
    int found = -1;
    size_t longest = 0;
    for (int p = 0; p < graph->points; p++) {
        const char *name = graph->names[p];
        size_t length = strlen(name);
        if (length <= longest || strncmp(row + i, name, length) != 0 ||
            (is_word(name[0]) && i > 0 && is_word(row[i - 1])) ||
            (is_word(name[length - 1]) && is_word(row[i + (int)length])))
            continue;
        found = p;
        longest = length;
    }
    return found;
}

/* Notes where the names of a row stand; the row ends with a blank. */
static int find_names(const struct graph *graph, struct graph_drawing *drawing, int row, int number,
                      struct error *err)
{
    const char *chars = drawing->chars + row * drawing->cols;
    for (int i = 0; i < drawing->cols; i++) {
        int p = name_at(graph, chars, i);
        if (p >= 0) {
            if (drawing->at[p] >= 0)
                return error_set(err, -EINVAL, "line %d: the drawing has the point '%s' twice",
                                 number, graph->names[p]);
            drawing->at[p] = row * drawing->cols + i;
            i += (int)strlen(graph->names[p]) - 1;
        } else if (is_word(chars[i])) {
            int length = 0;
            while (is_word(chars[i + length]))
                length++;
            return error_set(err, -EINVAL, "line %d: no point is called '%.*s', as in the drawing",
                             number, length > 40 ? 40 : length, chars + i);
        }
    }
    return 0;
}

void graph_drawing_free(struct graph_drawing *drawing)
{
    if (drawing == NULL)
        return;
    free(drawing->chars);
    free(drawing->at);
    free(drawing);
}

/* A drawing of blanks. NULL: out of memory. */
static struct graph_drawing *new_drawing(int points, int rows, int cols)
{
    struct graph_drawing *drawing = calloc(1, sizeof(*drawing));
    if (drawing == NULL)
        return NULL;
    *drawing = (struct graph_drawing){.rows = rows, .cols = cols};
    drawing->chars = malloc((size_t)rows * (size_t)cols + 1);
    drawing->at = malloc((size_t)points * sizeof(*drawing->at));
    if (drawing->chars == NULL || drawing->at == NULL) {
        graph_drawing_free(drawing);
        return NULL;
    }
    memset(drawing->chars, ' ', (size_t)rows * (size_t)cols);
    drawing->chars[(size_t)rows * (size_t)cols] = '\0';
    for (int p = 0; p < points; p++)
        drawing->at[p] = -1;
    return drawing;
}

static int set_drawing(struct graph *graph, const struct drawn_lines *drawn, struct error *err)
{
    struct graph_drawing *drawing =
        new_drawing(graph->points, drawn->count, drawn->widest - drawn->indent + 2);
    int r = 0;
    if (drawing == NULL)
        return error_set(err, -ENOMEM, "out of memory reading the graph");
    for (int row = 0; row < drawn->count && r == 0; row++) {
        const struct drawn_line *line = &drawn->lines[row];
        if (line->length > drawn->indent)
            memcpy(drawing->chars + row * drawing->cols + 1, line->text + drawn->indent,
                   (size_t)(line->length - drawn->indent));
        r = find_names(graph, drawing, row, line->number, err);
    }
    for (int p = 0; p < graph->points && r == 0; p++)
        if (drawing->at[p] < 0)
            r = error_set(err, -EINVAL, "the point '%s' is not in the drawing (lines with #:)",
                          graph->names[p]);
    if (r == 0)
        graph->drawing = drawing;
    else
        graph_drawing_free(drawing);
    return r;
}

/* Reads the lines of a text, if it has any. */
static int read_lines(struct graph *graph, const char *text, size_t length, struct error *err)
{
    struct drawn_lines *drawn = calloc(1, sizeof(*drawn));
    if (drawn == NULL)
        return error_set(err, -ENOMEM, "out of memory reading the graph");
    int r = find_lines(drawn, text, length, err);
    if (r == 0 && drawn->count > 0)
        r = set_drawing(graph, drawn, err);
    free(drawn);
    return r;
}

int graph_drawing_read(struct graph *graph, const char *text, size_t length, struct error *err)
{
    struct strbuf made = {0};
    int r = read_lines(graph, text, length, err);
    if (r < 0 || graph->drawing != NULL)
        return r;
    r = graph_layout_write(graph, &made);
    if (r < 0)
        r = error_set(err, r, "out of memory reading the graph");
    else if (made.length > 0 && read_lines(graph, made.chars, made.length, NULL) == -ENOMEM)
        r = error_set(err, -ENOMEM, "out of memory reading the graph");
    strbuf_release(&made);
    return r;
}
