/* Listing the plays of a board. */
#include "dense/moves.h"

#include "dense/lanes.h"

/* What the chains of a board allow, by the colour that they have. */
struct chains {
    uint64_t empty;
    uint64_t safe[2]; /* stones whose chains have two liberties or more */
    uint64_t last[2]; /* points that are the only liberty of a chain */
    /* By colour and such a point: all stones that have it as their only liberty. */
    uint64_t atari[2][DENSE_POINTS_MAX];
};

/* The points of among next to which two points or more of word are. */
static uint64_t next_to_two(const struct bits_board *board, uint64_t word, uint64_t among)
{
    if (board->rectangle) {
        uint64_t a = (word << 1) & board->not_first, b = (word >> 1) & board->not_last;
        uint64_t c = word << board->cols, d = word >> board->cols;
        return ((a & b) | (c & d) | ((a ^ b) & (c ^ d)) | ((a & b) & (c | d))) & among;
    }
    uint64_t found = 0;
    for (uint64_t left = among; left != 0; left &= left - 1) {
        uint64_t near = board->near[__builtin_ctzll(left)] & word;
        if ((near & (near - 1)) != 0)
            found |= left & -left;
    }
    return found;
}

static void find_chains(const struct bits_board *board, struct stones stones,
                        struct chains *ret_chains)
{
    ret_chains->empty = board->full & ~(stones.of[BLACK] | stones.of[WHITE]);
    for (enum colour colour = BLACK; colour <= WHITE; colour++) {
        uint64_t own = stones.of[colour], last = 0;
        uint64_t safe = bits_flood(board, next_to_two(board, ret_chains->empty, own), own);
        for (uint64_t left = own & ~safe; left != 0;) {
            uint64_t chain = bits_flood(board, left & -left, own);
            uint64_t liberties = bits_spread(board, chain) & ret_chains->empty;
            left &= ~chain;
            if ((liberties & (liberties - 1)) != 0) {
                safe |= chain;
                continue;
            }
            int point = __builtin_ctzll(liberties);
            if ((last & liberties) == 0)
                ret_chains->atari[colour][point] = 0;
            ret_chains->atari[colour][point] |= chain;
            last |= liberties;
        }
        ret_chains->safe[colour] = safe;
        ret_chains->last[colour] = last;
    }
}

/* Takes stones of a colour from a vector. */
DENSE_INLINE void remove_stones(const struct dense_codes *codes, uint64_t word, enum colour colour,
                                uint64_t *lanes, int half)
{
    for (; word != 0; word &= word - 1)
        dense_lanes_subtract(lanes, dense_codes_weights(codes, __builtin_ctzll(word), colour),
                             2 * half);
}

static bool is_single(uint64_t word)
{
    return word != 0 && (word & (word - 1)) == 0;
}

/* Sets the child of a vector, without what captures tell. */
DENSE_INLINE void set_child(const uint64_t *lanes, int half, int point, struct dense_child *child)
{
    uint64_t keeps = dense_lanes_greatest(lanes, half);
    uint64_t swaps = dense_lanes_greatest(lanes + half, half);
    *child = (struct dense_child){
        .code = swaps > keeps ? swaps : keeps,
        .swaps = swaps > keeps,
        .point = (uint8_t)point,
    };
}

/* Sets the child's ko: the opponent may not play at point on the board as it lies. */
static void set_ko(const struct dense_codes *codes, const uint64_t *lanes, unsigned point,
                   struct dense_child *child)
{
    const uint64_t *half = lanes + (child->swaps ? codes->half : 0);
    while (half[child->symmetry] != child->code)
        child->symmetry++;
    child->ko = (uint8_t)(codes->images[child->symmetry][point] + 1);
}

/* A play that captures, or removes its own stones: lists it if the rules allow it. Returns 1 or 0.
 */
