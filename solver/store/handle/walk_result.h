/* What is missing in a store although nothing in it is wrong. */
#ifndef SOLVER_STORE_HANDLE_WALK_RESULT_H
#define SOLVER_STORE_HANDLE_WALK_RESULT_H

#include <stdbool.h>
#include <stdint.h>

#include "store/file/format.h"

/* A table of positions that is not all there although nothing in it is wrong: what was damaged is
 * gone. */
struct walk_gap {
    char name[TABLE_NAME_MAX];
    bool made;              /* its head is there; else it is being made */
    uint64_t there, wanted; /* boards; of a table that is being made parts of what is decided */
};

#define WALK_GAPS 4

struct walk_gaps {
    unsigned count; /* the first of them follow */
    struct walk_gap first[WALK_GAPS];
};

#endif
