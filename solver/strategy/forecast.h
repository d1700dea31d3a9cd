/*
 * How much looking for strategies may take on a board. That cannot be counted beforehand as tables
 * can: it is guessed from the boards that were decided so.
 */
#ifndef SOLVER_STRATEGY_FORECAST_H
#define SOLVER_STRATEGY_FORECAST_H

#include <stdbool.h>

#include "board/position.h"

/* The boards that it is guessed from, and the points of the largest. */
#define FORECAST_BOARDS "2x9, 3x6, 4x5 and 5x5"
#define FORECAST_POINTS 25

struct forecast {
    double states, states_low, states_high; /* that the search looks at, for the value */
    /* Bytes of --memory: with the first the table holds enough of them that the search looks at few
     * twice; with the second, a quarter, it looked at up to four times as many. */
    double memory, memory_low;
    bool beyond; /* the board has more points than any that was decided */
};

/* False where nothing is known to go by: lines, boards that are no rectangles, and positions that
 * have stones. */
bool forecast_strategies(const struct graph *graph, const struct position *position,
                         struct forecast *ret_forecast);

#endif
