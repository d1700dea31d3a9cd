/* Captures and scores of boards held in two words, life (Benson), and playing on solo. */
#include "strategy/bitboard.h"

#include "board/symmetry.h"

int bitboard_init(struct bitboard *ret_board, const struct graph *graph,
                  const struct ruleset *rules)
{
    struct bitboard made = {
        .suicide = ruleset_suicide(rules) != SUICIDE_NO,
        .stones_only = ruleset_value(rules, &field_scoring) == SCORING_STONE,
    };
    struct symmetries symmetries;
    bits_init(&made.bits, graph);
    int r = symmetries_init(&symmetries, graph);
    if (r == 0) {
        r = bit_images_init(&made.images, &symmetries);
        symmetries_release(&symmetries);
    }
    *ret_board = made;
    return r;
}

void bitboard_release(struct bitboard *board)
{
    bit_images_release(&board->images);
}

static bool has_liberty(const struct bitboard *board, uint64_t chain, uint64_t occupied)
{
    return (bits_spread(&board->bits, chain) & ~occupied) != 0;
}

/* Does it recreate the board to take back a single stone that the stone bit has captured? It does
 * if that captures this stone and nothing else. The opponent's stones are those afterwards. */
static bool leaves_ko(const struct bitboard *board, uint64_t stones, uint64_t against,
                      uint64_t captured, uint64_t bit)
{
    return (bits_neighbours(&board->bits, bit) & ~against & ~captured) == 0 &&
           bits_captured(&board->bits, against | captured, stones, captured) == bit;
}

bool bitboard_play(const struct bitboard *board, struct stone_pair before, uint64_t bit,
                   bool by_own, struct stone_pair *ret_after, uint64_t *ret_ko)
{
    uint64_t stones = (by_own ? before.own : before.other) | bit;
    uint64_t against = by_own ? before.other : before.own;
    uint64_t near = bits_spread(&board->bits, bit), captured = 0;
    if ((near & against) != 0)
        captured = bits_captured(&board->bits, stones, against, bit);
    *ret_ko = 0;
    if (captured == 0) {
        if ((near & ~(stones | against)) != 0) {
            *ret_after = by_own ? (struct stone_pair){stones, against}
                                : (struct stone_pair){against, stones};
            return true;
        }
        uint64_t chain = bits_flood(&board->bits, bit, stones);
        if (!has_liberty(board, chain, stones | against)) {
            if (!board->suicide || chain == bit)
                return false;
            stones &= ~chain;
        }
    } else if ((captured & (captured - 1)) == 0) {
        against &= ~captured;
        *ret_ko = leaves_ko(board, stones, against, captured, bit) ? captured : 0;
    }
    against &= ~captured;
    *ret_after =
        by_own ? (struct stone_pair){stones, against} : (struct stone_pair){against, stones};
    return true;
}

/* Returns the stones of chains with two liberties or more. */
static uint64_t find_safe(const struct bits_board *bits, uint64_t stones, uint64_t empty)
{
    /* Most have them next to one stone. */
    uint64_t safe = bits_flood(bits, bits_next_to_two(bits, empty) & stones, stones);
    for (uint64_t left = stones & ~safe; left != 0;) {
        uint64_t chain = bits_flood(bits, left & -left, left);
        uint64_t liberties = bits_neighbours(bits, chain) & empty;
        safe |= (liberties & (liberties - 1)) != 0 ? chain : 0;
        left &= ~chain;
    }
    return safe;
}

struct bitboard_places bitboard_find_places(const struct bitboard *board, struct stone_pair stones,
                                            bool by_own)
{
    const struct bits_board *bits = &board->bits;
    uint64_t mine = by_own ? stones.own : stones.other;
    uint64_t against = by_own ? stones.other : stones.own;
    uint64_t empty = bits->full & ~(stones.own | stones.other);
    struct bitboard_places places = {.weak = against & ~find_safe(bits, against, empty)};
    places.taking = empty & bits_neighbours(bits, places.weak);
    places.plain = empty & bits_neighbours(bits, empty);
    if ((places.plain | places.taking) != empty)
        places.plain |= empty & bits_neighbours(bits, find_safe(bits, mine, empty));
    places.plain &= ~places.taking;
    return places;
}

void bitboard_take(const struct bitboard *board, struct stone_pair before, uint64_t bit,
                   bool by_own, const struct bitboard_places *places, struct stone_pair *ret_after,
                   uint64_t *ret_ko)
{
    uint64_t stones = (by_own ? before.own : before.other) | bit;
    uint64_t near = bits_neighbours(&board->bits, bit);
    uint64_t captured = bits_flood(&board->bits, near & places->weak, places->weak);
    uint64_t against = (by_own ? before.other : before.own) & ~captured;
    bool single = (captured & (captured - 1)) == 0;
    *ret_ko = single && leaves_ko(board, stones, against, captured, bit) ? captured : 0;
    *ret_after =
        by_own ? (struct stone_pair){stones, against} : (struct stone_pair){against, stones};
}

