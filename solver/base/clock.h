/* The clock that deadlines and durations are told by. */
#ifndef SOLVER_BASE_CLOCK_H
#define SOLVER_BASE_CLOCK_H

/* Returns the seconds of a monotonic clock, whose zero means nothing. */
double clock_now(void);

#endif
