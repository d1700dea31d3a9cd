/*
 * Lists of rectangular boards: "1x1..1x7,2x2,3x3". A range "AxB..CxD" is all boards of A to C rows
 * and B to D columns, row by row; of two that are each other turned by a quarter, the one with
 * fewer rows.
 */
#ifndef SOLVER_REPORT_BOARD_LIST_H
#define SOLVER_REPORT_BOARD_LIST_H

#include <stddef.h>

#include "base/error.h"
#include "solve.h"

struct board_list {
    struct solve_board **list; /* a reference of each */
    size_t count;
    size_t room; /* how many fit into the list */
};

/* Reads a list of boards of at most points_max points. Returns 0, -EINVAL (err: one cannot be read,
 * is too large, or is there twice) or -ENOMEM. Release with board_list_release(). */
int board_list_parse(const char *text, int points_max, struct board_list *ret_boards,
                     struct error *err);

void board_list_release(struct board_list *boards);

#endif
