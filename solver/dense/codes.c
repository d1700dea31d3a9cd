/* Making the codes of a board, and codes of boards that lie in any way. */
#include "dense/codes.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/free_all.h"

/* Lanes are in multiples of these, for the sake of vector instructions. */
#define HALF_UNIT 4
#define CACHE_LINE 64

static uint64_t power_of_three(int exponent)
{
    uint64_t power = 1;
    for (int i = 0; i < exponent; i++)
        power *= 3;
    return power;
}

/* Orders the points: orbits of symmetric points one after the other, so that a prefix of whole
 * orbits tells as much of all images. */
static void order_points(const struct symmetries *symmetries, uint8_t order[DENSE_POINTS_MAX])
{
    bool seen[DENSE_POINTS_MAX] = {false};
    int count = 0;
    for (int p = 0; p < symmetries->points; p++) {
        for (int s = 0; s < symmetries->count; s++) {
            int image = symmetries_apply(symmetries, s, p);
            if (!seen[image])
                order[count++] = (uint8_t)image;
            seen[image] = true;
        }
    }
}

static void set_units(struct dense_codes *codes, const uint8_t order[DENSE_POINTS_MAX])
{
    int rest_digits = codes->points - codes->prefix_digits;
    for (int i = 0; i < codes->points; i++) {
        if (i < codes->prefix_digits)
            codes->unit[order[i]] = power_of_three(codes->prefix_digits - 1 - i) << codes->shift;
        else
            codes->unit[order[i]] = power_of_three(rest_digits - 1 - (i - codes->prefix_digits));
    }
}

static void set_weights(struct dense_codes *codes)
{
    for (int p = 0; p < codes->points; p++) {
        for (enum colour colour = BLACK; colour <= WHITE; colour++) {
            uint64_t *lanes =
                &codes->weights[(size_t)(2 * p + (int)colour) * 2 * (size_t)codes->half];
            for (int s = 0; s < codes->symmetries; s++) {
                uint64_t unit = codes->unit[codes->images[s][p]];
                lanes[s] = unit * (1 + colour);
                lanes[codes->half + s] = unit * (2 - colour);
            }
        }
    }
}

/* The stones of count digits of a number, of which the highest is that of the point order[0]. */
static struct stones stones_of(uint64_t number, const uint8_t *order, int count)
{
    struct stones stones = {{0, 0}};
    for (int i = count - 1; i >= 0; i--, number /= 3)
        if (number % 3 != 0)
            stones.of[number % 3 - 1] |= 1ull << order[i];
    return stones;
}

/*
 * Is some image of a board greater, whatever the rest is, than the board with these first digits?
 * The digits of both are compared from the first one on, as far as those of the image are known.
 */
static bool is_beaten(const struct dense_codes *codes, const uint8_t *order, const uint8_t *digits,
                      int image)
{
    const uint8_t *to = codes->images[image / 2];
    for (int i = 0; i < codes->prefix_digits; i++) {
        int from = 0;
        while (from < codes->prefix_digits && to[order[from]] != order[i])
            from++;
        if (from == codes->prefix_digits)
            return false;
        int digit = digits[from];
        if (image % 2 == 1 && digit != 0)
            digit = 3 - digit;
        if (digit != digits[i])
            return digit > digits[i];
    }
    return false;
}

static void rank_prefixes(struct dense_codes *codes, const uint8_t *order)
{
    uint8_t digits[DENSE_PREFIX_MAX];
    for (uint32_t prefix = 0; prefix < codes->prefix_size; prefix++) {
        uint32_t left = prefix;
        bool beaten = false;
        for (int i = codes->prefix_digits - 1; i >= 0; i--, left /= 3)
            digits[i] = (uint8_t)(left % 3);
        for (int image = 1; image < 2 * codes->symmetries && !beaten; image++)
            beaten = is_beaten(codes, order, digits, image);
        codes->prefix_stones[prefix] = stones_of(prefix, order, codes->prefix_digits);
        codes->rank[prefix] = beaten ? DENSE_PREFIX_NONE : (uint16_t)codes->prefixes;
        if (!beaten)
            codes->prefix[codes->prefixes++] = (uint16_t)prefix;
    }
    codes->places = codes->prefixes * codes->rest_size;
}

static void read_rest(struct dense_codes *codes, const uint8_t *order)
{
    for (int group = 0; group < codes->rest_groups; group++) {
        int end = codes->points - group * DENSE_GROUP_DIGITS;
        int first = end - DENSE_GROUP_DIGITS;
        first = first < codes->prefix_digits ? codes->prefix_digits : first;
        for (uint32_t i = 0; i < power_of_three(end - first); i++)
            codes->rest_stones[group][i] = stones_of(i, order + first, end - first);
    }
    for (uint32_t i = 0; i < DENSE_GROUP_SIZE; i++)
        dense_codes_vector(codes, codes->rest_stones[0][i],
                           &codes->low_lanes[i * 2 * (size_t)codes->half]);
}

