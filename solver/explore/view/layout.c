/* Where the points of a board are drawn. */
#include "explore/view/layout.h"

#include <limits.h>
#include <math.h>

#include "json/json.h"

/* Characters of a unit, where the drawing does not tell. */
#define UNIT_COLUMNS 4
#define UNIT_ROWS 2

#define FULL_CIRCLE 6.283185307179586

/* How a board is placed. */
struct placement {
    int width;                   /* characters of a row of the drawing; 0: there is none */
    int unit_columns, unit_rows; /* characters that are one unit */
    int first_column, first_row; /* of the drawing that a name stands in */
};

/* The least of unit and the distance of two points in one line. */
static int nearer(int unit, int distance)
{
    return distance > 0 && distance < unit ? distance : unit;
}

static int distance(int a, int b)
{
    return a > b ? a - b : b - a;
}

/* How far neighbours are from each other that stand in one row or column. */
static void find_units(const struct solve_board *board, struct placement *placement)
{
    int columns = INT_MAX, rows = INT_MAX, width = placement->width;
    for (int p = 0; p < solve_board_points(board); p++) {
        int count = 0, at = solve_board_drawn_at(board, p);
        const int *others = solve_board_neighbours(board, p, &count);
        for (int i = 0; i < count; i++) {
            int other = solve_board_drawn_at(board, others[i]);
            if (at / width == other / width)
                columns = nearer(columns, distance(at % width, other % width));
            if (at % width == other % width)
                rows = nearer(rows, distance(at / width, other / width));
        }
    }
    placement->unit_columns = columns < INT_MAX ? columns : UNIT_COLUMNS;
    placement->unit_rows = rows < INT_MAX ? rows : UNIT_ROWS;
}

static void use_drawing(const struct solve_board *board, struct placement *placement)
{
    int rows, width;
    if (solve_board_drawing(board, &rows, &width) == NULL)
        return;
    placement->first_row = placement->first_column = INT_MAX;
    for (int p = 0; p < solve_board_points(board); p++) {
        int at = solve_board_drawn_at(board, p);
        if (at < 0)
            return;
        if (at / width < placement->first_row)
            placement->first_row = at / width;
        if (at % width < placement->first_column)
            placement->first_column = at % width;
    }
    placement->width = width;
    find_units(board, placement);
}

/* Places a point on a circle whose neighbouring points are a unit apart. */
static void place_on_circle(int point, int points, double *ret_x, double *ret_y)
{
    double radius = points > 1 ? 0.5 / sin(FULL_CIRCLE / 2 / points) : 0;
    double angle = FULL_CIRCLE * point / points;
    *ret_x = radius + radius * sin(angle);
    *ret_y = radius - radius * cos(angle);
}

static void place(const struct solve_board *board, const struct placement *placement, int point,
                  double *ret_x, double *ret_y)
{
    int columns = solve_board_columns(board), at = solve_board_drawn_at(board, point);
    if (columns > 0) {
        *ret_x = point % columns;
        *ret_y = point / columns;
    } else if (placement->width > 0) {
        *ret_x =
            (double)(at % placement->width - placement->first_column) / placement->unit_columns;
        *ret_y = (double)(at / placement->width - placement->first_row) / placement->unit_rows;
    } else {
        place_on_circle(point, solve_board_points(board), ret_x, ret_y);
    }
}

/* To a thousandth of a unit, which is enough for drawing. */
static json_t *coordinate(double x)
{
    double rounded = round(x * 1000) / 1000;
    return rounded == floor(rounded) ? json_integer((json_int_t)rounded) : json_real(rounded);
}

static json_t *points_json(const struct solve_board *board)
{
    struct placement placement = {.width = 0};
    json_t *points = json_array();
    use_drawing(board, &placement);
    for (int p = 0; p < solve_board_points(board); p++) {
        double x, y;
        place(board, &placement, p, &x, &y);
        json_t *point =
            json_with(json_object(), "name", json_text_or_null(solve_board_point_name(board, p)));
        point = json_with(point, "x", coordinate(x));
        points = json_append(points, json_with(point, "y", coordinate(y)));
    }
    return points;
}

static json_t *edges_json(const struct solve_board *board)
{
    json_t *edges = json_array();
    for (int p = 0; p < solve_board_points(board); p++) {
        int count = 0;
        const int *others = solve_board_neighbours(board, p, &count);
        for (int i = 0; i < count; i++) {
            if (others[i] < p)
                continue;
            json_t *edge =
                json_append(json_array(), json_text_or_null(solve_board_point_name(board, p)));
            edge = json_append(edge, json_text_or_null(solve_board_point_name(board, others[i])));
            edges = json_append(edges, edge);
        }
    }
    return edges;
}

json_t *layout_json(const struct solve_board *board)
{
    int rows = solve_board_rows(board), columns = solve_board_columns(board);
    json_t *object = json_object();
    object = json_with(object, "rows", rows > 0 ? json_integer(rows) : json_null());
    object = json_with(object, "columns", columns > 0 ? json_integer(columns) : json_null());
    object = json_with(object, "points", points_json(board));
    return json_with(object, "edges", edges_json(board));
}

json_t *layout_stones(const struct solve_game *game, size_t turn)
{
    static const char letters[] = ".XO#@";
    char text[SOLVE_BOARD_POINTS_MAX + 1];
    const uint8_t *stones = solve_game_stones(game, turn);
    int points = solve_board_points(solve_game_board(game));
    for (int p = 0; p < points; p++)
        text[p] = letters[stones[p]];
    text[points] = '\0';
    return json_string(text);
}
