/* Where numbers are marked along an axis. */
#ifndef SOLVER_PLOT_AXIS_H
#define SOLVER_PLOT_AXIS_H

#include <stdint.h>

/* The least of 1, 2, 5, 10, 20, ... whose marks are at least apart apart if 1 is unit long. */
int axis_step(double unit, double apart);

/* The largest multiple of step that is not above number, which may be negative. */
int axis_multiple(int number, int step);

/* Bytes that axis_power_text() needs at most. */
#define AXIS_TEXT_MAX 32

/* Ten to the power of exponent, 0 to 19: "1", "1000", "100,000", "10 million". */
const char *axis_power_text(int exponent, char text[AXIS_TEXT_MAX]);

/*
 * Moves count labels, sorted by y, as little as may be, so that each is at least apart below that
 * before it and none is outside low .. high if there is room for all. Returns 0 or -ENOMEM, with
 * all where they were.
 */
int axis_spread(double *y, int count, double apart, double low, double high);

#endif
