/* The group, interning and identity of boards. */
#include "states/positions.h"

#include <assert.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#define XXH_INLINE_ALL /* inlined: hashing sits in the hot path */
#include <xxhash.h>

static struct stones apply(const struct positions *positions, int g, struct stones stones)
{
    uint64_t black = bit_images_word(&positions->images, g / 2, stones.of[BLACK]);
    uint64_t white = bit_images_word(&positions->images, g / 2, stones.of[WHITE]);
    if (group_swaps(g))
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

static int allocate(struct positions *positions)
{
    size_t size = (size_t)positions->group_size;
    positions->orbit_room = 256;
    positions->play_room = 2048;
    positions->bucket_mask = 1023;
    positions->stabiliser_room = 16;
    positions->compose = calloc(size, size);
    positions->inverse = calloc(size, 1);
    positions->orbits = calloc(positions->orbit_room, sizeof(*positions->orbits));
    positions->plays = calloc(positions->play_room, sizeof(*positions->plays));
    positions->buckets = calloc((size_t)positions->bucket_mask + 1, sizeof(*positions->buckets));
    positions->stabilisers =
        calloc((size_t)positions->stabiliser_room, sizeof(*positions->stabilisers));
    bool failed = positions->compose == NULL || positions->inverse == NULL ||
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
    };
    struct symmetries symmetries;
    int r = symmetries_init(&symmetries, graph);
    if (r < 0)
        return r;
    bits_init(&positions.board, graph);
    positions.group_size = 2 * symmetries.count;
    while (1 << positions.shift < positions.group_size)
        positions.shift++;
    r = bit_images_init(&positions.images, &symmetries);
    if (r == 0)
        r = allocate(&positions);
    if (r == 0) {
        fill_group(&positions, &symmetries);
        /* The first one is that of boards without symmetry: nearly all. */
        find_stabiliser(&positions, &(struct group_set){{1}});
        positions.bytes = (size_t)symmetries.count * sizeof(*positions.images.words);
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
    bit_images_release(&positions->images);
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

struct lookup interning_canonical(const struct positions *positions, struct stones stones)
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
    struct lookup lookup = interning_canonical(positions, stones);
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
    if (positions->enumerated && positions_find(positions, stones, ret_id))
        return 0;
    struct lookup lookup = interning_canonical(positions, stones);
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
    return group_swaps(position_element(positions, id)) ? -margin : margin;
}

static int margin_of(const struct positions *positions, struct stones stones)
{
    uint64_t black = stones.of[BLACK], white = stones.of[WHITE];
    int margin = 0;
    if (positions->scoring != SCORING_TERRITORY)
        margin += __builtin_popcountll(black) - __builtin_popcountll(white);
    if (positions->scoring != SCORING_STONE)
        margin += bits_territory(&positions->board, black, white);
    return margin;
}

void positions_set_margin(struct positions *positions, uint32_t orbit)
{
    struct orbit *own = &positions->orbits[orbit];
    if (own->margin == MARGIN_UNKNOWN)
        own->margin = (int8_t)margin_of(positions, own->canonical);
}
