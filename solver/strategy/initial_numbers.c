/* The numbers of states that nobody has looked at, and which of them are assumed won. */
#include <math.h>

#include "strategy/effort.h"
#include "strategy/share.h"

/* Proof and disproof numbers where the attacker is guessed to lack, or to have beyond his margin,
 * as many points as the board has; they go with the third power. So many boards are the most. Where
 * the opponent moves all his moves must be answered: there it is so much for each of them. */
#define LACKING 256
#define BEYOND 64
#define LACKING_MOST 16
/* The disproof number of a state that is plainly won and must be proved, and the greatest proof
 * number of one, as a power of two. */
#define PLAIN_DISPROOF 64
#define PLAIN_MOST 20

int prover_retract(struct prover *prover, const struct entry_key *key)
{
    if (prover->share != NULL)
        share_tell_pair(prover->share, SHARE_RETRACT, key, key);
    halted_release(&prover->halted);
    return state_pairs_add(&prover->retracted, key, key);
}

/* Are there two points that are no neighbours, as two eyes would have to be? */
static bool has_two_apart(const struct bitboard *board, uint64_t points)
{
    for (uint64_t left = points; left != 0; left &= left - 1)
        if ((points & ~bits_spread(&board->bits, left & -left)) != 0)
            return true;
    return false;
}

/* Are so many points the attacker's if of his stones the walls stay: these, and the regions between
 * them where his opponent has no room for two eyes? */
static bool are_walled(const struct bitboard *board, uint64_t walls, int wanted)
{
    uint64_t far = board->bits.full & ~bits_spread(&board->bits, walls);
    int count = board->bits.points;
    if (!has_two_apart(board, far))
        return count >= wanted;
    for (uint64_t left = board->bits.full & ~walls; left != 0 && count >= wanted;) {
        uint64_t region = bits_flood(&board->bits, left & -left, left);
        if (has_two_apart(board, region & far))
            count -= __builtin_popcountll(region);
        left &= ~region;
    }
    return count >= wanted;
}

/* Does the attacker reach the margin by what his living stones wall in, whatever the rest becomes?
 */
static bool is_plainly_won(const struct prover *prover, struct stone_pair stones)
{
    const struct bitboard *board = prover->board;
    int wanted = (prover->margin + board->bits.points + 1) / 2;
    uint64_t sure, alive;
    if (!are_walled(board, stones.own, wanted))
        return false;
    alive = bitboard_alive(board, stones.own, stones.other, &sure);
    return alive != 0 && are_walled(board, alive, wanted);
}

static bool is_retracted(const struct prover *prover, const struct entry_key *key)
{
    return state_pairs_have(&prover->retracted, key, key);
}

bool prover_assumes(const struct prover *prover, const struct prover_state *state,
                    const struct entry_key *key)
{
    return is_plainly_won(prover, state->stones) && !is_retracted(prover, key) &&
           !prover_is_safe(prover, state->stones);
}

/* Returns the empty points where the opponent may have a stone to play: all but the attacker's eyes
 * of one point. */
static int count_open(const struct bitboard *board, struct stone_pair stones)
{
    int count = 0;
    for (uint64_t left = board->bits.full & ~(stones.own | stones.other); left != 0;
         left &= left - 1)
        count += (bits_spread(&board->bits, left & -left) & ~stones.own & ~(left & -left)) != 0;
    return count;
}

uint32_t prover_plain_size(const struct bitboard *board, const struct prover_state *state)
{
    int open = count_open(board, state->stones);
    unsigned left = (unsigned)(open + __builtin_popcountll(state->stones.other));
    unsigned power = left / 2 < PLAIN_MOST ? left / 2 : PLAIN_MOST;
    uint32_t size = (1u << power) + (left % 2 != 0 ? 1u << power >> 1 : 0);
    return state->own_move ? size : size * (1 + (uint32_t)open);
}

/* Do stones leave more than one region, as life takes? */
static bool has_regions(const struct bits_board *bits, uint64_t stones)
{
    uint64_t outside = bits->full & ~stones;
    return outside != bits_flood(bits, outside & -outside, outside);
}

void initial_numbers_look_around(const struct prover *prover, const struct prover_state *state,
                                 struct initial_around *ret_around)
{
    const struct bits_board *bits = &prover->board->bits;
    estimate_look_around(&prover->estimate, state->stones, !state->own_move, &ret_around->estimate);
    if (prover->effort.games > 0)
        estimate_look_around(&prover->effort, state->stones, !state->own_move, &ret_around->effort);
    ret_around->own_lives = state->own_move || has_regions(bits, state->stones.own);
    ret_around->other_lives = !state->own_move || has_regions(bits, state->stones.other);
}

/* Does the opponent live with so much that the margin is out of reach? */
static bool is_out_of_reach(const struct prover *prover, struct stone_pair stones)
{
    const struct bitboard *board = prover->board;
    uint64_t sure, alive = bitboard_alive(board, stones.other, stones.own, &sure);
    return alive != 0 &&
           board->bits.points - 2 * __builtin_popcountll(board->stones_only ? alive : sure) <
               prover->margin;
}

struct dfpn_numbers initial_numbers(const struct prover *prover,
                                    const struct prover_successor *successor,
                                    const struct initial_around *around)
{
    const struct prover_state *state = &successor->to;
    const struct bitboard *board = prover->board;
    struct stone_pair stones = state->stones, before = around->estimate.stones;
    if ((around->other_lives || stones.other != before.other) && is_out_of_reach(prover, stones))
        return (struct dfpn_numbers){NEVER, 0};
    if (prover_won(prover, state))
        return (struct dfpn_numbers){0, NEVER};
    if ((around->own_lives || stones.own != before.own) && is_plainly_won(prover, stones)) {
        bool assumed = !prover->strict && !is_retracted(prover, &successor->key);
        return assumed ? (struct dfpn_numbers){0, NEVER}
                       : (struct dfpn_numbers){prover_plain_size(board, state), PLAIN_DISPROOF};
    }
    /* The other's second pass leaves the move with him (successors.c). */
    float value = state->own_move == around->estimate.own_move
                      ? estimate_near(&prover->estimate, &around->estimate, stones)
                      : estimate_value(&prover->estimate, stones, state->own_move);
    float lacking = estimate_lacking(&prover->estimate, value);
    float boards = fminf(fabsf(lacking) / (float)board->bits.points, LACKING_MOST);
    float cube = boards * boards * boards;
    int taken = __builtin_popcountll(stones.own | stones.other);
    uint32_t moves = state->own_move ? 1 : 1 + (uint32_t)(board->bits.points - taken);
    uint32_t proof = moves * (1 + (lacking > 0 ? (uint32_t)(LACKING * cube) : 0));
    return (struct dfpn_numbers){effort_correct(prover, state, around, proof),
                                 1 + (lacking < 0 ? (uint32_t)(BEYOND * cube) : 0)};
}
