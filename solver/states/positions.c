/* The group, interning and identity of boards. */
#include "states/positions.h"

#include <assert.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#define XXH_INLINE_ALL /* inlined: hashing sits in the hot path */
#include <xxhash.h>

static uint64_t permute_bits(const struct positions *positions, int symmetry, uint64_t bits)
{
    uint64_t out = 0;
    const uint64_t(*table)[256] = (const uint64_t(*)[256])positions->permute[symmetry];
    for (int byte = 0; bits != 0; byte++, bits >>= 8)
        out |= table[byte][bits & 255];
    return out;
}

static struct stones apply(const struct positions *positions, int g, struct stones stones)
{
    uint64_t black = permute_bits(positions, g / 2, stones.of[BLACK]);
    uint64_t white = permute_bits(positions, g / 2, stones.of[WHITE]);
    if (position_element_swaps(g))
        return (struct stones){{white, black}};
    return (struct stones){{black, white}};
}

static int compare(struct stones a, struct stones b)
{
    if (a.of[BLACK] != b.of[BLACK])
        return a.of[BLACK] < b.of[BLACK] ? -1 : 1;
    if (a.of[WHITE] != b.of[WHITE])
        return a.of[WHITE] < b.of[WHITE] ? -1 : 1;
    return 0;
}

static void fill_permutations(struct positions *positions, const struct symmetries *symmetries)
{
    for (int s = 0; s < symmetries->count; s++) {
        for (int p = 0; p < positions->points; p++)
            positions->point_map[s][p] = (uint8_t)symmetries_apply(symmetries, s, p);
        for (int p = 0; p < positions->points; p++) {
            /* With the bit of p: what is lower in its byte, and that. */
            uint64_t *images = positions->permute[s][p / 8];
            int bit = 1 << p % 8;
            for (int lower = 0; lower < bit; lower++)
                images[bit | lower] = images[lower] | 1ull << positions->point_map[s][p];
        }
    }
}

/* The symmetry that does b first, then a; the group is closed, so it is there. */
static int product_of(const struct symmetries *symmetries, int a, int b)
{
    for (int s = 0; s < symmetries->count; s++) {
        int p = 0;
        while (p < symmetries->points &&
               symmetries_apply(symmetries, s, p) ==
                   symmetries_apply(symmetries, a, symmetries_apply(symmetries, b, p)))
            p++;
        if (p == symmetries->points)
            return s;
    }
    assert(!"the symmetries are a group");
    return 0;
}

static void fill_group(struct positions *positions, const struct symmetries *symmetries)
{
    int size = positions->group_size;
    for (int a = 0; a < size; a++) {
        for (int b = 0; b < size; b++) {
            int g = 2 * product_of(symmetries, a / 2, b / 2) + ((a ^ b) & 1);
            positions->compose[a * size + b] = (uint8_t)g;
            if (g == 0)
                positions->inverse[a] = (uint8_t)b;
        }
    }
}

static struct group_set elements_fixing(const struct positions *positions, struct stones board)
{
    struct group_set set = {{0}};
    for (int g = 0; g < positions->group_size; g++)
        if (compare(apply(positions, g, board), board) == 0)
            set.bits[g / 64] |= 1ull << g % 64;
    return set;
}

static struct stabiliser list_elements(const struct positions *positions, struct group_set set)
{
    struct stabiliser own = {0};
    int size = positions->group_size;
    for (int g = 0; g < size; g++)
        if (set.bits[g / 64] >> g % 64 & 1)
            own.elements[own.count++] = (uint8_t)g;
    for (int g = 0; g < size; g++) {
        own.leader[g] = UINT8_MAX;
        for (int i = 0; i < own.count; i++) {
            uint8_t product = positions->compose[g * size + own.elements[i]];
            if (product < own.leader[g])
                own.leader[g] = product;
        }
    }
    return own;
}

