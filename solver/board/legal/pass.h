/* One pass of the count of legal positions: from the first point to the last, modulo some numbers.
 */
#ifndef SOLVER_BOARD_LEGAL_PASS_H
#define SOLVER_BOARD_LEGAL_PASS_H

#include "board/legal/border.h"
#include "board/legal/count.h"

/* What all passes of a count share. */
struct legal_plan {
    const struct border_way *way;
    const struct limits *limits;
    const struct legal_watch *watch; /* may be NULL */
    struct legal_progress progress;
    double told; /* when watch was told, by clock_now() */
};

/*
 * Counts the legal positions modulo each of count numbers, which are below BORDER_MODULUS_MAX.
 * Returns 0, -ENOSPC (the memory allowed does not suffice), -EINTR or -ENOMEM.
 */
int legal_pass(struct legal_plan *plan, const uint64_t *moduli, int count, uint64_t *ret_residues);

#endif
