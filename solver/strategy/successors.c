/* The moves of a state, and the keys of the states that they lead to. */
#include "strategy/prover.h"

#include "board/symmetry.h"

/* A board's symmetric copies. Those of the boards that a stone leads to are had from them at less
 * cost. */
struct copies {
    struct stone_pair before, of[SYMMETRY_MAX];
};

static void find_copies(const struct bitboard *board, struct stone_pair stones,
                        struct copies *ret_copies)
{
    ret_copies->before = stones;
    for (int s = 0; s < board->images.count; s++)
        ret_copies->of[s] = (struct stone_pair){bit_images_word(&board->images, s, stones.own),
                                                bit_images_word(&board->images, s, stones.other)};
}

/* Returns what the symmetric copy of `before` becomes when the stones are others. */
static uint64_t copy_after(const struct bitboard *board, int symmetry, uint64_t copy,
                           uint64_t before, uint64_t stones)
{
    for (uint64_t left = before ^ stones; left != 0; left &= left - 1)
        copy ^= 1ull << board->images.points[symmetry][__builtin_ctzll(left)];
    return copy;
}

static struct entry_key key_after(const struct bitboard *board, const struct copies *copies,
                                  const struct prover_state *state)
{
    struct entry_key best = {0};
    for (int s = 0; s < board->images.count; s++) {
        const struct stone_pair *copy = &copies->of[s];
        struct entry_key key = {
            .own = copy_after(board, s, copy->own, copies->before.own, state->stones.own)};
        if (s > 0 && key.own > best.own)
            continue;
        key.other = copy_after(board, s, copy->other, copies->before.other, state->stones.other);
        if (s > 0 && key.own == best.own && key.other > best.other)
            continue;
        key.ko =
            state->ko == 0
                ? 0
                : (uint8_t)(1 + __builtin_ctzll(bit_images_word(&board->images, s, state->ko)));
        if (s == 0 || key.own < best.own || key.other < best.other || key.ko < best.ko)
            best = key;
    }
    best.own_move = state->own_move;
    return best;
}

struct entry_key prover_key(const struct bitboard *board, const struct prover_state *state)
{
    static const struct copies of_nothing = {0};
    return key_after(board, &of_nothing, state);
}

static void add_pass(const struct prover *prover, const struct prover_state *state,
                     const struct copies *copies, bool own_move, struct prover_successor *successor)
{
    *successor = (struct prover_successor){.to = {state->stones, 0, own_move},
                                           .point = (uint8_t)prover->board->bits.points};
    successor->key = key_after(prover->board, copies, &successor->to);
}

/* Must the opponent not retake the ko that the attacker's move leaves? Where retaking puts him out,
 * the attacker must be content solo; else the move is not made (-1). */
static int ko_holds(const struct prover *prover, const struct prover_state *before, bool own_move)
{
    if (!own_move)
        return 1;
    if (prover->rules.ko_out &&
        bitboard_solo(prover->board, before->stones.own, before->stones.other) < prover->margin)
        return -1;
    return prover->rules.ko || prover->rules.ko_out;
}

int prover_successors(const struct prover *prover, const struct prover_state *state,
                      struct prover_successor successors[SUCCESSORS_MAX])
{
    const struct bitboard *board = prover->board;
    uint64_t left = board->bits.full & ~(state->stones.own | state->stones.other) & ~state->ko;
    int count = 0, own_stones = __builtin_popcountll(state->stones.own);
    struct copies copies;
    find_copies(board, state->stones, &copies);
    for (; left != 0; left &= left - 1) {
        struct prover_state to = {.own_move = !state->own_move};
        uint64_t ko;
        if (!bitboard_play(board, state->stones, left & -left, state->own_move, &to.stones, &ko))
            continue;
        if (state->own_move && __builtin_popcountll(to.stones.own) <= own_stones)
            continue; /* suicide is never needed */
        int holds = ko != 0 ? ko_holds(prover, state, state->own_move) : 0;
        if (holds < 0)
            continue;
        to.ko = holds > 0 ? ko : 0;
        successors[count++] = (struct prover_successor){to, key_after(board, &copies, &to),
                                                        (uint8_t)__builtin_ctzll(left)};
    }
    bool enough = bitboard_margin(board, state->stones) >= prover->margin;
    if (state->own_move && enough)
        add_pass(prover, state, &copies, false, &successors[count++]);
    else if (!state->own_move && !enough)
        add_pass(prover, state, &copies, true, &successors[count++]);
    else if (!state->own_move && prover->rules.replayed && state->ko != 0)
        add_pass(prover, state, &copies, prover->rules.answered, &successors[count++]);
    return count;
}

/* Has the mover a stone to play, at once or after passes that free a ko? */
static bool has_move(const struct prover *prover, const struct prover_state *state)
{
    const struct bitboard *board = prover->board;
    uint64_t left = board->bits.full & ~(state->stones.own | state->stones.other), ko;
    if (!prover->rules.replayed)
        left &= ~state->ko;
    for (; left != 0; left &= left - 1) {
        struct stone_pair after;
        if (bitboard_play(board, state->stones, left & -left, state->own_move, &after, &ko))
            return true;
    }
    return false;
}

bool prover_won(const struct prover *prover, const struct prover_state *state)
{
    return !state->own_move && !has_move(prover, state) &&
           bitboard_margin(prover->board, state->stones) >= prover->margin;
}
