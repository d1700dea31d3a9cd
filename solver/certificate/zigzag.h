/* Numbers of either sign as numbers: 0, -1, 1, -2, ... are 0, 1, 2, 3, ... */
#ifndef SOLVER_CERTIFICATE_ZIGZAG_H
#define SOLVER_CERTIFICATE_ZIGZAG_H

#include <stdint.h>

static inline uint64_t zigzag_code(int number)
{
    return number >= 0 ? 2 * (uint64_t)number : 2 * (uint64_t)(-(int64_t)number) - 1;
}

static inline int zigzag_number(uint64_t code)
{
    return code % 2 == 0 ? (int)(code / 2) : -(int)((code + 1) / 2);
}

#endif
