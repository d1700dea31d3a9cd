/* Answers: what is written for a query. */
#ifndef SOLVER_BATCH_ANSWER_H
#define SOLVER_BATCH_ANSWER_H

#include <pthread.h>

#include "batch/batch.h"
#include "batch/queue.h"

/* Where answers go, and what they are made with. Any thread may write one. */
struct answers {
    const struct batch_options *options;
    struct solve_cache *cache;
    uint64_t memory; /* bytes of a run */
    double deadline; /* of clock_now(); 0: none */
    pthread_mutex_t mutex;
    size_t count;          /* that were written */
    atomic_bool no_memory; /* for a query; its answer says so */
    atomic_bool cut;       /* the deadline cut a run short */
    atomic_int error;      /* 0, or the negative errno that ended writing */
};

/* Answers a query of an action that runs, looks up or replays. */
void answer_job(struct answers *answers, const struct queued *job);

/* Answers that so many queries of that id (may be NULL) were asked to stop. */
void answer_cancel(struct answers *answers, json_t *id, size_t cancelled);

void answer_version(struct answers *answers, json_t *id);

/* Answers that something is wrong with line number; id as far as it is known, or NULL. */
void answer_fault(struct answers *answers, json_t *id, size_t number,
                  const struct query_fault *fault);

/* Sets the fault of a query for which there was no memory. */
void answer_no_memory(struct answers *answers, struct query_fault *fault);

#endif
