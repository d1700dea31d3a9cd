/* What a run found of a game. */
#include "report/solved.h"

#include <errno.h>
#include <stdlib.h>

int solved_init(struct solved *ret_solved, struct solve_result *result)
{
    struct solved solved = {.stopped = solve_result_stop(result),
                            .move_count = solve_result_move_count(result),
                            .result = result,
                            .line = result};
    solved.moves = calloc(solved.move_count + 1, sizeof(*solved.moves));
    if (solved.moves == NULL) {
        solve_result_free(result);
        return -ENOMEM;
    }
    solve_result_bounds(result, &solved.bounds);
    for (size_t i = 0; i < solved.move_count; i++)
        solve_result_move(result, i, &solved.moves[i]);
    *ret_solved = solved;
    return 0;
}

void solved_release(struct solved *solved)
{
    if (solved->line != solved->result)
        solve_result_free(solved->line);
    solve_result_free(solved->result);
    free(solved->moves);
    *solved = (struct solved){0};
}

bool solved_best_complete(const struct solved *solved)
{
    return solve_result_best_complete(solved->result, 0);
}
