/* The clock that deadlines and durations are told by. */
#ifndef SOLVER_BASE_CLOCK_H
#define SOLVER_BASE_CLOCK_H

#include <pthread.h>
#include <time.h>

/* Returns the seconds of a monotonic clock, whose zero means nothing. */
double clock_now(void);

/* Returns the time so many seconds from now, for a wait on a condition that clock_init_condition()
 * made. */
struct timespec clock_after(double seconds);

/* Makes a condition whose waits go by this clock: nobody sets it back. */
void clock_init_condition(pthread_cond_t *condition);

#endif
