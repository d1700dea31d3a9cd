/* Reading and writing plays. */
#include "board/move.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

const char *move_format(const struct graph *graph, struct move move)
{
    switch (move.kind) {
    case MOVE_STONE:
        return graph->names[move.point];
    case MOVE_REFRESH:
        return "refresh";
    case MOVE_PASS:
    default:
        return "pass";
    }
}

int move_parse(const struct graph *graph, const char *text, size_t length, struct move *ret_move,
               struct error *err)
{
    int point = graph_find_point(graph, text, length);
    if (point >= 0)
        *ret_move = move_stone(point);
    else if (length == 4 && strncasecmp(text, "pass", 4) == 0)
        *ret_move = move_pass(MOVE_PASS);
    else if (length == 7 && strncasecmp(text, "refresh", 7) == 0)
        *ret_move = move_pass(MOVE_REFRESH);
    else
        return error_set(err, -EINVAL,
                         "'%.*s' is not a play on %s: wanted a point (%s to %s), pass or refresh",
                         length > 40 ? 40 : (int)length, text, graph->name,
                         graph->names[graph->rows > 0 ? (graph->rows - 1) * graph->cols : 0],
                         graph->names[graph->rows > 0 ? graph->cols - 1 : graph->points - 1]);
    return 0;
}

int move_parse_list(const struct graph *graph, const char *text, struct move **ret_moves,
                    size_t *ret_count, struct error *err)
{
    static const char blanks[] = " \t\r\n,";
    struct move *moves = NULL;
    size_t count = 0, room = 0;
    const char *at = text + strspn(text, blanks);
    while (*at != '\0') {
        size_t length = strcspn(at, blanks);
        if (count == room) {
            room = room ? 2 * room : 64;
            void *grown = realloc(moves, room * sizeof(*moves));
            if (grown == NULL) {
                free(moves);
                return error_set(err, -ENOMEM, "out of memory for %zu plays", room);
            }
            moves = grown;
        }
        struct error why;
        int r = move_parse(graph, at, length, &moves[count], &why);
        if (r < 0) {
            free(moves);
            return error_set(err, r, "play %zu: %s", count + 1, why.text);
        }
        count++;
        at += length;
        at += strspn(at, blanks);
    }
    *ret_moves = moves;
    *ret_count = count;
    return 0;
}
