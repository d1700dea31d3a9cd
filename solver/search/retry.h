/*
 * Asking again what was proved before, when its certificate is made: with more and more nodes, and
 * with more and more visits of a state (search.visits) where play can be endless, until it is
 * proved or no proof is to be expected.
 */
#ifndef SOLVER_SEARCH_RETRY_H
#define SOLVER_SEARCH_RETRY_H

#include <stdbool.h>
#include <stdint.h>

#include "base/limits.h"

enum retry_answer {
    RETRY_PROVED,
    RETRY_FAILED,  /* There is no proof with so many visits. */
    RETRY_BUDGET,  /* The nodes did not suffice. */
    RETRY_STOPPED, /* by another limit */
};

/* Asks once, with so many visits and nodes. */
typedef enum retry_answer retry_ask(void *arg, int visits, uint64_t max_nodes);

/*
 * Asks with 0 .. visits_most visits, and again with more nodes as long as the last of these met its
 * budget. once: the nodes of the only round; 0: as many rounds as it takes. Returns whether it is
 * proved.
 */
bool retry_until_proved(int visits_most, uint64_t once, retry_ask *ask, void *arg);

/* The nodes of an only round, which proves again what is as good as known. */
#define RETRY_KNOWN 300
/* The same where no more is looked for than whether it is known. */
#define RETRY_LOOK 1

/* Was it the clock, or an interruption? */
bool retry_is_late(enum stop_reason why);

/*
 * How long a certificate is still made after the limit of time of a run that began at started
 * (clock_now()), or an interruption, so that what hours have proved is not lost for the seconds
 * that its certificate takes. Returns seconds: a tenth of the run, at least one, at most a minute;
 * limits->patience says otherwise.
 */
double retry_patience(const struct limits *limits, double started);

/*
 * What is as good as known is asked again with few nodes each, after a run was stopped by why. Then
 * its limit of nodes ends nothing any more, and where it was the clock, or an interruption, there
 * is time as retry_patience() says from now on.
 */
void retry_ease(struct limits *limits, enum stop_reason why, double started);

#endif
