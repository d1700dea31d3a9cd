/* States of a strategy: their plays, and how their images are told apart from others. */
#include "engine/strategy/prover.h"

struct spot_key prover_key(const struct bitboard *board, const struct spot *spot)
{
    struct spot_key best = {0};
    for (int s = 0; s < board->symmetry_count; s++) {
        struct spot_key key = {.own = bitboard_image(board, s, spot->stones.own)};
        if (s > 0 && key.own > best.own)
            continue;
        key.other = bitboard_image(board, s, spot->stones.other);
        if (s > 0 && key.own == best.own && key.other > best.other)
            continue;
        key.ko =
            spot->ko == 0 ? 0 : (uint8_t)(1 + __builtin_ctzll(bitboard_image(board, s, spot->ko)));
        if (s == 0 || key.own < best.own || key.other < best.other || key.ko < best.ko)
            best = key;
    }
    best.own_move = spot->own_move;
    return best;
}

static void add_pass(const struct prover *prover, const struct spot *spot, bool own_move,
                     struct play_to *play)
{
    *play = (struct play_to){.to = {spot->stones, 0, own_move},
                             .point = (uint8_t)prover->board->points};
    play->key = prover_key(prover->board, &play->to);
}

/* Is a ko that the attacker's play leaves one that the other must not retake? Where retaking puts
 * him out, the attacker must be content alone; else the play is none (-1). */
static int ko_holds(const struct prover *prover, const struct spot *before, bool own_move)
{
    if (!own_move)
        return 1;
    if (prover->rules.ko_out &&
        bitboard_alone(prover->board, before->stones.own, before->stones.other) < prover->margin)
        return -1;
    return prover->rules.ko || prover->rules.ko_out;
}

int prover_plays(const struct prover *prover, const struct spot *spot,
                 struct play_to plays[PLAYS_MAX])
{
    const struct bitboard *board = prover->board;
    uint64_t left = board->full & ~(spot->stones.own | spot->stones.other) & ~spot->ko;
    int count = 0, own_stones = __builtin_popcountll(spot->stones.own);
    for (; left != 0; left &= left - 1) {
        struct spot to = {.own_move = !spot->own_move};
        uint64_t ko;
        if (!bitboard_play(board, spot->stones, left & -left, spot->own_move, &to.stones, &ko))
            continue;
        if (spot->own_move && __builtin_popcountll(to.stones.own) <= own_stones)
            continue; /* suicide is never needed */
        int holds = ko != 0 ? ko_holds(prover, spot, spot->own_move) : 0;
        if (holds < 0)
            continue;
        to.ko = holds > 0 ? ko : 0;
        plays[count++] =
            (struct play_to){to, prover_key(board, &to), (uint8_t)__builtin_ctzll(left)};
    }
    bool enough = bitboard_margin(board, spot->stones) >= prover->margin;
    if (spot->own_move && enough)
        add_pass(prover, spot, false, &plays[count++]);
    else if (!spot->own_move && !enough)
        add_pass(prover, spot, true, &plays[count++]);
    else if (!spot->own_move && prover->rules.replayed && spot->ko != 0)
        add_pass(prover, spot, false, &plays[count++]);
    return count;
}

/* Has the mover a stone to play, at once or after passes that free a ko? */
static bool has_play(const struct prover *prover, const struct spot *spot)
{
    const struct bitboard *board = prover->board;
    uint64_t left = board->full & ~(spot->stones.own | spot->stones.other), ko;
    if (!prover->rules.replayed)
        left &= ~spot->ko;
    for (; left != 0; left &= left - 1) {
        struct stone_pair after;
        if (bitboard_play(board, spot->stones, left & -left, spot->own_move, &after, &ko))
            return true;
    }
    return false;
}

bool prover_won(const struct prover *prover, const struct spot *spot)
{
    return !spot->own_move && bitboard_margin(prover->board, spot->stones) >= prover->margin &&
           !has_play(prover, spot);
}
