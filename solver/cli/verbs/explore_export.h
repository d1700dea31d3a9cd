/* explore --export: a site of files, instead of a server. */
#ifndef SOLVER_CLI_VERBS_EXPLORE_EXPORT_H
#define SOLVER_CLI_VERBS_EXPLORE_EXPORT_H

#include "base/error.h"
#include "cli/options.h"

/* The options that mean something with --export only; a table that has them has --export, --rules,
 * --threads and --memory, too. */
#define EXPLORE_EXPORT_OPTIONS                                                                     \
    OPTION("export", "DIR", "write a site of files that needs no server, and end"),                \
        OPTION("boards", "LIST", "of the site: as in 1x1..1x7,2x2..3x3"),                          \
        OPTION("depth", "N", "of the site: games of N moves from the empty board (default 3)"),    \
        OPTION("games", "N", "of the site: longer games while they are at most N (default 1000)"), \
        OPTION("starts", "N", "of the site: all positions of boards to N points (default 9)"),     \
        OPTION("max-nodes", "N", "of the site: limit of each state"),                              \
        OPTION("max-seconds", "S", "of the site: stop then; the same command goes on")

/* Without --export: was another of them given? Returns 0 or -EINVAL (err). */
int explore_export_refuse(const struct options *given, struct error *err);

/* Writes the site. Returns an exit code (err). */
int explore_export_run(const struct options *given, struct error *err);

#endif
