/* Windows of a board and their weights. */
#include "strategy/estimate.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/free_all.h"
#include "base/hash.h"
#include "base/large_pages.h"

/* Of the small windows, and of those of any other graph. */
#define SMALL_CELLS 9
/* So many times the bytes they may take, as without any guess a search takes ten times the nodes.
 */
#define SMALL_SHARE 2

struct shape {
    int rows, cols;
};

/* All windows of a shape, unless there was one before that became the same at the board's edge. */
static void add_shape(struct estimate *estimate, struct shape shape, struct shape *before,
                      int *shape_count)
{
    int cols = estimate->board->bits.cols, rows = estimate->board->bits.points / cols;
    shape.rows = shape.rows < rows ? shape.rows : rows;
    shape.cols = shape.cols < cols ? shape.cols : cols;
    for (int i = 0; i < *shape_count; i++)
        if (before[i].rows == shape.rows && before[i].cols == shape.cols)
            return;
    before[(*shape_count)++] = shape;
    for (int row = 0; row + shape.rows <= rows; row++)
        for (int col = 0; col + shape.cols <= cols; col++) {
            struct estimate_window *window = &estimate->windows[estimate->window_count++];
            window->count = shape.rows * shape.cols;
            for (int i = 0; i < window->count; i++)
                window->cells[i] = (uint8_t)((row + i / shape.cols) * cols + col + i % shape.cols);
        }
}

/* The windows of a rectangle: 3 by 3 and 3 by 4, or as large on narrow ones. */
static void find_rectangles(struct estimate *estimate, bool large)
{
    static const struct shape wide[3][2] = {{{1, 9}, {1, 12}}, {{2, 4}, {2, 6}}, {{3, 3}, {3, 4}}};
    int cols = estimate->board->bits.cols, rows = estimate->board->bits.points / cols;
    int narrow = rows < cols ? rows : cols, count = 0;
    const struct shape *shapes = wide[narrow < 3 ? narrow - 1 : 2];
    struct shape before[3];
    estimate->window_count = 0;
    for (int i = 0; i < (large ? 2 : 1); i++) {
        struct shape shape = shapes[i], turned = {shape.cols, shape.rows};
        if (narrow >= 3 || cols >= rows)
            add_shape(estimate, shape, before, &count);
        if (narrow >= 3 || cols < rows)
            add_shape(estimate, turned, before, &count);
    }
}

/* A window of a point of another graph: the points nearest to it, itself first. */
static void find_window(const struct bitboard *board, int point, struct estimate_window *window)
{
    uint64_t taken = 1ull << point;
    int cells = board->bits.points < SMALL_CELLS ? board->bits.points : SMALL_CELLS;
    window->count = 0;
    window->cells[window->count++] = (uint8_t)point;
    for (int i = 0; i < window->count && window->count < cells; i++)
        for (uint64_t left = board->bits.near[window->cells[i]] & ~taken;
             left != 0 && window->count < cells; left &= left - 1) {
            int next = __builtin_ctzll(left);
            taken |= 1ull << next;
            window->cells[window->count++] = (uint8_t)next;
        }
}

static uint64_t set_of(const struct estimate_window *window)
{
    uint64_t set = 0;
    for (int i = 0; i < window->count; i++)
        set |= 1ull << window->cells[i];
    return set;
}

/* Makes a window share the weights of an earlier one, if it is a symmetric copy of that. */
static bool share(const struct estimate *estimate, struct estimate_window *window)
{
    const struct bitboard *board = estimate->board;
    uint64_t set = set_of(window);
    for (const struct estimate_window *other = estimate->windows; other < window; other++)
        for (int s = 0; s < board->images.count; s++) {
            if (bit_images_word(&board->images, s, set_of(other)) != set)
                continue;
            for (int i = 0; i < window->count; i++)
                window->cells[i] = (uint8_t)__builtin_ctzll(
                    bit_images_word(&board->images, s, 1ull << other->cells[i]));
            window->weights = other->weights;
            return true;
        }
    return false;
}

