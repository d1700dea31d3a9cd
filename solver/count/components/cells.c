/* Cells that count by length, and cells as bytes. */
#include "count/components/cells.h"

#include <string.h>

/* Makes the coefficients from low to high - 1 part of the cell. */
static void widen(const struct cell_shape *shape, uint64_t *cell, size_t low, size_t high)
{
    size_t bytes = shape->limbs * sizeof(uint64_t);
    if (cell[0] == cell[1])
        cell[0] = cell[1] = low;
    if (low < cell[0]) {
        memset(cell_coefficient(shape, cell, low), 0, (cell[0] - low) * bytes);
        cell[0] = low;
    }
    if (high > cell[1]) {
        memset(cell_coefficient(shape, cell, cell[1]), 0, (high - cell[1]) * bytes);
        cell[1] = high;
    }
}

/* Is there no room for lengths below high? There always is, by the bound of the longest walk. */
static bool too_long(const struct cell_shape *shape, size_t high, bool *overflow)
{
    if (high > shape->lengths)
        *overflow = true;
    return high > shape->lengths;
}

void cell_lengths_add_one(const struct cell_shape *shape, uint64_t *cell, size_t length,
                          bool *overflow)
{
    if (too_long(shape, length + 1, overflow))
        return;
    widen(shape, cell, length, length + 1);
    uint64_t *at = cell_coefficient(shape, cell, length);
    *overflow |= mpn_add_1((mp_limb_t *)at, (mp_limb_t *)at, (mp_size_t)shape->limbs, 1) != 0;
}

void cell_lengths_add(const struct cell_shape *shape, uint64_t *cell, const uint64_t *other,
                      size_t shift, bool *overflow)
{
    size_t low = other[0] + shift, high = other[1] + shift;
    if (other[0] == other[1] || too_long(shape, high, overflow))
        return;
    widen(shape, cell, low, high);
    for (size_t i = low; i < high; i++) {
        uint64_t *at = cell_coefficient(shape, cell, i);
        const uint64_t *from = other + 2 + (i - shift) * shape->limbs;
        *overflow |= mpn_add_n((mp_limb_t *)at, (mp_limb_t *)at, (const mp_limb_t *)from,
                               (mp_size_t)shape->limbs) != 0;
    }
}

/* Adds a product of two coefficients. */
static void add_product(size_t limbs, uint64_t *at, const uint64_t *one, const uint64_t *two,
                        bool *overflow)
{
    mp_limb_t product[2 * CELL_LIMBS_MAX];
    if (limbs == 1) {
        uint64_t low;
        *overflow |= __builtin_mul_overflow(*one, *two, &low);
        *overflow |= __builtin_add_overflow(*at, low, at);
        return;
    }
    mpn_mul_n(product, (const mp_limb_t *)one, (const mp_limb_t *)two, (mp_size_t)limbs);
    *overflow |= !mpn_zero_p(product + limbs, (mp_size_t)limbs);
    *overflow |= mpn_add_n((mp_limb_t *)at, (mp_limb_t *)at, product, (mp_size_t)limbs) != 0;
}

void cell_lengths_add_product(const struct cell_shape *shape, uint64_t *cell, const uint64_t *one,
                              const uint64_t *two, bool *overflow)
{
    size_t limbs = shape->limbs;
    if (one[0] == one[1] || two[0] == two[1] || too_long(shape, one[1] + two[1] - 1, overflow))
        return;
    widen(shape, cell, one[0] + two[0], one[1] + two[1] - 1);
    for (size_t i = one[0]; i < one[1]; i++)
        for (size_t j = two[0]; j < two[1]; j++)
            add_product(limbs, cell_coefficient(shape, cell, i + j), one + 2 + i * limbs,
                        two + 2 + j * limbs, overflow);
}

static unsigned bytes_of(uint64_t number)
{
    return number == 0 ? 0 : (71 - (unsigned)__builtin_clzll(number)) / 8;
}

static uint8_t *put(uint8_t *to, uint64_t number, unsigned width)
{
    for (unsigned i = 0; i < width; i++)
        *to++ = (uint8_t)(number >> 8 * i);
    return to;
}

static uint64_t get(const uint8_t *from, unsigned width)
{
    uint64_t number = 0;
    for (unsigned i = 0; i < width; i++)
        number |= (uint64_t)from[i] << 8 * i;
    return number;
}

