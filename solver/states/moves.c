/* Stone moves on interned boards. */
#include "states/interning.h"

#include <stdbool.h>

static bool is_single(uint64_t word)
{
    return word != 0 && (word & (word - 1)) == 0;
}

/* Most moves remove nothing. */
static uint8_t count_of(uint64_t removed)
{
    return removed != 0 ? (uint8_t)__builtin_popcountll(removed) : 0;
}

/* Is the chain of the stone bit, which was placed, left with exactly one liberty? */
static bool is_atari(const struct bits_board *board, const struct bits_placed *placed, uint64_t bit)
{
    uint64_t empty = board->full & ~(placed->own | placed->opponent);
    uint64_t liberties = bits_spread(board, bit) & empty;
    if (liberties != 0 && !is_single(liberties))
        return false; /* as most are: the chain need not be looked at */
    return is_single(bits_spread(board, bits_flood(board, bit, placed->own)) & empty);
}

/* The ko of a move: see struct stone_move. */
static uint8_t ko_of(const struct bits_board *board, const struct bits_placed *placed, uint64_t bit)
{
    if (placed->lost == bit)
        return KO_SELF;
    uint64_t ko = placed->captured != 0 ? bits_ko(board, placed, bit) : 0;
    return ko != 0 ? (uint8_t)(__builtin_ctzll(ko) + 1) : 0;
}

static bool is_legal(enum suicide suicide, const struct bits_placed *placed, uint64_t bit)
{
    return placed->lost == 0 ||
           (suicide != SUICIDE_NO && (suicide != SUICIDE_MULTI || placed->lost != bit));
}

static int append(struct positions *positions, struct stone_move move)
{
    int r = interning_reserve_moves(positions, (size_t)positions->move_count + 1);
    if (r < 0)
        return r;
    positions->moves[positions->move_count++] = move;
    positions->bytes += sizeof(move);
    return 0;
}

int interning_list_moves(const struct positions *positions, struct stones before, enum colour mover,
                         struct stone_move moves[SOLVER_MAX_POINTS],
                         struct lookup children[SOLVER_MAX_POINTS])
{
    const struct bits_board *board = &positions->board;
    uint64_t own = before.of[mover], opponent = before.of[!mover];
    int count = 0;
    for (uint64_t left = board->full & ~(own | opponent); left != 0; left &= left - 1) {
        uint64_t bit = left & -left;
        struct bits_placed placed = bits_place(board, own, opponent, bit);
        if (!is_legal(positions->suicide, &placed, bit))
            continue;
        moves[count] = (struct stone_move){
            .point = (uint8_t)__builtin_ctzll(bit),
            .captured = count_of(placed.captured) & 127,
            .atari = placed.lost == 0 && is_atari(board, &placed, bit),
            .lost = count_of(placed.lost),
            .ko = ko_of(board, &placed, bit),
        };
        if (children == NULL) {
            count++;
            continue;
        }
        struct stones after = mover == BLACK ? (struct stones){{placed.own, placed.opponent}}
                                             : (struct stones){{placed.opponent, placed.own}};
        children[count++] = interning_canonical(positions, after);
    }
    return count;
}

/* Makes the move list of mover on the canonical board of orbit. */
static int make_moves(struct positions *positions, uint32_t orbit, enum colour mover)
{
    struct stone_move moves[SOLVER_MAX_POINTS];
    struct lookup children[SOLVER_MAX_POINTS];
    uint32_t first = positions->move_count;
    int count =
        interning_list_moves(positions, positions->orbits[orbit].canonical, mover, moves, children);
    for (int i = 0; i < count; i++)
        interning_fetch(positions, &children[i]);
    for (int i = 0; i < count; i++) {
        int r = interning_add(positions, &children[i], &moves[i].child);
        if (r == 0) {
            interning_set_margin(positions, position_orbit(positions, moves[i].child));
            r = append(positions, moves[i]);
        }
        if (r < 0) {
            positions->move_count = first;
            return r;
        }
    }
    struct orbit *made = &positions->orbits[orbit];
    made->first_move[mover] = first;
    made->move_count[mover] = (uint8_t)count;
    return 0;
}

uint8_t position_map_ko(const struct positions *positions, int g, uint8_t ko)
{
    if (ko == 0 || ko == KO_SELF)
        return ko;
    return (uint8_t)(position_map_point(positions, g, ko - 1) + 1);
}

static enum colour canonical_colour(const struct positions *positions, uint32_t id,
                                    enum colour colour)
{
    return colour ^ (enum colour)group_swaps(position_element(positions, id));
}

int positions_moves(struct positions *positions, uint32_t id, enum colour mover)
{
    uint32_t orbit = position_orbit(positions, id);
    enum colour own = canonical_colour(positions, id, mover);
    if (positions->orbits[orbit].move_count[own] == MOVES_UNKNOWN) {
        int r = make_moves(positions, orbit, own);
        if (r < 0)
            return r;
    }
    return positions->orbits[orbit].move_count[own];
}

struct stone_move positions_move(const struct positions *positions, uint32_t id, enum colour mover,
                                 int n)
{
    const struct orbit *orbit = &positions->orbits[position_orbit(positions, id)];
    int g = position_element(positions, id);
    enum colour own = canonical_colour(positions, id, mover);
    struct stone_move move = positions->moves[orbit->first_move[own] + (uint32_t)n];
    move.child = position_map(positions, g, move.child);
    move.point = position_map_point(positions, g, move.point);
    move.ko = position_map_ko(positions, g, move.ko);
    return move;
}
