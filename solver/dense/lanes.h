/*
 * Vectors of codes (dense/codes.h) in pieces of four lanes. How many pieces there are is a constant
 * wherever it matters, so that they stay in registers.
 */
#ifndef SOLVER_DENSE_LANES_H
#define SOLVER_DENSE_LANES_H

#include <stdint.h>

#include "board/symmetry.h"

#define DENSE_INLINE static inline __attribute__((always_inline))

/*
 * A function that is compiled for several processors; which one is used is found out when the
 * program starts. What it calls must be inlined, or have clones, too. The sanitizers do not know
 * such functions.
 */
#if defined(__x86_64__) && defined(__GNUC__) && !defined(__clang__) && defined(__gnu_linux__) &&   \
    !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
#define DENSE_CLONES __attribute__((target_clones("arch=x86-64-v4", "arch=x86-64-v3", "default")))
#else
#define DENSE_CLONES
#endif

/* Four lanes; half a vector has DENSE_PIECES_MAX of them at most. Codes have fewer than 64 bits, so
 * they may be compared with a sign. */
#define DENSE_PIECE 4
#define DENSE_PIECES_MAX (SYMMETRY_MAX / DENSE_PIECE)
typedef int64_t dense_piece __attribute__((vector_size(8 * DENSE_PIECE), may_alias));

/* The greater one of each lane. */
#define DENSE_GREATER(a, b) (((a) & ((a) > (b))) | ((b) & ((a) <= (b))))

/*
 * Adds two vectors, of halves of so many pieces. Sets the greatest lane of those that keep the
 * colours, and that of those that swap them.
 */
DENSE_INLINE void dense_lanes_greatest(const dense_piece *vector, const dense_piece *more,
                                       int pieces, uint64_t *ret_keeps, uint64_t *ret_swaps)
{
    dense_piece k = vector[0] + more[0], s = vector[pieces] + more[pieces];
    for (int i = 1; i < pieces; i++) {
        dense_piece other_k = vector[i] + more[i], other_s = vector[pieces + i] + more[pieces + i];
        k = DENSE_GREATER(k, other_k);
        s = DENSE_GREATER(s, other_s);
    }
    dense_piece low = __builtin_shufflevector(k, s, 0, 4, 1, 5);
    dense_piece high = __builtin_shufflevector(k, s, 2, 6, 3, 7);
    dense_piece both = DENSE_GREATER(low, high);
    dense_piece turned = __builtin_shufflevector(both, both, 2, 3, 0, 1);
    both = DENSE_GREATER(both, turned);
    *ret_keeps = (uint64_t)both[0];
    *ret_swaps = (uint64_t)both[1];
}

#endif