/* The index of the stabiliser that consists of the set, added if new; or -ENOMEM. */
static int find_stabiliser(struct positions *positions, const struct group_set *set)
{
    for (int i = 0; i < positions->stabiliser_count; i++)
        if (memcmp(&positions->stabilisers[i].set, set, sizeof(*set)) == 0)
            return i;
    if (positions->stabiliser_count == positions->stabiliser_room) {
        int room = positions->stabiliser_room * 2;
        void *grown = realloc(positions->stabilisers, (size_t)room * sizeof(struct stabiliser));
        if (grown == NULL)
            return -ENOMEM;
        positions->stabilisers = grown;
        positions->stabiliser_room = room;
    }
    struct stabiliser *added = &positions->stabilisers[positions->stabiliser_count];
    *added = list_elements(positions, *set);
    added->set = *set;
    return positions->stabiliser_count++;
}

int positions_stabiliser(struct positions *positions, const struct lookup *lookup)
{
    struct group_set set;
    int stabiliser;
    if (!lookup->fixed)
        return 0;
    set = elements_fixing(positions, lookup->canonical);
#ifdef _OPENMP
#pragma omp critical(stabilisers)
#endif
    stabiliser = find_stabiliser(positions, &set);
    return stabiliser;
}

static int allocate(struct positions *positions, int symmetry_count)
{
    size_t size = (size_t)positions->group_size;
    positions->orbit_room = 256;
    positions->play_room = 2048;
    positions->bucket_mask = 1023;
    positions->stabiliser_room = 16;
    positions->compose = calloc(size, size);
    positions->inverse = calloc(size, 1);
    positions->permute = calloc((size_t)symmetry_count, sizeof(*positions->permute));
    positions->point_map = calloc((size_t)symmetry_count, sizeof(*positions->point_map));
    positions->orbits = calloc(positions->orbit_room, sizeof(*positions->orbits));
    positions->plays = calloc(positions->play_room, sizeof(*positions->plays));
    positions->buckets = calloc((size_t)positions->bucket_mask + 1, sizeof(*positions->buckets));
    positions->stabilisers =
        calloc((size_t)positions->stabiliser_room, sizeof(*positions->stabilisers));
    bool failed = positions->compose == NULL || positions->inverse == NULL ||
                  positions->permute == NULL || positions->point_map == NULL ||
                  positions->orbits == NULL || positions->plays == NULL ||
                  positions->buckets == NULL || positions->stabilisers == NULL;
    return failed ? -ENOMEM : 0;
}

int positions_init(struct positions *ret_positions, const struct graph *graph,
                   const struct ruleset *rules)
{
    assert(graph->points <= SOLVER_MAX_POINTS);
    struct positions positions = {
        .points = graph->points,
        .suicide = ruleset_suicide(rules),
        .scoring = (enum scoring)ruleset_value(rules, &field_scoring),
        .full = graph->points == 64 ? UINT64_MAX : (1ull << graph->points) - 1,
    };
    struct symmetries symmetries;
    int r = symmetries_init(&symmetries, graph);
    if (r < 0)
        return r;
    for (int p = 0; p < graph->points; p++)
        for (int i = graph->first[p]; i < graph->first[p + 1]; i++)
            positions.near[p] |= 1ull << graph->adjacent[i];
    positions.group_size = 2 * symmetries.count;
    while (1 << positions.shift < positions.group_size)
        positions.shift++;
    r = allocate(&positions, symmetries.count);
    if (r == 0) {
        fill_permutations(&positions, &symmetries);
        fill_group(&positions, &symmetries);
        /* The first one is that of boards without symmetry: nearly all. */
        find_stabiliser(&positions, &(struct group_set){{1}});
        positions.bytes = (size_t)symmetries.count * sizeof(*positions.permute);
        *ret_positions = positions;
    } else {
        positions_release(&positions);
    }
    symmetries_release(&symmetries);
    return r;
}

void positions_release(struct positions *positions)
{
    if (positions == NULL)
        return;
    free(positions->compose);
    free(positions->inverse);
    free(positions->permute);
    free(positions->point_map);
    free(positions->orbits);
    free(positions->plays);
    free(positions->buckets);
    free(positions->stabilisers);
    memset(positions, 0, sizeof(*positions));
}

static uint32_t hash_stones(struct stones stones)
{
    return (uint32_t)XXH3_64bits(&stones, sizeof(stones));
}

/* Orbits by which the fetching is ahead when the buckets are filled anew. */
#define ORBITS_AHEAD 16

