/* Solving and printing the result. */
#include "cli/solve_options.h"
#include "cli/verb.h"

int solve_run(const struct solve_options *options, struct error *err)
{
    (void)options;
    error_set(err, 0, "engine not linked yet");
    return EXIT_FAILED;
}
