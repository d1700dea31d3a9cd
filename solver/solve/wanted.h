/* The claims of a certificate on its way: what proves them, or why they are missing. */
#ifndef SOLVER_SOLVE_WANTED_H
#define SOLVER_SOLVE_WANTED_H

#include "base/limits.h"
#include "certificate/write/write.h"
#include "solve/trace_writer.h"

struct wanted {
    struct certificate_claim claim;
    struct lemma *lemma;  /* a reference; NULL: the rules say it, */
    enum stop_reason why; /* or it could not be proved again, for this reason; else STOP_NONE */
};

/* All zero: empty. */
struct wanted_list {
    struct wanted *list;
    size_t count, capacity;
};

/* Returns 0 or -ENOMEM: the reference stays the caller's. */
int wanted_add(struct wanted_list *wanted, const struct wanted *one);

/* Gives the lemmas back to the table that they are in. */
void wanted_release(struct wanted_list *wanted, struct lemma_table *lemmas);

/*
 * A claim could not be proved again, for a reason (STOP_NONE: there is no limit that it met). Where
 * it was asked before, and a limit stopped that, this is what it lacks.
 */
void wanted_miss(struct wanted *one, enum stop_reason why);

/* How many claims are missing; for a reason, or STOP_NONE: for any. */
size_t wanted_missing(const struct wanted_list *wanted, enum stop_reason why);

/* Why the first claim is missing that is; STOP_NONE: none is. */
enum stop_reason wanted_why(const struct wanted_list *wanted);

/* Is there a lemma that proves it? */
static inline bool wanted_is_proved(const struct wanted *one)
{
    return one->lemma != NULL && one->why == STOP_NONE;
}

/* Writes what proves each claim that is proved, and notes its node. Returns 0 or -ENOMEM. */
int wanted_write(const struct wanted_list *wanted, struct trace_writer *writer);

#endif
