/*
 * A table of our own: boards down, rulesets across. Each cell is the value of the empty board, its
 * best first plays, a best line and a certificate that was made and checked. For each pair of
 * rulesets the smallest position that they value differently.
 *
 * What is proved in a folder of an earlier run stays (survey_open()). Nothing in the files depends
 * on the machine or on how long it took, but for cells that ran out of their time.
 */
#ifndef SOLVER_SURVEY_SURVEY_H
#define SOLVER_SURVEY_SURVEY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "compare/difference.h"
#include "report/board_list.h"
#include "report/grid.h"
#include "report/rulesets.h"
#include "solve.h"

/* What is wanted, and what it may use. Everything is borrowed. */
struct survey_wish {
    const struct board_list *boards;
    const struct rulesets *rulesets;
    int threads;                             /* cells at a time; each is solved on one */
    double cell_seconds;                     /* of each question of a cell */
    uint64_t cell_bytes;                     /* of memory, a cell */
    int find_points;                         /* differences on boards of so many points; 0: none */
    const struct solve_interrupt *interrupt; /* or NULL */
    struct solve_store *store;               /* or NULL */
    const char *dir;                         /* where it is written, and read from; or NULL */
    const char *proof_dir; /* where certificates go, those of larger boards, too; or NULL */
    bool seconds;          /* a file of what cells took, too */
    /* Is told when a cell is done, and of the positions that were looked at; or NULL. One at a
     * time. */
    void (*tell)(const char *line, void *arg);
    void *arg;
};

/* A position on which rulesets differ, solved under all of them. */
struct survey_example {
    size_t board;                           /* by place in the list */
    char position[SOLVE_POSITION_TEXT_MAX]; /* Black is to move */
    struct compared *list;                  /* one a ruleset; result NULL: not solved */
};

struct survey {
    struct survey_wish wish;
    int folder;              /* the open folder, locked; -1: none */
    struct grid cells;       /* a row a board and ruleset, boards first: survey_cell_row() */
    struct grid differences; /* a row a pair of rulesets */
    struct grid seconds;     /* as cells: what this run's cells took */
    struct survey_example *examples;
    size_t example_count;
    size_t kept;    /* cells that an earlier run proved */
    double written; /* clock_now() when the tables were written last */
};

/* The columns of report.csv, differences.csv and seconds.csv. */
extern const struct grid_column survey_cell_columns[];
extern const size_t survey_cell_column_count;
extern const struct grid_column survey_difference_columns[];
extern const size_t survey_difference_column_count;
extern const struct grid_column survey_seconds_columns[];
extern const size_t survey_seconds_column_count;

/*
 * Makes the empty table, and reads what is in the folder, which is made if it is missing. Returns
 * 0; -EINVAL: a file there is not what this program wrote, or has boards or rulesets that are not
 * wanted now; -EBUSY: another run writes there; or another negative errno (err). Release with
 * survey_close().
 */
int survey_open(struct survey *ret_survey, const struct survey_wish *wish, struct error *err);

/*
 * Solves what is not proved yet, and writes the tables now and then. Returns 0, also after an
 * interrupt; -EEXIST: an earlier run proved something else (err), then the folder stays as it is;
 * or another negative errno (err).
 */
int survey_run(struct survey *survey, struct error *err);

/* Writes all files, if there is a folder. Returns 0 or a negative errno (err). */
int survey_write(struct survey *survey, struct error *err);

void survey_close(struct survey *survey);

/* The row of a board under a ruleset in cells and seconds. */
size_t survey_cell_row(const struct survey *survey, size_t board, size_t ruleset);

/* The row of a pair, a < b, in differences. */
size_t survey_pair_row(const struct survey *survey, size_t a, size_t b);

/* Is the value of a row of cells proved? Then lower and upper are it; else it lies between them. */
bool survey_cell_is_proved(const struct grid *cells, size_t row);

/* Are all values proved, and everything else that was asked for? */
bool survey_is_complete(const struct survey *survey);

#endif
