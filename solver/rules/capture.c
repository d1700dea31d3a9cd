/* Enclosure, suicide and capture: Kee (2013) rules 9, 10 and 11. */
#include "rules/capture.h"

#include <string.h>

static void remove_chain(struct position *position, const struct chain *chain,
                         struct capture *capture)
{
    int owner = position->cells[chain->points[0]] - 1;
    for (int i = 0; i < chain->size; i++)
        position->cells[chain->points[i]] = POINT_EMPTY;
    capture->removed += chain->size;
    capture->lost[owner] += chain->size;
}

/*
 * [9] Does the allied group that holds the opposing stone on start have a chain with a liberty? The
 * group is every stone that can be reached over opposing stones, whoever of the opponents owns
 * them.
 */
static bool group_breathes(const struct graph *graph, const struct position *position, int start,
                           uint8_t own, bool alliance, bool *seen)
{
    int queue[BOARD_MAX_POINTS], count = 1;
    bool breathes = false;
    queue[0] = start;
    seen[start] = true;
    for (int i = 0; i < count; i++) {
        int p = queue[i];
        for (int j = graph->first[p]; j < graph->first[p + 1]; j++) {
            int q = graph->adjacent[j];
            uint8_t content = position->cells[q];
            if (content == POINT_EMPTY)
                breathes = true;
            else if (content != own && !seen[q] &&
                     (alliance || content == position->cells[start])) {
                seen[q] = true;
                queue[count++] = q;
            }
        }
    }
    return breathes;
}

/* [9] Is there an allied group none of whose chains has a liberty? */
static bool is_enclosing(const struct graph *graph, const struct position *position, uint8_t own,
                         bool alliance)
{
    bool seen[BOARD_MAX_POINTS];
    memset(seen, 0, (size_t)graph->points);
    for (int p = 0; p < graph->points; p++) {
        uint8_t content = position->cells[p];
        if (content == POINT_EMPTY || content == own || seen[p])
            continue;
        if (!group_breathes(graph, position, p, own, alliance, seen))
            return true;
    }
    return false;
}

/* [11] Removes every opposing chain without a liberty; they are found before any is removed. */
static void remove_opponents(const struct graph *graph, struct position *position, uint8_t own,
                             struct capture *capture)
{
    const struct position placed = *position;
    bool seen[BOARD_MAX_POINTS];
    memset(seen, 0, (size_t)graph->points);
    for (int p = 0; p < graph->points; p++) {
        struct chain chain;
        if (placed.cells[p] == POINT_EMPTY || placed.cells[p] == own || seen[p])
            continue;
        position_chain(graph, &placed, p, &chain);
        for (int i = 0; i < chain.size; i++)
            seen[chain.points[i]] = true;
        if (chain.liberties == 0)
            remove_chain(position, &chain, capture);
    }
}

void capture_play(const struct graph *graph, struct position *position, int point, int player,
                  bool alliance, struct capture *ret_capture)
{
    struct chain own;
    memset(ret_capture, 0, sizeof(*ret_capture));
    position->cells[point] = STONE_OF(player);
    position_chain(graph, position, point, &own);
    ret_capture->own_size = own.size;
    ret_capture->enclosing = is_enclosing(graph, position, STONE_OF(player), alliance);
    ret_capture->suicidal = own.liberties == 0 && !ret_capture->enclosing; /* [10] */
    if (ret_capture->suicidal)
        remove_chain(position, &own, ret_capture);
    else
        remove_opponents(graph, position, STONE_OF(player), ret_capture);
}
