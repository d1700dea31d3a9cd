/* Hashes of numbers. */
#ifndef SOLVER_BASE_HASH_H
#define SOLVER_BASE_HASH_H

#include <stdint.h>

/* The murmur finaliser: spreads a number over 64 bits. */
static inline uint64_t hash_mix(uint64_t x)
{
    x ^= x >> 33;
    x *= 0xff51afd7ed558ccdull;
    x ^= x >> 33;
    x *= 0xc4ceb9fe1a85ec53ull;
    return x ^ x >> 33;
}

#endif
