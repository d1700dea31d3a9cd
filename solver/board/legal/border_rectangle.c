/*
 * The border of a rectangle: a cell for each column, four bits each. Cells before the column of the
 * step belong to the row that is being filled, the others to the row above it.
 *
 * Chains that need a liberty cannot cross, so it is enough to know of a stone whether its chain has
 * stones of the border to the left and to the right: the chains are nested like parentheses.
 */
#include "board/legal/border.h"

#include <assert.h>
#include <stdbool.h>

#define CELL_BITS 4

/* A cell: 0 where it is empty. */
#define WHITE_STONE 1u
#define FREE_STONE 2u /* its chain has a liberty */
#define HAS_LEFT 2u   /* of a needy stone: its chain goes on to the left */
#define HAS_RIGHT 4u
#define NEEDY_STONE 8u /* its chain has no liberty yet */

/* Columns whose steps have their states kept together. */
#define BLOCK_COLUMNS 5

#define LOWEST_BITS 0x1111111111111111ull

static unsigned cell_at(uint64_t key, int column)
{
    return (unsigned)(key >> CELL_BITS * column) & 15u;
}

static uint64_t with_bits(unsigned bits, int column)
{
    return (uint64_t)bits << CELL_BITS * column;
}

static uint64_t set_cell(uint64_t key, int column, unsigned cell)
{
    return (key & ~with_bits(15, column)) | with_bits(cell, column);
}

/* The next stone to the right of the same chain as the needy one in column, which has one. */
static int mate_right(uint64_t key, int column)
{
    for (int depth = 0;;) {
        unsigned cell = cell_at(key, ++column);
        if (!(cell & NEEDY_STONE))
            continue;
        if (cell & HAS_LEFT && depth-- == 0)
            return column;
        depth += (cell & HAS_RIGHT) != 0;
    }
}

static int mate_left(uint64_t key, int column)
{
    for (int depth = 0;;) {
        unsigned cell = cell_at(key, --column);
        if (!(cell & NEEDY_STONE))
            continue;
        if (cell & HAS_RIGHT && depth-- == 0)
            return column;
        depth += (cell & HAS_LEFT) != 0;
    }
}

/* The chain of the stone in column, if there is one that needs it, gets a liberty. */
static uint64_t set_free(uint64_t key, int column)
{
    unsigned cell = cell_at(key, column);
    uint64_t result = key;
    if (!(cell & NEEDY_STONE))
        return key;
    unsigned stone = FREE_STONE | (cell & WHITE_STONE);
    result = set_cell(result, column, stone);
    for (int at = column; cell_at(key, at) & HAS_LEFT;)
        result = set_cell(result, at = mate_left(key, at), stone);
    for (int at = column; cell_at(key, at) & HAS_RIGHT;)
        result = set_cell(result, at = mate_right(key, at), stone);
    return result;
}

/* Empties a cell that leaves the border. False: its chain can get no liberty any more. */
static bool leave(uint64_t *key, int column)
{
    unsigned cell = cell_at(*key, column);
    if (cell & NEEDY_STONE) {
        unsigned mates = cell & (HAS_LEFT | HAS_RIGHT);
        if (mates == 0)
            return false;
        if (mates == HAS_LEFT)
            *key &= ~with_bits(HAS_RIGHT, mate_left(*key, column));
        else if (mates == HAS_RIGHT)
            *key &= ~with_bits(HAS_LEFT, mate_right(*key, column));
    }
    *key = set_cell(*key, column, 0);
    return true;
}

/* Joins the needy chains of the stones in column and to the left of it, which have one colour. */
static uint64_t join_left(uint64_t key, int column)
{
    bool left_goes_on = (cell_at(key, column - 1) & HAS_RIGHT) != 0;
    bool right_goes_on = (cell_at(key, column) & HAS_LEFT) != 0;
    if (left_goes_on && right_goes_on)
        return key; /* they are neighbours of one chain */
    uint64_t result = key | with_bits(HAS_RIGHT, column - 1) | with_bits(HAS_LEFT, column);
    int at = left_goes_on ? column : column - 1;
    if (left_goes_on) { /* the right one lies between two stones of the left one */
        while (cell_at(key, at) & HAS_RIGHT)
            at = mate_right(key, at);
        result |= with_bits(HAS_RIGHT, at);
    } else if (right_goes_on) {
        while (cell_at(key, at) & HAS_LEFT)
            at = mate_left(key, at);
        result |= with_bits(HAS_LEFT, at);
    }
    return result;
}

static uint64_t place_empty(uint64_t key, bool first_row, int column)
{
    if (!first_row)
        key = set_free(key, column);
    key = set_cell(key, column, 0);
    return column > 0 ? set_free(key, column - 1) : key;
}

/* False: the chain above can get no liberty any more. */
static bool place_stone(uint64_t *key, bool first_row, int column, unsigned colour)
{
    unsigned above = cell_at(*key, column), left = column > 0 ? cell_at(*key, column - 1) : 0;
    if (!first_row && above == 0) {
        *key = set_cell(*key, column, FREE_STONE | colour);
    } else if (first_row || (above & WHITE_STONE) != colour) {
        if (!first_row && !leave(key, column))
            return false;
        *key = set_cell(*key, column, NEEDY_STONE | colour);
    } /* else the new stone takes the place of the one above in its chain */
    if (column == 0)
        return true;
    if (left == 0)
        *key = set_free(*key, column);
    if (left == 0 || (left & WHITE_STONE) != colour)
        return true;
    if (!(cell_at(*key, column - 1) & NEEDY_STONE))
        *key = set_free(*key, column);
    else if (!(cell_at(*key, column) & NEEDY_STONE))
        *key = set_free(*key, column - 1);
    else
        *key = join_left(*key, column);
    return true;
}

/* The smaller one of a key and the same with the colours swapped. */
static uint64_t either_colour(uint64_t key)
{
    uint64_t stones = (key >> 1 | key >> 3) & LOWEST_BITS, swapped = key ^ stones;
    return swapped < key ? swapped : key;
}

static int follow_rectangle(const struct border_way *way, int step, const uint64_t *key,
                            uint64_t *ret_keys)
{
    int column = step % way->columns, count = 0;
    bool first_row = step < way->columns, last_row = step >= way->steps - way->columns;
    for (unsigned colour = 0; colour < BORDER_COLOURS; colour++) {
        uint64_t next = *key;
        bool legal = true;
        if (colour == 0)
            next = place_empty(next, first_row, column);
        else
            legal = place_stone(&next, first_row, column, colour - 1);
        if (last_row && column > 0)
            legal = legal && leave(&next, column - 1);
        if (last_row && column == way->columns - 1)
            legal = legal && leave(&next, column);
        if (legal)
            ret_keys[count++] = either_colour(next);
    }
    return count;
}

/* A step changes the cell of its column, and others only where a chain has stones there. */
static uint64_t lasting_cells(const struct border_way *way, int step)
{
    int column = step % way->columns;
    uint64_t block = (1ull << CELL_BITS * BLOCK_COLUMNS) - 1;
    return ~(block << CELL_BITS * (column - column % BLOCK_COLUMNS));
}

void border_rectangle(struct border_way *ret_way, const struct graph *graph)
{
    int columns = graph->cols < graph->rows ? graph->cols : graph->rows;
    assert(columns > 0 && columns <= BORDER_RECTANGLE_MAX);
    *ret_way = (struct border_way){
        .follow = follow_rectangle,
        .lasting = lasting_cells,
        .steps = graph->points,
        .key_words = 1,
        .columns = columns,
    };
}
