/* Position text: lines board, players, position. What is read is written so that it is read the
 * same. */
#include "fuzz/fuzz.h"

#include "board/position.h"

static void check_chains(const struct graph *graph, const struct position *position)
{
    for (int p = 0; p < graph->points; p++) {
        struct chain chain;
        position_chain(graph, position, p, &chain);
        MUST(chain.size >= 1 && chain.size <= graph->points);
        MUST(chain.points[0] == p);
        MUST(chain.liberties + chain.size <= graph->points);
        for (int i = 0; i < chain.size; i++)
            MUST(position->cells[chain.points[i]] == position->cells[p]);
    }
}

static void try_position(const struct graph *graph, int players, const char *text)
{
    char shown[POSITION_TEXT_MAX], again[POSITION_TEXT_MAX];
    struct position position, same;
    struct error err = {""};
    if (position_parse(graph, players, text, &position, &err) < 0) {
        MUST(err.text[0] != '\0');
        return;
    }
    position_format(graph, &position, shown);
    MUST(position_parse(graph, players, shown, &same, NULL) == 0);
    MUST(position_equal(graph, &position, &same));
    position_format(graph, &same, again);
    MUST(strcmp(again, shown) == 0);
    check_chains(graph, &position);
    position_check(graph, &position, &err);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char *board = fuzz_text(data, size);
    char *players = fuzz_next_line(board), *text = fuzz_next_line(players);
    struct graph *graph;
    if (graph_parse(board, &graph, NULL) == 0) {
        try_position(graph, 2 + (players[0] & 3) % 3, text);
        graph_free(graph);
    }
    free(board);
    return 0;
}