/* Finds the windows and where their weights will be. */
static void find_windows(struct estimate *estimate, int size)
{
    const struct bitboard *board = estimate->board;
    if (size > 0 && board->bits.rectangle) {
        find_rectangles(estimate, size > 1);
    } else {
        estimate->window_count = size > 0 ? board->bits.points : 0;
        for (int p = 0; p < estimate->window_count; p++)
            find_window(board, p, &estimate->windows[p]);
    }
    estimate->weight_count = 0;
    for (int w = 0; w < estimate->window_count; w++) {
        struct estimate_window *window = &estimate->windows[w];
        size_t patterns = 1;
        if (share(estimate, window))
            continue;
        for (int i = 0; i < window->count; i++)
            patterns *= 3;
        window->weights = estimate->weight_count;
        estimate->weight_count += patterns;
    }
    estimate->other_from = estimate->has_goal ? estimate->weight_count : 0;
}

static int find_parts(struct estimate *estimate)
{
    size_t windows = (size_t)estimate->window_count;
    estimate->parts = calloc((size_t)estimate->byte_count * 256 * windows + ESTIMATE_LANES,
                             sizeof(*estimate->parts));
    estimate->first_places = calloc(ESTIMATE_PLACES, sizeof(*estimate->first_places));
    if (estimate->parts == NULL || estimate->first_places == NULL)
        return -ENOMEM;
    for (size_t w = 0; w < windows; w++) {
        const struct estimate_window *window = &estimate->windows[w];
        uint32_t power = 1;
        estimate->first_places[w] = (uint32_t)window->weights;
        for (int i = 0; i < window->count; i++, power *= 3) {
            uint32_t *of_byte =
                estimate->parts + (size_t)(window->cells[i] / 8) * 256 * windows + w;
            for (unsigned value = 0; value < 256; value++)
                of_byte[value * windows] += (value >> window->cells[i] % 8 & 1) != 0 ? power : 0;
        }
    }
    return 0;
}

static int find_touches(struct estimate *estimate)
{
    int points = estimate->board->bits.points;
    size_t count = 0;
    estimate->touches =
        calloc((size_t)estimate->window_count * WINDOW_CELLS + 1, sizeof(*estimate->touches));
    estimate->first_touch = calloc((size_t)points + 1, sizeof(*estimate->first_touch));
    if (estimate->touches == NULL || estimate->first_touch == NULL)
        return -ENOMEM;
    for (int p = 0; p < points; p++) {
        for (int w = 0; w < estimate->window_count; w++) {
            const struct estimate_window *window = &estimate->windows[w];
            uint32_t power = 1;
            for (int i = 0; i < window->count; i++, power *= 3)
                if (window->cells[i] == p)
                    estimate->touches[count++] = (struct estimate_touch){(uint16_t)w, 2 * power};
        }
        estimate->first_touch[p + 1] = (uint32_t)count;
    }
    return 0;
}

int estimate_init(struct estimate *ret_estimate, const struct bitboard *board, const int *goal,
                  size_t bytes)
{
    struct estimate *made = ret_estimate;
    *made = (struct estimate){.board = board};
    made->byte_count = (board->bits.points + 7) / 8;
    made->has_goal = goal != NULL;
    made->goal = goal != NULL ? *goal : 0;
    made->windows = calloc(ESTIMATE_WINDOWS, sizeof(*made->windows));
    if (made->windows == NULL)
        return -ENOMEM;
    for (int size = 2; size >= 0; size--) {
        find_windows(made, size);
        if (estimate_bytes(made) <= (size == 2 ? bytes : SMALL_SHARE * bytes))
            break;
    }
    made->weights = calloc(estimate_weights(made) + 1, sizeof(float));
    large_pages_advise(made->weights, estimate_weights(made) * sizeof(float));
    if (made->weights == NULL || find_parts(made) < 0)
        return -ENOMEM;
    return find_touches(made);
}

size_t estimate_weights(const struct estimate *estimate)
{
    return estimate->weight_count + estimate->other_from;
}

uint64_t estimate_hash(const struct estimate *estimate)
{
    size_t count = estimate_weights(estimate);
    uint64_t hash = hash_mix(estimate->start ^ hash_mix(estimate->games ^ (uint64_t)count << 32));
    uint32_t bits[2];
    memcpy(bits, estimate->base, sizeof(bits));
    hash = hash_mix(hash ^ bits[0] ^ (uint64_t)bits[1] << 32);
    for (size_t i = 0; i < count; i++) {
        memcpy(bits, &estimate->weights[i], sizeof(*bits));
        if (estimate->weights[i] != 0)
            hash = hash_mix(hash ^ bits[0] ^ (uint64_t)i << 32);
    }
    return hash != 0 ? hash : 1;
}

