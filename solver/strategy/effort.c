/* What a proof takes. */
#include "strategy/effort.h"

#include <math.h>

#include "strategy/prover_table.h"

/* Without so many proofs there is little to learn. */
#define PROOFS_LEAST (1 << 13)
/* It learns from about so many states at most. */
#define STATES_MOST (1 << 21)
/* The part of an error that is put right at once: at first, and by how many states it falls to the
 * root of a half, then slowly on. */
#define LEARNING 0.4f
#define LEARNING_STATES 20000.0f
/* The visit of a proved state took between a power of two of nodes and the next. */
#define BETWEEN 0.5f
/* Proof numbers are corrected to so many at most. */
#define PROOF_MOST (1 << 26)
/* States between two questions whether to stop. */
#define LOOK_EVERY 4096

/* The binary logarithm, with straight lines between powers of two: so it is the same on all
 * machines. */
static float logarithm(uint32_t number)
{
    int high = 31 - __builtin_clz(number);
    return (float)high + ((float)number / (float)(1u << high) - 1);
}

/* Its inverse. */
static float power(float exponent)
{
    float whole = floorf(exponent);
    return ldexpf(1 + (exponent - whole), (int)whole);
}

bool effort_is_due(const struct prover *prover)
{
    return prover->effort.games == 0 && prover->share == NULL && prover->proofs >= PROOFS_LEAST;
}

/* Returns the logarithm of what the first proof number of an entry's state should have been; less
 * than 0: there is nothing to learn. */
static float wanted_of(const struct prover_entry *entry)
{
    if ((entry->tag & TAG_USED) == 0 || (entry->tag & TAG_STRICT) != 0 || entry->disproof == 0)
        return -1;
    return entry->proof != 0 ? logarithm(entry->proof)
                             : (float)prover_table_most_work(entry) + BETWEEN;
}

/* Learns from an entry, after so many others. Returns whether there was something to learn. */
static bool learn_from(struct prover *prover, const struct prover_entry *entry, uint32_t learned)
{
    unsigned ko = entry->tag & TAG_KO;
    struct prover_state state = {.stones = {entry->own, entry->other},
                                 .ko = ko == 0 ? 0 : 1ull << (ko - 1),
                                 .own_move = (entry->tag & TAG_OWN_MOVE) != 0};
    struct prover_state before = {.stones = state.stones, .own_move = !state.own_move};
    const struct prover_successor successor = {
        .to = state, .key = {entry->own, entry->other, (uint8_t)ko, state.own_move}};
    struct initial_around around;
    float wanted = wanted_of(entry);
    if (wanted < 0)
        return false;
    initial_numbers_look_around(prover, &before, &around);
    struct dfpn_numbers first = initial_numbers(prover, &successor, &around);
    if (prover_numbers_decided(first))
        return false;
    estimate_correct(&prover->effort, state.stones, state.own_move, wanted - logarithm(first.proof),
                     LEARNING / sqrtf(1 + (float)learned / LEARNING_STATES));
    return true;
}

void effort_learn(struct prover *prover)
{
    size_t step = prover->entry_count / STATES_MOST + 1, looked = 0;
    uint32_t learned = 0;
    for (size_t i = 0; i < prover->entry_used; i += step) {
        learned += learn_from(prover, &prover->entries[i], learned);
        if (++looked % LOOK_EVERY == 0 && prover->stop != NULL && prover->stop(prover->arg))
            break;
    }
    prover->effort.games = learned;
}

uint32_t effort_correct(const struct prover *prover, const struct prover_state *state,
                        const struct initial_around *around, uint32_t proof)
{
    const struct estimate *effort = &prover->effort;
    if (effort->games == 0)
        return proof;
    /* The other's second pass leaves the move with him (successors.c). */
    float by = state->own_move == around->effort.own_move
                   ? estimate_near(effort, &around->effort, state->stones)
                   : estimate_value(effort, state->stones, state->own_move);
    float corrected = (float)proof * power(by);
    return corrected < 1 ? 1 : corrected > PROOF_MOST ? PROOF_MOST : (uint32_t)corrected;
}
