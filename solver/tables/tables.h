/*
 * Whether a search gets tables of all boards (attractors, and what each player gets solo): they
 * must fit into its memory and not take longer than it may.
 */
#ifndef SOLVER_TABLES_TABLES_H
#define SOLVER_TABLES_TABLES_H

#include "base/limits.h"
#include "states/state.h"
#include "tables/table_size.h"

enum tables_choice {
    TABLES_MADE,
    TABLES_TOO_LARGE, /* for max_bytes */
    TABLES_TOO_LONG,  /* for max_nodes */
    TABLES_UNUSED,    /* the search under these rules has no use for them */
};

/* Is a move's ko looked at in the tables of this model, and how many passes end their game? */
bool tables_simple_ko(const struct history_model *model);
int tables_layers(const struct history_model *model);

/* Would making tables of so many boards, up to symmetry and colours, take longer than the search
 * may? */
bool tables_too_long(double boards, const struct limits *limits);

/* Returns the boards up to symmetry and colours, without counting: hardly ever too few. */
double tables_guess_boards(const struct positions *positions);

enum tables_choice tables_choose(const struct positions *positions, const struct graph *graph,
                                 const struct history_model *model, const struct limits *limits);

#endif
