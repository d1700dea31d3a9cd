/* Asking again. */
#include "search/retry.h"

#include "base/clock.h"

#define FIRST_BUDGET 1000
#define BUDGET_FACTOR 3

/* Seconds, of retry_patience(). */
#define PATIENCE_LEAST 1
#define PATIENCE_MOST 60

bool retry_until_proved(int visits_most, uint64_t once, retry_ask *ask, void *arg)
{
    enum retry_answer answer = RETRY_BUDGET;
    for (uint64_t budget = once != 0 ? once : FIRST_BUDGET; answer == RETRY_BUDGET;
         budget *= BUDGET_FACTOR) {
        for (int visits = 0; visits <= visits_most; visits++) {
            answer = ask(arg, visits, budget);
            if (answer == RETRY_PROVED || answer == RETRY_STOPPED)
                break;
        }
        if (once != 0)
            break;
    }
    return answer == RETRY_PROVED;
}

bool retry_is_late(enum stop_reason why)
{
    return why == STOP_TIME || why == STOP_INTERRUPT;
}

double retry_patience(const struct limits *limits, double started)
{
    double tenth = (clock_now() - started) / 10;
    if (limits->patience > 0)
        return limits->patience;
    return tenth < PATIENCE_LEAST ? PATIENCE_LEAST : tenth > PATIENCE_MOST ? PATIENCE_MOST : tenth;
}

void retry_ease(struct limits *limits, enum stop_reason why, double started)
{
    limits->max_nodes = 0;
    if (!retry_is_late(why))
        return;
    limits->deadline = clock_now() + retry_patience(limits, started);
    /* It has ended the run. One that comes after the clock ends the certificate, too. */
    if (limits->interrupted != NULL && atomic_load(limits->interrupted))
        limits->interrupted = NULL;
}
