/* Independent runs, and what they say together: for every way of sampling. */
#ifndef SOLVER_COUNT_SAMPLE_RUNS_H
#define SOLVER_COUNT_SAMPLE_RUNS_H

#include "count/sample/population.h"
#include "count/sample/sample.h"

/* The games of a run, no fewer: of four runs an error is told. */
#define SAMPLE_GAMES_LEAST 200

/* A way of sampling. */
struct sample_method {
    uint32_t room_first, room_last; /* the first and the most that a run is given */

    /* Makes ready for runs of this size by so many threads, or fewer: *ret_threads. Returns 0 or
     * -ENOMEM. */
    int (*prepare)(struct sample_method *method, uint32_t room, int threads, int *ret_threads);

    /* One run, in this thread. Returns 0, -EINTR (limits) or -ENOMEM. */
    int (*play)(struct sample_method *method, int thread, uint64_t stream,
                struct population_sum *ret_sum);
};

/* Tells the progress: so many random games were played. From one thread at a time. */
void sample_runs_tell(const struct limits *limits, uint64_t games);

/* Are there games for as many runs as an error is told from? */
bool sample_runs_suffice(const struct limits *limits);

/* Are there not, of the size that they first have? They are smaller then. */
bool sample_runs_are_few(const struct limits *limits, const struct sample_method *method);

/* One run of all games there are, where it may drop none: 0. -ENODATA: they are more than it may
 * follow; -EINTR or -ENOMEM. */
int sample_runs_all(struct sample_method *method, struct count_run *run,
                    struct sample_estimate *ret_sample);

/*
 * Makes runs until their error is at most within, or until max_nodes games are played in them. As
 * long as single runs differ by much, an error cannot be told from them: then larger ones are made,
 * and the smaller ones forgotten. Returns as sample_games().
 */
int sample_runs_make(struct sample_method *method, struct count_run *run, double within,
                     struct sample_estimate *ret_sample);

#endif