int bitboard_margin(const struct bitboard *board, struct stone_pair stones)
{
    int margin = __builtin_popcountll(stones.own) - __builtin_popcountll(stones.other);
    return board->stones_only ? margin
                              : margin + bits_territory(&board->bits, stones.own, stones.other);
}

/* A chain, or a region that a colour's stones leave. */
struct benson_part {
    uint64_t points, wanted; /* a region's points that count, or those next to a chain */
    bool in;
};

/* Splits what into its connected parts; each wants what of `of` is in it or next to it. */
static int split(const struct bitboard *board, uint64_t what, uint64_t of, bool next_to,
                 struct benson_part *parts)
{
    int count = 0;
    for (uint64_t left = what; left != 0; left &= ~parts[count++].points) {
        uint64_t points = bits_flood(&board->bits, left & -left, what);
        uint64_t all = next_to ? bits_spread(&board->bits, points) : points;
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

/* Are there two regions that may be vital to chains? None has a point that counts next to no stone.
 */
static bool has_two_regions(const struct bitboard *board, uint64_t stones, uint64_t counted)
{
    uint64_t outside = board->bits.full & ~stones;
    uint64_t far = counted & ~bits_spread(&board->bits, stones);
    uint64_t left = outside & ~bits_flood(&board->bits, far, outside);
    return left != 0 && left != bits_flood(&board->bits, left & -left, left);
}

/* bitboard_alive(), where all that count of a region's points are next to a chain if it is vital.
 */
static uint64_t alive_by(const struct bitboard *board, uint64_t stones, uint64_t counted,
                         uint64_t *ret_sure)
{
    struct benson_part chains[SOLVER_MAX_POINTS], regions[SOLVER_MAX_POINTS];
    uint64_t alive = 0;
    *ret_sure = 0;
    if (!has_two_regions(board, stones, counted))
        return 0;
    int chain_count = split(board, stones, counted, true, chains);
    int region_count = split(board, board->bits.full & ~stones, counted, false, regions);
    while (drop_chains(chains, chain_count, regions, region_count)) {
        uint64_t dropped = 0;
        for (int i = 0; i < chain_count; i++)
            dropped |= chains[i].in ? 0 : chains[i].points;
        for (int j = 0; j < region_count; j++)
            regions[j].in =
                regions[j].in && (bits_spread(&board->bits, regions[j].points) & dropped) == 0;
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

uint64_t bitboard_alive(const struct bitboard *board, uint64_t stones, uint64_t against,
                        uint64_t *ret_sure)
{
    return alive_by(board, stones, board->bits.full & ~(stones | against), ret_sure);
}

/* Where suicide is legal the opponent's stones may go: their points count like empty ones. */
static uint64_t living(const struct bitboard *board, struct stone_pair stones)
{
    uint64_t sure, counted = board->bits.full & ~stones.own;
    return alive_by(board, stones.own, board->suicide ? counted : counted & ~stones.other, &sure);
}

bool bitboard_lives(const struct bitboard *board, struct stone_pair stones)
{
    return living(board, stones) != 0;
}

bool bitboard_is_safe(const struct bitboard *board, struct stone_pair stones, int margin)
{
    uint64_t eyes = 0, empty = board->bits.full & ~(stones.own | stones.other);
    int points = board->bits.points;
    if (2 * __builtin_popcountll(stones.own | empty) - points < margin)
        return false;
    uint64_t alive = living(board, stones);
    for (uint64_t left = empty; left != 0 && alive != 0; left &= left - 1) {
        uint64_t around = bits_spread(&board->bits, left & -left) & ~(left & -left);
        if (around != 0 && (around & ~alive) == 0)
            eyes |= left & -left;
    }
    return 2 * __builtin_popcountll(alive | eyes) - points >= margin;
}

int bitboard_solo(const struct bitboard *board, uint64_t stones, uint64_t against)
{
    for (;;) {
        uint64_t empty = board->bits.full & ~(stones | against), fill = 0, takes = 0;
        for (uint64_t left = empty; left != 0 && takes == 0; left &= left - 1) {
            uint64_t bit = left & -left, with = stones | bit;
            if (bits_captured(&board->bits, with, against, bit) != 0)
                takes = bit;
            else if (has_liberty(board, bits_flood(&board->bits, bit, with), with | against) &&
                     (bits_spread(&board->bits, bit) & ~with) != 0)
                fill = bit;
        }
        if (against == 0 || (takes | fill) == 0)
            return bitboard_margin(board, (struct stone_pair){stones, against});
        stones |= takes != 0 ? takes : fill;
        if (takes != 0)
            against &= ~bits_captured(&board->bits, stones, against, takes);
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