void estimate_forget(struct estimate *estimate)
{
    memset(estimate->weights, 0, estimate_weights(estimate) * sizeof(*estimate->weights));
    estimate->base[0] = estimate->base[1] = 0;
    estimate->games = 0;
    estimate->start = 0;
}

void estimate_start(struct estimate *estimate, struct stone_pair stones, bool own_move)
{
    uint64_t start = hash_mix(stones.own ^ hash_mix(stones.other + own_move)) | 1;
    if (estimate->games > 0 && estimate->start != start)
        estimate_forget(estimate);
    estimate->start = start;
}

size_t estimate_bytes(const struct estimate *estimate)
{
    return estimate_weights(estimate) * sizeof(*estimate->weights) +
           (size_t)estimate->window_count * (size_t)estimate->byte_count * 256 *
               sizeof(*estimate->parts);
}

void estimate_release(struct estimate *estimate)
{
    FREE_ALL(estimate->windows, estimate->parts, estimate->first_places, estimate->touches,
             estimate->first_touch, estimate->weights);
    memset(estimate, 0, sizeof(*estimate));
}

typedef uint32_t estimate_lanes
    __attribute__((vector_size(4 * ESTIMATE_LANES), aligned(4), may_alias));

static inline estimate_lanes lanes_at(const uint32_t *at)
{
    return *(const estimate_lanes *)at;
}

/* Of so many bytes of a word of stones. */
static inline void find_of_bytes(const struct estimate *estimate, struct stone_pair movers,
                                 int bytes, uint32_t places[ESTIMATE_PLACES])
{
    const uint32_t *own[8], *other[8];
    size_t windows = (size_t)estimate->window_count;
    for (int i = 0; i < bytes; i++) {
        const uint32_t *of_byte = estimate->parts + (size_t)i * 256 * windows;
        own[i] = of_byte + (movers.own >> 8 * i & 255) * windows;
        other[i] = of_byte + (movers.other >> 8 * i & 255) * windows;
    }
    for (size_t w = 0; w < windows; w += ESTIMATE_LANES) {
        estimate_lanes sum = lanes_at(estimate->first_places + w), twice = lanes_at(other[0] + w);
        for (int i = 1; i < bytes; i++)
            twice += lanes_at(other[i] + w);
        for (int i = 0; i < bytes; i++)
            sum += lanes_at(own[i] + w);
        *(estimate_lanes *)(places + w) = sum + twice + twice;
    }
}

/* Finds where the weights of the windows' patterns are. */
static void find_places(const struct estimate *estimate, struct stone_pair movers,
                        uint32_t places[ESTIMATE_PLACES])
{
    /* With a number that the compiler knows this takes half the time. */
    switch (estimate->byte_count) {
    case 2:
        find_of_bytes(estimate, movers, 2, places);
        break;
    case 3:
        find_of_bytes(estimate, movers, 3, places);
        break;
    case 4:
        find_of_bytes(estimate, movers, 4, places);
        break;
    default:
        find_of_bytes(estimate, movers, estimate->byte_count, places);
    }
}

/* The mover's stones first. */
static struct stone_pair by_mover(struct stone_pair stones, bool own_move)
{
    return own_move ? stones : (struct stone_pair){stones.other, stones.own};
}

static size_t player_of(const struct estimate *estimate, bool own_move)
{
    return estimate->has_goal && !own_move;
}

float estimate_value(const struct estimate *estimate, struct stone_pair stones, bool own_move)
{
    size_t player = player_of(estimate, own_move);
    const float *weights = estimate->weights + player * estimate->other_from;
    uint32_t places[ESTIMATE_PLACES];
    float sum = 0;
    find_places(estimate, by_mover(stones, own_move), places);
    for (int w = 0; w < estimate->window_count; w++)
        sum += weights[places[w]];
    float value = estimate->base[player] + sum;
    return own_move ? value : -value;
}

/* Finds the weights of a board, by which others are guessed, or it is. */
static void place(const struct estimate *estimate, struct stone_pair stones, bool own_move,
                  struct estimate_around *ret_around)
{
    ret_around->stones = stones;
    ret_around->own_move = own_move;
    find_places(estimate, by_mover(stones, own_move), ret_around->places);
}

void estimate_look_at_fetched(const struct estimate *estimate, struct estimate_around *around)
{
    size_t player = player_of(estimate, around->own_move);
    const float *weights = estimate->weights + player * estimate->other_from;
    float sum = estimate->base[player];
    for (int w = 0; w < estimate->window_count; w++) {
        around->weights[w] = weights[around->places[w]];
        sum += around->weights[w];
    }
    around->sum = sum;
}

