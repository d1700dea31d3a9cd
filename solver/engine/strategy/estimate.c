/* Random games, and the weights that are learned from them. */
#include "engine/strategy/estimate.h"

#include <errno.h>
#include <stdlib.h>

#define WINDOW_CELLS 9
/* One look in so many plays games, so many. */
#define LOOKS 64
#define GAMES 8
/* The part of an error that is put right at once. */
#define LEARNING 0.2f
/* One stone in so many is put into atari without need. */
#define CARELESS 4

/* The windows of a rectangle: all of one shape, 3 by 3 where there is room. */
static void find_rectangles(const struct bitboard *board, struct estimate *estimate)
{
    int rows = board->points / board->cols, cols = board->cols;
    int high = rows < 3 ? rows : 3, wide = WINDOW_CELLS / high;
    wide = cols < wide ? cols : wide;
    high = rows < WINDOW_CELLS / wide ? rows : WINDOW_CELLS / wide;
    estimate->cells = high * wide;
    estimate->window_count = 0;
    for (int row = 0; row + high <= rows; row++)
        for (int col = 0; col + wide <= cols; col++) {
            uint8_t *window = estimate->windows[estimate->window_count++];
            for (int i = 0; i < high * wide; i++)
                window[i] = (uint8_t)((row + i / wide) * cols + col + i % wide);
        }
}

/* A window of a point of another graph: the points nearest to it, itself first. */
static void find_window(const struct bitboard *board, int point, int cells, uint8_t *window)
{
    uint64_t taken = 1ull << point;
    int count = 0;
    window[count++] = (uint8_t)point;
    for (int i = 0; i < count && count < cells; i++)
        for (uint64_t left = board->near[window[i]] & ~taken; left != 0 && count < cells;
             left &= left - 1) {
            int next = __builtin_ctzll(left);
            taken |= 1ull << next;
            window[count++] = (uint8_t)next;
        }
    /* A graph may be in several pieces. */
    for (; count < cells; count++)
        window[count] = (uint8_t)point;
}

int estimate_init(struct estimate *ret_estimate, const struct bitboard *board)
{
    struct estimate made = {.board = board, .window_count = board->points};
    made.cells = board->points < WINDOW_CELLS ? board->points : WINDOW_CELLS;
    made.random = 0x9e3779b97f4a7c15ull;
    made.windows = calloc((size_t)made.window_count, sizeof(*made.windows));
    if (made.windows != NULL && board->rectangle)
        find_rectangles(board, &made);
    for (int p = 0; p < board->points && made.windows != NULL && !board->rectangle; p++)
        find_window(board, p, made.cells, made.windows[p]);
    made.pattern_count = 1;
    for (int i = 0; i < made.cells; i++)
        made.pattern_count *= 3;
    made.weights =
        calloc(2 * (size_t)made.window_count * (size_t)made.pattern_count, sizeof(float));
    *ret_estimate = made;
    return made.windows != NULL && made.weights != NULL ? 0 : -ENOMEM;
}

void estimate_release(struct estimate *estimate)
{
    free(estimate->windows);
    free(estimate->weights);
    estimate->windows = NULL;
    estimate->weights = NULL;
}

static unsigned random_below(struct estimate *estimate, unsigned n)
{
    uint64_t x = estimate->random;
    x ^= x << 13;
    x ^= x >> 7;
    x ^= x << 17;
    estimate->random = x;
    return (unsigned)((x >> 32) * n >> 32);
}

/* A random play that fills no eye of its own and mostly no last liberty but one. */
static bool random_play(struct estimate *estimate, struct stone_pair *stones, bool by_own,
                        uint64_t *ko)
{
    const struct bitboard *board = estimate->board;
    uint64_t mine = by_own ? stones->own : stones->other;
    uint64_t left = board->full & ~(stones->own | stones->other) & ~*ko;
    while (left != 0) {
        uint64_t bit = left, next_ko;
        struct stone_pair after;
        for (unsigned skip = random_below(estimate, (unsigned)__builtin_popcountll(left)); skip > 0;
             skip--)
            bit &= bit - 1;
        bit &= -bit;
        left &= ~bit;
        if ((bitboard_spread(board, bit) & ~(mine | bit)) == 0 ||
            !bitboard_play(board, *stones, bit, by_own, &after, &next_ko))
            continue;
        uint64_t now = by_own ? after.own : after.other;
        uint64_t liberties =
            bitboard_spread(board, bitboard_flood(board, bit, now)) & ~(after.own | after.other);
        bool nothing_taken = by_own ? after.other == stones->other : after.own == stones->own;
        if (nothing_taken && (liberties & (liberties - 1)) == 0 &&
            random_below(estimate, CARELESS) != 0)
            continue;
        *stones = after;
        *ko = next_ko;
        return true;
    }
    *ko = 0;
    return false;
}

static int random_game(struct estimate *estimate, struct stone_pair stones, bool own_move)
{
    uint64_t ko = 0;
    int passes = 0;
    for (int plays = 2 * estimate->board->points; plays > 0 && passes < 2; plays--) {
        passes = random_play(estimate, &stones, own_move, &ko) ? 0 : passes + 1;
        own_move = !own_move;
    }
    return bitboard_margin(estimate->board, stones);
}

float estimate_games(struct estimate *estimate, struct stone_pair stones, bool own_move, int count)
{
    float sum = 0;
    for (int i = 0; i < count; i++)
        sum += (float)random_game(estimate, stones, own_move);
    return sum / (float)count;
}

/* The sum, and where its weights are. */
static float sum_up(const struct estimate *estimate, struct stone_pair stones, bool own_move,
                    size_t at[SOLVER_MAX_POINTS])
{
    float sum = estimate->base[own_move];
    for (int w = 0; w < estimate->window_count; w++) {
        const uint8_t *window = estimate->windows[w];
        unsigned pattern = 0;
        for (int i = 0; i < estimate->cells; i++)
            pattern = 3 * pattern + (unsigned)(stones.own >> window[i] & 1) +
                      2 * (unsigned)(stones.other >> window[i] & 1);
        at[w] = ((size_t)own_move * (size_t)estimate->window_count + (size_t)w) *
                    (size_t)estimate->pattern_count +
                pattern;
        sum += estimate->weights[at[w]];
    }
    return sum;
}

static void learn(struct estimate *estimate, struct stone_pair stones, bool own_move, float sum,
                  const size_t at[SOLVER_MAX_POINTS])
{
    float found = estimate_games(estimate, stones, own_move, GAMES);
    float step = LEARNING * (found - sum) / (float)(estimate->window_count + 1);
    estimate->base[own_move] += step;
    for (int w = 0; w < estimate->window_count; w++)
        estimate->weights[at[w]] += step;
}

float estimate_margin(struct estimate *estimate, struct stone_pair stones, bool own_move)
{
    size_t at[SOLVER_MAX_POINTS];
    float sum = sum_up(estimate, stones, own_move, at);
    if (random_below(estimate, LOOKS) == 0)
        learn(estimate, stones, own_move, sum, at);
    return sum;
}

void estimate_learn(struct estimate *estimate, struct stone_pair stones, bool own_move)
{
    size_t at[SOLVER_MAX_POINTS];
    float sum = sum_up(estimate, stones, own_move, at);
    learn(estimate, stones, own_move, sum, at);
}
