/* The game of several verbs from a record: --sgf FILE[:NODE]. */
#ifndef SOLVER_CLI_SETUP_SGF_H
#define SOLVER_CLI_SETUP_SGF_H

#include "base/error.h"
#include "cli/options.h"
#include "cli/setup.h"

/*
 * Fills setup with what the record says to the end of its main line, unless --sgf names a node:
 * board, start, moves, whose they are, komi; the rules are those that rules names, or those of the
 * record where it is NULL. A verb without moves_option (NULL) takes the position there, without
 * history. Refuses options that say what the record says. Returns 0, -EINVAL (err) or
 * -ENOMEM; then setup is partly filled.
 */
int setup_sgf_read(struct game_setup *setup, const struct options *given, const char *rules,
                   const char *moves_option, struct error *err);

#endif
