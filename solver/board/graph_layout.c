/* Points on a grid: tried one after the other, each next to one that has its place. */
#include "board/graph_layout.h"

#include <errno.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "board/graph.h"
#include "board/graph_drawing.h"

/* Places that are tried, for each part of the graph that hangs together. */
#define TRIES_MAX 200000
/* Columns between two names, and from row to row. */
#define BETWEEN 3
#define ROW_PITCH 2
#define SIDE (2 * SOLVER_MAX_POINTS + 1)

struct spot {
    int x, y;
};

struct places {
    const struct graph *graph;
    int order[SOLVER_MAX_POINTS]; /* of a part: each but the first has a neighbour before it */
    int after[SOLVER_MAX_POINTS]; /* that neighbour */
    int count;
    struct spot spots[SOLVER_MAX_POINTS];
    bool placed[SOLVER_MAX_POINTS];
    bool taken[SIDE][SIDE];
    long tries;
};

static bool *spot_taken(struct places *places, struct spot spot)
{
    return &places->taken[spot.y + SOLVER_MAX_POINTS][spot.x + SOLVER_MAX_POINTS];
}

/* May point stand there: free, and next to all its neighbours that have a place? */
static bool fits(struct places *places, int point, struct spot spot)
{
    const struct graph *graph = places->graph;
    if (*spot_taken(places, spot))
        return false;
    for (int i = graph->first[point]; i < graph->first[point + 1]; i++) {
        int other = graph->adjacent[i];
        struct spot at = places->spots[other];
        if (places->placed[other] && abs(at.x - spot.x) + abs(at.y - spot.y) != 1)
            return false;
    }
    return true;
}

/* Finds places for the points of the order from number k on. */
static bool place_from(struct places *places, int k)
{
    static const struct spot steps[] = {{1, 0}, {0, 1}, {-1, 0}, {0, -1}};
    if (k == places->count)
        return true;
    int point = places->order[k];
    struct spot beside = k > 0 ? places->spots[places->after[k]] : (struct spot){-1, 0};
    for (int i = 0; i < (k > 0 ? 4 : 1); i++) {
        struct spot spot = {beside.x + steps[i].x, beside.y + steps[i].y};
        if (++places->tries > TRIES_MAX)
            return false;
        if (!fits(places, point, spot))
            continue;
        places->spots[point] = spot;
        places->placed[point] = *spot_taken(places, spot) = true;
        if (place_from(places, k + 1))
            return true;
        places->placed[point] = *spot_taken(places, spot) = false;
    }
    return false;
}

/* Puts the points that hang together with first into the order, by their distance from it. */
static void find_part(struct places *places, int first)
{
    bool seen[SOLVER_MAX_POINTS] = {false};
    const struct graph *graph = places->graph;
    places->count = 0;
    places->order[places->count++] = first;
    seen[first] = true;
    for (int k = 0; k < places->count; k++) {
        int point = places->order[k];
        for (int i = graph->first[point]; i < graph->first[point + 1]; i++) {
            int other = graph->adjacent[i];
            if (seen[other])
                continue;
            seen[other] = true;
            places->after[places->count] = point;
            places->order[places->count++] = other;
        }
    }
}

/* Moves the part to the top, its first column to left. Returns the first column behind it, but one.
 */
static int move_part(struct places *places, int left)
{
    struct spot least = places->spots[places->order[0]];
    int right = left;
    for (int k = 0; k < places->count; k++) {
        struct spot spot = places->spots[places->order[k]];
        least.x = spot.x < least.x ? spot.x : least.x;
        least.y = spot.y < least.y ? spot.y : least.y;
    }
    for (int k = 0; k < places->count; k++) {
        struct spot *spot = &places->spots[places->order[k]];
        spot->x += left - least.x;
        spot->y -= least.y;
        right = spot->x > right ? spot->x : right;
    }
    return right + 2;
}

/* The parts stand side by side. */
static bool place_all(struct places *places)
{
    int left = 0;
    for (int p = 0; p < places->graph->points; p++) {
        if (places->placed[p])
            continue;
        find_part(places, p);
        memset(places->taken, 0, sizeof(places->taken));
        places->tries = 0;
        if (!place_from(places, 0))
            return false;
        left = move_part(places, left);
    }
    return true;
}

/* Draws the points and edges: names, lines of '-' from a name to the next, '|' below it. */
static void draw_points(const struct places *places, int pitch, int cols, char *chars)
{
    const struct graph *graph = places->graph;
    for (int p = 0; p < graph->points; p++) {
        char *at = chars + ROW_PITCH * places->spots[p].y * cols + pitch * places->spots[p].x;
        size_t length = strlen(graph->names[p]);
        memcpy(at, graph->names[p], length);
        for (int i = graph->first[p]; i < graph->first[p + 1]; i++) {
            struct spot other = places->spots[graph->adjacent[i]];
            if (other.x > places->spots[p].x)
                memset(at + length, '-', (size_t)pitch - length);
            if (other.y > places->spots[p].y)
                at[cols] = '|';
        }
    }
}

static int write_grid(const struct places *places, struct strbuf *text)
{
    const struct graph *graph = places->graph;
    int pitch = 0, right = 0, bottom = 0;
    for (int p = 0; p < graph->points; p++) {
        int length = (int)strlen(graph->names[p]);
        pitch = length + BETWEEN > pitch ? length + BETWEEN : pitch;
        right = places->spots[p].x > right ? places->spots[p].x : right;
        bottom = places->spots[p].y > bottom ? places->spots[p].y : bottom;
    }
    int rows = ROW_PITCH * bottom + 1, cols = pitch * (right + 1);
    if (rows > GRAPH_DRAWING_ROWS_MAX || cols > GRAPH_DRAWING_COLS_MAX)
        return 0;
    char *chars = malloc((size_t)rows * (size_t)cols);
    if (chars == NULL)
        return -ENOMEM;
    memset(chars, ' ', (size_t)rows * (size_t)cols);
    draw_points(places, pitch, cols, chars);
    for (int row = 0; row < rows; row++)
        strbuf_add(text, "#:%.*s\n", cols, chars + row * cols);
    free(chars);
    return text->failed ? -ENOMEM : 0;
}

int graph_layout_write(const struct graph *graph, struct strbuf *text)
{
    int r = 0;
    if (graph->points > SOLVER_MAX_POINTS)
        return 0;
    for (int p = 0; p < graph->points; p++)
        if (graph->first[p + 1] - graph->first[p] > 4)
            return 0;
    struct places *places = calloc(1, sizeof(*places));
    if (places == NULL)
        return -ENOMEM;
    places->graph = graph;
    if (place_all(places))
        r = write_grid(places, text);
    free(places);
    return r;
}
