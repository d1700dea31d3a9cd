/*
 * The greatest margin that each player can force, in all states: the attractor of every margin
 * (MARGIN_EVERY, tables/attractor.h) of all boards.
 *
 * Entries are margins as in a table of values, table_margin_code(): 0 nothing is forced, else
 * margin + points + 1, in the view of the player who forces it. They begin with nothing and grow.
 */
#ifndef SOLVER_DENSE_MARGINS_H
#define SOLVER_DENSE_MARGINS_H

#include "dense/game.h"
#include "dense/memory.h"
#include "dense/sweep.h"

struct dense_margins {
    struct dense_game game;
    struct dense_memory *memory;
    /* Of boards by their numbers, colours as the canonical board shows them. */
    struct dense_array codes; /* four bytes: by 2 * mover + attacker */
    /* Of states with a ko by their numbers. */
    struct dense_array ko_codes; /* two bytes: by attacker */
    /* The same, to read what plays lead to: these, or those of all mates (dense/mates.h). */
    const uint8_t *seen_codes, *seen_ko_codes;
};

/*
 * Makes room, with nothing forced. game's index and kos, and memory, must outlive it. Returns 0 or
 * what dense_memory_take() returned. dense_margins_release() it; it may be all zero.
 */
int dense_margins_init(struct dense_margins *ret_margins, const struct dense_game *game,
                       struct dense_memory *memory);
void dense_margins_release(struct dense_margins *margins);

/*
 * Raises all entries to what can be forced. It begins with what the arrays hold: nothing at first,
 * or what an earlier run, stopped at any time, had left there; the end is the same. Returns as
 * dense_outcomes_run().
 */
int dense_margins_run(struct dense_margins *margins, const struct dense_sweeps *how);

/* Returns the entry of a state for attacker, colours as in the state. Threads may ask while nobody
 * runs it. The index holds everything. */
unsigned dense_margins_at(const struct dense_margins *margins, const struct dense_state *state,
                          enum colour attacker);

/* Returns for how many boards with a player to move the two entries meet: the value is known. */
uint64_t dense_margins_known(const struct dense_margins *margins);

/* Bytes that a state's entry has for a reader: by attacker. */
static inline int dense_margins_width(void)
{
    return 2;
}

/* Writes the entries of states whose boards are held here. */
void dense_margins_answer(const struct dense_margins *margins, const struct dense_lookup *lookups,
                          size_t count, uint8_t *ret_answers);

/* Bytes of the entries of a board, and of a state with a ko. */
#define DENSE_MARGINS_BOARD_BYTES 4
#define DENSE_MARGINS_KO_BYTES 2

/* Returns the bytes of memory that so many boards and states with a ko take. */
static inline uint64_t dense_margins_bytes(uint64_t boards, uint64_t kos)
{
    return boards * DENSE_MARGINS_BOARD_BYTES + kos * DENSE_MARGINS_KO_BYTES;
}

#endif
