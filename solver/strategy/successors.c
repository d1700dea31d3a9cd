/* The moves of a state, and the keys of the states that they lead to. */
#include "strategy/successors.h"

static uint64_t pack(struct stone_pair stones)
{
    return stones.own << BIT_IMAGES_PACKED | stones.other;
}

static void find_copies(const struct bitboard *board, struct stone_pair stones,
                        struct successors_copies *ret_copies)
{
    ret_copies->before = stones;
    for (int s = 0; s < board->images.count; s++) {
        struct stone_pair copy = {bit_images_word(&board->images, s, stones.own),
                                  bit_images_word(&board->images, s, stones.other)};
        if (board->images.packed != NULL)
            ret_copies->packed[s] = pack(copy);
        else
            ret_copies->of[s] = copy;
    }
}

/* Finds the copies of a packed board of which some bits are changed. Returns the least. */
static uint64_t least_copy(const struct bit_images *images, const uint64_t *from, uint64_t changed,
                           uint64_t ret_copies[SYMMETRY_MAX])
{
    uint64_t least = UINT64_MAX;
    for (; (changed & (changed - 1)) != 0; changed &= changed - 1, from = ret_copies) {
        const uint64_t *bit = bit_images_packed(images, __builtin_ctzll(changed));
        for (int s = 0; s < images->count; s++)
            ret_copies[s] = from[s] ^ bit[s];
    }
    const uint64_t *last = bit_images_packed(images, changed == 0 ? 64 : __builtin_ctzll(changed));
    for (int s = 0; s < images->count; s++) {
        ret_copies[s] = from[s] ^ last[s];
        least = ret_copies[s] < least ? ret_copies[s] : least;
    }
    return least;
}

static struct entry_key packed_key_after(const struct bit_images *images,
                                         const struct successors_copies *copies,
                                         const struct prover_state *state)
{
    uint64_t now[SYMMETRY_MAX];
    uint64_t least =
        least_copy(images, copies->packed, pack(copies->before) ^ pack(state->stones), now);
    struct entry_key key = {
        .own = least >> BIT_IMAGES_PACKED, .other = (uint32_t)least, .own_move = state->own_move};
    for (int s = 0; s < images->count && state->ko != 0; s++) {
        uint8_t ko = (uint8_t)(1 + images->points[s][__builtin_ctzll(state->ko)]);
        if (now[s] == least && (key.ko == 0 || ko < key.ko))
            key.ko = ko;
    }
    return key;
}

/* Returns what the symmetric copy of `before` becomes when the stones are others. */
static uint64_t copy_after(const struct bitboard *board, int symmetry, uint64_t copy,
                           uint64_t before, uint64_t stones)
{
    for (uint64_t left = before ^ stones; left != 0; left &= left - 1)
        copy ^= 1ull << board->images.points[symmetry][__builtin_ctzll(left)];
    return copy;
}

static struct entry_key key_after(const struct bitboard *board,
                                  const struct successors_copies *copies,
                                  const struct prover_state *state)
{
    struct entry_key best = {0};
    if (board->images.packed != NULL)
        return packed_key_after(&board->images, copies, state);
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
    struct successors_copies copies;
    find_copies(board, state->stones, &copies);
    return key_after(board, &copies, state);
}

static void add_pass(const struct prover *prover, const struct prover_state *state,
                     const struct successors_copies *copies, bool own_move,
                     struct prover_successor *successor)
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

/* The mover's stone on a point: where it leads, and whether he may and need play it. */
static bool play(const struct successors_walk *walk, uint64_t bit, struct prover_state *ret_to)
{
    const struct prover *prover = walk->prover;
    const struct prover_state *state = &walk->state;
    uint64_t ko;
    ret_to->own_move = !state->own_move;
    if ((walk->places.taking & bit) != 0)
        bitboard_take(prover->board, state->stones, bit, state->own_move, &walk->places,
                      &ret_to->stones, &ko);
    else if (!bitboard_play(prover->board, state->stones, bit, state->own_move, &ret_to->stones,
                            &ko))
        return false;
    int holds = ko != 0 ? ko_holds(prover, state, state->own_move) : 0;
    ret_to->ko = holds > 0 ? ko : 0;
    return holds >= 0;
}

