/* From a board to its canonical one, from that to its orbit and id. */
#include "states/interning.h"

#include <errno.h>

#define XXH_INLINE_ALL /* inlined: hashing sits in the hot path */
#include <xxhash.h>

#include "base/array.h"

static uint32_t hash_stones(struct stones stones)
{
    return (uint32_t)XXH3_64bits(&stones, sizeof(stones));
}

static uint64_t hash_orbit(const void *arg, uint32_t orbit)
{
    const struct positions *positions = arg;
    return hash_stones(positions->orbits[orbit].canonical);
}

/* Takes note of an image of the board that is looked up. */
static inline void meet(struct lookup *lookup, struct stones image, int element)
{
    int order = group_compare(image, lookup->canonical);
    lookup->fixed = order == 0 || (order > 0 && lookup->fixed);
    if (order < 0) {
        lookup->canonical = image;
        lookup->element = (uint8_t)element;
    }
}

struct lookup interning_canonical(const struct positions *positions, struct stones stones)
{
    struct lookup lookup = {.canonical = stones};
    meet(&lookup, (struct stones){{stones.of[WHITE], stones.of[BLACK]}}, 1);
    for (int g = 2; g < positions->group.size; g += 2) {
        struct stones image = group_apply(&positions->group, g, stones);
        meet(&lookup, image, g);
        meet(&lookup, (struct stones){{image.of[WHITE], image.of[BLACK]}}, g + 1);
    }
    lookup.hash = hash_stones(lookup.canonical);
    __builtin_prefetch(&positions->index.slots[lookup.hash & positions->index.mask]);
    return lookup;
}

/* Returns the orbit of a canonical board, or HASHSET_NONE; *ret_at is its slot, or that for it. */
static uint32_t find_orbit(const struct positions *positions, const struct lookup *lookup,
                           size_t *ret_at)
{
    uint32_t orbit = hashset_first(&positions->index, lookup->hash, ret_at);
    while (orbit != HASHSET_NONE &&
           group_compare(positions->orbits[orbit].canonical, lookup->canonical) != 0)
        orbit = hashset_next(&positions->index, ret_at);
    return orbit;
}

uint32_t interning_id(const struct positions *positions, uint32_t orbit,
                      const struct lookup *lookup)
{
    const struct group *group = &positions->group;
    const struct stabiliser *stabiliser = &group->stabilisers[positions->orbits[orbit].stabiliser];
    return orbit << positions->shift | stabiliser->leader[group->inverse[lookup->element]];
}

bool interning_find(const struct positions *positions, const struct lookup *lookup,
                    uint32_t *ret_id)
{
    size_t at;
    uint32_t orbit = find_orbit(positions, lookup, &at);
    if (orbit == HASHSET_NONE)
        return false;
    *ret_id = interning_id(positions, orbit, lookup);
    return true;
}

int interning_reserve_index(struct positions *positions)
{
    return hashset_reserve(&positions->index, positions->orbit_count, 1, hash_orbit, positions);
}

int interning_reserve_boards(struct positions *positions, uint32_t count)
{
    if (count > INTERNING_MOST)
        return -ENOMEM;
    return array_reserve(&positions->orbits, count, &positions->orbit_room,
                         sizeof(*positions->orbits));
}

int interning_reserve_moves(struct positions *positions, size_t count)
{
    if (count > INTERNING_MOST)
        return -ENOMEM;
    return array_reserve(&positions->moves, count, &positions->move_room,
                         sizeof(*positions->moves));
}

int interning_stabiliser(struct positions *positions, const struct lookup *lookup)
{
    return lookup->fixed ? group_stabiliser(&positions->group, lookup->canonical) : 0;
}

void interning_write(struct positions *positions, const struct lookup *lookup, uint32_t orbit,
                     int stabiliser)
{
    positions->orbits[orbit] = (struct orbit){
        .canonical = lookup->canonical,
        .move_count = {MOVES_UNKNOWN, MOVES_UNKNOWN},
        .solo = {SOLO_UNKNOWN, SOLO_UNKNOWN},
        .margin = MARGIN_UNKNOWN,
        .stabiliser = (uint16_t)stabiliser,
    };
}

static int add_orbit(struct positions *positions, const struct lookup *lookup, size_t at)
{
    if (positions->orbit_count >= UINT32_MAX >> positions->shift)
        return -ENOMEM;
    int r = interning_reserve_boards(positions, positions->orbit_count + 1);
    int stabiliser = r < 0 ? r : interning_stabiliser(positions, lookup);
    if (stabiliser < 0)
        return stabiliser;
    interning_write(positions, lookup, positions->orbit_count, stabiliser);
    hashset_put(&positions->index, at, positions->orbit_count++);
    positions->bytes += interning_board_bytes();
    return 0;
}

int interning_add(struct positions *positions, const struct lookup *lookup, uint32_t *ret_id)
{
    size_t at;
    int r = interning_reserve_index(positions);
    if (r < 0)
        return r;
    uint32_t orbit = find_orbit(positions, lookup, &at);
    if (orbit == HASHSET_NONE) {
        orbit = positions->orbit_count;
        r = add_orbit(positions, lookup, at);
        if (r < 0)
            return r;
    }
    *ret_id = interning_id(positions, orbit, lookup);
    return 0;
}
