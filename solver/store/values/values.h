/* Looking into tables of positions. */
#ifndef SOLVER_STORE_VALUES_VALUES_H
#define SOLVER_STORE_VALUES_VALUES_H

#include "search/solver.h"
#include "store/values/values_record.h"

struct store;

struct dense_answers;

/* Lets searches look into the tables of the store (struct persistence). */
void values_init(struct store *store);

/* An open table. */
struct values_table {
    enum board_table_kind kind;
    /* It lies in a file of its own, and the rest is not set; or NULL. */
    struct dense_answers *dense;
    struct store *store;
    MDB_dbi dbi;
    struct record_shape shape;
    struct values_head head;
    struct bytes chunk; /* the value of the one looked at last */
};

/*
 * Opens the table for game among the records, if there is one with a head; it may have lost chunks.
 * Returns 1, 0 if there is none, or a negative errno. values_close() it.
 */
int values_open(struct store *store, const struct game *game, struct values_table *ret_table);

/* The same of a dense table (store/dense), and of either: first among the records. Only
 * values_state(), values_bounds() and values_close() may be used. */
int values_open_dense(struct store *store, const struct game *game, struct values_table *ret_table);
int values_open_any(struct store *store, const struct game *game, struct values_table *ret_table);
void values_close(struct values_table *table);

/* Looks at every record of an open table. Returns 0 or a negative errno. */
int values_cover(const struct values_table *table, struct values_cover *ret_cover);

/*
 * Finds what each attacker can force from a state: his margin or NEVER_FORCED. Returns false where
 * the table has nothing of it: a state that no move leads to, or a damaged chunk.
 */
bool values_state(struct values_table *table, const struct positions *positions, struct state state,
                  int ret_margins[2]);

/*
 * Sets *bounds to the value of the solver's present node; or, by a table of bounds, narrows them.
 * Returns false if the table has nothing of it.
 */
bool values_bounds(struct values_table *table, const struct solver *solver, struct bounds *bounds);

#endif
