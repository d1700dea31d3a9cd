/* The conditions of a proof, gathered for its lemma by one thread. */
#ifndef SOLVER_CYCLES_GATHER_H
#define SOLVER_CYCLES_GATHER_H

#include "cycles/lemma.h"

/* All zero: nothing was gathered yet. */
struct cycle_gathering {
    uint32_t *marks; /* by situation: the last gathering that has it */
    size_t mark_capacity;
    uint32_t mark;     /* of the present gathering */
    uint32_t *watched; /* situations, in no order */
    size_t watched_count, watched_capacity;
    struct cycle_condition *wanted;
    size_t wanted_count, wanted_capacity;
};

void cycle_gathering_release(struct cycle_gathering *gathering);

/* Bytes held. */
size_t cycle_gathering_bytes(const struct cycle_gathering *gathering);

/* Begins to gather the conditions of a proof whose root is where a game stands. */
void cycle_gathering_begin(struct cycle_gathering *gathering);

/* Notes that the root itself is a situation at which the opponent may remove a cycle. Returns 0 or
 * -ENOMEM. */
int cycle_gathering_watch(struct cycle_gathering *gathering, const struct cycle_game *game);

/* Takes in the proof after a move from the root, at which game stands, updated. by_attacker: he
 * chose the move. child NULL: it ends the game. Returns 0 or -ENOMEM. */
int cycle_gathering_add(struct cycle_gathering *gathering, const struct cycle_game *game,
                        const struct cycle_edge *edge, bool by_attacker,
                        const struct cycle_lemma *child);

/* Makes the lemma with what is gathered. Returns NULL if there is no memory. */
struct cycle_lemma *cycle_gathering_end(const struct cycle_gathering *gathering,
                                        const struct cycle_game *game, int attacker, int bound);

#endif
