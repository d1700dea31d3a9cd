/* All commands. */
#include "gtp/commands.h"

#include <string.h>

static const struct gtp_command *const tables[] = {
    gtp_standard_commands, gtp_board_commands, gtp_move_commands,     gtp_sgf_commands,
    gtp_rules_commands,    gtp_value_commands, gtp_analysis_commands,
};

const struct gtp_command *gtp_command_at(size_t i)
{
    for (size_t t = 0; t < sizeof(tables) / sizeof(tables[0]); t++)
        for (const struct gtp_command *at = tables[t]; at->name != NULL; at++)
            if (i-- == 0)
                return at;
    return NULL;
}

const struct gtp_command *gtp_command_find(const char *name)
{
    const struct gtp_command *at = NULL;
    for (size_t i = 0; (at = gtp_command_at(i)) != NULL; i++)
        if (strcmp(at->name, name) == 0)
            return at;
    return NULL;
}
