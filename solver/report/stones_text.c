/* Stones that are of no game as text. */
#include "report/stones_text.h"

void stones_text_write(const struct solve_board *board, const uint8_t *stones, char *buffer)
{
    int points = solve_board_points(board), cols = solve_board_columns(board);
    for (int p = 0; p < points; p++) {
        if (cols > 0 && p > 0 && p % cols == 0)
            *buffer++ = '/';
        *buffer++ = ".XO#@"[stones[p]];
    }
    *buffer = '\0';
}
