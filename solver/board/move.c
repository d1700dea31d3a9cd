/* Reading and writing plays. */
#include "board/move.h"

#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "base/array.h"

static const char cycle_word[] = "cycle:";
#define CYCLE_WORD_LENGTH (sizeof(cycle_word) - 1)

static const char *format_plain(const struct graph *graph, struct move move)
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

const char *move_format(const struct graph *graph, struct move move)
{
    static _Thread_local char texts[MOVE_TEXTS][POINT_NAME_MAX + 32];
    static _Thread_local unsigned next;
    if (move.cycle == 0)
        return format_plain(graph, move);
    char *text = texts[next++ % MOVE_TEXTS];
    bool stone = move.kind == MOVE_STONE;
    snprintf(text, sizeof(texts[0]), "%s%d%s%s", cycle_word, move.cycle, stone ? "+" : "",
             stone ? format_plain(graph, move) : "");
    return text;
}

static int refuse(const struct graph *graph, const char *passes, const char *text, size_t length,
                  struct error *err)
{
    return error_set(err, -EINVAL, "'%.*s' is not a play on %s: wanted a point (%s to %s)%s %s",
                     length > 40 ? 40 : (int)length, text, graph->name,
                     graph->names[graph->rows > 0 ? (graph->rows - 1) * graph->cols : 0],
                     graph->names[graph->rows > 0 ? graph->cols - 1 : graph->points - 1],
                     strchr(passes, ' ') != NULL ? "," : " or", passes);
}

/* Reads "cycle:N" or "cycle:N+POINT". */
static int parse_cycle(const struct graph *graph, const char *text, size_t length,
                       struct move *ret_move, struct error *err)
{
    size_t at = CYCLE_WORD_LENGTH;
    int number = 0, point = -1;
    for (; at < length && isdigit((unsigned char)text[at]) && number <= MOVE_CYCLE_MAX; at++)
        number = 10 * number + text[at] - '0';
    bool stone = at < length && text[at] == '+';
    if (stone)
        point = graph_find_point(graph, text + at + 1, length - at - 1);
    if (number < 1 || number > MOVE_CYCLE_MAX || (stone ? point < 0 : at < length))
        return error_set(err, -EINVAL,
                         "'%.*s' names no cycle: wanted cycle:N or cycle:N+POINT, N from 1 to %d",
                         length > 40 ? 40 : (int)length, text, MOVE_CYCLE_MAX);
    *ret_move = move_after_cycle(number, stone ? move_stone(point) : move_pass(MOVE_PASS));
    return 0;
}

int move_parse(const struct graph *graph, const char *passes, const char *text, size_t length,
               struct move *ret_move, struct error *err)
{
    int point = graph_find_point(graph, text, length);
    if (point >= 0)
        *ret_move = move_stone(point);
    else if (length == 4 && strncasecmp(text, "pass", 4) == 0)
        *ret_move = move_pass(MOVE_PASS);
    else if (length == 7 && strncasecmp(text, "refresh", 7) == 0)
        *ret_move = move_pass(MOVE_REFRESH);
    else if (length >= CYCLE_WORD_LENGTH && strncasecmp(text, cycle_word, CYCLE_WORD_LENGTH) == 0)
        return parse_cycle(graph, text, length, ret_move, err);
    else
        return refuse(graph, passes, text, length, err);
    return 0;
}

int move_parse_list(const struct graph *graph, const char *passes, const char *text,
                    struct move **ret_moves, size_t *ret_count, struct error *err)
{
    static const char blanks[] = " \t\r\n,";
    struct move *moves = NULL;
    size_t count = 0, room = 0;
    const char *at = text + strspn(text, blanks);
    while (*at != '\0') {
        size_t length = strcspn(at, blanks);
        struct error why;
        int r = array_reserve(&moves, count + 1, &room, sizeof(*moves));
        if (r < 0) {
            free(moves);
            return error_set(err, r, "out of memory for %zu plays", count + 1);
        }
        r = move_parse(graph, passes, at, length, &moves[count], &why);
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
