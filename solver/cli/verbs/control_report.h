/* What the verb control found, printed. */
#ifndef SOLVER_CLI_VERBS_CONTROL_REPORT_H
#define SOLVER_CLI_VERBS_CONTROL_REPORT_H

#include "cli/setup.h"

struct control_report {
    const struct game_setup *setup; /* its board, position and prohibited points */
    const struct solve_control *control;
    size_t max_states; /* of the game on a set */
};

void control_report_print(const struct control_report *report);

/* Returns 0 or a negative errno. */
int control_report_print_json(const struct control_report *report, struct error *err);

#endif
