/* Captures, scores and symmetric images of boards held in two words. */
#include "strategy/bitboard.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "board/symmetry.h"

static int make_images(struct bitboard *board, const struct graph *graph)
{
    struct symmetries symmetries;
    int r = symmetries_init(&symmetries, graph);
    if (r < 0)
        return r;
    board->symmetry_count = symmetries.count;
    board->images = calloc((size_t)symmetries.count, sizeof(*board->images));
    board->point_images = calloc((size_t)symmetries.count, sizeof(*board->point_images));
    bool made = board->images != NULL && board->point_images != NULL;
    for (int s = 0; s < symmetries.count && made; s++)
        for (int p = 0; p < graph->points; p++) {
            board->point_images[s][p] = 1ull << symmetries_apply(&symmetries, s, p);
            for (unsigned value = 0; value < 256; value++)
                if ((value >> p % 8 & 1) != 0)
                    board->images[s][p / 8][value] |= board->point_images[s][p];
        }
    symmetries_release(&symmetries);
    return made ? 0 : -ENOMEM;
}

int bitboard_init(struct bitboard *ret_board, const struct graph *graph,
                  const struct ruleset *rules)
{
    struct bitboard made = {.points = graph->points, .cols = graph->cols};
    made.full = graph->points == 64 ? ~0ull : (1ull << graph->points) - 1;
    made.suicide = ruleset_suicide(rules) != SUICIDE_NO;
    made.stones_only = ruleset_value(rules, &field_scoring) == SCORING_STONE;
    for (int p = 0; p < graph->points; p++)
        for (int i = graph->first[p]; i < graph->first[p + 1]; i++)
            made.near[p] |= 1ull << graph->adjacent[i];
    /* A shift by all 64 bits is none. */
    made.rectangle = graph->rows > 0 && graph->cols < 64;
    for (int p = 0; p < graph->points && made.rectangle; p++) {
        if (p % graph->cols != 0)
            made.not_first |= 1ull << p;
        if (p % graph->cols != graph->cols - 1)
            made.not_last |= 1ull << p;
    }
    int r = make_images(&made, graph);
    *ret_board = made;
    return r;
}

void bitboard_release(struct bitboard *board)
{
    free(board->images);
    free(board->point_images);
    board->images = NULL;
    board->point_images = NULL;
}

static bool has_liberty(const struct bitboard *board, uint64_t chain, uint64_t occupied)
{
    return (bitboard_spread(board, chain) & ~occupied) != 0;
}

/* The stones of `against` that are captured when bit has been added to `stones`. */
static uint64_t captured_by(const struct bitboard *board, uint64_t stones, uint64_t against,
                            uint64_t bit)
{
    uint64_t captured = 0, empty = board->full & ~(stones | against);
    uint64_t free = bitboard_spread(board, empty); /* what is next to an empty point */
    for (uint64_t left = bitboard_spread(board, bit) & against & ~free; left != 0;) {
        uint64_t chain = bitboard_flood(board, left & -left, against);
        if ((chain & free) == 0)
            captured |= chain;
        left &= ~chain;
    }
    return captured;
}

bool bitboard_play(const struct bitboard *board, struct stone_pair before, uint64_t bit,
                   bool by_own, struct stone_pair *ret_after, uint64_t *ret_ko)
{
    uint64_t stones = (by_own ? before.own : before.other) | bit;
    uint64_t against = by_own ? before.other : before.own;
    uint64_t captured = captured_by(board, stones, against, bit);
    *ret_ko = 0;
    if (captured == 0) {
        if (has_liberty(board, bit, stones | against)) {
            *ret_after = by_own ? (struct stone_pair){stones, against}
                                : (struct stone_pair){against, stones};
            return true;
        }
        uint64_t chain = bitboard_flood(board, bit, stones);
        if (!has_liberty(board, chain, stones | against)) {
            if (!board->suicide || chain == bit)
                return false;
            stones &= ~chain;
        }
    } else if ((captured & (captured - 1)) == 0) {
        /* Taking it back recreates the board if it captures this stone and nothing else. */
        against &= ~captured;
        if (captured_by(board, against | captured, stones, captured) == bit)
            *ret_ko = captured;
    }
    against &= ~captured;
    *ret_after =
        by_own ? (struct stone_pair){stones, against} : (struct stone_pair){against, stones};
    return true;
}

