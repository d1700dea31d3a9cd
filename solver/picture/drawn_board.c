/* Boards. Rectangles have lines and coordinates as on paper; other boards have their edges, and
 * each point its name beside it, where no edge is. */
#include "picture/drawn_board.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define NAME_SIZE 12.0
#define STONE 0.47 /* of a step */
#define LARGE_STEP 25
/* Points of other boards than rectangles are so many steps apart: shapes may stand askew. */
#define APART 1.35
/* An edge that comes so near to another point goes round it. */
#define NEAR 0.4
#define DIRECTIONS 16
#define NAME_AWAY 0.68 /* steps from a point to its name */

static double step_of(const struct solve_board *board, enum drawn_size size, double most)
{
    double step = most < 8 ? 46 : most < 14 ? 36 : 27;
    if (solve_board_rows(board) == 0)
        step = 46;
    return size == DRAWN_LARGE ? step : size == DRAWN_MEDIUM ? step * 0.6 : step * 0.46;
}

int drawn_board_init(struct drawn_board *ret_drawn, const struct solve_board *board,
                     enum drawn_size size)
{
    struct drawn_board drawn = {.board = board, .named = size == DRAWN_LARGE};
    double right = 0, low = 0;
    bool grid = solve_board_rows(board) > 0;
    int r = places_make(board, &drawn.places);
    if (r < 0)
        return r;
    for (int p = 0; p < solve_board_points(board); p++) {
        right = fmax(right, drawn.places[p].x);
        low = fmax(low, drawn.places[p].y);
    }
    drawn.step = step_of(board, size, fmax(right, low));
    double edge = drawn.step * (drawn.named && !grid ? 1.0 : 0.72);
    double apart = drawn.step * (grid ? 1 : APART);
    drawn.left = drawn.named && grid ? NAME_SIZE * 1.7 : 0;
    drawn.wood_width = 2 * edge + right * apart;
    drawn.wood_height = 2 * edge + low * apart;
    drawn.width = drawn.left + drawn.wood_width;
    drawn.height = drawn.wood_height + (drawn.named && grid ? NAME_SIZE * 1.5 : 0);
    for (int p = 0; p < solve_board_points(board); p++) {
        drawn.places[p].x = drawn.left + edge + drawn.places[p].x * apart;
        drawn.places[p].y = edge + drawn.places[p].y * apart;
    }
    *ret_drawn = drawn;
    return 0;
}

void drawn_board_release(struct drawn_board *drawn)
{
    free(drawn->places);
    drawn->places = NULL;
}

void drawn_board_move(struct drawn_board *drawn, double x, double y)
{
    drawn->left += x;
    drawn->top += y;
    for (int p = 0; p < solve_board_points(drawn->board); p++) {
        drawn->places[p].x += x;
        drawn->places[p].y += y;
    }
}

/* --- rectangles --- */

static void draw_line(struct canvas *canvas, const struct drawn_board *drawn, int from, int to)
{
    const struct place *a = &drawn->places[from], *b = &drawn->places[to];
    canvas_line(
        canvas, a->x, a->y, b->x, b->y,
        (struct canvas_style){.stroke = PAINT_LINE, .width = drawn->step > LARGE_STEP ? 1.2 : 0.8});
}

static void draw_dot(struct canvas *canvas, const struct drawn_board *drawn, int point)
{
    canvas_circle(canvas, drawn->places[point].x, drawn->places[point].y,
                  fmax(1.4, fmin(2.9, drawn->step * 0.1)),
                  (struct canvas_style){.fill = PAINT_LINE});
}

/* Has a line of so many points a handicap point at i? */
static bool is_star(int points, int i)
{
    int from_edge = points > 12 ? 3 : 2;
    return points % 2 == 1 && points > 8 &&
           (i == from_edge || i == points - 1 - from_edge || (i == points / 2 && points > 12));
}

static void draw_dots(struct canvas *canvas, const struct drawn_board *drawn, int rows, int columns)
{
    int middle = rows / 2 * columns + columns / 2;
    for (int p = 0; p < rows * columns; p++)
        if (rows == 1 || columns == 1 ||
            (rows == columns && ((is_star(rows, p / columns) && is_star(columns, p % columns)) ||
                                 (p == middle && rows % 2 == 1 && rows > 8))))
            draw_dot(canvas, drawn, p);
}

