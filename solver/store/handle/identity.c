/* Names of sub-tables. */
#include "store/handle/identity.h"

#include <errno.h>
#include <limits.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include <xxhash.h>

#include "base/plain.h"

static void add(char *buffer, const char *format, ...) __attribute__((format(printf, 2, 3)));

static void add(char *buffer, const char *format, ...)
{
    size_t used = strlen(buffer);
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(buffer + used, TABLE_NAME_MAX - used, format, arguments);
    va_end(arguments);
}

/* Adds the hash of the number of points and of the edges, which the graph has sorted. */
static void add_graph(const struct graph *graph, char *buffer)
{
    struct bytes bytes = {0};
    XXH128_canonical_t hash;
    bytes_put_number(&bytes, (uint64_t)graph->points, 4);
    for (int p = 0; p < graph->points; p++) {
        for (int i = graph->first[p]; i < graph->first[p + 1]; i++) {
            if (graph->adjacent[i] < p)
                continue;
            bytes_put_number(&bytes, (uint64_t)p, 4);
            bytes_put_number(&bytes, (uint64_t)graph->adjacent[i], 4);
        }
    }
    XXH128_canonicalFromHash(&hash, XXH3_128bits(bytes.data, bytes.size));
    bytes_release(&bytes);
    add(buffer, "graph:%d:", graph->points);
    for (size_t i = 0; i < sizeof(hash.digest); i++)
        add(buffer, "%02x", hash.digest[i]);
}

void identity_name(const struct graph *graph, const struct ruleset *rules, char *buffer)
{
    const struct family *family = rules->family;
    buffer[0] = '\0';
    add(buffer, "%s", family->name);
    for (size_t i = 0; family->fields[i] != NULL; i++)
        if (ruleset_tells(rules, i))
            add(buffer, ",%s=%s", family->fields[i]->name,
                family->fields[i]->values[rules->values[i]]);
    add(buffer, " ");
    identity_board(graph, buffer);
}

void identity_board(const struct graph *graph, char *buffer)
{
    if (graph->rows > 0)
        add(buffer, "%dx%d", graph->rows, graph->cols);
    else
        add_graph(graph, buffer);
}

int identity_points(const char *board)
{
    int rows = 0, cols = 0, points = 0, used = 0;
    if (sscanf(board, "graph:%2d:%n", &points, &used) == 1 && used > 0)
        return strlen(board + used) == 32 && strspn(board + used, "0123456789abcdef") == 32 &&
                       points >= 1 && points <= SOLVER_MAX_POINTS
                   ? points
                   : 0;
    if (sscanf(board, "%2dx%2d%n", &rows, &cols, &used) == 2 && board[used] == '\0')
        return rows >= 1 && cols >= 1 && rows * cols <= SOLVER_MAX_POINTS ? rows * cols : 0;
    return 0;
}

int identity_shape(const char *name, struct record_shape *ret_shape)
{
    const char *blank = strchr(name, ' ');
    int points = blank != NULL ? identity_points(blank + 1) : 0;
    if (points == 0 || strlen(name) >= TABLE_NAME_MAX || plain_find(name) != NULL)
        return -EINVAL;
    *ret_shape = (struct record_shape){
        .points = points,
        .set_bytes = ((size_t)points + 7) / 8,
        .seed = record_seed(name, strlen(name)),
    };
    return 0;
}

char *identity_graph_text(const struct graph *graph)
{
    struct bytes text = {0};
    if (graph->rows == 0) {
        for (int p = 0; p < graph->points; p++) {
            bytes_put(&text, graph->names[p], strlen(graph->names[p]));
            bytes_put(&text, p + 1 < graph->points ? " " : "\n", 1);
        }
        for (int p = 0; p < graph->points; p++) {
            for (int i = graph->first[p]; i < graph->first[p + 1]; i++) {
                const char *other = graph->names[graph->adjacent[i]];
                if (graph->adjacent[i] < p)
                    continue;
                bytes_put(&text, graph->names[p], strlen(graph->names[p]));
                bytes_put(&text, " ", 1);
                bytes_put(&text, other, strlen(other));
                bytes_put(&text, "\n", 1);
            }
        }
    }
    bytes_put(&text, "", 1);
    return (char *)text.data;
}

/* In how many fields do the rules differ from their preset? */
static int differences(const struct ruleset *rules)
{
    struct ruleset plain;
    int count = 0;
    if (ruleset_parse(rules->preset->name, &plain, NULL) < 0)
        return INT_MAX;
    for (size_t i = 0; rules->family->fields[i] != NULL; i++)
        count += plain.values[i] != rules->values[i];
    return count;
}

/* The ruleset of a family with all its fields, seen as a variant of the preset next to it. */
static int parse_rules(const char *text, size_t length, struct ruleset *ret_rules)
{
    size_t count, family = strcspn(text, ", ");
    const struct preset *all = presets(&count);
    int least = INT_MAX;
    for (size_t i = 0; i < count; i++) {
        const char *name = all[i].family->name;
        char varied[TABLE_NAME_MAX + 64];
        struct ruleset rules;
        if (all[i].alias_of != NULL || strlen(name) != family || memcmp(name, text, family) != 0)
            continue;
        snprintf(varied, sizeof(varied), "%s%.*s", all[i].name, (int)(length - family),
                 text + family);
        if (ruleset_parse(varied, &rules, NULL) < 0 || differences(&rules) >= least)
            continue;
        least = differences(&rules);
        *ret_rules = rules;
    }
    return least < INT_MAX ? 0 : -EINVAL;
}

int identity_rules(const char *name, struct ruleset *ret_rules)
{
    return parse_rules(name, strcspn(name, " "), ret_rules);
}

int identity_parse(const char *name, const char *graph_text, size_t graph_length,
                   struct ruleset *ret_rules, struct graph **ret_graph)
{
    char again[TABLE_NAME_MAX];
    const char *blank = strchr(name, ' ');
    struct graph *graph;
    if (blank == NULL || parse_rules(name, (size_t)(blank - name), ret_rules) < 0)
        return -EINVAL;
    int r = graph_length > 0
                ? graph_parse_file_text("graph", graph_text, graph_length, &graph, NULL)
                : graph_parse(blank + 1, &graph, NULL);
    if (r < 0)
        return r;
    identity_name(graph, ret_rules, again);
    if (strcmp(again, name) != 0) {
        graph_free(graph);
        return -EINVAL;
    }
    *ret_graph = graph;
    return 0;
}