static int grow_buckets(struct positions *positions)
{
    uint32_t mask = positions->bucket_mask * 2 + 1;
    uint32_t *grown = calloc((size_t)mask + 1, sizeof(*grown));
    if (grown == NULL)
        return -ENOMEM;
    for (uint32_t orbit = 0; orbit < positions->orbit_count; orbit++) {
        uint32_t ahead = orbit + ORBITS_AHEAD;
        if (ahead < positions->orbit_count)
            __builtin_prefetch(&grown[hash_stones(positions->orbits[ahead].canonical) & mask]);
        uint32_t at = hash_stones(positions->orbits[orbit].canonical) & mask;
        while (grown[at] != 0)
            at = (at + 1) & mask;
        grown[at] = orbit + 1;
    }
    free(positions->buckets);
    positions->buckets = grown;
    positions->bucket_mask = mask;
    return 0;
}

int positions_spread_buckets(struct positions *positions)
{
    int r = 0;
    while (r == 0 && positions->orbit_count >= positions->bucket_mask / 2)
        r = grow_buckets(positions);
    return r;
}

int positions_reserve_boards(struct positions *positions, uint32_t count)
{
    uint32_t room = positions->orbit_room;
    if (count <= room)
        return 0;
    while (room < count && room <= UINT32_MAX / 2)
        room *= 2;
    if (room < count)
        return -ENOMEM;
    void *grown = realloc(positions->orbits, room * sizeof(*positions->orbits));
    if (grown == NULL)
        return -ENOMEM;
    positions->orbits = grown;
    positions->orbit_room = room;
    return 0;
}

void positions_write_board(struct positions *positions, const struct lookup *lookup, uint32_t orbit,
                           int stabiliser)
{
    positions->orbits[orbit] = (struct orbit){
        .canonical = lookup->canonical,
        .play_count = {MOVES_UNKNOWN, MOVES_UNKNOWN},
        .solo = {SOLO_UNKNOWN, SOLO_UNKNOWN},
        .margin = MARGIN_UNKNOWN,
        .stabiliser = (uint16_t)stabiliser,
    };
}

static int add_orbit(struct positions *positions, const struct lookup *lookup, uint32_t bucket)
{
    if (positions->orbit_count >= UINT32_MAX >> positions->shift)
        return -ENOMEM;
    int r = positions_reserve_boards(positions, positions->orbit_count + 1);
    int stabiliser = r < 0 ? r : positions_stabiliser(positions, lookup);
    if (stabiliser < 0)
        return stabiliser;
    positions_write_board(positions, lookup, positions->orbit_count, stabiliser);
    positions->buckets[bucket] = ++positions->orbit_count;
    positions->bytes += positions_board_bytes();
    return 0;
}

/* Takes note of an image of the board that is looked up. */
static inline void meet(struct lookup *lookup, struct stones image, int element)
{
    int order = compare(image, lookup->canonical);
    lookup->fixed = order == 0 || (order > 0 && lookup->fixed);
    if (order < 0) {
        lookup->canonical = image;
        lookup->element = (uint8_t)element;
    }
}

struct lookup positions_canonical(const struct positions *positions, struct stones stones)
{
    struct lookup lookup = {.canonical = stones};
    meet(&lookup, (struct stones){{stones.of[WHITE], stones.of[BLACK]}}, 1);
    for (int g = 2; g < positions->group_size; g += 2) {
        struct stones image = apply(positions, g, stones);
        meet(&lookup, image, g);
        meet(&lookup, (struct stones){{image.of[WHITE], image.of[BLACK]}}, g + 1);
    }
    lookup.hash = hash_stones(lookup.canonical);
    __builtin_prefetch(&positions->buckets[lookup.hash & positions->bucket_mask]);
    return lookup;
}

void positions_fetch(const struct positions *positions, const struct lookup *lookup)
{
    uint32_t bucket = positions->buckets[lookup->hash & positions->bucket_mask];
    if (bucket != 0)
        __builtin_prefetch(&positions->orbits[bucket - 1]);
}

/* The bucket of a canonical board: its own, or the empty one where it would go. */
static uint32_t find_bucket(const struct positions *positions, const struct lookup *lookup)
{
    uint32_t at = lookup->hash & positions->bucket_mask;
    while (positions->buckets[at] != 0 &&
           compare(positions->orbits[positions->buckets[at] - 1].canonical, lookup->canonical) != 0)
        at = (at + 1) & positions->bucket_mask;
    return at;
}

