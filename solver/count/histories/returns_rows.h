/* Numbers of paths by arrival and by what a path adds to the counter. */
#ifndef SOLVER_COUNT_RETURNS_ROWS_H
#define SOLVER_COUNT_RETURNS_ROWS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "count/histories/returns_memory.h"

/* Numbers by shift: numbers[i] is for low + i. */
struct returns_row {
    int32_t low;
    uint32_t count;
    const uint64_t *numbers;
};

/* A row for each arrival; those that are not empty are listed, and have numbers. */
struct returns_rows {
    struct returns_row *rows; /* by arrival */
    uint64_t *numbers;        /* by place in the list: for each shift */
    uint32_t *listed;
    struct returns_memory *memory;
    uint32_t count;  /* of arrivals */
    uint32_t filled; /* of those that are listed */
    uint32_t room;   /* that there are numbers for */
    int32_t most;    /* shifts are -most .. most */
    bool saturates;  /* what would be more than most counts as most; else it is an error */
};

/* What they hold is added to memory, which is borrowed. Returns 0, -ENOSPC (memory->most) or
 * -ENOMEM. */
int returns_rows_init(struct returns_rows *ret_rows, uint32_t count, int32_t most, bool saturates,
                      struct returns_memory *memory);
void returns_rows_release(struct returns_rows *rows);

/* Adds times row, moved by shift, to that of the arrival; row is none of rows. Returns 0; -ERANGE:
 * a number or a shift is too large; -ENOSPC (memory->most) or -ENOMEM. */
int returns_rows_add(struct returns_rows *rows, uint32_t arrival, const struct returns_row *row,
                     int32_t shift, uint64_t times);

/* Empties all. */
void returns_rows_clear(struct returns_rows *rows);

#endif
