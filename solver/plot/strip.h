/* One strip of a plot of values: the values of a ruleset against the length of the board. */
#ifndef SOLVER_PLOT_STRIP_H
#define SOLVER_PLOT_STRIP_H

#include "picture/canvas.h"
#include "plot/series.h"

/* Where strips lie on the sheet. */
struct strip_frame {
    double left, right; /* of the first and the last column */
    int first, last;    /* columns */
    double unit;        /* the height of a point */
};

double strip_x(const struct strip_frame *frame, int columns);

/* The least and the most margin that a strip shows: 0, and what is finite of the series and of the
 * reference (NULL: none). */
struct strip_range {
    int low, high;
};
struct strip_range strip_range_of(const struct plot_series *series,
                                  const struct plot_series *reference);

/* The height of a strip with that range, room for numbers included. */
double strip_height(const struct strip_frame *frame, struct strip_range range);

/* Draws the strip of the series with its upper edge at y. reference is dashed behind it, and what
 * differs from it stands out; NULL: none. */
void strip_draw(struct canvas *canvas, const struct strip_frame *frame, double y,
                const struct plot_series *series, const struct plot_series *reference,
                enum paint paint);

#endif
