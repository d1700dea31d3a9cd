/* The sets of dense/acyclic.h, and the sweeps that follow from them. For its files only. */
#ifndef SOLVER_DENSE_RANKING_H
#define SOLVER_DENSE_RANKING_H

#include <stdatomic.h>

#include "dense/acyclic.h"
#include "dense/lanes.h"
#include "dense/moves.h"

/* Lines that a thread goes through before it asks for others. */
#define RANKING_CHUNK_LINES 64

/* The sets of a place: see acyclic.h. */
enum ranking_set { RANKING_FULL, RANKING_RANKED };

DENSE_INLINE uint64_t ranking_load(const struct dense_array *array, uint64_t i, int width)
{
    if (width == 2)
        return atomic_load_explicit((_Atomic uint16_t *)array->data + i, memory_order_relaxed);
    if (width == 4)
        return atomic_load_explicit((_Atomic uint32_t *)array->data + i, memory_order_relaxed);
    return atomic_load_explicit((_Atomic uint64_t *)array->data + i, memory_order_relaxed);
}

DENSE_INLINE void ranking_store(const struct dense_array *array, uint64_t i, int width,
                                uint64_t set)
{
    if (width == 2)
        atomic_store_explicit((_Atomic uint16_t *)array->data + i, (uint16_t)set,
                              memory_order_relaxed);
    else if (width == 4)
        atomic_store_explicit((_Atomic uint32_t *)array->data + i, (uint32_t)set,
                              memory_order_relaxed);
    else
        atomic_store_explicit((_Atomic uint64_t *)array->data + i, set, memory_order_relaxed);
}

/* Where a set of a place is among the sets, and where its waiting ones are. */
DENSE_INLINE uint64_t ranking_at(uint64_t number, unsigned owner, enum ranking_set set)
{
    return 4 * number + 2 * owner + (unsigned)set;
}

DENSE_INLINE uint64_t ranking_waiting_at(uint64_t number, unsigned owner)
{
    return 2 * number + owner;
}

/* The margins of the group, and the least of them, that of bit 0. */
static inline int ranking_least(const struct dense_acyclic *acyclic)
{
    return acyclic->most - 8 * acyclic->width + 1;
}

/* Returns the set of the group's margins that are not greater than margin, nor less than any
 * board's. */
static inline uint64_t ranking_up_to(const struct dense_acyclic *acyclic, int margin)
{
    int least = ranking_least(acyclic), points = acyclic->game.index->codes->points;
    int first = -points > least ? -points - least : 0;
    margin = margin > acyclic->most ? acyclic->most : margin;
    if (margin - least < first)
        return 0;
    uint64_t all = ~0ull >> (63 - (margin - least));
    return all & ~0ull << first;
}

/* The sweeps at work. */
struct ranking_sweeps {
    const struct dense_acyclic *acyclic;
    const struct dense_work *how;
    struct dense_progress progress;
    atomic_bool stopped;
};

/* Marks a board, which may be done by several threads. */
static inline void ranking_mark(const struct dense_acyclic *acyclic, uint64_t number)
{
    _Atomic uint8_t *byte = (_Atomic uint8_t *)acyclic->marks.data + number / 8;
    atomic_fetch_or_explicit(byte, (uint8_t)(1u << number % 8), memory_order_release);
}

/* Takes the mark from a board; returns whether there was one. */
static inline bool ranking_unmark(const struct dense_acyclic *acyclic, uint64_t number)
{
    _Atomic uint8_t *byte = (_Atomic uint8_t *)acyclic->marks.data + number / 8;
    uint8_t bit = (uint8_t)(1u << number % 8);
    if ((atomic_load_explicit(byte, memory_order_relaxed) & bit) == 0)
        return false;
    return (atomic_fetch_and_explicit(byte, (uint8_t)~bit, memory_order_acquire) & bit) != 0;
}

/* Boards that are to be marked, whose lines are being fetched. */
#define RANKING_MARKS 64
struct ranking_marker {
    const struct dense_acyclic *acyclic;
    uint64_t set; /* the margins for which something has changed */
    int count;
    struct {
        uint64_t code, set;
    } boards[RANKING_MARKS];
};

/* Marks the boards from which a play of mover leads to a board that has changed for the margins of
 * a set, if any of these matter there. */
void ranking_mark_before(struct ranking_marker *marker, struct stones stones, unsigned mover,
                         uint64_t set);
void ranking_mark_end(struct ranking_marker *marker);

/* Goes down the marked boards once. */
void ranking_sweep(struct ranking_sweeps *sweeps);

#endif