/* The bytes that the largest coefficient of count cells takes. */
static unsigned width_of(const struct cell_shape *shape, const uint64_t *cells, size_t count)
{
    unsigned width = 1;
    for (size_t c = 0; c < count; c++) {
        const uint64_t *cell = cells + c * shape->words;
        size_t from = 0, to = 1;
        if (shape->kind == CELL_LENGTHS) {
            from = 2 + cell[0] * shape->limbs;
            to = 2 + cell[1] * shape->limbs;
        }
        for (size_t i = from; i < to; i++) {
            unsigned below =
                shape->kind == CELL_LENGTHS ? 8 * (unsigned)((i - 2) % shape->limbs) : 0;
            unsigned bytes = cell[i] == 0 ? 0 : below + bytes_of(cell[i]);
            width = bytes > width ? bytes : width;
        }
    }
    return width;
}

size_t cell_pack_room(const struct cell_shape *shape, size_t count)
{
    return 2 + count * (4 + shape->words * sizeof(uint64_t));
}

/* One number of several words, in width bytes. */
static uint8_t *put_limbs(uint8_t *to, const uint64_t *limbs, unsigned width)
{
    for (unsigned i = 0; i < width; i += 8)
        to = put(to, limbs[i / 8], width - i < 8 ? width - i : 8);
    return to;
}

size_t cell_pack(const struct cell_shape *shape, const uint64_t *cells, size_t count,
                 uint8_t *ret_bytes)
{
    unsigned width = width_of(shape, cells, count);
    uint8_t *to = put(ret_bytes, width, 1);
    for (size_t c = 0; c < count; c++) {
        const uint64_t *cell = cells + c * shape->words;
        if (shape->kind != CELL_LENGTHS) {
            to = put(to, cell[0], width);
            continue;
        }
        to = put(put(to, cell[0], 2), cell[1], 2);
        for (size_t i = cell[0]; i < cell[1]; i++)
            to = put_limbs(to, cell + 2 + i * shape->limbs, width);
    }
    return (size_t)(to - ret_bytes);
}

/* Reads the ends of a cell of LENGTHS, and steps over them. Are they followed by its coefficients?
 */
static bool read_ends(const struct cell_shape *shape, const uint8_t **from, const uint8_t *end,
                      unsigned width, uint64_t ends[2])
{
    if (end - *from < 4)
        return false;
    ends[0] = get(*from, 2);
    ends[1] = get(*from + 2, 2);
    *from += 4;
    return ends[0] <= ends[1] && ends[1] <= shape->lengths &&
           (size_t)(end - *from) >= (ends[1] - ends[0]) * width;
}

/* Reads a cell of LENGTHS; returns where the next one begins, or NULL. */
static const uint8_t *unpack_lengths(const struct cell_shape *shape, const uint8_t *from,
                                     const uint8_t *end, unsigned width, uint64_t *cell)
{
    if (!read_ends(shape, &from, end, width, cell))
        return NULL;
    for (size_t i = cell[0]; i < cell[1]; i++, from += width)
        for (size_t k = 0; k < shape->limbs; k++) {
            unsigned done = (unsigned)k * 8, left = width > done ? width - done : 0;
            cell_coefficient(shape, cell, i)[k] = get(from + done, left < 8 ? left : 8);
        }
    return from;
}

static bool is_width(const struct cell_shape *shape, unsigned width)
{
    return width >= 1 && width <= 8 * (shape->kind == CELL_LENGTHS ? shape->limbs : 1);
}

bool cell_is_packed(const struct cell_shape *shape, const uint8_t *bytes, size_t size, size_t count)
{
    const uint8_t *end = bytes + size, *from = bytes + 1;
    unsigned width = size > 0 ? bytes[0] : 0;
    uint64_t ends[2];
    if (!is_width(shape, width))
        return false;
    if (shape->kind != CELL_LENGTHS)
        return size - 1 == count * width;
    for (size_t c = 0; c < count; c++) {
        if (!read_ends(shape, &from, end, width, ends))
            return false;
        from += (ends[1] - ends[0]) * width;
    }
    return from == end;
}

bool cell_unpack(const struct cell_shape *shape, const uint8_t *bytes, size_t size,
                 uint64_t *ret_cells, size_t count)
{
    const uint8_t *end = bytes + size, *from = bytes + 1;
    unsigned width = size > 0 ? bytes[0] : 0;
    if (!is_width(shape, width))
        return false;
    for (size_t c = 0; c < count; c++) {
        uint64_t *cell = ret_cells + c * shape->words;
        if (shape->kind == CELL_LENGTHS) {
            from = unpack_lengths(shape, from, end, width, cell);
            if (from == NULL)
                return false;
        } else {
            if ((size_t)(end - from) < width)
                return false;
            cell[0] = get(from, width);
            from += width;
        }
    }
    return from == end;
}
