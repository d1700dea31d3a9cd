/*
 * Lists of best root moves: each says whether it is complete, and by which order plays are best
 * where that hangs on the komi.
 */
#ifndef SOLVER_CLI_BEST_H
#define SOLVER_CLI_BEST_H

#include <jansson.h>

#include "base/strbuf.h"
#include "solve.h"

/* Appends the best plays, with a blank between them. */
void best_add(struct strbuf *text, const struct solve_result *result);

/*
 * Prints the line "best first plays: A1 B1". In parentheses it says what an end that nobody can
 * force counts as, where another komi may have other best plays, and that not all of them are
 * known, where that is so.
 */
void best_print(const struct solve_result *result, int komi_half_points);

/* Prints, below a table, what "best" means in it where the komi matters. */
void best_print_note(int komi_half_points);

/* Sets "best" and "best_complete". Returns object, or NULL as json_with() does. */
json_t *best_set_json(json_t *object, const struct solve_result *result, int komi_half_points);

/* Sets "komi" and "best_order": by what plays are best at it. Returns as above. */
json_t *best_set_order(json_t *object, int komi_half_points);

#endif
