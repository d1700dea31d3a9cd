/*
 * What a check may use: memory and steps, so that a certificate cannot make its checker take more
 * than it was given. A step is some ten nanoseconds of work. Every loop whose length the file does
 * not bound by itself counts its steps; the counting is also where a check learns that it is to
 * stop.
 */
#ifndef SOLVER_PROOF_BUDGET_H
#define SOLVER_PROOF_BUDGET_H

#include <errno.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include "board/error.h"

/* What ends a check besides negative errnos: a limit is reached, or it was told to stop. */
#define BUDGET_SPENT (-2000)   /* memory */
#define BUDGET_WORKED (-2001)  /* steps */
#define BUDGET_STOPPED (-2002) /* stop said so */

/* Steps between two questions whether to stop: about ten milliseconds. */
#define BUDGET_STEPS_ASKED 1000000

struct budget {
    size_t bytes;         /* that may still be taken */
    uint64_t steps;       /* that may still be made */
    uint64_t asked;       /* steps made since stop was asked last */
    bool (*stop)(void *); /* asked now and then; NULL: never */
    void *arg;
};

/* Counts so many steps. Returns 0, BUDGET_WORKED or BUDGET_STOPPED. */
static inline int budget_work(struct budget *budget, uint64_t steps)
{
    if (steps > budget->steps)
        return BUDGET_WORKED;
    budget->steps -= steps;
    budget->asked += steps;
    if (budget->asked < BUDGET_STEPS_ASKED)
        return 0;
    budget->asked = 0;
    return budget->stop != NULL && budget->stop(budget->arg) ? BUDGET_STOPPED : 0;
}

/* Counts bytes that somebody else allocates, had before and wants now. Returns 0 or BUDGET_SPENT.
 */
static inline int budget_count(struct budget *budget, size_t had, size_t wants)
{
    if (wants > had && wants - had > budget->bytes)
        return BUDGET_SPENT;
    budget->bytes = budget->bytes + had - wants;
    return 0;
}

/*
 * Resizes *block, which has had bytes (NULL: 0), to wants bytes, out of the budget. Returns 0,
 * -ENOMEM or BUDGET_SPENT; the block is as it was then.
 */
static inline int budget_resize(struct budget *budget, void **block, size_t had, size_t wants)
{
    if (wants > had && wants - had > budget->bytes)
        return BUDGET_SPENT;
    void *resized = realloc(*block, wants);
    if (resized == NULL)
        return -ENOMEM;
    *block = resized;
    budget->bytes = budget->bytes + had - wants;
    return 0;
}

/*
 * What a check returns that ended with r: -ENOMEM, -ETIME (steps) or -EINTR (stop) for the codes
 * above, with err saying so; -ENOMEM with err, too; any other r as it is.
 */
int budget_end(int r, struct error *err);

#endif