void estimate_look_around(const struct estimate *estimate, struct stone_pair stones, bool own_move,
                          struct estimate_around *ret_around)
{
    place(estimate, stones, own_move, ret_around);
    estimate_look_at_fetched(estimate, ret_around);
}

void estimate_fetch_around(const struct estimate *estimate, struct stone_pair stones, bool own_move,
                           uint64_t points, struct estimate_around *ret_around)
{
    const float *weights = estimate->weights + player_of(estimate, own_move) * estimate->other_from;
    const uint32_t *places = ret_around->places;
    place(estimate, stones, own_move, ret_around);
    for (int w = 0; w < estimate->window_count; w++)
        __builtin_prefetch(&weights[places[w]]);
    for (; points != 0; points &= points - 1) {
        const uint32_t *first = &estimate->first_touch[__builtin_ctzll(points)];
        const struct estimate_touch *touch = &estimate->touches[first[0]];
        const struct estimate_touch *end = &estimate->touches[first[1]];
        for (; touch < end; touch++)
            __builtin_prefetch(&weights[places[touch->window] + touch->part]);
    }
}

float estimate_near_stone(const struct estimate *estimate, const struct estimate_around *around,
                          int point)
{
    size_t player = player_of(estimate, around->own_move);
    const float *weights = estimate->weights + player * estimate->other_from;
    const struct estimate_touch *touch = &estimate->touches[estimate->first_touch[point]];
    const struct estimate_touch *end = &estimate->touches[estimate->first_touch[point + 1]];
    float value = around->sum;
    for (; touch < end; touch++)
        value +=
            weights[around->places[touch->window] + touch->part] - around->weights[touch->window];
    return around->own_move ? value : -value;
}

float estimate_near(const struct estimate *estimate, const struct estimate_around *around,
                    struct stone_pair stones)
{
    uint64_t before = around->stones.own | around->stones.other;
    uint64_t placed = (stones.own | stones.other) ^ before;
    if ((placed & (placed - 1)) != 0 || (placed & before) != 0) /* something was captured */
        return estimate_value(estimate, stones, around->own_move);
    if (placed == 0)
        return around->own_move ? around->sum : -around->sum;
    return estimate_near_stone(estimate, around, __builtin_ctzll(placed));
}

/* The worth of the goal, besides the margin. */
static float bonus(const struct estimate *estimate)
{
    return (float)(2 * estimate->board->bits.points);
}

float estimate_final(const struct estimate *estimate, struct stone_pair stones)
{
    int margin = bitboard_margin(estimate->board, stones);
    if (!estimate->has_goal)
        return (float)margin;
    return (float)margin + (margin >= estimate->goal ? bonus(estimate) : -bonus(estimate));
}

float estimate_lacking(const struct estimate *estimate, float value)
{
    return (float)estimate->goal + bonus(estimate) - value;
}

/*
 * By how much a guess changes where each of its weights changes by one: a weight that several
 * windows share counts for each of them, and is changed for each. On rectangles few do, but for the
 * first boards of a game; on a cycle all do, and what is learned would grow without end.
 */
static float changes(const struct estimate *estimate, const uint32_t *places)
{
    int count = estimate->window_count, pairs = 0;
    for (int w = 0; w < count && !estimate->board->bits.rectangle; w++)
        for (int v = 0; v < w; v++)
            pairs += places[v] == places[w];
    return (float)(count + 2 * pairs + 1);
}

float estimate_correct_fetched(struct estimate *estimate, const struct estimate_around *around,
                               float target, float rate)
{
    size_t player = player_of(estimate, around->own_move);
    float *weights = estimate->weights + player * estimate->other_from, sum = 0;
    for (int w = 0; w < estimate->window_count; w++)
        sum += weights[around->places[w]];
    float value = estimate->base[player] + sum, guess = around->own_move ? value : -value;
    float by = rate * (target - guess);
    float step = (around->own_move ? by : -by) / changes(estimate, around->places);
    estimate->base[player] += step;
    for (int w = 0; w < estimate->window_count; w++)
        weights[around->places[w]] += step;
    return guess;
}

float estimate_correct(struct estimate *estimate, struct stone_pair stones, bool own_move,
                       float target, float rate)
{
    struct estimate_around around;
    place(estimate, stones, own_move, &around);
    return estimate_correct_fetched(estimate, &around, target, rate);
}
