/*
 * What shows that play can be endless: a way to a cycle of states, and the cycle. It is looked for
 * in the graph of states and replayed by the executable rules before it is believed.
 */
#ifndef SOLVER_ENDLESS_WITNESS_H
#define SOLVER_ENDLESS_WITNESS_H

#include "endless/cycle.h"
#include "rules/history_model.h"

/* Deciding whether play can be endless: what is asked, and what is known by now. */
struct endless_run {
    const struct graph *board;
    const struct ruleset *rules;
    const struct position *position;
    int to_move;
    const struct endless_limits *limits;
    struct history_model model;
    struct endless result;
    bool pays; /* the cycle of the result has a play that must be paid for */
};

/*
 * Makes the graph of states and looks in it for a cycle of one of the kinds, at most 3. Returns 1
 * with moves, way, cycle, balance and shortest in run->result, which are owned by it; 0 if there is
 * none; -ENOENT if there is one, but none was found that lifts all bans; -EPROTO if the rules
 * refuse what was found; -ENOMEM, -ENOSPC or -EINTR.
 */
int witness_find(struct endless_run *run, const struct game_graph_rules *how,
                 const struct cycle_kind *kinds, size_t count);

#endif
