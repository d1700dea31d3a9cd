/*
 * Automorphisms by backtracking: points are mapped one after the other to points of equal degree so
 * that edges and non-edges are kept. Each automorphism found is added to the group if the group it
 * generates stays within SYMMETRY_MAX; so whatever is found, the result is a group.
 */
#include "board/symmetry.h"

#include <errno.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "base/free_all.h"

/* Steps and automorphisms after which the search for more gives up. */
#define STEPS_MAX 2000000
#define FOUND_MAX 5000

/* The search for the maps of a graph onto itself. */
struct map_search {
    const struct graph *graph;
    struct symmetries *group;
    unsigned char *joined; /* points * points */
    uint16_t *map;
    unsigned char *taken;
    long steps, found;
};

void symmetries_release(struct symmetries *symmetries)
{
    if (symmetries == NULL)
        return;
    free(symmetries->maps);
    symmetries->maps = NULL;
    symmetries->count = 0;
}

static uint16_t *group_map(const struct symmetries *group, int s)
{
    return group->maps + (size_t)s * (size_t)group->points;
}

static bool group_has(const struct symmetries *group, const uint16_t *map)
{
    size_t size = (size_t)group->points * sizeof(*map);
    for (int s = 0; s < group->count; s++)
        if (memcmp(group_map(group, s), map, size) == 0)
            return true;
    return false;
}

static void compose(const struct symmetries *group, const uint16_t *outer, const uint16_t *inner,
                    uint16_t *ret_map)
{
    for (int p = 0; p < group->points; p++)
        ret_map[p] = outer[inner[p]];
}

/* The first product of two elements that the group does not have, into map; false: there is none.
 */
static bool group_lacks(const struct symmetries *group, uint16_t *map)
{
    for (int a = 0; a < group->count; a++) {
        for (int b = 0; b < group->count; b++) {
            compose(group, group_map(group, a), group_map(group, b), map);
            if (!group_has(group, map))
                return true;
        }
    }
    return false;
}

/*
 * Adds map and all that it generates with the group; undoes the whole where that is more than
 * SYMMETRY_MAX. Permutations of a finite set that hold all their products are a group.
 */
static void group_add(struct symmetries *group, const uint16_t *map)
{
    int before = group->count;
    size_t size = (size_t)group->points * sizeof(*map);
    uint16_t *product = group_map(group, SYMMETRY_MAX); /* room for one more */
    const uint16_t *added = map;
    do {
        if (group->count == SYMMETRY_MAX) {
            group->count = before;
            return;
        }
        memcpy(group_map(group, group->count++), added, size);
        added = product;
    } while (group_lacks(group, product));
}

static bool fits(const struct map_search *search, int p, int q)
{
    const struct graph *graph = search->graph;
    const unsigned char *joined = search->joined;
    if (search->taken[q])
        return false;
    if (graph->first[p + 1] - graph->first[p] != graph->first[q + 1] - graph->first[q])
        return false;
    for (int other = 0; other < p; other++)
        if (joined[p * graph->points + other] != joined[q * graph->points + search->map[other]])
            return false;
    return true;
}

static void extend(struct map_search *search, int p)
{
    if (p == search->graph->points) {
        search->found++;
        if (!group_has(search->group, search->map))
            group_add(search->group, search->map);
        return;
    }
    for (int q = 0; q < search->graph->points; q++) {
        if (++search->steps > STEPS_MAX || search->found > FOUND_MAX)
            return;
        if (!fits(search, p, q))
            continue;
        search->map[p] = (uint16_t)q;
        search->taken[q] = 1;
        extend(search, p + 1);
        search->taken[q] = 0;
    }
}

/* A rectangle's symmetries are known: no search, so that 19x19 is as quick as 2x2. */
static void rectangle_symmetries(struct symmetries *group, const struct graph *graph, uint16_t *map)
{
    int rows = graph->rows, cols = graph->cols;
    for (int s = 1; s < 8; s++) {
        if ((s & 4) && rows != cols)
            continue;
        for (int p = 0; p < graph->points; p++) {
            int row = p / cols, col = p % cols;
            if (s & 4) {
                int swap = row;
                row = col;
                col = swap;
            }
            if (s & 1)
                row = rows - 1 - row;
            if (s & 2)
                col = cols - 1 - col;
            map[p] = (uint16_t)(row * cols + col);
        }
        if (!group_has(group, map))
            memcpy(group_map(group, group->count++), map, (size_t)graph->points * sizeof(*map));
    }
}

static void graph_symmetries(struct map_search *search)
{
    const struct graph *graph = search->graph;
    for (int p = 0; p < graph->points; p++)
        for (int i = graph->first[p]; i < graph->first[p + 1]; i++)
            search->joined[p * graph->points + graph->adjacent[i]] = 1;
    extend(search, 0);
}

int symmetries_init(struct symmetries *ret_symmetries, const struct graph *graph)
{
    size_t points = (size_t)graph->points;
    struct symmetries group = {.count = 1, .points = graph->points};
    struct map_search search = {.graph = graph, .group = &group};
    group.maps = calloc((SYMMETRY_MAX + 1) * points, sizeof(*group.maps));
    search.joined = calloc(points * points, 1);
    search.map = calloc(points, sizeof(*search.map));
    search.taken = calloc(points, 1);
    int r = -ENOMEM;
    if (group.maps != NULL && search.joined != NULL && search.map != NULL && search.taken != NULL) {
        for (int p = 0; p < graph->points; p++)
            group.maps[p] = (uint16_t)p;
        if (graph->rows > 0)
            rectangle_symmetries(&group, graph, search.map);
        else
            graph_symmetries(&search);
        *ret_symmetries = group;
        group.maps = NULL;
        r = 0;
    }
    FREE_ALL(group.maps, search.joined, search.map, search.taken);
    return r;
}