void successors_begin(struct successors_walk *ret_walk, const struct prover *prover,
                      const struct prover_state *state)
{
    const struct bitboard *board = prover->board;
    ret_walk->prover = prover;
    ret_walk->state = *state;
    ret_walk->places = bitboard_find_places(board, state->stones, state->own_move);
    if (board->suicide && !state->own_move) /* the attacker never needs it */
        ret_walk->left = board->bits.full & ~(state->stones.own | state->stones.other);
    else
        ret_walk->left = ret_walk->places.plain | ret_walk->places.taking;
    ret_walk->left &= ~state->ko;
    ret_walk->passed = false;
    find_copies(board, state->stones, &ret_walk->copies);
}

/* The next stone among points. */
static inline bool take(struct successors_walk *walk, uint64_t points,
                        struct prover_successor *ret_successor)
{
    const struct prover_state *state = &walk->state;
    for (uint64_t bit; (bit = walk->left & points) != 0;) {
        bit &= -bit;
        walk->left &= ~bit;
        if ((walk->places.plain & bit) != 0) {
            struct prover_state *to = &ret_successor->to;
            *to = (struct prover_state){state->stones, 0, !state->own_move};
            *(state->own_move ? &to->stones.own : &to->stones.other) |= bit;
        } else if (!play(walk, bit, &ret_successor->to)) {
            continue;
        }
        ret_successor->key = key_after(walk->prover->board, &walk->copies, &ret_successor->to);
        ret_successor->point = (uint8_t)__builtin_ctzll(bit);
        return true;
    }
    return false;
}

bool successors_take(struct successors_walk *walk, uint64_t points,
                     struct prover_successor *ret_successor)
{
    return take(walk, points, ret_successor);
}

bool successors_pass(struct successors_walk *walk, struct prover_successor *ret_successor)
{
    const struct prover *prover = walk->prover;
    const struct prover_state *state = &walk->state;
    if (walk->passed)
        return false;
    walk->passed = true;
    bool enough = bitboard_margin(prover->board, state->stones) >= prover->margin;
    if (state->own_move == enough)
        add_pass(prover, state, &walk->copies, !state->own_move, ret_successor);
    else if (!state->own_move && prover->rules.replayed && state->ko != 0)
        add_pass(prover, state, &walk->copies, prover->rules.answered, ret_successor);
    else
        return false;
    return true;
}

int prover_successors(const struct prover *prover, const struct prover_state *state,
                      struct prover_successor successors[SUCCESSORS_MAX])
{
    struct successors_walk walk;
    int count = 0;
    if (prover_is_safe(prover, state->stones))
        return 0;
    successors_begin(&walk, prover, state);
    while (take(&walk, UINT64_MAX, &successors[count]))
        count++;
    return count + successors_pass(&walk, &successors[count]);
}

/* Has the mover a stone to play, at once or after passes that free a ko? */
static bool has_move(const struct prover *prover, const struct prover_state *state)
{
    const struct bitboard *board = prover->board;
    uint64_t empty = board->bits.full & ~(state->stones.own | state->stones.other), ko;
    uint64_t left = prover->rules.replayed ? empty : empty & ~state->ko;
    if ((left & bits_neighbours(&board->bits, empty)) != 0)
        return true;
    for (; left != 0; left &= left - 1) {
        struct stone_pair after;
        if (bitboard_play(board, state->stones, left & -left, state->own_move, &after, &ko))
            return true;
    }
    return false;
}

bool prover_is_safe(const struct prover *prover, struct stone_pair stones)
{
    return prover->rules.living && bitboard_is_safe(prover->board, stones, prover->margin);
}

bool prover_won(const struct prover *prover, const struct prover_state *state)
{
    if (prover_is_safe(prover, state->stones))
        return true;
    return !state->own_move && !has_move(prover, state) &&
           bitboard_margin(prover->board, state->stones) >= prover->margin;
}
