/* Graph files: a line of point names, then a line per edge. */
#include "base/array.h"
#include "base/plain.h"
#include "board/graph.h"
#include "board/graph_build.h"
#include "board/graph_drawing.h"

#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

/* The most bytes a graph file may have: 361 points have at most 64,980 edges. */
#define GRAPH_FILE_MAX (4u << 20)

struct graph_reader {
    const char *at, *end;
    int line;
    struct error *err;
};

struct word {
    const char *text;
    size_t length;
};

struct draft {
    int points;
    struct word names[BOARD_MAX_POINTS];
    unsigned char joined[BOARD_MAX_POINTS][BOARD_MAX_POINTS];
    int (*edges)[2];
    size_t edge_count, edge_room;
};

#define FAIL(reader, ...) error_set((reader)->err, -EINVAL, __VA_ARGS__)

/* The next word of the current line, or length 0 at its end. */
static struct word next_word(struct graph_reader *in)
{
    while (in->at < in->end && (*in->at == ' ' || *in->at == '\t' || *in->at == '\r'))
        in->at++;
    struct word word = {in->at, 0};
    while (in->at < in->end && !isspace((unsigned char)*in->at) && *in->at != '\0')
        in->at++;
    word.length = (size_t)(in->at - word.text);
    if (word.length == 0 && in->at < in->end && *in->at != '\n') {
        word.length = 1; /* a control character: the caller's check of names refuses it */
        in->at++;
    }
    return word;
}

/* Moves to the first word of the next line that holds one. Returns false at the end of the text. */
static int next_line(struct graph_reader *in, struct word *ret_word)
{
    while (in->at < in->end) {
        in->line++;
        struct word word = next_word(in);
        int skip = word.length == 0 || word.text[0] == '#';
        if (!skip) {
            *ret_word = word;
            return 1;
        }
        while (in->at < in->end && *in->at != '\n')
            in->at++;
        if (in->at < in->end)
            in->at++;
    }
    return 0;
}

static void end_line(struct graph_reader *in)
{
    if (in->at < in->end && *in->at == '\n')
        in->at++;
}

static int find_name(const struct draft *draft, struct word word)
{
    for (int p = 0; p < draft->points; p++)
        if (draft->names[p].length == word.length &&
            memcmp(draft->names[p].text, word.text, word.length) == 0)
            return p;
    return -1;
}

static int check_name(struct graph_reader *in, struct word word)
{
    for (size_t i = 0; i < word.length; i++)
        if (!isalnum((unsigned char)word.text[i]) && word.text[i] != '-' && word.text[i] != '_')
            return FAIL(in, "line %d: a point's name is letters, digits, '-' or '_'", in->line);
    if (word.length > POINT_NAME_MAX)
        return FAIL(in, "line %d: the name '%.*s...' is longer than %d", in->line, POINT_NAME_MAX,
                    word.text, POINT_NAME_MAX);
    if ((word.length == 4 && strncasecmp(word.text, "pass", 4) == 0) ||
        (word.length == 7 && strncasecmp(word.text, "refresh", 7) == 0))
        return FAIL(in, "line %d: '%.*s' is a play, not a point's name", in->line, (int)word.length,
                    word.text);
    return 0;
}

static int read_names(struct graph_reader *in, struct draft *draft)
{
    struct word word;
    if (!next_line(in, &word))
        return FAIL(in, "no points: wanted a line of point names");
    for (; word.length > 0; word = next_word(in)) {
        int r = check_name(in, word);
        if (r < 0)
            return r;
        if (find_name(draft, word) >= 0)
            return FAIL(in, "line %d: the point '%.*s' is named twice", in->line, (int)word.length,
                        word.text);
        if (draft->points == BOARD_MAX_POINTS)
            return FAIL(in, "line %d: more than %d points", in->line, BOARD_MAX_POINTS);
        draft->names[draft->points++] = word;
    }
    end_line(in);
    return 0;
}

