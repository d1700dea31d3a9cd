/*
 * What a check may use: memory and steps, so that a certificate cannot make its checker take more
 * than it was given. A step is some ten nanoseconds of work. Every loop whose length the file does
 * not bound by itself counts its steps; the counting is also where a check learns that it is to
 * stop.
 */
#ifndef SOLVER_CERTIFICATE_BUDGET_H
#define SOLVER_CERTIFICATE_BUDGET_H

#include <errno.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include "base/error.h"

/* What ends a check besides negative errnos: a limit is reached, or it was told to stop. */
#define BUDGET_SPENT (-2000)   /* memory */
#define BUDGET_WORKED (-2001)  /* steps */
#define BUDGET_STOPPED (-2002) /* stop said so */

/* Steps between two questions whether to stop: about ten milliseconds. */
#define BUDGET_STEPS_ASKED 1000000

/* A check may hold so many bytes, whatever max_bytes is, for a certificate of so many. Under rules
 * with cycles the score of one board may take hundreds of megabytes. */
#define CHECK_BYTES_BASE ((size_t)64 << 20)
#define CHECK_BYTES_BASE_CYCLES ((size_t)1 << 30)
#define CHECK_BYTES_FACTOR 1024

/*
 * The steps (budget.h) that a certificate of some size should not need: a few seconds, and 50
 * microseconds for each byte. All that the engine writes take less than a twentieth of it.
 */
#define CHECK_STEPS_BASE 200000000u
#define CHECK_STEPS_FACTOR 5000u

struct check_limits {
    size_t max_bytes;     /* 0: only CHECK_BYTES_BASE and CHECK_BYTES_FACTOR count */
    uint64_t max_steps;   /* 0: any number */
    bool (*stop)(void *); /* asked every few milliseconds; NULL: never */
    void *arg;
};

/* The steps that a certificate of so many bytes may take unless somebody says how long. */
static inline uint64_t check_steps(size_t size)
{
    return CHECK_STEPS_BASE + CHECK_STEPS_FACTOR * (uint64_t)size;
}

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
