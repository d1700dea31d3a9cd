/* A guess from five boards. */
#include "strategy/forecast.h"

#include <math.h>

/*
 * The decimal logarithm of the states grows with the points, as five boards have it
 * (results/benchmarks.md): 3x6 660 thousand, 2x9 3.5 million, 4x5 4.9 million, 3x8 557 million, 5x5
 * 561 million. The line through them (least squares) is 0.4 for each point and 7.3 for 21; they lie
 * between a half and 3.2 times of it.
 */
#define STATES_AT 21
#define STATES_THERE 7.309
#define STATES_FOR_POINT 0.397
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
