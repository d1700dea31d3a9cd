/* Bytes that grow, and reading them: numbers are little-endian wherever the file format has any. */
#ifndef SOLVER_BASE_BYTES_H
#define SOLVER_BASE_BYTES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* All zero: empty. Running out of memory is remembered in failed and reported at the end. */
struct bytes {
    uint8_t *data;
    size_t size, room;
    bool failed;
};

void bytes_put(struct bytes *bytes, const void *data, size_t size);
/* The low `width` bytes of value, width 1 .. 8. */
void bytes_put_number(struct bytes *bytes, uint64_t value, int width);
void bytes_release(struct bytes *bytes);

/* What is left to be read. Reading beyond the end sets bad and gives 0. */
struct bytes_reader {
    const uint8_t *at;
    size_t left;
    bool bad;
};

/* The next size bytes, or NULL. */
const uint8_t *bytes_read(struct bytes_reader *reader, size_t size);
uint64_t bytes_read_number(struct bytes_reader *reader, int width);
/* The same with the sign of the highest bit. */
int64_t bytes_read_signed(struct bytes_reader *reader, int width);

static inline void bytes_encode(uint8_t *to, uint64_t value, int width)
{
    for (int i = 0; i < width; i++)
        to[i] = (uint8_t)(value >> 8 * i);
}

static inline uint64_t bytes_decode(const uint8_t *from, int width)
{
    uint64_t value = 0;
    for (int i = 0; i < width; i++)
        value |= (uint64_t)from[i] << 8 * i;
    return value;
}

#endif
