/* What the verb control found, and how it is printed. */
#ifndef SOLVER_CLI_VERBS_CONTROL_REPORT_H
#define SOLVER_CLI_VERBS_CONTROL_REPORT_H

#include <stdbool.h>

#include "base/error.h"
#include "rules/control/control.h"

/* The locations that a player controls by one set. */
struct control_group {
    int player;
    uint64_t points; /* bit p: location p */
    struct control_proof proof;
};

struct control_report {
    const struct graph *graph;
    struct position position;
    uint64_t prohibited; /* bit p: location p is permanently */
    struct control_choice choice;
    size_t limit; /* control_limit() */
    signed char owner[CONTROL_MAX_POINTS];
    bool (*stop)(void *); /* control_watch(), without argument; NULL: nothing stops it */
    bool decided;         /* all of it */
    bool stopped;         /* by stop */
    struct control_group *groups;
    size_t group_count;
};

/*
 * Finds who controls what, with a proof for each location controlled. graph, position,
 * prohibited, choice, limit and stop are set. Returns 0, also where not all is decided or it was
 * stopped, -ENOMEM or -ERANGE (the board is too large).
 * Release with control_report_release().
 */
int control_report_find(struct control_report *report);

void control_report_release(struct control_report *report);

void control_report_print(const struct control_report *report);

/* Returns 0 or a negative errno. */
int control_report_print_json(const struct control_report *report, struct error *err);

#endif
