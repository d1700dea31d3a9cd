/*
 * Vectors of codes (dense/codes.h): a few lanes of 64 bits that are added and compared. How many
 * they are is a constant wherever it matters, so that they stay in registers.
 */
#ifndef SOLVER_DENSE_LANES_H
#define SOLVER_DENSE_LANES_H

#include <stdbool.h>
#include <stdint.h>

#define DENSE_INLINE static inline __attribute__((always_inline))

/*
 * A function that is compiled for several processors; which one is used is found out when the
 * program starts. The sanitizers do not know such functions.
 */
#if defined(__x86_64__) && defined(__GNUC__) && !defined(__clang__) && defined(__gnu_linux__) &&   \
    !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
#define DENSE_CLONES __attribute__((target_clones("arch=x86-64-v4", "arch=x86-64-v3", "default")))
#else
#define DENSE_CLONES
#endif

DENSE_INLINE void dense_lanes_add(uint64_t *lanes, const uint64_t *more, int count)
{
    for (int i = 0; i < count; i++)
        lanes[i] += more[i];
}

DENSE_INLINE void dense_lanes_subtract(uint64_t *lanes, const uint64_t *less, int count)
{
    for (int i = 0; i < count; i++)
        lanes[i] -= less[i];
}

DENSE_INLINE uint64_t dense_lanes_greatest(const uint64_t *lanes, int count)
{
    uint64_t greatest = 0;
    for (int i = 0; i < count; i++)
        greatest = lanes[i] > greatest ? lanes[i] : greatest;
    return greatest;
}

#endif
