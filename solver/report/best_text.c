/* Lists of best root moves as text. */
#include "report/best_text.h"

#include <stddef.h>

#include "report/move_text.h"

/* The text of root move i if it is one of the best, else NULL. */
static const char *move_if_best(const struct solve_result *result, size_t i)
{
    struct solve_root_move made;
    if (solve_result_move(result, i, &made) < 0 || !made.best)
        return NULL;
    return move_text(solve_game_board(solve_result_game(result)), made.move);
}

void best_text_add(struct strbuf *text, const struct solve_result *result)
{
    for (size_t i = 0; i < solve_result_move_count(result); i++) {
        const char *move = move_if_best(result, i);
        if (move == NULL)
            continue;
        strbuf_separate(text, " ");
        strbuf_add(text, "%s", move);
    }
}
