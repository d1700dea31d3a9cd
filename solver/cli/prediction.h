/* What a run would take, told before it. */
#ifndef SOLVER_CLI_PREDICTION_H
#define SOLVER_CLI_PREDICTION_H

#include "cli/solve_options.h"
#include "strategy/forecast.h"
#include "tables/table_timing.h"
#include "tables/tables.h"

struct prediction {
    struct table_size plan;
    struct table_timing times;
    enum tables_choice choice;
    bool strategies;   /* are looked for before (engine/strategy); */
    bool has_forecast; /* it is known what that may take: */
    struct forecast forecast;
    uint64_t memory; /* that the run may use */
    int threads;
};

/* Measures for about a tenth of a second. Returns 0 or -ENOMEM. */
int prediction_make(struct prediction *ret_prediction, const struct solve_options *options);

/* The same of a table of all positions (tables/board_table.h) under rules that have one.
 */
int prediction_make_table(struct prediction *ret_prediction, const struct solve_options *options);

/* A line on stderr if making the tables of the run will take long, or if no tables fit and the
 * memory is less than what strategies are likely to need. */
void prediction_announce(const struct solve_options *options);

#endif
