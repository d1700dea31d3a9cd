/*
 * The states that a check of a strategy met, up to the symmetries of the board: a state here stands
 * for all of its images. Nothing else is kept of them but the attacker's replies. What follows a
 * state is found again by the rules when it is wanted (moves.h).
 *
 * States with the same stones and the same forbidden ko are one entry of one table, which is looked
 * into by hash: their stones, and their marks. Nearly all have no ko. So an entry without a ko
 * stands for a board, too: it is there, with the mark KOS, where only states with a ko were met.
 */
#ifndef SOLVER_CERTIFICATE_CHECK_STRATEGY_STATES_H
#define SOLVER_CERTIFICATE_CHECK_STRATEGY_STATES_H

#include <stddef.h>

#include "certificate/budget.h"
#include "certificate/check/strategy/board.h"

#define STATES_NONE SIZE_MAX

/* What is noted of an entry: bits. */
#define STATES_MET(mover) (1u << (mover))  /* the state in which he moves was met */
#define STATES_OPEN(mover) (4u << (mover)) /* the walk is between that state and its end */
#define STATES_KOS 16u                     /* there are entries of this board with a ko */
#define STATES_REACHED 32u                 /* by the search for components (components.c) */
#define STATES_CLOSED 64u                  /* its component is known */
#define STATES_OPPONENT 128u               /* of a board: the attacker's opponent moves on it */
#define STATES_REPLY_SHIFT 8               /* the attacker's reply, 7 bits */
#define STATES_KO_SHIFT 16                 /* the ko's point + 1, or 0; 7 bits */
#define STATES_FIELD 127u
#define STATES_TAKEN (1u << 31) /* the entry is one */

struct strategy_states {
    uint32_t *entries; /* room times: marks, and the stones of Black and of White */
    size_t size;       /* of an entry, in words of 32 bits */
    size_t count, room;
    struct budget *budget; /* borrowed */
};

/* Makes room for so many entries, or for a few where the budget does not allow it; there may be
 * more in the end. Returns 0, -ENOMEM or what ended the budget (budget.h); release it in any case.
 */
int strategy_states_init(struct strategy_states *ret_states, const struct strategy_board *board,
                         size_t expected, struct budget *budget);
void strategy_states_release(struct strategy_states *states); /* and gives the budget back */

/* Has what is needed of the entry of these stones, which are those of a class, brought near. */
void strategy_states_fetch(const struct strategy_states *states,
                           const struct strategy_stones *stones, int ko);

/* Returns the number of the entry with these stones and that ko (its point + 1, or 0), or
 * STATES_NONE. */
size_t strategy_states_find(const struct strategy_states *states,
                            const struct strategy_stones *stones, int ko);

/* Was the state with these stones, that ko and that mover met? */
bool strategy_states_have(const struct strategy_states *states,
                          const struct strategy_stones *stones, int ko, int mover);

/* Finds the entry, or adds it. If it adds one, the others may have other numbers then. Returns as
 * strategy_states_init(). */
int strategy_states_add(struct strategy_states *states, const struct strategy_stones *stones,
                        int ko, size_t *ret_entry);

/* The marks of an entry, to be read and set. */
static inline uint32_t *strategy_states_marks(const struct strategy_states *states, size_t entry)
{
    return &states->entries[entry * states->size];
}

/* Is a turn in the reach of what was met: a board with the attacker to move, or one on which his
 * opponent moved, with him? The stones are those of a class. */
bool strategy_states_reach(const struct strategy_states *states,
                           const struct strategy_stones *stones, bool attacker_moves);

/* The stones of an entry. */
struct strategy_stones strategy_states_stones(const struct strategy_states *states, size_t entry);

#endif
