/*
 * Which states a player can force: one threshold, both players, all boards.
 *
 * A player claims a margin of at least t; the other then claims 1 - t. A state is a canonical
 * board, the player to move, and who claims t (the claimer). It is forced when the claimer can
 * force his margin, denied when the other can force his, else open: it would go on for ever. So
 * these are the four attractors of both players for t and for 1 - t (tables/attractor.h) at once,
 * two bits a state, a byte a board.
 *
 * Stored are states with no passes in a row. Those with passes follow from the plays on the board.
 */
#ifndef SOLVER_DENSE_OUTCOMES_H
#define SOLVER_DENSE_OUTCOMES_H

#include "dense/game.h"
#include "dense/memory.h"
#include "dense/sweep.h"

enum dense_outcome { DENSE_OPEN, DENSE_FORCED, DENSE_DENIED };

/* Plies that are stored, at most: so many, or more. */
#define DENSE_PLIES_MAX 255

struct dense_outcomes {
    struct dense_game game;
    int threshold; /* the margin that is claimed, the claimer's view */
    struct dense_memory *memory;
    /* Of boards by their numbers, colours as the canonical board shows them. */
    struct dense_array codes; /* a byte: outcome << 2 * (2 * mover + claimer) */
    struct dense_array plies; /* four bytes: by 2 * mover + claimer. None without plies */
    /* Of states with a ko by their numbers. */
    struct dense_array ko_codes; /* a byte: outcome << 2 * claimer */
    struct dense_array ko_plies; /* two bytes: by claimer */
};

/*
 * Makes room for a threshold, with all states open. plies: for the plies to the end, too. game's
 * index and kos, and memory, must outlive it. Returns 0 or what dense_memory_take() returned.
 * dense_outcomes_release() it; it may be all zero.
 */
int dense_outcomes_init(struct dense_outcomes *ret_outcomes, const struct dense_game *game,
                        int threshold, bool plies, struct dense_memory *memory);
void dense_outcomes_release(struct dense_outcomes *outcomes);

/*
 * Decides all states that are still open and can be decided. It begins with what the arrays hold:
 * nothing at first, or what an earlier run of the same threshold, stopped at any time, had left
 * there; the end is the same.
 *
 * Plies are those of an attractor (attractor_rank()), passes counted, or more: they get less along
 * the line of a player who goes on to the state with the least, so he comes to the end.
 * exact: they are brought down to what is best play's, which takes some times as long. Otherwise
 * how much more they are may differ from run to run where there are several threads; outcomes never
 * do.
 *
 * Returns 0; -EINTR when stop returned true; -ENOMEM; or what report or the reader returned. In
 * each case the arrays can be gone on with.
 */
int dense_outcomes_run(struct dense_outcomes *outcomes, bool exact, const struct dense_sweeps *how);

/*
 * Returns the outcome of a state for a claimer, colours as in the state. Threads may ask while
 * nobody runs it. The index holds everything.
 */
enum dense_outcome dense_outcomes_at(const struct dense_outcomes *outcomes,
                                     const struct dense_state *state, enum colour claimer);

/*
 * The plies to the end if attacker forces the threshold, or 1 - threshold (denial), from a state:
 * as attractor_rank(); 0 if he does not. Without plies, 1 if he does.
 */
int dense_outcomes_rank(const struct dense_outcomes *outcomes, const struct dense_state *state,
                        enum colour attacker, bool denial);

/* How many states with no passes in a row and no ko are forced, and how many denied. */
void dense_outcomes_count(const struct dense_outcomes *outcomes, uint64_t *ret_forced,
                          uint64_t *ret_denied);

/* Bytes that a state's entry has for a reader: outcome << 2 * claimer; then, with plies, those by
 * claimer. */
static inline int dense_outcomes_width(const struct dense_outcomes *outcomes)
{
    return outcomes->plies.data != NULL ? 3 : 1;
}

/* Writes the entries of states whose boards are held here. */
void dense_outcomes_answer(const struct dense_outcomes *outcomes,
                           const struct dense_lookup *lookups, size_t count, uint8_t *ret_answers);

/* Returns the bytes of memory that so many boards and states with a ko take. */
static inline uint64_t dense_outcomes_bytes(uint64_t boards, uint64_t kos, bool plies)
{
    return boards * (plies ? 5u : 1u) + kos * (plies ? 3u : 1u);
}

#endif
