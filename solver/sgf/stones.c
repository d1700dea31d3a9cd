/* Chains and liberties of a record's board. */
#include "sgf/stones.h"

#include <stdbool.h>
#include <stddef.h>

/* Takes the chain of point from the board if it has no liberty. */
static void take_dead(struct sgf_stones *stones, int point)
{
    int chain[SOLVE_BOARD_POINTS_MAX], count = 0, degree;
    bool seen[SOLVE_BOARD_POINTS_MAX] = {false};
    uint8_t color = stones->at[point];
    chain[count++] = point;
    seen[point] = true;
    for (int i = 0; i < count; i++) {
        const int *next = solve_board_neighbours(stones->board, chain[i], &degree);
        for (int j = 0; j < degree; j++) {
            if (stones->at[next[j]] == 0)
                return;
            if (stones->at[next[j]] != color || seen[next[j]])
                continue;
            seen[next[j]] = true;
            chain[count++] = next[j];
        }
    }
    for (int i = 0; i < count; i++)
        stones->at[chain[i]] = 0;
}

void sgf_stones_play(struct sgf_stones *stones, int player, int point)
{
    int degree;
    uint8_t own = (uint8_t)(1 + player);
    const int *next = solve_board_neighbours(stones->board, point, &degree);
    stones->at[point] = own;
    for (int j = 0; j < degree; j++)
        if (stones->at[next[j]] != 0 && stones->at[next[j]] != own)
            take_dead(stones, next[j]);
    take_dead(stones, point);
}

const char *sgf_stones_format(const struct sgf_stones *stones, char buffer[SOLVE_POSITION_TEXT_MAX])
{
    int points = solve_board_points(stones->board), columns = solve_board_columns(stones->board);
    size_t used = 0;
    for (int p = 0; p < points; p++) {
        if (p > 0 && p % columns == 0)
            buffer[used++] = '/';
        buffer[used++] = ".XO"[stones->at[p]];
    }
    buffer[used] = '\0';
    return buffer;
}
