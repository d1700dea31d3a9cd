/* A guess from four boards. */
#include "strategy/forecast.h"

#include <math.h>

/*
 * The decimal logarithm of the states grows with the points, as four boards have it
 * (results/benchmarks.md): 3x6 364 thousand, 4x5 1.38 million, 2x9 2.0 million, 5x5 88 million. The
 * line through them (least squares) is 0.29 for each point and 6.7 for 21; they lie between a half
 * and 2.9 times of it. 3x8 was not looked at since the search took fewer. 2x10, which nobody takes
 * whole, took two strategies and 41 million.
 */
#define STATES_AT 21
#define STATES_THERE 6.704
#define STATES_FOR_POINT 0.2905
#define STATES_FACTOR 4
/* Of --memory, for each state. The table gets nine sixteenths. */
#define BYTES_FOR_STATE 20
#define MEMORY_PARTS 4

static bool is_empty(const struct position *position, int points)
{
    for (int p = 0; p < points; p++)
        if (position->cells[p] != POINT_EMPTY)
            return false;
    return true;
}

bool forecast_strategies(const struct graph *graph, const struct position *position,
                         struct forecast *ret_forecast)
{
    if (graph->rows < 2 || graph->cols < 2 || !is_empty(position, graph->points))
        return false;
    double states = pow(10, STATES_THERE + STATES_FOR_POINT * (graph->points - STATES_AT));
    *ret_forecast = (struct forecast){
        .states = states,
        .states_low = states / STATES_FACTOR,
        .states_high = states * STATES_FACTOR,
        .memory = states * BYTES_FOR_STATE,
        .memory_low = states * BYTES_FOR_STATE / MEMORY_PARTS,
        .beyond = graph->points > FORECAST_POINTS,
    };
    return true;
}
