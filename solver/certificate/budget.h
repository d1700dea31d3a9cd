/*
 * What a check may use: memory and steps, so that a certificate cannot make its checker take more
 * than it was given. A step is some ten nanoseconds of work. Every loop whose length the file does
 * not bound by itself counts its steps. The counting is also where a check learns that it must
 * stop.
 */
#ifndef SOLVER_CERTIFICATE_BUDGET_H
#define SOLVER_CERTIFICATE_BUDGET_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/error.h"
#include "base/hashset.h"

/* What ends a check besides negative errnos: it reached a limit, or it was told to stop. */
#define BUDGET_SPENT (-2000)   /* memory */
#define BUDGET_WORKED (-2001)  /* steps */
#define BUDGET_STOPPED (-2002) /* stop said so */

/* Steps between two questions whether to stop: about ten milliseconds. */
#define BUDGET_STEPS_ASKED 1000000

/*
 * For a certificate of n bytes a check may hold BASE + FACTOR * n bytes, whatever max_bytes is.
 * Under rules with cycles the score of one board may take hundreds of megabytes.
 */
#define CHECK_BYTES_BASE ((size_t)64 << 20)
#define CHECK_BYTES_BASE_CYCLES ((size_t)1 << 30)
#define CHECK_BYTES_FACTOR 1024

/*
 * A certificate should not need more steps: a few seconds, and 50 microseconds for each byte. All
 * certificates that the program writes take less than a twentieth of it.
 */
#define CHECK_STEPS_BASE 200000000u
#define CHECK_STEPS_FACTOR 5000u

/* How far reading or a check came: bytes, of all (0: not known). */
struct check_reached {
    uint64_t done, all;
};

struct check_limits {
    size_t max_bytes;     /* 0: only CHECK_BYTES_BASE and CHECK_BYTES_FACTOR count */
    uint64_t max_steps;   /* 0: any number */
    bool (*stop)(void *); /* asked every few milliseconds; NULL: never */
    void *arg;
    struct check_reached *reached; /* is kept up to date, for stop; NULL: nobody asks */
};

/* Returns the steps that a certificate of size bytes may take unless somebody says how long. */
static inline uint64_t budget_steps_for(size_t size)
{
    return CHECK_STEPS_BASE + CHECK_STEPS_FACTOR * (uint64_t)size;
}

struct budget {
    size_t bytes;         /* the check may still take them */
    uint64_t steps;       /* the check may still make them */
    uint64_t asked;       /* steps since stop was asked last */
    bool (*stop)(void *); /* asked now and then; NULL: never */
    void *arg;
    struct check_reached *reached; /* or NULL */
};

/* So many bytes of the body have been checked. */
static inline void budget_reach(struct budget *budget, uint64_t done)
{
    if (budget->reached != NULL)
        budget->reached->done = done;
}

/* Counts steps. Returns 0, BUDGET_WORKED or BUDGET_STOPPED. */
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

/* Counts what somebody else allocates, who had bytes before and wants others now. Returns 0 or
 * BUDGET_SPENT. */
static inline int budget_count(struct budget *budget, size_t had, size_t wants)
{
    if (wants > had && wants - had > budget->bytes)
        return BUDGET_SPENT;
    budget->bytes = budget->bytes + had - wants;
    return 0;
}

/*
 * Resizes a block, which has had bytes (NULL: 0), to wants bytes, out of the budget. block is the
 * address of the pointer to it, whatever its type. Returns 0, -ENOMEM or BUDGET_SPENT, with the
 * block as it was.
 */
int budget_resize(struct budget *budget, void *block, size_t had, size_t wants);

/* As array_reserve() (base/array.h), out of the budget. Returns as budget_resize(). */
int budget_reserve(struct budget *budget, void *array, size_t wanted, size_t *room, size_t size);

/* Makes slots for one more element than count, as hashset_reserve() does, out of the budget.
 * Returns as budget_resize(). */
int budget_reserve_slot(struct budget *budget, struct hashset *set, uint32_t count,
                        hashset_hash *hash, const void *arg);

/* Frees what budget_reserve() and budget_reserve_slot() have allocated and gives it back to the
 * budget. */
void budget_free(struct budget *budget, void *array, size_t room, size_t size);
void budget_free_slots(struct budget *budget, struct hashset *set);

/*
 * Returns what a check returns that ended with r: -ENOMEM, -ETIME (steps) or -EINTR (stop) for the
 * codes above, and err says so; -ENOMEM with err, too; any other r as it is.
 */
int budget_end(int r, struct error *err);

#endif
