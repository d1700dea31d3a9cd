#include "cli/verbs/explore_export.h"
#include "cli/run_limits.h"
#include "cli/setup.h"
#include "cli/verb.h"
static const struct option_spec options[] = { SETUP_OPTIONS, {"threads", "N", "x"}, {"memory", "SIZE", "y"}, {"quiet",NULL,"q"}, EXPLORE_EXPORT_OPTIONS };
static int run(const struct options *given, struct error *err) { return explore_export_run(given, err); }
const struct verb verb_explore = VERB("explore", "a page", options, .run = run, .interruptible = true);
