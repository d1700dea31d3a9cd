/* A thread that tells how long a run has been at it. */
#include "cli/progress_clock.h"

#include <pthread.h>
#include <stdlib.h>

#include "base/clock.h"
#include "cli/progress.h"

/* So often it looks whether it is time for a line. */
#define LOOK_SECONDS 0.25

struct progress_clock {
    struct progress progress;
    const char *what;
    pthread_t thread;
    pthread_mutex_t mutex;
    pthread_cond_t ended;
    bool over; /* under mutex */
};

static void *tell(void *arg)
{
    struct progress_clock *clock = arg;
    pthread_mutex_lock(&clock->mutex);
    while (!clock->over) {
        struct timespec until = clock_after(LOOK_SECONDS);
        pthread_cond_timedwait(&clock->ended, &clock->mutex, &until);
        if (!clock->over)
            progress_show_time(&clock->progress, clock->what);
    }
    pthread_mutex_unlock(&clock->mutex);
    return NULL;
}

static void release(struct progress_clock *clock)
{
    pthread_cond_destroy(&clock->ended);
    pthread_mutex_destroy(&clock->mutex);
    free(clock);
}

struct progress_clock *progress_clock_start(const char *what, const struct run_limits *limits)
{
    struct progress_clock *clock = calloc(1, sizeof(*clock));
    if (clock == NULL)
        return NULL;
    progress_start(&clock->progress, NULL, limits);
    clock->what = what;
    pthread_mutex_init(&clock->mutex, NULL);
    clock_init_condition(&clock->ended);
    if (pthread_create(&clock->thread, NULL, tell, clock) != 0) {
        release(clock);
        return NULL;
    }
    return clock;
}

void progress_clock_stop(struct progress_clock *clock)
{
    if (clock == NULL)
        return;
    pthread_mutex_lock(&clock->mutex);
    clock->over = true;
    pthread_cond_signal(&clock->ended);
    pthread_mutex_unlock(&clock->mutex);
    pthread_join(clock->thread, NULL);
    progress_stop(&clock->progress);
    release(clock);
}
