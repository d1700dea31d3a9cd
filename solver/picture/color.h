/*
 * The colours of pictures, by what they are for. A theme says what they look like. Colours that
 * tell things apart do so for the colour-blind, too (Okabe and Ito; a scale from blue to orange),
 * and never alone: a number, a shape or a dash says the same.
 */
#ifndef SOLVER_PICTURE_COLOR_H
#define SOLVER_PICTURE_COLOR_H

#include <stdint.h>

/* Steps of a scale from the best, 0, to the worst. */
#define COLOR_HEAT_STEPS 7
/* Colours of series: lines of a plot, say. */
#define COLOR_SERIES 8

enum color {
    COLOR_NONE,
    COLOR_PAPER, /* below everything */
    COLOR_RIM,   /* around the paper, and faint lines of plots */
    COLOR_INK,   /* text */
    COLOR_FAINT, /* text of less weight */
    COLOR_BOARD, /* wood */
    COLOR_LINE,  /* lines of a board */
    COLOR_BLACK, /* stones, and the text on them */
    COLOR_ON_BLACK,
    COLOR_WHITE,
    COLOR_ON_WHITE,
    COLOR_THIRD, /* stones of a third and a fourth player */
    COLOR_ON_THIRD,
    COLOR_FOURTH,
    COLOR_ON_FOURTH,
    COLOR_STONE_RIM,
    COLOR_ARROW,
    COLOR_MARK,    /* what differs */
    COLOR_ON_MARK, /* text on it */
    COLOR_OPEN,    /* a shape whose value is not known */
    COLOR_HEAT,    /* the first step of the scale; the others follow */
    COLOR_ON_HEAT = COLOR_HEAT + COLOR_HEAT_STEPS, /* text on them */
    COLOR_FIRST_SERIES = COLOR_ON_HEAT + COLOR_HEAT_STEPS,
    COLOR_COUNT = COLOR_FIRST_SERIES + COLOR_SERIES,
};

enum color_theme {
    COLOR_AUTO, /* SVG: light, or dark where the reader's screen is; else light */
    COLOR_LIGHT,
    COLOR_DARK,
};

/* The colour of a stone of player 0 .. 3, and of text on it. */
enum color color_of_player(int player);
enum color color_on_player(int player);

/* 0xrrggbb. COLOR_AUTO is light here. */
uint32_t color_rgb(enum color_theme theme, enum color color);

/* Reads "auto", "light" or "dark". Returns 0 or -EINVAL. */
int color_theme_parse(const char *text, enum color_theme *ret_theme);

#endif
