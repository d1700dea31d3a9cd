/* The verb explore: a page in the browser. */
#include "cli/verbs/explore.h"

#include "cli/run_limits.h"
#include "cli/setup.h"
#include "cli/verb.h"
#include "cli/verbs/explore_export.h"
#include "cli/verbs/store_option.h"

static const struct option_spec options[] = {
    SETUP_OPTIONS,
    SETUP_HISTORY_OPTION,
    SETUP_PROHIBITED_OPTION,
    {"komi", "N", "a whole or half number; default: 0"},
    {"port", "N", "where the page is served; 0: any that is free; default: 8361, or any"},
    {"address", "A", "numbers; default: 127.0.0.1, which no other machine reaches"},
    {"host", "NAME[,...]", "names besides by which browsers may call the page"},
    {"open", NULL, "open the page in the browser"},
    STORE_OPTIONS_BY_DEFAULT,
    {"threads", "N", "of all searches together; default: all cores"},
    {"memory", "SIZE", "of all searches together: " RUN_LIMITS_MEMORY_HELP},
    {"verbose", NULL, "say on stderr what is asked for"},
    EXPLORE_EXPORT_OPTIONS,
};

static int run(const struct options *given, struct error *err)
{
#ifdef SOLVE_EXPLORE
    if (options_has(given, "export"))
        return explore_export_run(given, err);
    if (explore_export_refuse(given, err) < 0)
        return EXIT_USAGE;
    return explore_serve(given, err);
#else
    (void)given;
    error_set(err, 0,
              "explore: this build has no page: wanted libmicrohttpd and esbuild when it was made");
    return EXIT_USAGE;
#endif
}

const struct verb verb_explore =
    VERB("explore", "a page in the browser: boards, values, rules side by side", options,
         .run = run, .interruptible = true);
