/* The board graph turned round. */
#include "engine/attractor.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

/* The node at which a play, made by mover on a canonical board, arrives. */
static uint32_t arrival(const struct positions *positions, const struct play *play,
                        enum colour mover)
{
    unsigned swap = (unsigned)element_swaps(position_element(positions, play->child));
    return position_orbit(positions, play->child) * 2 + ((unsigned)!mover ^ swap);
}

static uint32_t *offsets(uint32_t count)
{
    return calloc((size_t)count + 2, sizeof(uint32_t));
}

/* Counts the arrivals at each node, two places up, and notes each play's owner. */
static void count_arrivals(struct reverse_plays *reverse)
{
    const struct positions *positions = reverse->positions;
    for (uint32_t node = 0; node < reverse->node_count; node++) {
        const struct orbit *orbit = &positions->orbits[node / 2];
        for (uint32_t n = 0; n < orbit->play_count[node & 1]; n++) {
            uint32_t index = orbit->first_play[node & 1] + n;
            uint32_t to = arrival(positions, &positions->plays[index], node & 1);
            reverse->owner[index] = node;
            reverse->first[to + 2]++;
            if (positions->plays[index].ko != 0)
                reverse->ko_first[to + 2]++;
        }
    }
    for (uint32_t node = 0; node < reverse->node_count; node++) {
        reverse->first[node + 2] += reverse->first[node + 1];
        reverse->ko_first[node + 2] += reverse->ko_first[node + 1];
    }
}

static void place_arrivals(struct reverse_plays *reverse)
{
    const struct positions *positions = reverse->positions;
    for (uint32_t index = 0; index < positions->play_count; index++) {
        const struct play *play = &positions->plays[index];
        uint32_t to = arrival(positions, play, reverse->owner[index] & 1);
        reverse->plays[reverse->first[to + 1]++] = index;
        if (play->ko != 0)
            reverse->ko_plays[reverse->ko_first[to + 1]++] = index;
    }
}

int reverse_plays_init(struct reverse_plays *ret_reverse, const struct positions *positions)
{
    struct reverse_plays reverse = {
        .positions = positions,
        .node_count = positions->orbit_count * 2,
    };
    size_t plays = (size_t)positions->play_count + 1;
    reverse.bytes = (2 * ((size_t)reverse.node_count + 2) + 3 * plays) * sizeof(uint32_t);
    reverse.owner = calloc(plays, sizeof(uint32_t));
    reverse.plays = calloc(plays, sizeof(uint32_t));
    reverse.ko_plays = calloc(plays, sizeof(uint32_t));
    reverse.first = offsets(reverse.node_count);
    reverse.ko_first = offsets(reverse.node_count);
    if (reverse.owner == NULL || reverse.plays == NULL || reverse.ko_plays == NULL ||
        reverse.first == NULL || reverse.ko_first == NULL) {
        reverse_plays_release(&reverse);
        return -ENOMEM;
    }
    count_arrivals(&reverse);
    place_arrivals(&reverse);
    *ret_reverse = reverse;
    return 0;
}

void reverse_plays_release(struct reverse_plays *reverse)
{
    free(reverse->owner);
    free(reverse->plays);
    free(reverse->ko_plays);
    free(reverse->first);
    free(reverse->ko_first);
    memset(reverse, 0, sizeof(*reverse));
}
