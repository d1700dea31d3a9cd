/* The form of a verb's output: the options --format and --json. */
#ifndef SOLVER_CLI_FORMAT_H
#define SOLVER_CLI_FORMAT_H

#include "base/error.h"
#include "cli/options.h"
#include "report/grid.h"

#define FORMAT_JSON_OPTION OPTION("json", NULL, "print one JSON object instead of text")
#define FORMAT_QUIET_OPTION OPTION("quiet", NULL, "no progress on stderr")

/* Reads --format and --json, as far as the verb has them: text if neither is given. Returns 0 or
 * -EINVAL (err): no such format, or the two contradict each other. */
int format_read(const struct options *given, enum grid_format *ret_format, struct error *err);

#endif
