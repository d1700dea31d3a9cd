/*
 * A lesson: the states from which a prover learned what proofs take (effort.h), with what each
 * took. A store keeps it, so that a run that goes on learns the same again: else its first numbers
 * would be on another scale than those that are in the table.
 */
#ifndef SOLVER_STRATEGY_LESSON_H
#define SOLVER_STRATEGY_LESSON_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct lesson_state {
    uint64_t own, other; /* the attacker's and the opponent's stones */
    uint32_t proof;      /* proof number; 0: it is proved */
    uint8_t ko;          /* the point of the ko + 1, or 0 */
    uint8_t most;        /* of a proved state: the binary logarithm of its greatest visit */
    bool own_move;
};

struct lesson {
    struct lesson_state *states; /* owned; none once it is learned and kept */
    size_t count, room;
    bool kept; /* a store has it */
};

void lesson_release(struct lesson *lesson);

/* Returns 0 or -ENOMEM. */
int lesson_add(struct lesson *lesson, const struct lesson_state *state);

/* Returns a hash of all states, by which a lesson is found in a store and known to be whole; never
 * 0. */
uint64_t lesson_hash(const struct lesson *lesson);

#endif
