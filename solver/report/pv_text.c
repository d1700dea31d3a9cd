/* A principal variation as text. */
#include "report/pv_text.h"

#include "report/move_text.h"

void pv_text_add(struct strbuf *text, const struct solve_result *result)
{
    size_t count;
    const struct solve_move *pv = solve_result_pv(result, &count);
    const struct solve_board *board = solve_game_board(solve_result_game(result));
    long cycle = solve_result_pv_cycle(result);
    for (size_t i = 0; i < count; i++)
        strbuf_add(text, "%s%s%s", i > 0 ? " " : "", cycle == (long)i ? "[" : "",
                   move_text(board, pv[i]));
    if (count > 0 && cycle >= 0)
        strbuf_add(text, "]");
    else if (!solve_result_pv_complete(result))
        strbuf_add(text, "%s...", count > 0 ? " " : "");
}
