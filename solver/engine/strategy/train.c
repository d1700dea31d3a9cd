/* Games from which an estimate learns: it plays them against itself. */
#include "engine/strategy/estimate.h"

#include <errno.h>
#include <stdlib.h>

/* The part of an error that is put right at once; and how much of what was found later in a game
 * counts earlier in it (lambda). */
#define LEARNING 0.05f
#define TRACE 0.8f
/* One play in so many is a random one; what random part a guess gets otherwise, in points. */
#define EXPLORE 5
#define BLUR 0.5f
/* So many random plays stand before a game, less one. */
#define OPENING 5
/* A random play puts one stone in so many into atari without need. */
#define CARELESS 4
/* Games between two looks at the clock. */
#define LOOK_EVERY 64

static unsigned random_below(struct estimate *estimate, unsigned n)
{
    uint64_t x = estimate->random;
    x ^= x << 13;
    x ^= x >> 7;
    x ^= x << 17;
    estimate->random = x;
    return (unsigned)((x >> 32) * n >> 32);
}

struct game_state {
    struct stone_pair stones;
    uint64_t ko;
    bool own_move;
};

/* What the mover may sensibly play: points that are no eyes of his own. */
static uint64_t candidates(const struct bitboard *board, const struct game_state *state)
{
    uint64_t mine = state->own_move ? state->stones.own : state->stones.other;
    uint64_t empty = board->full & ~(state->stones.own | state->stones.other), found = 0;
    for (uint64_t left = empty & ~state->ko; left != 0; left &= left - 1)
        if ((bitboard_spread(board, left & -left) & ~(mine | (left & -left))) != 0)
            found |= left & -left;
    return found;
}

static bool play(const struct bitboard *board, const struct game_state *state, uint64_t bit,
                 struct game_state *ret_after)
{
    ret_after->own_move = !state->own_move;
    return bitboard_play(board, state->stones, bit, state->own_move, &ret_after->stones,
                         &ret_after->ko);
}

/* A random play, one that leaves its chain a single liberty mostly not. */
static bool random_play(struct estimate *estimate, struct game_state *state)
{
    const struct bitboard *board = estimate->board;
    uint64_t left = candidates(board, state);
    while (left != 0) {
        uint64_t bit = left;
        struct game_state after;
        for (unsigned skip = random_below(estimate, (unsigned)__builtin_popcountll(left)); skip > 0;
             skip--)
            bit &= bit - 1;
        bit &= -bit;
        left &= ~bit;
        if (!play(board, state, bit, &after))
            continue;
        uint64_t mine = state->own_move ? after.stones.own : after.stones.other;
        uint64_t liberties = bitboard_spread(board, bitboard_flood(board, bit, mine)) &
                             ~(after.stones.own | after.stones.other);
        bool nothing_taken = state->own_move ? after.stones.other == state->stones.other
                                             : after.stones.own == state->stones.own;
        if (nothing_taken && (liberties & (liberties - 1)) == 0 &&
            random_below(estimate, CARELESS) != 0)
            continue;
        *state = after;
        return true;
    }
    return false;
}

/* The play that the estimate likes best. */
static bool best_play(struct estimate *estimate, struct game_state *state)
{
    const struct bitboard *board = estimate->board;
    struct game_state best = *state;
    float most = 0;
    bool found = false;
    for (uint64_t left = candidates(board, state); left != 0; left &= left - 1) {
        struct game_state after;
        if (!play(board, state, left & -left, &after))
            continue;
        float value = estimate_value(estimate, after.stones, after.own_move);
        float liked = (state->own_move ? value : -value) +
                      BLUR * 0.001f * (float)random_below(estimate, 1000);
        if (found && liked <= most)
            continue;
        most = liked;
        best = after;
        found = true;
    }
    *state = best;
    return found;
}

/* One game from a state, and what is learned from it, the last state first. */
static void learn(struct estimate *estimate, struct game_state state, struct game_state *line)
{
    int count = 0, passes = 0;
    for (int left = 2 * estimate->board->points; left > 0 && passes < 2; left--) {
        line[count++] = state;
        bool random = random_below(estimate, EXPLORE) == 0;
        if (random ? random_play(estimate, &state) : best_play(estimate, &state)) {
            passes = 0;
            continue;
        }
        passes++;
        state.ko = 0;
        state.own_move = !state.own_move;
    }
    float target = estimate_final(estimate, state.stones);
    while (count-- > 0) {
        float guess = estimate_value(estimate, line[count].stones, line[count].own_move);
        estimate_correct(estimate, line[count].stones, line[count].own_move,
                         LEARNING * (target - guess));
        target = TRACE * target + (1 - TRACE) * guess;
    }
}

int estimate_train(struct estimate *estimate, struct stone_pair start, bool own_move,
                   uint32_t games, bool (*stop)(void *), void *arg)
{
    struct game_state *line = malloc(2 * (size_t)estimate->board->points * sizeof(*line));
    if (line == NULL)
        return -ENOMEM;
    while (estimate->games < games &&
           (estimate->games % LOOK_EVERY != 0 || stop == NULL || !stop(arg))) {
        struct game_state state = {.stones = start, .own_move = own_move};
        estimate->games++;
        for (unsigned left = random_below(estimate, OPENING); left > 0; left--)
            random_play(estimate, &state);
        learn(estimate, state, line);
    }
    free(line);
    return 0;
}
