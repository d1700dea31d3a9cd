/* A row of results as a game that can be looked at. */
#ifndef SOLVER_EXPLORE_SHELF_ROW_H
#define SOLVER_EXPLORE_SHELF_ROW_H

#include <stdbool.h>

#include <jansson.h>

/* What a row says of its game. Texts are borrowed; "" where the row has nothing. */
struct row_texts {
    const char *board, *rules;
    const char *after; /* moves by row and column, or by names */
    const char *line;  /* the line that shows it */
    bool after_by_names;
    bool line_from_start; /* the line has the moves of after in it */
};

/*
 * Sets "query", "line", "line_moves", "line_refused" and "cycle_from" of object (shelf.h), and
 * returns it; NULL without memory.
 */
json_t *row_set_game(json_t *object, const struct row_texts *texts);

/* The query alone: {"board", "rules", "history"}, or null. NULL without memory. */
json_t *row_query(const struct row_texts *texts);

#endif
