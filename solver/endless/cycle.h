/*
 * Laps: closed walks in the graph of states. What a lap may contain, and which balance of passes it
 * must have, is said by the caller; what follows from a lap is his matter too
 * (endless/endless.c).
 */
#ifndef SOLVER_ENDLESS_CYCLE_H
#define SOLVER_ENDLESS_CYCLE_H

#include "endless/game_graph.h"

struct cycle_kind {
    bool no_atari[2]; /* by player: no play of his that leaves its chain one liberty */
    int sign;         /* 1: Black passes more often than White, -1: the other way round; 0: */
    bool lifts;       /* at least one pass, no board twice from a pass to the next, and the lap
                         begins with a pass; else at least one stone play */
};

/* states[i] -> states[i + 1] by plays[i]; the last play leads back to states[0]. */
struct state_cycle {
    uint32_t *states;
    uint8_t *plays; /* points or ARC_PASS */
    size_t length;  /* 0: no lap */
};

/*
 * Finds some lap of the kind, no state of which comes twice. Returns 1, or 0 if there is none, or
 * -ENOMEM or -EINTR (limits). Release with cycle_release().
 */
int cycle_find_any(const struct game_graph *graph, const struct cycle_kind *kind,
                   const struct endless_limits *limits, struct state_cycle *ret_lap);

/*
 * Finds a shortest lap of any of the kinds, there being one of at most max_length plays; of several
 * the nearest to the graph's start that it comes across. It begins with the state nearest to the
 * start, or with a pass (lifts). Returns 0; or 1 if there may be a shorter one (lifts: not all
 * walks are tried), -ENOENT if none was found that lifts, -ENOMEM or -EINTR.
 */
int cycle_find_shortest(const struct game_graph *graph, const struct cycle_kind *kinds,
                        size_t count, size_t max_length, const struct endless_limits *limits,
                        struct state_cycle *ret_lap);

/* Makes the lap begin with its state nearest to the graph's start. */
int cycle_rotate(struct state_cycle *lap);

void cycle_release(struct state_cycle *lap);

/* Black's passes minus White's in the lap. */
int cycle_balance(const struct game_graph *graph, const struct state_cycle *lap);

#endif