/* Returns room for lanes, all zero, or NULL. */
static uint64_t *take_lanes(size_t vectors, int half)
{
    size_t bytes = vectors * 2 * (size_t)half * sizeof(uint64_t);
    void *lanes = aligned_alloc(CACHE_LINE, (bytes + CACHE_LINE - 1) / CACHE_LINE * CACHE_LINE);
    if (lanes != NULL)
        memset(lanes, 0, bytes);
    return lanes;
}

static int take_tables(struct dense_codes *codes)
{
    codes->rank = malloc(codes->prefix_size * sizeof(*codes->rank));
    codes->prefix = malloc(codes->prefix_size * sizeof(*codes->prefix));
    codes->prefix_stones = malloc(codes->prefix_size * sizeof(*codes->prefix_stones));
    codes->rest_stones = calloc((size_t)codes->rest_groups + 1, sizeof(*codes->rest_stones));
    codes->weights = take_lanes((size_t)codes->points * 2, codes->half);
    codes->low_lanes = take_lanes(DENSE_GROUP_SIZE, codes->half);
    bool failed = codes->rank == NULL || codes->prefix == NULL || codes->prefix_stones == NULL ||
                  codes->rest_stones == NULL || codes->weights == NULL || codes->low_lanes == NULL;
    return failed ? -ENOMEM : 0;
}

int dense_codes_init(struct dense_codes *ret_codes, const struct graph *graph, enum suicide suicide)
{
    struct dense_codes codes = {.points = graph->points, .suicide = suicide};
    struct symmetries symmetries;
    uint8_t order[DENSE_POINTS_MAX];
    if (graph->points > DENSE_POINTS_MAX)
        return -E2BIG;
    int r = symmetries_init(&symmetries, graph);
    if (r < 0)
        return r;
    bits_init(&codes.board, graph);
    codes.symmetries = symmetries.count;
    codes.half = (symmetries.count + HALF_UNIT - 1) / HALF_UNIT * HALF_UNIT;
    for (int s = 0; s < symmetries.count; s++)
        for (int p = 0; p < codes.points; p++)
            codes.images[s][p] = (uint8_t)symmetries_apply(&symmetries, s, p);
    order_points(&symmetries, order);
    symmetries_release(&symmetries);

    codes.prefix_digits = codes.points < DENSE_PREFIX_MAX ? codes.points : DENSE_PREFIX_MAX;
    int rest_digits = codes.points - codes.prefix_digits;
    codes.prefix_size = power_of_three(codes.prefix_digits);
    codes.rest_size = power_of_three(rest_digits);
    codes.rest_groups = (rest_digits + DENSE_GROUP_DIGITS - 1) / DENSE_GROUP_DIGITS;
    while (codes.rest_mask + 1 < codes.rest_size)
        codes.rest_mask = 2 * codes.rest_mask + 1;
    codes.shift = __builtin_popcountll(codes.rest_mask);
    r = take_tables(&codes);
    if (r < 0) {
        dense_codes_release(&codes);
        return r;
    }
    set_units(&codes, order);
    set_weights(&codes);
    rank_prefixes(&codes, order);
    read_rest(&codes, order);
    *ret_codes = codes;
    return 0;
}

void dense_codes_release(struct dense_codes *codes)
{
    FREE_ALL(codes->rank, codes->prefix, codes->prefix_stones, codes->rest_stones, codes->weights,
             codes->low_lanes);
    *codes = (struct dense_codes){0};
}

void dense_codes_vector(const struct dense_codes *codes, struct stones stones, uint64_t *ret_lanes)
{
    int lanes = 2 * codes->half;
    memset(ret_lanes, 0, (size_t)lanes * sizeof(*ret_lanes));
    for (enum colour colour = BLACK; colour <= WHITE; colour++) {
        for (uint64_t left = stones.of[colour]; left != 0; left &= left - 1) {
            const uint64_t *own = dense_codes_weights(codes, __builtin_ctzll(left), colour);
            for (int lane = 0; lane < lanes; lane++)
                ret_lanes[lane] += own[lane];
        }
    }
}

struct dense_image dense_codes_canonical(const struct dense_codes *codes, struct stones stones)
{
    uint64_t lanes[DENSE_LANES_MAX];
    int best = 0;
    dense_codes_vector(codes, stones, lanes);
    for (int lane = 1; lane < 2 * codes->half; lane++)
        if (lanes[lane] > lanes[best])
            best = lane;
    return (struct dense_image){
        .code = lanes[best],
        .symmetry = (uint8_t)(best % codes->half),
        .swaps = best >= codes->half,
    };
}

uint64_t dense_codes_code(const struct dense_codes *codes, struct stones stones)
{
    uint64_t code = 0;
    for (enum colour colour = BLACK; colour <= WHITE; colour++)
        for (uint64_t left = stones.of[colour]; left != 0; left &= left - 1)
            code += codes->unit[__builtin_ctzll(left)] * (1 + colour);
    return code;
}

bool dense_codes_is_canonical(const struct dense_codes *codes, uint64_t code)
{
    if (code >> codes->shift >= codes->prefix_size || (code & codes->rest_mask) >= codes->rest_size)
        return false;
    return dense_codes_canonical(codes, dense_codes_stones(codes, code)).code == code;
}
