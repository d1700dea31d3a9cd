/*
 * Lists of best root moves. Each says whether it is complete. Where the best moves depend on the
 * komi it says in which order moves are compared.
 */
#ifndef SOLVER_CLI_BEST_H
#define SOLVER_CLI_BEST_H

#include "solve.h"

/*
 * Prints the line "best first plays: A1 B1". Where another komi may have other best moves, the line
 * says in parentheses what an end counts as that nobody can force. Where not all best moves are
 * known it says so. Returns 0 or -ENOMEM; then nothing is printed.
 */
int best_print(const struct solve_result *result, int komi_half_points);

/* Prints below a table what "best" means in it. For tables in which the komi matters. */
void best_print_note(int komi_half_points);

#endif
