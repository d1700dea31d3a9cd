/*
 * What the tables of all boards would take, estimated before they are made.
 *
 * Legal boards are counted (board/legal/count.h), those up to symmetry by Burnside's lemma, both
 * exactly where that is quick. Moves and moves with a ko are estimated from a sample of random
 * legal boards, the same in every run. Memory follows from the counts: it is what the tables hold
 * at the worst moment of being made.
 */
#ifndef SOLVER_TABLES_TABLE_SIZE_H
#define SOLVER_TABLES_TABLE_SIZE_H

#include "states/positions.h"

struct table_size {
    long double legal;  /* legal boards */
    long double boards; /* the same up to symmetry and the swap of the colours */
    bool legal_exact;   /* legal was counted, else estimated */
    bool boards_exact;  /* boards was counted, else estimated */
    double moves;       /* stone moves of both players on those boards; estimated */
    double kos;         /* those that leave a ko; estimated */
    double positions;   /* bytes of the boards and moves */
    double reverse;     /* bytes of the moves seen from their ends */
    double attractor;   /* bytes of one attractor */
    double work;        /* bytes besides while an attractor is made */
    double enumeration; /* bytes besides while the boards are enumerated */
    bool addressable;   /* boards and moves have 32-bit numbers */
};

/*
 * Estimates the size. simple_ko tells whether the attractors' game has a simple ko, layers how many
 * passes end it. positions is only looked at. Returns 0 or -ENOMEM.
 */
int table_size_estimate(struct table_size *ret_size, const struct positions *positions,
                        const struct graph *graph, bool simple_ko, int layers);

/* Returns the bytes of all of it while the search runs: the attractors of both players, and that of
 * all margins. */
double table_size_bytes(const struct table_size *size);

/* The share of the memory that tables may fill, of TABLE_SIZE_PARTS. */
#define TABLE_SIZE_SHARE 3
#define TABLE_SIZE_PARTS 4
static inline bool table_size_fits(const struct table_size *size, size_t max_bytes)
{
    return size->addressable &&
           table_size_bytes(size) <= (double)max_bytes / TABLE_SIZE_PARTS * TABLE_SIZE_SHARE;
}

/* Sets *ret_stones to a random legal board. Returns how many colourings that took, or 0 if none of
 * many is legal. *seed changes. */
int table_size_random_board(const struct positions *positions, uint64_t *seed,
                            struct stones *ret_stones);

#endif