static int add_edge(struct graph_reader *in, struct draft *draft, int a, int b)
{
    if (a == b)
        return FAIL(in, "line %d: an edge joins '%.*s' to itself", in->line,
                    (int)draft->names[a].length, draft->names[a].text);
    if (draft->joined[a][b])
        return FAIL(in, "line %d: the edge %.*s %.*s is there already", in->line,
                    (int)draft->names[a].length, draft->names[a].text, (int)draft->names[b].length,
                    draft->names[b].text);
    int r = array_reserve(&draft->edges, draft->edge_count + 1, &draft->edge_room,
                          sizeof(*draft->edges));
    if (r < 0)
        return error_set(in->err, r, "out of memory reading the graph");
    draft->joined[a][b] = draft->joined[b][a] = 1;
    draft->edges[draft->edge_count][0] = a;
    draft->edges[draft->edge_count++][1] = b;
    return 0;
}

static int read_edges(struct graph_reader *in, struct draft *draft)
{
    struct word word;
    while (next_line(in, &word)) {
        int ends[2];
        for (int i = 0; i < 2; i++) {
            if (word.length == 0)
                return FAIL(in, "line %d: an edge is two point names", in->line);
            ends[i] = find_name(draft, word);
            if (ends[i] < 0)
                return FAIL(in, "line %d: no point is called '%.*s'", in->line,
                            word.length > 40 ? 40 : (int)word.length, word.text);
            word = next_word(in);
        }
        if (word.length > 0)
            return FAIL(in, "line %d: an edge is two point names, no more", in->line);
        int r = add_edge(in, draft, ends[0], ends[1]);
        if (r < 0)
            return r;
        end_line(in);
    }
    return 0;
}

static void fill_names(struct graph *graph, const struct draft *draft, const char *file)
{
    const char *base = strrchr(file, '/');
    snprintf(graph->name, sizeof(graph->name), "%s", base != NULL ? base + 1 : file);
    plain_make(graph->name);
    for (int p = 0; p < graph->points; p++)
        snprintf(graph->names[p], sizeof(graph->names[p]), "%.*s", (int)draft->names[p].length,
                 draft->names[p].text);
}

int graph_parse_file_text(const char *file, const char *text, size_t length,
                          struct graph **ret_graph, struct error *err)
{
    struct graph_reader in = {text, text + length, 0, err};
    struct draft *draft = calloc(1, sizeof(*draft));
    if (draft == NULL)
        return error_set(err, -ENOMEM, "out of memory reading the graph");

    struct graph *graph = NULL;
    int r = read_names(&in, draft);
    if (r == 0)
        r = read_edges(&in, draft);
    if (r == 0) {
        r = graph_build(draft->points, (const int(*)[2])draft->edges, draft->edge_count, &graph);
        if (r < 0)
            error_set(err, r, "out of memory reading the graph");
    }
    if (r == 0) {
        fill_names(graph, draft, file);
        r = graph_drawing_read(graph, text, length, err);
        if (r == 0)
            *ret_graph = graph;
        else
            graph_free(graph);
    }
    free(draft->edges);
    free(draft);
    return r;
}

int graph_load(const char *file, struct graph **ret_graph, struct error *err)
{
    FILE *in = fopen(file, "rb");
    if (in == NULL)
        return error_set(err, -errno, "cannot be opened: %s", strerror(errno));
    char *text = malloc(GRAPH_FILE_MAX + 1);
    if (text == NULL) {
        fclose(in);
        return error_set(err, -ENOMEM, "out of memory reading the graph");
    }
    errno = EIO; /* fread() need not say why it fails */
    size_t length = fread(text, 1, GRAPH_FILE_MAX + 1, in);
    int r = 0;
    if (ferror(in))
        r = error_set(err, -errno, "cannot be read: %s", strerror(errno));
    else if (length > GRAPH_FILE_MAX)
        r = error_set(err, -EINVAL, "longer than a graph file can be (%u bytes)", GRAPH_FILE_MAX);
    else
        r = graph_parse_file_text(file, text, length, ret_graph, err);
    fclose(in);
    free(text);
    return r;
}
