/* Moves of the library. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "library/handles.h"

_Static_assert((int)SOLVE_MOVE_STONE == MOVE_STONE && (int)SOLVE_MOVE_PASS == MOVE_PASS &&
                   (int)SOLVE_MOVE_REFRESH == MOVE_REFRESH,
               "solve.h has other kinds of moves");

struct solve_move library_move_out(struct move move)
{
    return (struct solve_move){(enum solve_move_kind)move.kind, move.point, move.cycle};
}

bool library_move_in(const struct graph *graph, struct solve_move move, struct move *ret_move)
{
    if (move.cycle < 0 || move.cycle > MOVE_CYCLE_MAX)
        return false;
    if (move.kind == SOLVE_MOVE_STONE) {
        if (move.point < 0 || move.point >= graph->points)
            return false;
        *ret_move = move_after_cycle(move.cycle, move_stone(move.point));
        return true;
    }
    if (move.kind != SOLVE_MOVE_PASS && move.kind != SOLVE_MOVE_REFRESH)
        return false;
    *ret_move = move_after_cycle(move.cycle, move_pass((enum move_kind)move.kind));
    return true;
}

int library_moves_out(const struct move *moves, size_t count, struct solve_move **ret_moves)
{
    struct solve_move *list = calloc(count + 1, sizeof(*list));
    if (list == NULL)
        return -ENOMEM;
    for (size_t i = 0; i < count; i++)
        list[i] = library_move_out(moves[i]);
    *ret_moves = list;
    return 0;
}

static const char *passes_of(const struct solve_rules *rules)
{
    return rules != NULL ? ruleset_passes(&rules->ruleset) : "pass";
}

int solve_move_parse(const struct solve_board *board, const struct solve_rules *rules,
                     const char *text, struct solve_move *ret_move, struct solve_error *err)
{
    struct error why = {""};
    struct move move;
    if (board == NULL || text == NULL || ret_move == NULL)
        return library_refuse(err, -EINVAL, "no move is given: wanted a point's name or a pass");
    int r = move_parse(board->graph, passes_of(rules), text, strlen(text), &move, &why);
    if (r < 0)
        return library_fail(err, r, &why);
    *ret_move = library_move_out(move);
    return 0;
}

int solve_move_parse_list(const struct solve_board *board, const struct solve_rules *rules,
                          const char *text, struct solve_move **ret_moves, size_t *ret_count,
                          struct solve_error *err)
{
    struct error why = {""};
    struct move *moves;
    size_t count;
    if (board == NULL || text == NULL || ret_moves == NULL || ret_count == NULL)
        return library_refuse(err, -EINVAL, "no moves are given");
    int r = move_parse_list(board->graph, passes_of(rules), text, &moves, &count, &why);
    if (r < 0)
        return library_fail(err, r, &why);
    r = library_moves_out(moves, count, ret_moves);
    free(moves);
    if (r < 0)
        return library_refuse(err, r, "out of memory");
    *ret_count = count;
    return 0;
}

const char *solve_move_format(const struct solve_board *board, struct solve_move move, char *buffer)
{
    struct move inside;
    if (buffer == NULL)
        return NULL;
    bool known = board != NULL && library_move_in(board->graph, move, &inside);
    snprintf(buffer, SOLVE_MOVE_TEXT_MAX, "%s", known ? move_format(board->graph, inside) : "?");
    return buffer;
}
