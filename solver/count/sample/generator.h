/* Random numbers: xoshiro256** (Blackman and Vigna 2018), seeded by splitmix64. */
#ifndef SOLVER_COUNT_GENERATOR_H
#define SOLVER_COUNT_GENERATOR_H

#include <stdint.h>

struct generator {
    uint64_t state[4];
};

/* The stream of this number among those of a seed. */
static inline void generator_start(struct generator *generator, uint64_t seed, uint64_t stream)
{
    uint64_t x = seed * UINT64_C(0x2545f4914f6cdd1d) + stream * UINT64_C(0xd1342543de82ef95);
    for (int i = 0; i < 4; i++) {
        x += UINT64_C(0x9e3779b97f4a7c15);
        uint64_t z = x;
        z = (z ^ z >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
        z = (z ^ z >> 27) * UINT64_C(0x94d049bb133111eb);
        generator->state[i] = z ^ z >> 31;
    }
}

static inline uint64_t generator_next(struct generator *generator)
{
    uint64_t *s = generator->state, x = s[1] * 5, shifted = s[1] << 17;
    uint64_t result = (x << 7 | x >> 57) * 9;
    s[2] ^= s[0];
    s[3] ^= s[1];
    s[1] ^= s[2];
    s[0] ^= s[3];
    s[2] ^= shifted;
    s[3] = s[3] << 45 | s[3] >> 19;
    return result;
}

/* Uniform in [0, 1). */
static inline double generator_unit(struct generator *generator)
{
    return (double)(generator_next(generator) >> 11) * 0x1p-53;
}

#endif
