/* The commands, in tables: a file each for those of a kind. */
#ifndef SOLVER_GTP_COMMANDS_H
#define SOLVER_GTP_COMMANDS_H

#include <stddef.h>

#include "gtp/answer.h"
#include "gtp/line.h"
#include "gtp/session.h"

#define GTP_ANY_WORDS 100000

struct gtp_command {
    const char *name;
    size_t least, most; /* words that it takes */
    const char *wanted; /* them, for who gave others; NULL: none */
    void (*run)(struct gtp_session *session, const struct gtp_line *line,
                struct gtp_answer *answer);
};

/* Each table ends with a command without a name. */
extern const struct gtp_command gtp_standard_commands[];
extern const struct gtp_command gtp_board_commands[];
extern const struct gtp_command gtp_move_commands[];
extern const struct gtp_command gtp_rules_commands[];
extern const struct gtp_command gtp_sgf_commands[];
extern const struct gtp_command gtp_value_commands[];
extern const struct gtp_command gtp_analysis_commands[];

/* Command i of all, from 0, or NULL. */
const struct gtp_command *gtp_command_at(size_t i);

/* The command of that name, or NULL. */
const struct gtp_command *gtp_command_find(const char *name);

#endif