static void draw_coordinates(struct canvas *canvas, const struct drawn_board *drawn, int rows,
                             int columns)
{
    char text[SOLVE_MOVE_TEXT_MAX];
    for (int row = 0; row < rows; row++) {
        snprintf(text, sizeof(text), "%d", rows - row);
        canvas_text(canvas, drawn->left - 6, drawn->places[row * columns].y + NAME_SIZE * 0.36,
                    NAME_SIZE, CANVAS_STOP, PAINT_FAINT, false, text);
    }
    for (int column = 0; column < columns; column++) {
        int point = (rows - 1) * columns + column;
        const char *name = solve_board_point_name(drawn->board, point);
        snprintf(text, sizeof(text), "%.*s", (int)strlen(name) - 1, name);
        canvas_text(canvas, drawn->places[point].x,
                    drawn->top + drawn->wood_height + NAME_SIZE * 1.15, NAME_SIZE, CANVAS_MIDDLE,
                    PAINT_FAINT, false, text);
    }
}

static void draw_rectangle(struct canvas *canvas, const struct drawn_board *drawn)
{
    int rows = solve_board_rows(drawn->board), columns = solve_board_columns(drawn->board);
    for (int row = 0; row < rows && columns > 1; row++)
        draw_line(canvas, drawn, row * columns, row * columns + columns - 1);
    for (int column = 0; column < columns && rows > 1; column++)
        draw_line(canvas, drawn, column, (rows - 1) * columns + column);
    draw_dots(canvas, drawn, rows, columns);
    if (drawn->named)
        draw_coordinates(canvas, drawn, rows, columns);
}

/* --- other boards --- */

/* Does a straight edge come too near to another point? */
static bool is_blocked(const struct drawn_board *drawn, int from, int to)
{
    const struct place *a = &drawn->places[from], *b = &drawn->places[to];
    double x = b->x - a->x, y = b->y - a->y, length = hypot(x, y);
    for (int p = 0; p < solve_board_points(drawn->board); p++) {
        double px = drawn->places[p].x - a->x, py = drawn->places[p].y - a->y;
        double along = (px * x + py * y) / length, off = fabs(px * y - py * x) / length;
        if (p != from && p != to && along > 0 && along < length && off < NEAR * drawn->step)
            return true;
    }
    return false;
}

static void draw_edge(struct canvas *canvas, const struct drawn_board *drawn, int from, int to)
{
    const struct place *a = &drawn->places[from], *b = &drawn->places[to];
    if (!is_blocked(drawn, from, to)) {
        draw_line(canvas, drawn, from, to);
        return;
    }
    double x = b->x - a->x, y = b->y - a->y, length = hypot(x, y), bow = 0.75 * drawn->step;
    const double at[] = {a->x,
                         a->y,
                         a->x + x / 4 - y / length * bow,
                         a->y + y / 4 + x / length * bow,
                         b->x - x / 4 - y / length * bow,
                         b->y - y / 4 + x / length * bow,
                         b->x,
                         b->y};
    canvas_curve(canvas, at, (struct canvas_style){.stroke = PAINT_LINE, .width = 1.2});
}

/* How far (x, y) is from the edge of two points. */
static double distance(const struct drawn_board *drawn, double x, double y, int from, int to)
{
    const struct place *a = &drawn->places[from], *b = &drawn->places[to];
    double across = b->x - a->x, down = b->y - a->y;
    double along = ((x - a->x) * across + (y - a->y) * down) / (across * across + down * down);
    along = fmax(0, fmin(1, along));
    return hypot(x - a->x - along * across, y - a->y - along * down);
}

/* How good a place (x, y) is for the name of point: far from edges and other points. */
static double freedom(const struct drawn_board *drawn, int point, double x, double y)
{
    double edges = 0.4 * drawn->step, points = 0.9 * drawn->step;
    for (int p = 0; p < solve_board_points(drawn->board); p++) {
        int count;
        const int *next = solve_board_neighbours(drawn->board, p, &count);
        for (int i = 0; i < count; i++)
            if (next[i] > p)
                edges = fmin(edges, distance(drawn, x, y, p, next[i]));
        if (p != point)
            points = fmin(points, hypot(x - drawn->places[p].x, y - drawn->places[p].y));
    }
    return 2 * edges + points;
}

