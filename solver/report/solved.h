/* What a run found of a game, with all root moves in an array. */
#ifndef SOLVER_REPORT_SOLVED_H
#define SOLVER_REPORT_SOLVED_H

#include "solve.h"

struct solved {
    struct solve_bounds bounds;
    enum solve_stop stopped;
    struct solve_root_move *moves; /* owned */
    size_t move_count;
    struct solve_result *result; /* The run that found this; owned. */
    struct solve_result *line;   /* The run whose principal variation is shown; owned, or result. */
};

/* Takes result over, whatever this returns: 0 or -ENOMEM. Release with solved_release(). */
int solved_init(struct solved *ret_solved, struct solve_result *result);

/* Allows what is all zero. */
void solved_release(struct solved *solved);

/* Is every root move known to be one of the best at komi 0, or known not to be? */
bool solved_best_complete(const struct solved *solved);

#endif
