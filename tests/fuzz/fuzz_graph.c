/* Board names and graph files: what is read is a graph, and writing it out gives it back. */
#include "fuzz/fuzz.h"

#include "board/graph.h"
#include "board/symmetry.h"

/* Larger graphs' symmetries take too long for a fuzzer. */
#define SYMMETRY_POINTS 8

static int joined(const struct graph *graph, int p, int q)
{
    int count = 0;
    for (int j = graph->first[p]; j < graph->first[p + 1]; j++)
        count += graph->adjacent[j] == q;
    return count;
}

static void check_graph(const struct graph *graph)
{
    MUST(graph->points >= 1 && graph->points <= BOARD_MAX_POINTS);
    MUST(graph->first[0] == 0);
    for (int p = 0; p < graph->points; p++) {
        MUST(graph->first[p] <= graph->first[p + 1]);
        for (int j = graph->first[p]; j < graph->first[p + 1]; j++) {
            int q = graph->adjacent[j];
            MUST(q >= 0 && q < graph->points && q != p);
            MUST(j == graph->first[p] || graph->adjacent[j - 1] < q);
            MUST(joined(graph, q, p) == 1);
        }
        MUST(graph_find_point(graph, graph->names[p], strlen(graph->names[p])) == p);
    }
}

static void check_same(const struct graph *a, const struct graph *b)
{
    MUST(a->points == b->points && a->rows == b->rows && a->cols == b->cols);
    for (int p = 0; p <= a->points; p++)
        MUST(a->first[p] == b->first[p]);
    for (int j = 0; j < a->first[a->points]; j++)
        MUST(a->adjacent[j] == b->adjacent[j]);
    for (int p = 0; p < a->points; p++)
        MUST(strcmp(a->names[p], b->names[p]) == 0);
}

static void check_symmetries(const struct graph *graph)
{
    struct symmetries group;
    if (graph->points > SYMMETRY_POINTS)
        return;
    MUST(symmetries_init(&group, graph) == 0);
    MUST(group.count >= 1 && group.count <= SYMMETRY_MAX);
    for (int s = 0; s < group.count; s++)
        for (int p = 0; p < graph->points; p++)
            for (int q = 0; q < graph->points; q++)
                MUST(joined(graph, p, q) ==
                     joined(graph, symmetries_apply(&group, s, p), symmetries_apply(&group, s, q)));
    symmetries_release(&group);
}

/* Writes graph as a graph file and reads that. */
static void check_round_trip(const struct graph *graph)
{
    char *text = NULL;
    size_t size = 0;
    struct graph *again;
    FILE *out = open_memstream(&text, &size);
    MUST(out != NULL);
    for (int p = 0; p < graph->points; p++)
        fprintf(out, "%s ", graph->names[p]);
    fputc('\n', out);
    for (int p = 0; p < graph->points; p++)
        for (int j = graph->first[p]; j < graph->first[p + 1]; j++)
            if (graph->adjacent[j] > p)
                fprintf(out, "%s %s\n", graph->names[p], graph->names[graph->adjacent[j]]);
    fclose(out);
    MUST(graph_parse_file_text("again", text, size, &again, NULL) == 0);
    check_same(graph, again);
    graph_free(again);
    free(text);
}

static void try_file(const uint8_t *data, size_t size)
{
    struct graph *graph = NULL;
    struct error err = {""};
    if (graph_parse_file_text("input", (const char *)data, size, &graph, &err) < 0) {
        MUST(graph == NULL && err.text[0] != '\0');
        return;
    }
    check_graph(graph);
    check_round_trip(graph);
    check_symmetries(graph);
    graph_free(graph);
}

static void try_size(const char *text)
{
    struct graph *graph = NULL, *again;
    struct error err = {""};
    if (graph_parse(text, &graph, &err) < 0) {
        MUST(graph == NULL && err.text[0] != '\0');
        return;
    }
    check_graph(graph);
    MUST(graph->rows * graph->cols == graph->points);
    MUST(graph_parse(graph->name, &again, NULL) == 0);
    check_same(graph, again);
    graph_free(again);
    graph_free(graph);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char *text = fuzz_text(data, size);
    try_size(text);
    try_file(data, size);
    free(text);
    return 0;
}
