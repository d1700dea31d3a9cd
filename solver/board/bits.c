/* Captures, ko and territory on boards of words. */
#include "board/bits.h"

#include <assert.h>

void bits_init(struct bits_board *ret_board, const struct graph *graph)
{
    assert(graph->points <= SOLVER_MAX_POINTS);
    struct bits_board board = {.points = graph->points, .cols = graph->cols};
    board.full = graph->points == 64 ? UINT64_MAX : (1ull << graph->points) - 1;
    for (int p = 0; p < graph->points; p++)
        for (int i = graph->first[p]; i < graph->first[p + 1]; i++)
            board.near[p] |= 1ull << graph->adjacent[i];
    /* A shift by all 64 bits is none. */
    board.rectangle = graph->rows > 0 && graph->cols < 64;
    for (int p = 0; p < graph->points && board.rectangle; p++) {
        if (p % graph->cols != 0)
            board.not_first |= 1ull << p;
        if (p % graph->cols != graph->cols - 1)
            board.not_last |= 1ull << p;
    }
    *ret_board = board;
}

uint64_t bits_next_to_two(const struct bits_board *board, uint64_t word)
{
    if (board->rectangle) {
        uint64_t left = (word << 1) & board->not_first, right = (word >> 1) & board->not_last;
        uint64_t below = word << board->cols, above = word >> board->cols;
        return ((left & right) | (below & above) | ((left | right) & (below | above))) &
               board->full;
    }
    uint64_t once = 0, twice = 0;
    for (; word != 0; word &= word - 1) {
        uint64_t near = board->near[__builtin_ctzll(word)];
        twice |= once & near;
        once |= near;
    }
    return twice;
}

uint64_t bits_captured(const struct bits_board *board, uint64_t own, uint64_t opponent,
                       uint64_t bit)
{
    uint64_t captured = 0;
    uint64_t alive = bits_spread(board, board->full & ~(own | opponent)); /* has a liberty */
    for (uint64_t left = bits_spread(board, bit) & opponent & ~alive; left != 0;) {
        uint64_t chain = bits_flood(board, left & -left, opponent);
        if ((chain & alive) == 0)
            captured |= chain;
        left &= ~chain;
    }
    return captured;
}

struct bits_placed bits_place(const struct bits_board *board, uint64_t own, uint64_t opponent,
                              uint64_t bit)
{
    struct bits_placed placed = {.own = own | bit};
    placed.captured = bits_captured(board, placed.own, opponent, bit);
    placed.opponent = opponent & ~placed.captured;
    uint64_t occupied = placed.own | placed.opponent;
    if (placed.captured != 0 || (bits_spread(board, bit) & ~occupied) != 0)
        return placed;
    uint64_t chain = bits_flood(board, bit, placed.own);
    if ((bits_spread(board, chain) & ~occupied) == 0) {
        placed.lost = chain;
        placed.own &= ~chain;
    }
    return placed;
}

uint64_t bits_ko(const struct bits_board *board, const struct bits_placed *placed, uint64_t bit)
{
    uint64_t point = placed->captured;
    if (point == 0 || (point & (point - 1)) != 0)
        return 0;
    return bits_captured(board, placed->opponent | point, placed->own, point) == bit ? point : 0;
}

int bits_territory(const struct bits_board *board, uint64_t own, uint64_t opponent)
{
    uint64_t empty = board->full & ~(own | opponent);
    /* What is empty and connected to stones of either. */
    uint64_t by_own = bits_flood(board, bits_spread(board, own) & empty, empty);
    uint64_t by_opponent = bits_flood(board, bits_spread(board, opponent) & empty, empty);
    return __builtin_popcountll(by_own & ~by_opponent) -
           __builtin_popcountll(by_opponent & ~by_own);
}
