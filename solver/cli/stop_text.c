/* Why a run stopped, in the words of the program's options. */
#include "cli/stop_text.h"

#include <stdio.h>

#include "base/human.h"
#include "cli/interrupt.h"

const char *stop_text(enum solve_stop stop)
{
    switch (stop) {
    case SOLVE_STOP_NONE: /* strategies leave bounds of root moves as they are */
        return "of some first plays only bounds are known";
    case SOLVE_STOP_NODES:
        return "--max-nodes reached";
    case SOLVE_STOP_TIME:
        return "--max-seconds reached";
    case SOLVE_STOP_INTERRUPT:
        return interrupt_text();
    case SOLVE_STOP_MEMORY:
        return "--memory is used up";
    case SOLVE_STOP_UNDECIDED:
        return "no proof was found for either side";
    case SOLVE_STOP_SOLO:
        return "what a player can reach alone after a ban is too much to enumerate";
    case SOLVE_STOP_UNSCORED:
        return "who controls what on a board is more than can be decided";
    case SOLVE_STOP_STORE:
        return "what is proved cannot be saved";
    case SOLVE_STOP_SIZE:
        return "boards of this size are not searched under this ruleset";
    case SOLVE_STOP_LENGTH:
        return "a line grew too long to count its passes";
    default:
        return "stopped";
    }
}

const char *stop_text_within(enum solve_stop stop, const struct run_limits *limits)
{
    static char text[160];
    if (stop == SOLVE_STOP_TIME && limits->seconds_default) {
        snprintf(text, sizeof(text), "%s: %g, its default", stop_text(stop), limits->max_seconds);
        return text;
    }
    if (stop != SOLVE_STOP_MEMORY || !limits->memory_default)
        return stop_text(stop);
    snprintf(text, sizeof(text), "%s: %s, half of what was available", stop_text(stop),
             human_size((double)limits->memory));
    return text;
}

const char *stop_text_of_pv(enum solve_stop stop, const struct run_limits *limits)
{
    if (stop == SOLVE_STOP_UNDECIDED)
        return "no next play is proved to keep the value and to come nearer to an end";
    if (stop == SOLVE_STOP_LENGTH)
        return "no more is shown of so long a line";
    return stop_text_within(stop, limits);
}
