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

/* Finds what an entry has to teach. Returns false if that is nothing. */
static bool find_lesson(const struct prover_entry *entry, struct lesson_state *ret_state)
{
    if ((entry->tag & TAG_USED) == 0 || (entry->tag & TAG_STRICT) != 0 || entry->disproof == 0)
        return false;
    *ret_state = (struct lesson_state){
        .own = entry->own,
        .other = entry->other,
        .proof = entry->proof,
        .ko = (uint8_t)(entry->tag & TAG_KO),
        .most = entry->proof == 0 ? (uint8_t)prover_table_most_work(entry) : 0,
        .own_move = (entry->tag & TAG_OWN_MOVE) != 0,
    };
    return true;
}

/* Returns the logarithm of what the first proof number of a state should have been. */
static float wanted_of(const struct lesson_state *state)
{
    return state->proof != 0 ? logarithm(state->proof) : (float)state->most + BETWEEN;
}

/* Learns from a state, after so many others. Returns whether there was something to learn. */
static bool learn_from(struct prover *prover, const struct lesson_state *from, uint32_t learned)
{
    struct prover_state state = {.stones = {from->own, from->other},
                                 .ko = from->ko == 0 ? 0 : 1ull << (from->ko - 1),
                                 .own_move = from->own_move};
    struct prover_state before = {.stones = state.stones, .own_move = !state.own_move};
    const struct prover_successor successor = {
        .to = state, .key = {from->own, from->other, from->ko, state.own_move}};
    struct initial_around around;
    initial_numbers_look_around(prover, &before, &around);
    struct dfpn_numbers first = initial_numbers(prover, &successor, &around);
    if (prover_numbers_decided(first))
        return false;
    estimate_correct(&prover->effort, state.stones, state.own_move,
                     wanted_of(from) - logarithm(first.proof),
                     LEARNING / sqrtf(1 + (float)learned / LEARNING_STATES));
    return true;
}

static bool is_stopped(const struct prover *prover, size_t looked)
{
    return looked % LOOK_EVERY == 0 && prover->stop != NULL && prover->stop(prover->arg);
}

/* Notes a state for a store. What there is no memory for is not kept. */
static void note(struct prover *prover, const struct lesson_state *state, bool *keeps)
{
    if (*keeps && lesson_add(&prover->lesson, state) < 0) {
        lesson_release(&prover->lesson);
        *keeps = false;
    }
}

/* Learns from the table. Returns how many states taught it something; 0 if it was stopped. */
static uint32_t learn_table(struct prover *prover)
{
    size_t step = prover->entry_count / STATES_MOST + 1, looked = 0;
    bool keeps = prover->save != NULL;
    uint32_t learned = 0;
    prover->lesson.kept = false;
    for (size_t i = 0; i < prover->entry_used; i += step) {
        struct lesson_state state;
        if (find_lesson(&prover->entries[i], &state) && learn_from(prover, &state, learned)) {
            learned++;
            note(prover, &state, &keeps);
        }
        if (is_stopped(prover, ++looked))
            return 0;
    }
    return learned;
}

/* Learns from what an earlier run learned from. Returns as learn_table(). */
static uint32_t learn_again(struct prover *prover)
{
    uint32_t learned = 0;
    for (size_t i = 0; i < prover->lesson.count; i++) {
        learned += learn_from(prover, &prover->lesson.states[i], learned);
        if (is_stopped(prover, i + 1))
            return 0;
    }
    return learned;
}

bool effort_learn(struct prover *prover)
{
    bool again = prover->lesson.count > 0;
    prover->effort.games = again ? learn_again(prover) : learn_table(prover);
    if (again || prover->effort.games == 0)
        lesson_release(&prover->lesson);
    return prover->effort.games > 0;
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