DENSE_INLINE int list_removing(const struct dense_codes *codes, struct stones stones,
                               const struct chains *chains, enum colour mover, int point,
                               uint64_t *lanes, int half, struct dense_child *child)
{
    enum colour other = (enum colour) !mover;
    uint64_t bit = 1ull << point, near = codes->board.near[point];
    if ((chains->last[other] & bit) != 0) {
        uint64_t captured = chains->atari[other][point];
        remove_stones(codes, captured, other, lanes, half);
        set_child(lanes, half, point, child);
        child->captured = (uint8_t)__builtin_popcountll(captured);
        /* The stone stands alone, and only where it captured it has a liberty. */
        if (is_single(captured) && (near & ~stones.of[other]) == 0)
            set_ko(codes, lanes, (unsigned)__builtin_ctzll(captured), child);
        return 1;
    }
    uint64_t lost = (chains->last[mover] & bit) != 0 ? chains->atari[mover][point] : 0;
    if (codes->suicide == SUICIDE_NO || (codes->suicide == SUICIDE_MULTI && lost == 0))
        return 0;
    remove_stones(codes, lost | bit, mover, lanes, half);
    set_child(lanes, half, point, child);
    child->lost = (uint8_t)(1 + __builtin_popcountll(lost));
    return 1;
}

DENSE_INLINE void list_moves(const struct dense_codes *codes, struct stones stones, int half,
                             struct dense_children *ret_children)
{
    uint64_t board[DENSE_LANES_MAX], lanes[DENSE_LANES_MAX];
    struct chains chains;
    find_chains(&codes->board, stones, &chains);
    for (int lane = 0; lane < 2 * half; lane++)
        board[lane] = 0;
    for (enum colour colour = BLACK; colour <= WHITE; colour++)
        for (uint64_t left = stones.of[colour]; left != 0; left &= left - 1)
            dense_lanes_add(board, dense_codes_weights(codes, __builtin_ctzll(left), colour),
                            2 * half);
    for (enum colour mover = BLACK; mover <= WHITE; mover++) {
        struct dense_child *child = ret_children->of[mover];
        uint64_t open = bits_spread(&codes->board, chains.safe[mover]);
        for (uint64_t left = chains.empty; left != 0; left &= left - 1) {
            int point = __builtin_ctzll(left);
            uint64_t bit = left & -left;
            const uint64_t *stone = dense_codes_weights(codes, point, mover);
            for (int lane = 0; lane < 2 * half; lane++)
                lanes[lane] = board[lane] + stone[lane];
            bool lives = (codes->board.near[point] & chains.empty) != 0 || (open & bit) != 0;
            if (lives && (chains.last[!mover] & bit) == 0)
                set_child(lanes, half, point, child++);
            else
                child += list_removing(codes, stones, &chains, mover, point, lanes, half, child);
        }
        ret_children->count[mover] = (int)(child - ret_children->of[mover]);
    }
}

DENSE_CLONES void dense_moves_list(const struct dense_codes *codes, struct stones stones,
                                   struct dense_children *ret_children)
{
    if (codes->half == 4)
        list_moves(codes, stones, 4, ret_children);
    else if (codes->half == 8)
        list_moves(codes, stones, 8, ret_children);
    else
        list_moves(codes, stones, codes->half, ret_children);
}

struct stones dense_moves_kos(const struct dense_codes *codes, struct stones stones)
{
    const struct bits_board *board = &codes->board;
    struct stones kos = {{0, 0}};
    uint64_t empty = board->full & ~(stones.of[BLACK] | stones.of[WHITE]);
    for (uint64_t left = empty; left != 0; left &= left - 1) {
        uint64_t bit = left & -left, near = board->near[__builtin_ctzll(left)];
        for (enum colour mover = BLACK; mover <= WHITE; mover++) {
            uint64_t other = stones.of[!mover];
            if ((near & ~other) != 0)
                continue;
            if (is_single(bits_captured(board, stones.of[mover] | bit, other, bit)))
                kos.of[mover] |= bit;
        }
    }
    return kos;
}
