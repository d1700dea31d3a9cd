/* Boards of the library. */
#include "library/handles.h"

#include <errno.h>
#include <stdlib.h>

#include "board/graph_drawing.h"
#include "board/symmetry.h"

_Static_assert(SOLVE_BOARD_POINTS_MAX == BOARD_MAX_POINTS, "solve.h has another size");
_Static_assert(SOLVE_POINTS_MAX == SOLVER_MAX_POINTS, "solve.h has another size");

/* Gives a new board's handle the graph, which is freed where that fails. Returns 0 or -ENOMEM. */
static int wrap_board(struct graph *graph, struct solve_board **ret_board, struct solve_error *err)
{
    struct solve_board *board = calloc(1, sizeof(*board));
    if (board == NULL) {
        graph_free(graph);
        return library_refuse(err, -ENOMEM, "out of memory");
    }
    atomic_init(&board->references, 1);
    board->graph = graph;
    *ret_board = board;
    return 0;
}

int solve_board_parse(const char *text, struct solve_board **ret_board, struct solve_error *err)
{
    struct error why = {""};
    struct graph *graph;
    if (text == NULL || ret_board == NULL)
        return library_refuse(err, -EINVAL, "no board is given: wanted RxC");
    int r = graph_parse(text, &graph, &why);
    return r < 0 ? library_fail(err, r, &why) : wrap_board(graph, ret_board, err);
}

int solve_board_parse_graph(const char *name, const char *text, size_t length,
                            struct solve_board **ret_board, struct solve_error *err)
{
    struct error why = {""};
    struct graph *graph;
    if (name == NULL || text == NULL || ret_board == NULL)
        return library_refuse(err, -EINVAL, "no graph is given: wanted its name and text");
    int r = graph_parse_file_text(name, text, length, &graph, &why);
    return r < 0 ? library_fail(err, r, &why) : wrap_board(graph, ret_board, err);
}

int solve_board_load_graph(const char *path, struct solve_board **ret_board,
                           struct solve_error *err)
{
    struct error why = {""};
    struct graph *graph;
    if (path == NULL || ret_board == NULL)
        return library_refuse(err, -EINVAL, "no graph is given: wanted its file");
    int r = graph_load(path, &graph, &why);
    return r < 0 ? library_fail(err, r, &why) : wrap_board(graph, ret_board, err);
}

struct solve_board *solve_board_ref(struct solve_board *board)
{
    if (board != NULL)
        atomic_fetch_add(&board->references, 1);
    return board;
}

void solve_board_unref(struct solve_board *board)
{
    if (board == NULL || atomic_fetch_sub(&board->references, 1) > 1)
        return;
    graph_free(board->graph);
    free(board);
}

const char *solve_board_name(const struct solve_board *board)
{
    return board != NULL ? board->graph->name : NULL;
}

int solve_board_points(const struct solve_board *board)
{
    return board != NULL ? board->graph->points : 0;
}

int solve_board_rows(const struct solve_board *board)
{
    return board != NULL ? board->graph->rows : 0;
}

int solve_board_columns(const struct solve_board *board)
{
    return board != NULL ? board->graph->cols : 0;
}

static bool has_point(const struct solve_board *board, int point)
{
    return board != NULL && point >= 0 && point < board->graph->points;
}

const char *solve_board_point_name(const struct solve_board *board, int point)
{
    return has_point(board, point) ? board->graph->names[point] : NULL;
}

int solve_board_find_point(const struct solve_board *board, const char *name, size_t length)
{
    if (board == NULL || name == NULL)
        return -1;
    return graph_find_point(board->graph, name, length);
}

const int *solve_board_neighbours(const struct solve_board *board, int point, int *ret_count)
{
    if (!has_point(board, point) || ret_count == NULL)
        return NULL;
    const struct graph *graph = board->graph;
    *ret_count = graph->first[point + 1] - graph->first[point];
    return &graph->adjacent[graph->first[point]];
}

const char *solve_board_drawing(const struct solve_board *board, int *ret_rows, int *ret_columns)
{
    if (board == NULL || board->graph->drawing == NULL || ret_rows == NULL || ret_columns == NULL)
        return NULL;
    const struct graph_drawing *drawing = board->graph->drawing;
    *ret_rows = drawing->rows;
    *ret_columns = drawing->cols;
    return drawing->chars;
}

int solve_board_drawn_at(const struct solve_board *board, int point)
{
    if (!has_point(board, point) || board->graph->drawing == NULL)
        return -1;
    return board->graph->drawing->at[point];
}

int solve_board_symmetries(const struct solve_board *board, int **ret_maps)
{
    struct symmetries symmetries;
    if (board == NULL || ret_maps == NULL)
        return -EINVAL;
    int r = symmetries_init(&symmetries, board->graph);
    if (r < 0)
        return r;
    int count = symmetries.count, points = symmetries.points;
    int *maps = calloc((size_t)count * (size_t)points, sizeof(*maps));
    for (int i = 0; i < count * points && maps != NULL; i++)
        maps[i] = symmetries.maps[i];
    symmetries_release(&symmetries);
    if (maps == NULL)
        return -ENOMEM;
    *ret_maps = maps;
    return count;
}
