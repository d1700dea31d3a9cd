/* Places of points. */
#include "picture/places.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>

/* A character of a drawing is so many times as high as it is wide. */
#define CHARACTER_HEIGHT 2

static void place_rectangle(const struct solve_board *board, struct place *places)
{
    int columns = solve_board_columns(board);
    for (int p = 0; p < solve_board_points(board); p++)
        places[p] = (struct place){p % columns, p / columns};
}

static void place_drawn(const struct solve_board *board, int columns, struct place *places)
{
    for (int p = 0; p < solve_board_points(board); p++) {
        int at = solve_board_drawn_at(board, p);
        places[p] = (struct place){at % columns, at / columns * CHARACTER_HEIGHT};
    }
}

static void place_circle(int points, struct place *places)
{
    for (int p = 0; p < points; p++) {
        double turn = 2 * M_PI * p / points;
        places[p] = (struct place){sin(turn), -cos(turn)};
    }
}

/* Moves them to the corner, and brings the nearest two to a distance of 1. */
static void fit(struct place *places, int points)
{
    double near = INFINITY, left = places[0].x, top = places[0].y;
    for (int p = 0; p < points; p++) {
        left = fmin(left, places[p].x);
        top = fmin(top, places[p].y);
        for (int q = 0; q < p; q++)
            near = fmin(near, hypot(places[p].x - places[q].x, places[p].y - places[q].y));
    }
    double scale = isinf(near) ? 1 : 1 / near;
    for (int p = 0; p < points; p++)
        places[p] = (struct place){(places[p].x - left) * scale, (places[p].y - top) * scale};
}

int places_make(const struct solve_board *board, struct place **ret_places)
{
    int points = solve_board_points(board), rows, columns;
    struct place *places = calloc((size_t)points, sizeof(*places));
    if (places == NULL)
        return -ENOMEM;
    if (solve_board_rows(board) > 0) {
        place_rectangle(board, places);
    } else {
        if (solve_board_drawing(board, &rows, &columns) != NULL)
            place_drawn(board, columns, places);
        else
            place_circle(points, places);
        fit(places, points);
    }
    *ret_places = places;
    return 0;
}
