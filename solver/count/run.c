/* When a count stops. */
#include "count/run.h"

#ifdef _OPENMP
#include <omp.h>
#endif

#include "base/clock.h"
#include "count/persistence.h"
#include "result/progress.h"

/* Steps between two looks at the clock. */
#define STEPS 256

/* One thread tells for all of them. */
static void tell(const struct count_run *run)
{
    const struct limits *limits = run->limits;
    const struct run_progress progress = {
        .stage = PROGRESS_COUNTING,
        .nodes = run->nodes,
        .lemmas = run->entries,
        .bytes = run->bytes,
    };
#ifdef _OPENMP
    if (omp_get_thread_num() != 0)
        return;
#endif
    limits->progress(&progress, limits->progress_arg);
}

bool count_run_must_stop(struct count_run *run)
{
    const struct limits *limits = run->limits;
    if (limits->interrupted != NULL && atomic_load(limits->interrupted))
        run->stop = STOP_INTERRUPT;
    else if (limits->deadline > 0 && clock_now() > limits->deadline)
        run->stop = STOP_TIME;
    else if (run->store != NULL && atomic_load(run->store->failed))
        run->stop = STOP_SAVING;
    if (limits->progress != NULL)
        tell(run);
    return run->stop != STOP_NONE;
}

bool count_run_step(struct count_run *run)
{
    if (run == NULL)
        return false;
    if (run->stop == STOP_NONE && run->steps++ % STEPS == 0)
        count_run_must_stop(run);
    return run->stop != STOP_NONE;
}
