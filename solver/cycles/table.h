/*
 * Where cycles are not removed the past does not matter, and what both players force can be
 * computed for all situations at once; which also tells what cannot be forced.
 */
#ifndef SOLVER_CYCLES_TABLE_H
#define SOLVER_CYCLES_TABLE_H

#include "base/limits.h"
#include "cycles/game.h"

struct cycle_table {
    uint32_t *numbers; /* by situation: its row + 1; 0: none */
    size_t number_capacity;
    uint32_t *situations; /* of the rows */
    size_t row_count, row_capacity;
    size_t *first;          /* of each row's arcs; row_count + 1 of them */
    struct cycle_arc *arcs; /* the moves */
    size_t arc_count, arc_capacity;
    int *forced[2]; /* by attacker: the margin that he forces from the row on, in his view */
    bool done;
};

/*
 * Computes the table of all situations that can be reached from where game stands, without
 * removals, unless it is done and has them. *nodes counts the situations. Returns 1 if it is done;
 * 0 if one of the limits was met, or a cycle gains captives without end; -ENOMEM; -ERANGE: a
 * board's control is not decided. cycle_table_release() it in any case.
 */
int cycle_table_make(struct cycle_table *table, struct cycle_game *game, uint64_t *nodes,
                     const struct limits *limits);
void cycle_table_release(struct cycle_table *table);

/* Bytes held. */
size_t cycle_table_bytes(const struct cycle_table *table);

/* What attacker forces from a situation of the table on, in his view; CYCLE_NO_END: no end at all.
 */
#define CYCLE_NO_END (-1000000)
int cycle_table_forced(const struct cycle_table *table, uint32_t situation, int attacker);

#endif
