/* Listing the plays of a board. */
#include "dense/moves.h"

#include <string.h>

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
DENSE_INLINE uint64_t next_to_two(const struct bits_board *board, uint64_t word, uint64_t among)
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

/* The points next to some of word. */
DENSE_INLINE uint64_t next_to(const struct bits_board *board, uint64_t word)
{
    if (board->rectangle)
        return (((word << 1) & board->not_first) | ((word >> 1) & board->not_last) |
                word << board->cols | word >> board->cols) &
               board->full;
    uint64_t found = 0;
    for (; word != 0; word &= word - 1)
        found |= board->near[__builtin_ctzll(word)];
    return found;
}

DENSE_INLINE void find_chains(const struct bits_board *board, struct stones stones,
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

/* The pieces of what a stone adds to a vector. */
DENSE_INLINE const dense_piece *pieces_of(const struct dense_codes *codes, int point,
                                          enum colour colour, int half)
{
    return (const dense_piece *)codes->weights + (2 * point + (int)colour) * 2 * half / DENSE_PIECE;
}

/* Adds stones of a colour to a vector. */
DENSE_INLINE void add_stones(const struct dense_codes *codes, uint64_t word, enum colour colour,
                             dense_piece *vector, int half)
{
    for (; word != 0; word &= word - 1) {
        const dense_piece *stone = pieces_of(codes, __builtin_ctzll(word), colour, half);
        for (int i = 0; i < 2 * half / DENSE_PIECE; i++)
            vector[i] += stone[i];
    }
}

/* Takes stones of a colour from a vector. */
DENSE_INLINE void remove_stones(const struct dense_codes *codes, uint64_t word, enum colour colour,
                                dense_piece *vector, int half)
{
    for (; word != 0; word &= word - 1) {
        const dense_piece *stone = pieces_of(codes, __builtin_ctzll(word), colour, half);
        for (int i = 0; i < 2 * half / DENSE_PIECE; i++)
            vector[i] -= stone[i];
    }
}

DENSE_INLINE bool is_single(uint64_t word)
{
    return word != 0 && (word & (word - 1)) == 0;
}

/* Sets the child of a vector and a stone that is added to it, without what captures tell. */
DENSE_INLINE void set_child(const dense_piece *vector, const dense_piece *stone, int half,
                            int point, struct dense_child *child)
{
    uint64_t keeps, swaps;
    dense_lanes_greatest(vector, stone, half / DENSE_PIECE, &keeps, &swaps);
    *child = (struct dense_child){
        .code = swaps > keeps ? swaps : keeps,
        .swaps = swaps > keeps,
        .point = (uint8_t)point,
    };
}

/* Sets the child's ko: the opponent may not play at point on the board after the play. */
static void set_ko(const struct dense_codes *codes, struct stones after, unsigned point,
                   struct dense_child *child)
{
    child->symmetry = dense_codes_canonical(codes, after).symmetry;
    child->ko = (uint8_t)(codes->images[child->symmetry][point] + 1);
}

/* What a board's plays are listed from. */
struct moves_board {
    const struct dense_codes *codes;
    struct stones stones;
    struct chains chains;
    dense_piece vector[2 * DENSE_PIECES_MAX];
};

/* A play that captures, or removes its own stones: lists it if the rules allow it. Returns 1 or 0.
 */
DENSE_INLINE int list_removing(const struct moves_board *board, enum colour mover, int point,
                               int half, struct dense_child *child)
{
    const struct dense_codes *codes = board->codes;
    const struct chains *chains = &board->chains;
    enum colour other = (enum colour) !mover;
    const dense_piece *stone = pieces_of(codes, point, mover, half);
    uint64_t bit = 1ull << point;
    bool captures = (chains->last[other] & bit) != 0;
    uint64_t lost = (chains->last[mover] & bit) != 0 ? chains->atari[mover][point] : 0;
    if (!captures &&
        (codes->suicide == SUICIDE_NO || (codes->suicide == SUICIDE_MULTI && lost == 0)))
        return 0;
    uint64_t removed = captures ? chains->atari[other][point] : lost;
    dense_piece vector[2 * DENSE_PIECES_MAX];
    memcpy(vector, board->vector, 2 * (size_t)half * sizeof(uint64_t));
    remove_stones(codes, captures ? removed : removed | bit, captures ? other : mover, vector,
                  half);
    set_child(vector, stone, half, point, child);
    unsigned count = (unsigned)__builtin_popcountll(removed);
    child->captured = captures ? (uint8_t)count : 0;
    child->lost = captures ? 0 : (uint8_t)(1 + count);
    /* The stone stands alone, and only where it captured it has a liberty. */
    if (captures && is_single(removed) &&
        (codes->board.near[point] & ~board->stones.of[other]) == 0) {
        struct stones after = board->stones;
        after.of[mover] |= bit;
        after.of[other] &= ~removed;
        set_ko(codes, after, (unsigned)__builtin_ctzll(removed), child);
    }
    return 1;
}

DENSE_INLINE void list_moves(const struct dense_codes *codes, struct stones stones, unsigned movers,
                             int half, struct dense_children *ret_children)
{
    struct moves_board board; /* of which only what is used is set */
    board.codes = codes;
    board.stones = stones;
    find_chains(&codes->board, stones, &board.chains);
    for (int i = 0; i < 2 * half / DENSE_PIECE; i++)
        board.vector[i] = (dense_piece){0};
    add_stones(codes, stones.of[BLACK], BLACK, board.vector, half);
    add_stones(codes, stones.of[WHITE], WHITE, board.vector, half);
    for (enum colour mover = BLACK; mover <= WHITE; mover++) {
        struct dense_child *child = ret_children->of[mover];
        ret_children->count[mover] = 0;
        if ((movers & DENSE_MOVER(mover)) == 0)
            continue;
        uint64_t captures = board.chains.last[!mover];
        /* Where a stone is next to an empty point, or to a chain that keeps a liberty. */
        uint64_t lives = next_to(&codes->board, board.chains.safe[mover] | board.chains.empty);
        uint64_t plain = board.chains.empty & lives & ~captures;
        for (uint64_t left = plain; left != 0; left &= left - 1) {
            int point = __builtin_ctzll(left);
            set_child(board.vector, pieces_of(codes, point, mover, half), half, point, child++);
        }
        uint64_t others = codes->suicide == SUICIDE_NO ? captures : board.chains.empty & ~plain;
        for (uint64_t left = others; left != 0; left &= left - 1)
            child += list_removing(&board, mover, __builtin_ctzll(left), half, child);
        ret_children->count[mover] = (int)(child - ret_children->of[mover]);
    }
}

DENSE_CLONES void dense_moves_list_of(const struct dense_codes *codes, struct stones stones,
                                      unsigned movers, struct dense_children *ret_children)
{
    if (codes->half == 4)
        list_moves(codes, stones, movers, 4, ret_children);
    else if (codes->half == 8)
        list_moves(codes, stones, movers, 8, ret_children);
    else
        list_moves(codes, stones, movers, codes->half, ret_children);
}

void dense_moves_list(const struct dense_codes *codes, struct stones stones,
                      struct dense_children *ret_children)
{
    dense_moves_list_of(codes, stones, DENSE_MOVERS_BOTH, ret_children);
}

DENSE_CLONES struct stones dense_moves_kos(const struct dense_codes *codes, struct stones stones)
{
    const struct bits_board *board = &codes->board;
    struct stones kos = {{0, 0}};
    uint64_t empty = board->full & ~(stones.of[BLACK] | stones.of[WHITE]);
    for (enum colour mover = BLACK; mover <= WHITE; mover++) {
        uint64_t other = stones.of[!mover];
        /* Points that only stones of the opponent surround, and that are next to one of his that
         * stands alone. Most boards have none. */
        uint64_t left = empty & ~next_to(board, empty | stones.of[mover]) &
                        next_to(board, other & ~next_to(board, other));
        for (; left != 0; left &= left - 1) {
            uint64_t bit = left & -left;
            if (is_single(bits_captured(board, stones.of[mover] | bit, other, bit)))
                kos.of[mover] |= bit;
        }
    }
    return kos;
}
