/* Printing what the main verb found. */
#ifndef SOLVER_CLI_RESULT_H
#define SOLVER_CLI_RESULT_H

#include "cli/solve_options.h"
#include "solve.h"

/* For people: value, winner at the komi, root moves, the principal variation drawn. Returns 0 or
 * -ENOMEM; then not all of it is printed. */
int result_print_text(const struct solve_result *result, const struct solve_options *options,
                      double seconds);

/* One JSON object on one line, of that verb. Returns 0 or a negative errno (err). */
int result_print_json(const char *verb, const struct solve_result *result,
                      const struct solve_options *options, double seconds, struct error *err);

/* Is everything that was asked for proved? */
bool result_is_proven(const struct solve_result *result, const struct solve_options *options);

#endif
