/*
 * What a player gets who plays solo, for all boards at once. It is the best of the boards that he
 * can reach by his own moves; with suicide there are cycles among them. So the boards are taken in
 * the order of their margins, the best first, and each hands its margin to all from which it can be
 * reached and which have none yet.
 */
#include "tables/reverse_moves.h"

#include <assert.h>
#include <errno.h>
#include <stdlib.h>

/* Boards with the player who plays solo, as the board shows the colours: orbit * 2 + player. */
struct solo_list {
    uint32_t *nodes;
    size_t count;
};

static void reach(struct positions *positions, uint32_t node, int margin, struct solo_list *waiting)
{
    atomic_schar *solo = &positions->orbits[node / 2].solo[node & 1];
    if (*solo != SOLO_UNKNOWN)
        return;
    *solo = (signed char)margin;
    waiting->nodes[waiting->count++] = node;
}

/* Hands the margin on until all boards that lead to those waiting have it or more. */
static void spread(const struct reverse_moves *reverse, struct positions *positions, int margin,
                   struct solo_list *waiting)
{
    while (waiting->count > 0) {
        /* The moves that arrive here are those of the player: his opponent is next. */
        uint32_t node = waiting->nodes[--waiting->count] ^ 1;
        for (uint32_t i = reverse->first[node]; i < reverse->first[node + 1]; i++)
            reach(positions, reverse->arrivals[i].owner, margin, waiting);
        for (uint32_t i = reverse->ko_first[node]; i < reverse->ko_first[node + 1]; i++)
            reach(positions, reverse->ko_moves[reverse->ko_list[i]].owner, margin, waiting);
    }
}

int solo_set_margins(const struct reverse_moves *reverse, struct positions *positions)
{
    struct solo_list waiting = {malloc((size_t)reverse->node_count * sizeof(*waiting.nodes)), 0};
    assert(positions->scoring != SCORING_TERRITORY);
    if (waiting.nodes == NULL)
        return -ENOMEM;
    for (uint32_t node = 0; node < reverse->node_count; node++)
        positions->orbits[node / 2].solo[node & 1] = SOLO_UNKNOWN;
    for (int margin = positions->points; margin >= -positions->points; margin--) {
        for (uint32_t node = 0; node < reverse->node_count; node++) {
            int own = positions->orbits[node / 2].margin;
            if ((node & 1 ? -own : own) == margin)
                reach(positions, node, margin, &waiting);
        }
        spread(reverse, positions, margin, &waiting);
    }
    free(waiting.nodes);
    return 0;
}
