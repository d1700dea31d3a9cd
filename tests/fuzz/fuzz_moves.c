/* Lists of moves: a line with the board, then the moves. Written out they are read the same. */
#include "fuzz/fuzz.h"

#include "board/move.h"

static char *write_moves(const struct graph *graph, const struct move *moves, size_t count)
{
    char *text = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);
    MUST(out != NULL);
    for (size_t i = 0; i < count; i++)
        fprintf(out, "%s%s", i > 0 ? " " : "", move_format(graph, moves[i]));
    fclose(out);
    return text;
}

static void try_moves(const struct graph *graph, const char *text)
{
    struct move *moves = NULL, *again = NULL;
    size_t count = 0, again_count = 0;
    struct error err = {""};
    if (move_parse_list(graph, "pass", text, &moves, &count, &err) < 0) {
        MUST(moves == NULL && err.text[0] != '\0');
        return;
    }
    char *shown = write_moves(graph, moves, count);
    MUST(move_parse_list(graph, "pass", shown, &again, &again_count, NULL) == 0);
    MUST(again_count == count);
    for (size_t i = 0; i < count; i++)
        MUST(move_equal(moves[i], again[i]));
    free(shown);
    free(again);
    free(moves);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char *board = fuzz_text(data, size), *text = fuzz_next_line(board);
    struct graph *graph;
    if (graph_parse(board, &graph, NULL) == 0) {
        try_moves(graph, text);
        graph_free(graph);
    }
    free(board);
    return 0;
}
