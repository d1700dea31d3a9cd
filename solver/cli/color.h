/*
 * Colours on a terminal: by how much a play is worse than the best. Whatever is coloured says the
 * same without. Blue, orange and a dark red, which those who are colour-blind can tell apart, on
 * light and dark ground.
 */
#ifndef SOLVER_CLI_COLOR_H
#define SOLVER_CLI_COLOR_H

#include <stdbool.h>
#include <stdio.h>

#include "base/error.h"
#include "cli/options.h"

#define COLOR_OPTION                                                                               \
    OPTION("color", "WHEN", "colour plays by what they lose: auto (on a terminal), always, never")

enum color {
    COLOR_NONE, /* nothing is known of it */
    COLOR_BEST,
    COLOR_SMALL_LOSS, /* at most COLOR_SMALL_POINTS points */
    COLOR_LARGE_LOSS,
};

#define COLOR_SMALL_POINTS 2

/*
 * Reads --color for what is printed to out. "auto", which holds unless it is given, colours on a
 * terminal that is not called "dumb", if NO_COLOR is not set or empty. Returns 0 or -EINVAL (err).
 */
int color_read(const struct options *given, FILE *out, bool *ret_colored, struct error *err);

/* Prints text; in colour if colored. */
void color_print(FILE *out, bool colored, enum color color, const char *text);

#endif
