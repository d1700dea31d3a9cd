/*
 * What the tables of all boards would take, told before they are made.
 *
 * Legal boards are counted (board/legal_count.h), those up to symmetry by Burnside's lemma, both
 * exactly where that is quick. Plays and plays with a ko are estimated from a sample of random
 * legal boards, the same in every run. Memory follows from the counts: it is what the tables hold
 * at the worst moment of being made.
 */
#ifndef SOLVER_TABLES_TABLE_SIZE_H
#define SOLVER_TABLES_TABLE_SIZE_H

#include "states/positions.h"

struct table_size {
    long double legal;  /* boards */
    long double boards; /* up to symmetry and the swap of the colours */
    bool legal_exact, boards_exact;
    double plays, kos; /* of both players on those boards; estimated */
    /* Bytes: */
    double positions, reverse;
    double attractor; /* one, kept */
    double work;      /* while one is made */
    double closing;   /* while the boards are interned, besides positions */
    bool addressable; /* boards and plays have 32-bit numbers */
};

/*
 * simple_ko: of the attractors' game; layers: the passes that end it. positions is only looked at.
 * Returns 0 or -ENOMEM.
 */
int table_size_estimate(struct table_size *ret_plan, const struct positions *positions,
                        const struct graph *graph, bool simple_ko, int layers);

/* All of it while the search runs: the attractors of both players, and that of all margins. */
double table_size_bytes(const struct table_size *plan);

/* The share of the memory that tables may fill, of TABLE_SIZE_PARTS. */
#define TABLE_SIZE_SHARE 3
#define TABLE_SIZE_PARTS 4
static inline bool table_size_fits(const struct table_size *plan, size_t max_bytes)
{
    return plan->addressable &&
           table_size_bytes(plan) <= (double)max_bytes / TABLE_SIZE_PARTS * TABLE_SIZE_SHARE;
}

/* A random legal board; false if none was found in many tries. *seed changes. */
bool table_size_random_board(const struct positions *positions, uint64_t *seed,
                             struct stones *ret_stones);

#endif
