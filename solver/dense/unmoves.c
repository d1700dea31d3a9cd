/* Taking back plays. */
#include "dense/unmoves.h"

#include <stdbool.h>

#include "dense/lanes.h"

/* What is the same for all plays of a player. */
struct unmoving {
    const struct dense_codes *codes;
    struct stones stones;
    enum colour mover;
    void (*each)(void *arg, uint64_t code);
    void *arg;
    /* Empty regions that no stone of the opponent, or none of the mover, borders on. */
    uint64_t captured[DENSE_POINTS_MAX], lost[DENSE_POINTS_MAX];
    int captured_count, lost_count;
};

static void find_regions(struct unmoving *unmoving)
{
    const struct bits_board *board = &unmoving->codes->board;
    uint64_t own = unmoving->stones.of[unmoving->mover];
    uint64_t other = unmoving->stones.of[!unmoving->mover];
    uint64_t empty = board->full & ~(own | other);
    for (uint64_t left = empty; left != 0;) {
        uint64_t region = bits_flood(board, left & -left, empty);
        uint64_t around = bits_spread(board, region);
        left &= ~region;
        if ((around & other) == 0)
            unmoving->captured[unmoving->captured_count++] = region;
        if ((around & own) == 0)
            unmoving->lost[unmoving->lost_count++] = region;
    }
}

/* The board before captures of some of the regions, if it is legal. */
static void take_back_captures(const struct unmoving *unmoving, uint64_t bit, uint64_t regions)
{
    struct stones before = unmoving->stones;
    before.of[unmoving->mover] &= ~bit;
    before.of[!unmoving->mover] |= regions;
    if (dense_codes_is_legal(unmoving->codes, before))
        unmoving->each(unmoving->arg, dense_codes_canonical(unmoving->codes, before).code);
}

/* Plays at bit that captured: all choices of regions beside it. A stone may border on as many as
 * it has neighbours. */
static void take_back_stone(const struct unmoving *unmoving, uint64_t bit, uint64_t near)
{
    uint64_t beside[DENSE_POINTS_MAX];
    int count = 0;
    for (int i = 0; i < unmoving->captured_count; i++)
        if ((unmoving->captured[i] & near) != 0)
            beside[count++] = unmoving->captured[i];
    for (uint64_t choice = 1; choice >> count == 0; choice++) {
        uint64_t regions = 0;
        for (uint64_t left = choice; left != 0; left &= left - 1)
            regions |= beside[__builtin_ctzll(left)];
        take_back_captures(unmoving, bit, regions);
    }
}

/* Suicides that emptied the region. A single stone leaves the board as it was. */
static void take_back_suicides(const struct unmoving *unmoving, uint64_t region)
{
    const struct dense_codes *codes = unmoving->codes;
    bool single = (region & (region - 1)) == 0;
    if (codes->suicide == SUICIDE_NO || (single && codes->suicide == SUICIDE_MULTI))
        return;
    for (uint64_t left = region; left != 0; left &= left - 1) {
        uint64_t bit = left & -left, own = unmoving->stones.of[unmoving->mover];
        struct stones before = unmoving->stones;
        before.of[unmoving->mover] |= region & ~bit;
        if (!dense_codes_is_legal(codes, before))
            continue;
        struct bits_placed placed =
            bits_place(&codes->board, before.of[unmoving->mover], before.of[!unmoving->mover], bit);
        if (placed.captured == 0 && placed.own == own)
            unmoving->each(unmoving->arg, dense_codes_canonical(codes, before).code);
    }
}

/* The code of the canonical board without a stone. */
DENSE_INLINE uint64_t code_without(const struct dense_codes *codes, const dense_piece *vector,
                                   int point, enum colour colour, int half)
{
    const dense_piece *stone = (const dense_piece *)dense_codes_weights(codes, point, colour);
    dense_piece less[2 * DENSE_PIECES_MAX] = {{0}};
    uint64_t keeps, swaps;
    for (int i = 0; i < 2 * half / DENSE_PIECE; i++)
        less[i] = -stone[i];
    dense_lanes_greatest(vector, less, half / DENSE_PIECE, &keeps, &swaps);
    return swaps > keeps ? swaps : keeps;
}

DENSE_INLINE void list_unmoves(const struct unmoving *unmoving, int half)
{
    const struct dense_codes *codes = unmoving->codes;
    dense_piece vector[2 * DENSE_PIECES_MAX];
    dense_codes_vector(codes, unmoving->stones, (uint64_t *)vector);
    uint64_t regions = 0;
    for (int i = 0; i < unmoving->captured_count; i++)
        regions |= unmoving->captured[i];
    for (uint64_t left = unmoving->stones.of[unmoving->mover]; left != 0; left &= left - 1) {
        int point = __builtin_ctzll(left);
        /* Without a stone a legal board is legal: what it held together has its point. */
        unmoving->each(unmoving->arg, code_without(codes, vector, point, unmoving->mover, half));
        if ((codes->board.near[point] & regions) != 0)
            take_back_stone(unmoving, left & -left, codes->board.near[point]);
    }
    for (int i = 0; i < unmoving->lost_count; i++)
        take_back_suicides(unmoving, unmoving->lost[i]);
}

DENSE_CLONES static void list_for(const struct unmoving *unmoving)
{
    if (unmoving->codes->half == 4)
        list_unmoves(unmoving, 4);
    else if (unmoving->codes->half == 8)
        list_unmoves(unmoving, 8);
    else
        list_unmoves(unmoving, unmoving->codes->half);
}

void dense_unmoves_list(const struct dense_codes *codes, struct stones stones, enum colour mover,
                        void (*each)(void *arg, uint64_t code), void *arg)
{
    struct unmoving unmoving = {
        .codes = codes, .stones = stones, .mover = mover, .each = each, .arg = arg};
    find_regions(&unmoving);
    list_for(&unmoving);
}
