/* The table of positions: making it, its boards and their margins. */
#include "states/positions.h"

#include <assert.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "states/interning.h"
#include "states/margin.h"

/* Room at first. */
#define ORBITS_FIRST 256
#define MOVES_FIRST 2048
#define INDEXED_FIRST 511

int positions_init(struct positions *ret_positions, const struct graph *graph,
                   const struct ruleset *rules)
{
    assert(graph->points <= SOLVER_MAX_POINTS);
    struct positions positions = {
        .points = graph->points,
        .suicide = ruleset_suicide(rules),
        .scoring = (enum scoring)ruleset_value(rules, &field_scoring),
        .orbits = calloc(ORBITS_FIRST, sizeof(*positions.orbits)),
        .orbit_room = ORBITS_FIRST,
        .moves = calloc(MOVES_FIRST, sizeof(*positions.moves)),
        .move_room = MOVES_FIRST,
        .census = calloc(1, sizeof(*positions.census)),
    };
    int r = group_init(&positions.group, graph);
    if (r == 0 && (positions.orbits == NULL || positions.moves == NULL || positions.census == NULL))
        r = -ENOMEM;
    if (r == 0)
        r = hashset_reserve(&positions.index, 0, INDEXED_FIRST, NULL, NULL);
    if (r < 0) {
        positions_release(&positions);
        return r;
    }
    bits_init(&positions.board, graph);
    while (1 << positions.shift < positions.group.size)
        positions.shift++;
    positions.bytes = group_bytes(&positions.group);
    *ret_positions = positions;
    return 0;
}

void positions_release(struct positions *positions)
{
    if (positions == NULL)
        return;
    group_release(&positions->group);
    free(positions->orbits);
    free(positions->moves);
    free(positions->census);
    hashset_release(&positions->index);
    memset(positions, 0, sizeof(*positions));
}

bool positions_find(const struct positions *positions, struct stones stones, uint32_t *ret_id)
{
    struct lookup lookup = interning_canonical(positions, stones);
    return interning_find(positions, &lookup, ret_id);
}

int positions_intern(struct positions *positions, struct stones stones, uint32_t *ret_id)
{
    struct lookup lookup = interning_canonical(positions, stones);
    if (positions->enumerated && interning_find(positions, &lookup, ret_id))
        return 0;
    int r = interning_add(positions, &lookup, ret_id);
    if (r == 0)
        interning_set_margin(positions, position_orbit(positions, *ret_id));
    return r;
}

struct stones positions_stones(const struct positions *positions, uint32_t id)
{
    return group_apply(&positions->group, position_element(positions, id),
                       positions->orbits[position_orbit(positions, id)].canonical);
}

int positions_margin(const struct positions *positions, uint32_t id)
{
    int margin = positions->orbits[position_orbit(positions, id)].margin;
    return group_swaps(position_element(positions, id)) ? -margin : margin;
}

void interning_set_margin(struct positions *positions, uint32_t orbit)
{
    struct orbit *own = &positions->orbits[orbit];
    if (own->margin == MARGIN_UNKNOWN)
        own->margin =
            (int8_t)margin_of_stones(&positions->board, positions->scoring, own->canonical);
}
