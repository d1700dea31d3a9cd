/* The margins of strategy leaves that something rests on. */
#ifndef SOLVER_SOLVE_TRACE_BOUNDS_H
#define SOLVER_SOLVE_TRACE_BOUNDS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "rules/game.h"

/* The margins that strategy leaves have, by number: margin + points; TRACE_BOUNDS_NONE is that of
 * leaves which no strategy can be for. */
#define TRACE_BOUNDS_NONE (2 * SOLVER_MAX_POINTS + 1)
#define TRACE_BOUNDS_MOST (TRACE_BOUNDS_NONE + 1)

struct trace_bounds {
    uint64_t words[(TRACE_BOUNDS_MOST + 63) / 64];
};

static inline void trace_bounds_add(struct trace_bounds *bounds, int number)
{
    bounds->words[number / 64] |= 1ull << number % 64;
}

static inline bool trace_bounds_has(const struct trace_bounds *bounds, int number)
{
    return (bounds->words[number / 64] >> number % 64 & 1) != 0;
}

static inline void trace_bounds_join(struct trace_bounds *bounds, const struct trace_bounds *more)
{
    for (size_t i = 0; i < sizeof(bounds->words) / sizeof(bounds->words[0]); i++)
        bounds->words[i] |= more->words[i];
}

#endif
