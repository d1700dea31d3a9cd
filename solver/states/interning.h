/*
 * Interning a board in steps, for several boards at a time: what is needed of memory is fetched
 * while others are looked at. Shared by the files of the positions.
 */
#ifndef SOLVER_STATES_INTERNING_H
#define SOLVER_STATES_INTERNING_H

#include "states/positions.h"

/* The most boards, and the most moves, that there is room for: they have 32-bit numbers. */
#define INTERNING_MOST ((size_t)1 << 31)

/* A board on its way to an id. */
struct lookup {
    struct stones canonical;
    uint32_t hash;      /* of the canonical board; enumerate_parallel.c puts the slot here */
    uint8_t element;    /* the least that takes the board to the canonical one */
    bool fixed;         /* other elements take it there, too */
    uint16_t move : 15; /* for batch.h: the move of the chunk that leads there */
    uint16_t own : 1;   /* for batch.h: this move is the first that does */
};

/* Finds the canonical board of a board. */
struct lookup interning_canonical(const struct positions *positions, struct stones stones);

/* Fetches the memory that looking up a board needs. May be left out. */
static inline void interning_fetch(const struct positions *positions, const struct lookup *lookup)
{
    uint32_t orbit = positions->index.slots[lookup->hash & positions->index.mask] - 1;
    if (orbit != HASHSET_NONE)
        __builtin_prefetch(&positions->orbits[orbit]);
}

/* Sets *ret_id to the id of the board, if its orbit is known. */
bool interning_find(const struct positions *positions, const struct lookup *lookup,
                    uint32_t *ret_id);

/* Sets *ret_id to the id of the board; a new orbit's margin is MARGIN_UNKNOWN, to be set with
 * interning_set_margin(). Returns 0 or -ENOMEM. */
int interning_add(struct positions *positions, const struct lookup *lookup, uint32_t *ret_id);

/* Sets the margin of an orbit, if it is not known. */
void interning_set_margin(struct positions *positions, uint32_t orbit);

/* Returns the id of the board whose orbit this is. */
uint32_t interning_id(const struct positions *positions, uint32_t orbit,
                      const struct lookup *lookup);

/* Returns the index of the stabiliser of the canonical board, added if it is new, or -ENOMEM.
 * Several threads may ask, while none looks into the list of stabilisers. */
int interning_stabiliser(struct positions *positions, const struct lookup *lookup);

/* Writes the board as that of an orbit, without its margin and its slot in the index. */
void interning_write(struct positions *positions, const struct lookup *lookup, uint32_t orbit,
                     int stabiliser);

/* Makes room for so many boards in all. Returns 0 or -ENOMEM. */
int interning_reserve_boards(struct positions *positions, uint32_t count);

/* Makes room for so many moves in all. Returns 0 or -ENOMEM. */
int interning_reserve_moves(struct positions *positions, size_t count);

/* Makes room in the index for one more board than are known. Returns 0 or -ENOMEM. */
int interning_reserve_index(struct positions *positions);

/* Returns what positions.bytes counts for a board without its moves. */
static inline size_t interning_board_bytes(void)
{
    return sizeof(struct orbit) + 2 * sizeof(uint32_t);
}

/* Lists the stone moves of mover on a board; children receives where they lead, not interned,
 * unless it is NULL. Returns how many. */
int interning_list_moves(const struct positions *positions, struct stones before, enum colour mover,
                         struct stone_move moves[SOLVER_MAX_POINTS],
                         struct lookup children[SOLVER_MAX_POINTS]);

#endif
