/*
 * Near ranks: those on one machine, which may read each other's memory. What they lend is a file
 * without a name (memfd_create()), and what is sent is only which it is.
 *
 * SOLVE_RANKS_NEAR=2 in the environment makes ranks 0 and 1 near, 2 and 3, ..., as if each such
 * group had a machine of its own; 1: no rank has another one near. For tests, and for who wants to
 * know what sending costs.
 */
#ifndef SOLVER_RANKS_NEAR_H
#define SOLVER_RANKS_NEAR_H

/* Finds out who is near; ranks_begin() calls it. Collective. Returns 0 or a negative errno.
 * near_end() forgets it. */
int near_begin(void);
void near_end(void);

/* Returns how many ranks are on this machine, this one included: 1 or more. */
int near_count(void);

/*
 * Lends own files, so many of each rank, and opens those of near ranks, for reading and writing.
 * files[i]: a descriptor, or -1. ret_files[rank * count + i] becomes one that is closed by who
 * asked, or -1: of this rank, of one that is not near, and where it cannot be opened. The own ones
 * may be closed when it returns. Collective. Returns 0 or a negative errno; then nothing is open.
 */
int near_open(const int *files, int count, int *ret_files);

#endif
