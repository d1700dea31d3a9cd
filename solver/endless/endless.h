/*
 * Does a ruleset allow a play that never ends? Decided from the description of its repetition rule
 * (rules/history_model.h), by the arguments that stand in endless/endless.c.
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
    const char *argument; /* a constant: the name of the argument that decides it */
    const char *reason;   /* a constant: that argument in a sentence, or what is missing */
    struct move *moves;   /* of ENDLESS_YES: the way to the cycle, then the cycle once; else NULL */
    size_t way;           /* moves that lead to the cycle */
    size_t cycle;         /* moves of the cycle */
    int balance;          /* Black's passes minus White's in a cycle */
    bool shortest;        /* no cycle that can be reached is shorter */
    size_t states;        /* states of the game graph that were looked at, if any had to be */
};

struct endless_limits {
    size_t max_bytes;     /* 0: no limit */
    bool (*stop)(void *); /* asked now and then; NULL: never */
    void *arg;            /* what stop gets */
};

/*
 * Decides it for what can be played from position with to_move (0 or 1) to play, at most
 * SOLVER_MAX_POINTS points and two players. The moves that are returned were replayed by the
 * executable rules, the cycle twice. Returns 0; -ENOMEM; -EINTR (stop said so) or -ENOSPC
 * (max_bytes) when stopped before anything was decided. A cycle in hand is returned as it is, then
 * shortest is false. endless_release() it.
 */
int endless_find(const struct graph *graph, const struct ruleset *rules,
                 const struct position *position, int to_move, const struct endless_limits *limits,
                 struct endless *ret_endless);

/* Do the limits say that it is time to stop? */
static inline bool endless_stopped(const struct endless_limits *limits)
{
    return limits->stop != NULL && limits->stop(limits->arg);
}

void endless_release(struct endless *endless);

#endif
