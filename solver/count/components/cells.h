/*
 * What the search by components computes with. A cell tells of the walks from one node to another:
 *
 *   NUMBERS  how many there are, in one word;
 *   LENGTHS  how many there are of each length, in numbers of several words;
 *   LONGEST  the length of the longest.
 *
 * Each kind is a semiring: walks that are alternatives are added, walks one after the other are
 * multiplied. A number that does not fit sets *overflow, and everything after it is worthless.
 */
#ifndef SOLVER_COUNT_CELLS_H
#define SOLVER_COUNT_CELLS_H

#include <gmp.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The most words that a coefficient may have. */
#define CELL_LIMBS_MAX 32

enum cell_kind { CELL_NUMBERS, CELL_LENGTHS, CELL_LONGEST };

/* The shape of cells, the same for all of a search. */
struct cell_shape {
    enum cell_kind kind;
    size_t lengths; /* LENGTHS: coefficients that a cell has room for */
    size_t limbs;   /* LENGTHS: words of a coefficient */
    size_t words;   /* of a cell */
    bool weighted;  /* edges have a length; else all count as 0 */
};

/*
 * A cell of LENGTHS: words 0 and 1 are low and high, then the coefficients. Those below low and
 * from high on are 0 and not set; low == high: all are 0.
 */
static inline uint64_t *cell_coefficient(const struct cell_shape *shape, uint64_t *cell, size_t i)
{
    return cell + 2 + i * shape->limbs;
}

static inline void cell_clear(const struct cell_shape *shape, uint64_t *cell)
{
    cell[0] = 0;
    if (shape->kind == CELL_LENGTHS)
        cell[1] = 0;
}

static inline bool cell_is_zero(const struct cell_shape *shape, const uint64_t *cell)
{
    return shape->kind == CELL_LENGTHS ? cell[0] == cell[1] : cell[0] == 0;
}

/* The cells of LENGTHS, in cells.c. */
void cell_lengths_add(const struct cell_shape *shape, uint64_t *cell, const uint64_t *other,
                      size_t shift, bool *overflow);
void cell_lengths_add_product(const struct cell_shape *shape, uint64_t *cell, const uint64_t *one,
                              const uint64_t *two, bool *overflow);
void cell_lengths_add_one(const struct cell_shape *shape, uint64_t *cell, size_t length,
                          bool *overflow);

/* Adds one walk of that length. */
static inline void cell_add_one(const struct cell_shape *shape, uint64_t *cell, size_t length,
                                bool *overflow)
{
    length = shape->weighted ? length : 0;
    if (shape->kind == CELL_NUMBERS)
        *overflow |= __builtin_add_overflow(cell[0], 1, &cell[0]);
    else if (shape->kind == CELL_LENGTHS)
        cell_lengths_add_one(shape, cell, length, overflow);
    else if (cell[0] < length + 1)
        cell[0] = length + 1; /* LONGEST: the length + 1, or 0 */
}

/* Adds the walks of other, each with an edge of that length more. */
static inline void cell_add(const struct cell_shape *shape, uint64_t *cell, const uint64_t *other,
                            size_t length, bool *overflow)
{
    length = shape->weighted ? length : 0;
    if (shape->kind == CELL_NUMBERS)
        *overflow |= __builtin_add_overflow(cell[0], other[0], &cell[0]);
    else if (shape->kind == CELL_LENGTHS)
        cell_lengths_add(shape, cell, other, length, overflow);
    else if (other[0] != 0 && cell[0] < other[0] + length)
        cell[0] = other[0] + length;
}

/* Adds the walks of one followed by those of two. */
static inline void cell_add_product(const struct cell_shape *shape, uint64_t *cell,
                                    const uint64_t *one, const uint64_t *two, bool *overflow)
{
    if (shape->kind == CELL_NUMBERS) {
        uint64_t product;
        *overflow |= __builtin_mul_overflow(one[0], two[0], &product);
        *overflow |= __builtin_add_overflow(cell[0], product, &cell[0]);
    } else if (shape->kind == CELL_LENGTHS) {
        cell_lengths_add_product(shape, cell, one, two, overflow);
    } else if (one[0] != 0 && two[0] != 0 && cell[0] < one[0] + two[0] - 1) {
        cell[0] = one[0] + two[0] - 1;
    }
}

/* Returns the bytes that cell_pack() may write for count cells. */
size_t cell_pack_room(const struct cell_shape *shape, size_t count);

/* Writes count cells in few bytes, and returns how many: at least 1. */
size_t cell_pack(const struct cell_shape *shape, const uint64_t *cells, size_t count,
                 uint8_t *ret_bytes);

/* Reads them again. Returns false if the bytes are not what cell_pack() writes. */
bool cell_unpack(const struct cell_shape *shape, const uint8_t *bytes, size_t size,
                 uint64_t *ret_cells, size_t count);

/* Are the bytes what cell_pack() writes of count cells? Needs no room for them. */
bool cell_is_packed(const struct cell_shape *shape, const uint8_t *bytes, size_t size,
                    size_t count);

#endif
