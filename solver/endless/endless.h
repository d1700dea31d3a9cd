/*
 * Does a ruleset allow a play that never ends? Decided from the description of its repetition rule
 * (rules/history.h), by the arguments that stand in endless/endless.c.
 */
#ifndef SOLVER_ENDLESS_ENDLESS_H
#define SOLVER_ENDLESS_ENDLESS_H

#include <stdbool.h>
#include <stddef.h>

#include "board/graph.h"
#include "board/move.h"
#include "board/position.h"
#include "rules/ruleset.h"

enum endless_verdict { ENDLESS_NO, ENDLESS_YES, ENDLESS_UNDECIDED };

struct endless {
    enum endless_verdict verdict;
    const char *argument; /* the name of the argument that decides it; constants */
    const char *reason;   /* that argument in a sentence, or what is missing */
    struct move *moves;   /* of ENDLESS_YES: the way to the lap, then the lap once; else NULL */
    size_t way, lap;      /* plays of each */
    int balance;          /* Black's passes minus White's in a lap */
    bool shortest;        /* no lap that can be reached is shorter */
    size_t states;        /* of the game graph that were looked at; 0: none had to be */
};

struct endless_limits {
    size_t max_bytes;     /* 0: no limit */
    bool (*stop)(void *); /* asked now and then; NULL: never */
    void *arg;
};

/*
 * Decides it for the plays from position with to_move (0 or 1) to play, at most SOLVER_MAX_POINTS
 * points and two players. A line is replayed by the executable rules, two laps of it, before it is
 * returned. Returns 0; -ENOMEM; -EINTR (stop said so) or -ENOSPC (max_bytes) when stopped before
 * anything was decided. A lap in hand is returned as it is, then shortest is false.
 * endless_release() it.
 */
int endless_find(const struct graph *graph, const struct ruleset *rules,
                 const struct position *position, int to_move, const struct endless_limits *limits,
                 struct endless *ret_endless);

void endless_release(struct endless *endless);

#endif
