/* A move as the program shows it. */
#include "report/move_text.h"

const char *move_text(const struct solve_board *board, struct solve_move move)
{
    static _Thread_local char texts[MOVE_TEXTS][SOLVE_MOVE_TEXT_MAX];
    static _Thread_local unsigned next;
    return solve_move_format(board, move, texts[next++ % MOVE_TEXTS]);
}
