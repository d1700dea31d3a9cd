/*
 * A thread's part of a search.
 *
 * While several threads are at work (prover.in_region), between their start and their meeting, only
 * these change and are seen by other threads: entries, each set of them under its own lock; the
 * atomic fields of struct prover; and the marks. What else struct prover holds stands still then,
 * so that it is read without ado.
 */
#ifndef SOLVER_STRATEGY_WORKER_H
#define SOLVER_STRATEGY_WORKER_H

#include "strategy/prover.h"

/* Marks of who is where; a power of two. Two states may share one. */
#define MARK_COUNT ((size_t)1 << 15)

/* Makes a worker. asks: it is the one that asks whether to stop. Returns 0 or -ENOMEM. */
int worker_new(struct prover_worker **ret_worker, struct prover *prover, bool asks);
void worker_free(struct prover_worker *worker);

/* Starts at the state of a query. Returns 0 or -ENOMEM. */
int worker_begin(struct prover_worker *worker, const struct prover_query *query);

/* Notes what fails on one path only and, if it is inside a query, where the worker is (halted.h).
 * Returns 0 or -ENOMEM. */
int worker_note(const struct prover_worker *worker, bool inside, struct halted_path *ret_path);

/* Forgets what is known to fail on one path only. */
void worker_forget_failures(struct prover_worker *worker);

/* Takes over what is known to fail on one path only. */
void worker_take_failures(struct prover_worker *worker, const struct halted_path *path);

/* After worker_begin() at the same state: goes where a worker was, as far as that can be done.
 * Returns 0 or -ENOMEM. */
int worker_go_again(struct prover_worker *worker, const struct halted_path *path);

/* Marks the states that the worker is inside of, for the others. */
void worker_mark(struct prover_worker *worker);

/*
 * Searches on for so many nodes, until the query is answered or a limit stops it. While several
 * threads are at work it also ends when all are to meet.
 */
void worker_run(struct prover_worker *worker, uint64_t nodes);

/* Where a worker is, as other ranks are told: the marks of the states that it has been inside of
 * for some time, from the root. May be asked while it is at work, and is not quite so then. Returns
 * how many of at most PLACES_MOST. */
#define PLACES_MOST 64
size_t worker_places(const struct prover_worker *worker, uint16_t places[PLACES_MOST]);

/* Lets the workers of another rank be where they are told to be, by so much: 1, or -1. */
void worker_mark_places(const struct prover *prover, const uint16_t *places, size_t count, int by);

#endif
