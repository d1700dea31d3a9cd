/* States as short texts. */
#include "explore/site/code.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

enum { FIRST_POINT = '0', PASS = 'x', REFRESH = 'y', CYCLE = 'z' };

int code_maps_init(struct code_maps *ret_maps, const struct solve_board *board,
                   const struct solve_rules *rules)
{
    struct solve_rules_facts facts;
    struct code_maps maps = {.points = solve_board_points(board)};
    maps.count = solve_board_symmetries(board, &maps.all);
    if (maps.count < 0)
        return -ENOMEM;
    if (solve_rules_facts(rules, &facts) == 0 && facts.removes_cycles)
        maps.count = 1;
    *ret_maps = maps;
    return 0;
}

void code_maps_release(struct code_maps *maps)
{
    free(maps->all);
    maps->all = NULL;
}

void code_point(struct strbuf *text, int point)
{
    strbuf_add(text, "%c", FIRST_POINT + point);
}

/* Writes a move; returns how many characters. */
static size_t write_move(struct solve_move move, const int *map, char out[3])
{
    size_t length = 0;
    if (move.cycle > 0) {
        out[length++] = CYCLE;
        out[length++] = (char)(FIRST_POINT + move.cycle);
    }
    if (move.kind == SOLVE_MOVE_STONE)
        out[length++] = (char)(FIRST_POINT + (map != NULL ? map[move.point] : move.point));
    else
        out[length++] = move.kind == SOLVE_MOVE_PASS ? PASS : REFRESH;
    return length;
}

void code_move(struct strbuf *text, struct solve_move move, const int *map)
{
    char out[3];
    strbuf_add(text, "%.*s", (int)write_move(move, map, out), out);
}

static void write_game(const struct solve_game *game, const int *map, char *buffer)
{
    struct solve_turn turn;
    size_t length = 0;
    buffer[length++] = 'h';
    for (size_t i = 1; solve_game_turn(game, i, &turn) == 0; i++)
        length += write_move(turn.move, map, buffer + length);
    buffer[length] = '\0';
}

bool code_game(const struct solve_game *game, const struct code_maps *maps, char *buffer)
{
    char other[CODE_STATE_MAX];
    write_game(game, NULL, buffer);
    for (int s = 1; s < maps->count; s++) {
        write_game(game, maps->all + (size_t)s * (size_t)maps->points, other);
        if (strcmp(other, buffer) < 0)
            return false;
    }
    return true;
}

bool code_is_first(const char *stones, const struct code_maps *maps)
{
    char other[SOLVE_POINTS_MAX];
    size_t points = (size_t)maps->points;
    for (int s = 1; s < maps->count; s++) {
        const int *map = maps->all + (size_t)s * points;
        for (size_t p = 0; p < points; p++)
            other[map[p]] = stones[p];
        if (memcmp(other, stones, points) < 0)
            return false;
    }
    return true;
}
