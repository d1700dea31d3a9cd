/*
 * States with a ko: a canonical board, the player to move, and the point where he must not play.
 *
 * There is such a state for each play of that player that captures a single stone and could be
 * answered by recapturing it: the board after that play is the one before the opponent's play with
 * the ko. So they are told by the board alone. They are few, and numbered in the order of boards,
 * movers (Black first) and points.
 */
#ifndef SOLVER_DENSE_KOS_H
#define SOLVER_DENSE_KOS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "dense/index.h"
#include "dense/memory.h"

/* Boards whose kos are looked for together. */
#define DENSE_KO_BOARDS 256

struct dense_kos {
    const struct dense_index *index;
    uint64_t count;  /* of the states */
    uint64_t *first; /* of each DENSE_KO_BOARDS boards: the number of their first state; one more */
    uint16_t *keys;  /* by state: board within those << 7 | mover << 6 | point */
    uint64_t buckets;            /* of first, without the last */
    struct dense_array lent;     /* has both, after dense_kos_lend(); */
    struct dense_memory *memory; /* and where it is from */
};

/*
 * Finds all states with a ko of the boards of an index, which must outlive them. Threads and stop
 * of the work count. Always the same. Returns 0, -ENOMEM, or -EINTR when stop returned true.
 * dense_kos_release() them; they may be all zero.
 */
int dense_kos_init(struct dense_kos *ret_kos, const struct dense_index *index,
                   const struct dense_work *how);
void dense_kos_release(struct dense_kos *kos);

/* Moves them into memory that others may read (dense_memory.lent), which must outlive them: first
 * the keys, from dense_kos_lent_first() on the rest. Returns 0, or -ENOMEM where there is none, and
 * all is as before. */
int dense_kos_lend(struct dense_kos *kos, struct dense_memory *memory);

/* Returns at which byte first begins, of so many states. */
static inline size_t dense_kos_lent_first(uint64_t kos)
{
    return (((size_t)kos + 1) * sizeof(uint16_t) + 7) & ~(size_t)7;
}

/* Returns the bytes that so many states of so many boards take. */
size_t dense_kos_bytes(uint64_t boards, uint64_t kos);

/* Returns the first number of a state whose board is not before the one with this number. number
 * may be the count of boards. */
uint64_t dense_kos_first(const struct dense_kos *kos, uint64_t number);

/* A state with a ko, by its number. */
struct dense_ko {
    uint64_t number; /* of the board */
    uint8_t mover;   /* enum colour, as the canonical board shows the colours */
    uint8_t point;   /* where he must not play */
};

/* Returns the state with a number below kos->count. The numbers of a board's states are those from
 * dense_kos_first() of it up to that of the next board. */
struct dense_ko dense_kos_at(const struct dense_kos *kos, uint64_t state);

/* Returns the number of the state of a board that has it, of which the point is told as in struct
 * dense_child: 1 + point. */
uint64_t dense_kos_number(const struct dense_kos *kos, uint64_t number, unsigned mover,
                          unsigned ko);

/* Fetches what dense_kos_number() will need. */
static inline void dense_kos_fetch(const struct dense_kos *kos, uint64_t number)
{
    __builtin_prefetch(&kos->first[number / DENSE_KO_BOARDS]);
}

#endif