/* The best direction for a name beside point; outwards, and to the upper right, if several are
 * equally good. */
static double name_direction(const struct drawn_board *drawn, int point)
{
    double away = NAME_AWAY * drawn->step, best = 0, most = -1;
    double middle_x = drawn->left + drawn->wood_width / 2;
    double middle_y = drawn->top + drawn->wood_height / 2;
    double outwards = atan2(drawn->places[point].y - middle_y, drawn->places[point].x - middle_x);
    for (int d = 0; d < DIRECTIONS; d++) {
        double direction = -M_PI_4 + 2 * M_PI * d / DIRECTIONS;
        double x = drawn->places[point].x + away * cos(direction);
        double y = drawn->places[point].y + away * sin(direction);
        double good = freedom(drawn, point, x, y) + 0.2 * drawn->step * cos(direction - outwards);
        if (good > most + 1e-6) {
            most = good;
            best = direction;
        }
    }
    return best;
}

static void draw_graph(struct canvas *canvas, const struct drawn_board *drawn)
{
    for (int p = 0; p < solve_board_points(drawn->board); p++) {
        int count;
        const int *next = solve_board_neighbours(drawn->board, p, &count);
        for (int i = 0; i < count; i++)
            if (next[i] > p)
                draw_edge(canvas, drawn, p, next[i]);
    }
    for (int p = 0; p < solve_board_points(drawn->board); p++) {
        draw_dot(canvas, drawn, p);
        if (!drawn->named)
            continue;
        const char *name = solve_board_point_name(drawn->board, p);
        double direction = name_direction(drawn, p), away = NAME_AWAY * drawn->step;
        double side = cos(direction);
        enum canvas_anchor anchor = side > 0.3    ? CANVAS_START
                                    : side < -0.3 ? CANVAS_STOP
                                                  : CANVAS_MIDDLE;
        canvas_text(canvas, drawn->places[p].x + away * side,
                    drawn->places[p].y + away * sin(direction) + NAME_SIZE * 0.36, NAME_SIZE,
                    anchor, PAINT_LINE, false, name);
    }
}

/* --- all --- */

void drawn_board_draw(struct canvas *canvas, const struct drawn_board *drawn)
{
    canvas_rect(canvas, drawn->left, drawn->top, drawn->wood_width, drawn->wood_height,
                drawn->named ? 5 : 3, (struct canvas_style){.fill = PAINT_BOARD});
    if (solve_board_rows(drawn->board) > 0)
        draw_rectangle(canvas, drawn);
    else
        draw_graph(canvas, drawn);
}

void drawn_board_stone(struct canvas *canvas, const struct drawn_board *drawn, int point,
                       int player, const char *text)
{
    const struct place *at = &drawn->places[point];
    bool large = drawn->step > LARGE_STEP;
    canvas_circle(
        canvas, at->x, at->y, drawn->step * STONE - (large ? 0.6 : 0.3),
        (struct canvas_style){paint_of_player(player), PAINT_STONE_RIM, large ? 1.1 : 0.7, false});
    if (text == NULL)
        return;
    size_t digits = strlen(text);
    double size = drawn->step * (digits < 2 ? 0.5 : digits < 3 ? 0.44 : 0.34);
    canvas_text(canvas, at->x, at->y + size * 0.36, size, CANVAS_MIDDLE, paint_on_player(player),
                true, text);
}

void drawn_board_stones(struct canvas *canvas, const struct drawn_board *drawn,
                        const uint8_t *stones, int last)
{
    for (int p = 0; p < solve_board_points(drawn->board); p++)
        if (stones[p] != 0)
            drawn_board_stone(canvas, drawn, p, stones[p] - 1, NULL);
    if (last >= 0 && stones[last] != 0)
        canvas_circle(canvas, drawn->places[last].x, drawn->places[last].y, drawn->step * 0.2,
                      (struct canvas_style){.stroke = paint_on_player(stones[last] - 1),
                                            .width = drawn->step > LARGE_STEP ? 2.2 : 1.4});
}
