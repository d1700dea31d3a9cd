/* When a count stops. */
#include "count/run.h"

#include "base/clock.h"

bool count_run_must_stop(struct count_run *run)
{
    const struct limits *limits = run->limits;
    if (limits->interrupted != NULL && atomic_load(limits->interrupted))
        run->stop = STOP_INTERRUPT;
    else if (limits->deadline > 0 && clock_now() > limits->deadline)
        run->stop = STOP_TIME;
    return run->stop != STOP_NONE;
}
