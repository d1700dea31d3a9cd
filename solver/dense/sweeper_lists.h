/*
 * What the plays of boards lead to, kept from the first sweep of a run for the others: most of a
 * sweep's time goes into listing plays and looking up where their entries are. Private to the
 * tables of this room.
 *
 * Boards come in chunks, as threads take them. A chunk for whose list there is no room is listed
 * anew in each sweep. A list has only what the sweep wanted that made it: what is known by then
 * nobody asks for again.
 */
#ifndef SOLVER_DENSE_SWEEPER_LISTS_H
#define SOLVER_DENSE_SWEEPER_LISTS_H

#include "dense/sweeper.h"

/* A chunk's list: some words for each board (sweeper_lists.c). */
struct sweeper_list {
    const uint32_t *words; /* NULL: there is none */
    size_t count;          /* of the words */
};

struct sweeper_lists {
    struct sweeper_list *chunks; /* by chunk, from the top */
    struct dense_memory memory;
    struct dense_array words; /* of all chunks */
    size_t room;              /* words that fit */
    atomic_size_t taken;
    size_t draft_room; /* words of a draft: the list of any chunk fits */
    bool open;         /* lists are made; false after the first sweep */
};

/* A list that is being made. */
struct sweeper_draft {
    uint32_t *words;
    size_t count;
};

/* A child in a list: the number of its entry, whether its board shows the colours swapped, and
 * whether the entry is that of a state with a ko. */
#define SWEEPER_LISTED_AT ((1u << 30) - 1)
#define SWEEPER_LISTED_SWAPS (1u << 31)
#define SWEEPER_LISTED_KO (1u << 30)

/* Makes room for lists of at most so many bytes. Returns false if there is none, or if the numbers
 * of entries do not fit a list: nothing is to be released then. */
bool sweeper_lists_init(struct sweeper_lists *ret_lists, const struct dense_game *game,
                        size_t bytes);
void sweeper_lists_release(struct sweeper_lists *lists);

/* Adds a board, with the children that it has; draft has the lists' draft_room. */
void sweeper_lists_add(struct sweeper_draft *draft, const struct dense_game *game,
                       const struct sweeper_board *board);

/* Keeps the list of a chunk if there is room. Threads may keep those of different chunks at once.
 */
void sweeper_lists_keep(struct sweeper_lists *lists, uint64_t chunk,
                        const struct sweeper_draft *draft);

/* Looks at the boards of a list where something may change, in their order, as sweeper_chunk() does
 * without. Counts all but `done`. */
void sweeper_lists_sweep(const struct sweeper_kind *kind, const struct sweeper_list *list,
                         struct sweeper_counts *ret_counts);

#endif
