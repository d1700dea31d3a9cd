/* The game of several verbs from a record: --sgf FILE[:NODE]. */
#ifndef SOLVER_CLI_SETUP_SGF_H
#define SOLVER_CLI_SETUP_SGF_H

#include "base/error.h"
#include "cli/options.h"
#include "cli/setup.h"
#include "sgf/line.h"

/*
 * Reads the line that --sgf names, to the end of the main line unless it names a node. A verb
 * without moves_option (NULL) takes the position there, without history. Refuses options that say
 * what the record says. Returns 0, -EINVAL (err) or -ENOMEM. Release with sgf_line_release().
 */
int setup_sgf_read_line(const struct options *given, const char *moves_option,
                        struct sgf_line *ret_line, struct error *err);

/*
 * Fills setup with what the record says: board, start, moves, whose they are, komi; the rules are
 * those that rules names, or those of the record where it is NULL. Returns 0, -EINVAL (err) or
 * -ENOMEM; then setup is partly filled.
 */
int setup_sgf_read(struct game_setup *setup, const struct options *given, const char *rules,
                   const char *moves_option, struct error *err);

#endif
