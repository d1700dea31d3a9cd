/*
 * The colours of pictures, by what they are for. A theme says what they look like. Colours that
 * tell things apart do so for the colour-blind, too (Okabe and Ito; a scale from blue to orange),
 * and never alone: a number, a shape or a dash says the same.
 */
#ifndef SOLVER_PICTURE_PAINT_H
#define SOLVER_PICTURE_PAINT_H

#include <stdint.h>

/* Steps of a scale from the best, 0, to the worst. */
#define PAINT_HEAT_STEPS 7
/* Colours of series: lines of a plot, say. */
#define PAINT_SERIES 8

enum paint {
    PAINT_NONE,
    PAINT_PAPER, /* below everything */
    PAINT_RIM,   /* around the paper, and faint lines of plots */
    PAINT_INK,   /* text */
    PAINT_FAINT, /* text of less weight */
    PAINT_BOARD, /* wood */
    PAINT_LINE,  /* lines of a board */
    PAINT_BLACK, /* stones, and the text on them */
    PAINT_ON_BLACK,
    PAINT_WHITE,
    PAINT_ON_WHITE,
    PAINT_THIRD, /* stones of a third and a fourth player */
    PAINT_ON_THIRD,
    PAINT_FOURTH,
    PAINT_ON_FOURTH,
    PAINT_STONE_RIM,
    PAINT_ARROW,
    PAINT_MARK,    /* what differs */
    PAINT_ON_MARK, /* text on it */
    PAINT_OPEN,    /* a shape whose value is not known */
    PAINT_HEAT,    /* the first step of the scale; the others follow */
    PAINT_ON_HEAT = PAINT_HEAT + PAINT_HEAT_STEPS, /* text on them */
    PAINT_FIRST_SERIES = PAINT_ON_HEAT + PAINT_HEAT_STEPS,
    PAINT_COUNT = PAINT_FIRST_SERIES + PAINT_SERIES,
};

enum paint_theme {
    PAINT_AUTO, /* SVG: light, or dark where the reader's screen is; else light */
    PAINT_LIGHT,
    PAINT_DARK,
};

/* The colour of a stone of player 0 .. 3, and of text on it. */
enum paint paint_of_player(int player);
enum paint paint_on_player(int player);

/* 0xrrggbb. PAINT_AUTO is light here. */
uint32_t paint_rgb(enum paint_theme theme, enum paint paint);

/* Reads "auto", "light" or "dark". Returns 0 or -EINVAL. */
int paint_theme_parse(const char *text, enum paint_theme *ret_theme);

#endif