uint32_t positions_id_in_bucket(const struct positions *positions, uint32_t bucket,
                                const struct lookup *lookup)
{
    uint32_t orbit = positions->buckets[bucket] - 1;
    const struct stabiliser *stabiliser =
        &positions->stabilisers[positions->orbits[orbit].stabiliser];
    return orbit << positions->shift | stabiliser->leader[positions->inverse[lookup->element]];
}

bool positions_find_canonical(const struct positions *positions, const struct lookup *lookup,
                              uint32_t *ret_id)
{
    uint32_t bucket = find_bucket(positions, lookup);
    if (positions->buckets[bucket] == 0)
        return false;
    *ret_id = positions_id_in_bucket(positions, bucket, lookup);
    return true;
}

bool positions_find(const struct positions *positions, struct stones stones, uint32_t *ret_id)
{
    struct lookup lookup = positions_canonical(positions, stones);
    return positions_find_canonical(positions, &lookup, ret_id);
}

int positions_add_canonical(struct positions *positions, const struct lookup *lookup,
                            uint32_t *ret_id)
{
    int r = positions_spread_buckets(positions);
    if (r < 0)
        return r;
    uint32_t bucket = find_bucket(positions, lookup);
    if (positions->buckets[bucket] == 0) {
        r = add_orbit(positions, lookup, bucket);
        if (r < 0)
            return r;
    }
    *ret_id = positions_id_in_bucket(positions, bucket, lookup);
    return 0;
}

int positions_intern_canonical(struct positions *positions, const struct lookup *lookup,
                               uint32_t *ret_id)
{
    int r = positions_add_canonical(positions, lookup, ret_id);
    if (r == 0)
        positions_set_margin(positions, position_orbit(positions, *ret_id));
    return r;
}

int positions_intern(struct positions *positions, struct stones stones, uint32_t *ret_id)
{
    if (positions->closed && positions_find(positions, stones, ret_id))
        return 0;
    struct lookup lookup = positions_canonical(positions, stones);
    return positions_intern_canonical(positions, &lookup, ret_id);
}

struct stones positions_stones(const struct positions *positions, uint32_t id)
{
    return apply(positions, position_element(positions, id),
                 positions->orbits[position_orbit(positions, id)].canonical);
}

int positions_margin(const struct positions *positions, uint32_t id)
{
    int margin = positions->orbits[position_orbit(positions, id)].margin;
    return position_element_swaps(position_element(positions, id)) ? -margin : margin;
}

/* The points of bits and all of `within` that is connected to them. */
static uint64_t flood(const struct positions *positions, uint64_t bits, uint64_t within)
{
    uint64_t region = bits, border = bits;
    while (border != 0) {
        uint64_t next = 0;
        for (; border != 0; border &= border - 1)
            next |= positions->near[__builtin_ctzll(border)];
        border = next & within & ~region;
        region |= border;
    }
    return region;
}

static int margin_of(const struct positions *positions, struct stones stones)
{
    uint64_t empty = positions->full & ~(stones.of[BLACK] | stones.of[WHITE]);
    int margin = 0;
    if (positions->scoring != SCORING_TERRITORY)
        margin = __builtin_popcountll(stones.of[BLACK]) - __builtin_popcountll(stones.of[WHITE]);
    if (positions->scoring == SCORING_STONE)
        return margin;
    while (empty != 0) {
        uint64_t region = flood(positions, empty & -empty, empty), border = 0;
        for (uint64_t left = region; left != 0; left &= left - 1)
            border |= positions->near[__builtin_ctzll(left)];
        bool black = (border & stones.of[BLACK]) != 0, white = (border & stones.of[WHITE]) != 0;
        if (black != white)
            margin += (black ? 1 : -1) * __builtin_popcountll(region);
        empty &= ~region;
    }
    return margin;
}

void positions_set_margin(struct positions *positions, uint32_t orbit)
{
    struct orbit *own = &positions->orbits[orbit];
    if (own->margin == MARGIN_UNKNOWN)
        own->margin = (int8_t)margin_of(positions, own->canonical);
}