int bitboard_margin(const struct bitboard *board, struct stone_pair stones)
{
    int margin = __builtin_popcountll(stones.own) - __builtin_popcountll(stones.other);
    uint64_t empty = board->full & ~(stones.own | stones.other);
    for (uint64_t left = board->stones_only ? 0 : empty; left != 0;) {
        uint64_t region = bitboard_flood(board, left & -left, empty);
        uint64_t border = bitboard_spread(board, region);
        bool own = (border & stones.own) != 0, other = (border & stones.other) != 0;
        if (own != other)
            margin += own ? __builtin_popcountll(region) : -__builtin_popcountll(region);
        left &= ~region;
    }
    return margin;
}

/* A chain, or a region that a colour's stones leave. */
struct benson_part {
    uint64_t points, wanted; /* a region's empty points, or a chain's liberties */
    bool in;
};

/* Splits what into its connected parts; each wants what of `of` is in it or next to it. */
static int split(const struct bitboard *board, uint64_t what, uint64_t of, bool next_to,
                 struct benson_part *parts)
{
    int count = 0;
    for (uint64_t left = what; left != 0; left &= ~parts[count++].points) {
        uint64_t points = bitboard_flood(board, left & -left, what);
        uint64_t all = next_to ? bitboard_spread(board, points) : points;
        parts[count] = (struct benson_part){points, all & of, true};
    }
    return count;
}

/* One round of Benson's: chains with fewer than two vital regions go, then what they border. */
static bool drop_chains(struct benson_part *chains, int chain_count,
                        const struct benson_part *regions, int region_count)
{
    bool dropped = false;
    for (int i = 0; i < chain_count; i++) {
        int vital = 0;
        for (int j = 0; j < region_count && chains[i].in && vital < 2; j++)
            vital += regions[j].in && (regions[j].wanted & ~chains[i].wanted) == 0;
        if (chains[i].in && vital < 2) {
            chains[i].in = false;
            dropped = true;
        }
    }
    return dropped;
}

/* Are there two regions that may be vital to chains? None has an empty point next to no stone. */
static bool has_two_regions(const struct bitboard *board, uint64_t stones, uint64_t empty)
{
    uint64_t outside = board->full & ~stones, far = empty & ~bitboard_spread(board, stones);
    uint64_t left = outside & ~bitboard_flood(board, far, outside);
    return left != 0 && left != bitboard_flood(board, left & -left, left);
}

uint64_t bitboard_alive(const struct bitboard *board, uint64_t stones, uint64_t against,
                        uint64_t *ret_sure)
{
    struct benson_part chains[SOLVER_MAX_POINTS], regions[SOLVER_MAX_POINTS];
    uint64_t empty = board->full & ~(stones | against), alive = 0;
    *ret_sure = 0;
    if (!has_two_regions(board, stones, empty))
        return 0;
    int chain_count = split(board, stones, empty, true, chains);
    int region_count = split(board, board->full & ~stones, empty, false, regions);
    while (drop_chains(chains, chain_count, regions, region_count)) {
        uint64_t dropped = 0;
        for (int i = 0; i < chain_count; i++)
            dropped |= chains[i].in ? 0 : chains[i].points;
        for (int j = 0; j < region_count; j++)
            regions[j].in =
                regions[j].in && (bitboard_spread(board, regions[j].points) & dropped) == 0;
    }
    for (int i = 0; i < chain_count; i++)
        alive |= chains[i].in ? chains[i].points : 0;
    *ret_sure = alive;
    for (int j = 0; j < region_count && alive != 0; j++)
        for (int i = 0; i < chain_count && regions[j].in; i++)
            if (chains[i].in && (regions[j].wanted & ~chains[i].wanted) == 0)
                *ret_sure |= regions[j].points;
    return alive;
}

int bitboard_solo(const struct bitboard *board, uint64_t stones, uint64_t against)
{
    for (;;) {
        uint64_t empty = board->full & ~(stones | against), fill = 0, takes = 0;
        for (uint64_t left = empty; left != 0 && takes == 0; left &= left - 1) {
            uint64_t bit = left & -left, with = stones | bit;
            if (captured_by(board, with, against, bit) != 0)
                takes = bit;
            else if (has_liberty(board, bitboard_flood(board, bit, with), with | against) &&
                     (bitboard_spread(board, bit) & ~with) != 0)
                fill = bit;
        }
        if (against == 0 || (takes | fill) == 0)
            return bitboard_margin(board, (struct stone_pair){stones, against});
        stones |= takes != 0 ? takes : fill;
        if (takes != 0)
            against &= ~captured_by(board, stones, against, takes);
    }
}

struct stone_pair bitboard_seen_by(enum colour attacker, const struct position *position,
                                   int points)
{
    uint64_t of[2] = {0, 0};
    for (int p = 0; p < points; p++)
        if (position->cells[p] != POINT_EMPTY)
            of[position->cells[p] - 1] |= 1ull << p;
    return (struct stone_pair){of[attacker], of[!attacker]};
}
