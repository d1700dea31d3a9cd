/* The form of a verb's output: the options --format and --json. */
#ifndef SOLVER_CLI_FORMAT_H
#define SOLVER_CLI_FORMAT_H

#include <stdbool.h>

#include "base/error.h"
#include "cli/options.h"
#include "report/grid.h"

/* Of a verb that has no other form than text and JSON: read with format_read_json(). */
#define FORMAT_JSON_OPTIONS OPTION("format", "FORMAT", "text (default) or json"), FORMAT_JSON_OPTION

#define FORMAT_JSON_OPTION OPTION("json", NULL, "the same as --format json: one JSON object")
#define FORMAT_QUIET_OPTION OPTION("quiet", NULL, "no progress on stderr")

/* Reads --format and --json, as far as the verb has them: text if neither is given. Returns 0 or
 * -EINVAL (err): no such format, or the two contradict each other. */
int format_read(const struct options *given, enum grid_format *ret_format, struct error *err);

/* The same for a verb of which the form is text or JSON. */
int format_read_json(const struct options *given, bool *ret_json, struct error *err);

#endif
