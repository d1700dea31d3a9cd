/*
 * Counting legal positions (every chain has a liberty) without listing them: point after point, it
 * is kept how many ways lead to each state of the border (board/legal/border.h; Tromp and
 * Farneback, Combinatorics of Go, 2006). The ways are counted modulo a few numbers whose product is
 * larger than 3^points, and put together by the Chinese remainder theorem.
 */
#ifndef SOLVER_BOARD_LEGAL_COUNT_H
#define SOLVER_BOARD_LEGAL_COUNT_H

#include <gmp.h>

#include "base/limits.h"
#include "board/graph.h"

/* The most residues that a count takes: so many moduli above 2^62 exceed 3^BOARD_MAX_POINTS. */
#define LEGAL_RESIDUES_MAX 10

struct legal_progress {
    int done, points; /* points of the board that this pass is through with; all of them */
    int residues;     /* that are known, of those that are wanted */
    int residues_wanted;
    int passes_done, passes; /* as many as it takes if this one's memory suffices */
    uint64_t states;         /* states of the border that are kept */
    uint64_t followed;       /* states whose next point was coloured, of all passes */
    size_t bytes;            /* memory that is held */
};

/* Who is told, when a pass begins and a few times a second, by one thread at a time. */
struct legal_watch {
    void (*tell)(const struct legal_progress *progress, void *arg);
    void *arg;
};

/*
 * Counts the legal positions of two colours on any board; max_bytes, threads, deadline and
 * interrupted of the limits count. watch may be NULL. ret_count is initialised already, and set on
 * success only. All residues are counted in one pass if they fit into the memory, else in several.
 * Returns 0; -ENOSPC: max_bytes does not suffice for one residue; -EINTR: the deadline has passed,
 * or it was interrupted; or -ENOMEM.
 */
int legal_count(const struct graph *graph, const struct limits *limits,
                const struct legal_watch *watch, mpz_t ret_count);

#endif
