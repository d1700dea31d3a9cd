/* What the parts of this room know of the runs. All of it belongs to the lock. */
#ifndef SOLVER_EXPLORE_RUNS_MANAGER_H
#define SOLVER_EXPLORE_RUNS_MANAGER_H

#include <pthread.h>

#include "explore/runs/kind.h"
#include "explore/runs/runs.h"

enum run_state {
    RUN_QUEUED, /* it waits, for the first time or again */
    RUN_WORKING,
    RUN_DONE,
    RUN_FAILED,
};

struct explore_run {
    char id[RUNS_ID_MAX];
    const struct run_kind *kind;
    struct kind_asked asked; /* owned */
    enum run_state state;
    bool cancelled;                    /* it was asked to stop */
    bool yielding;                     /* it is to give way, and to go on later */
    struct solve_interrupt *interrupt; /* owned */
    uint64_t order;                    /* of those that wait the least is next */
    double asked_at;                   /* when somebody asked for it last */
    double began_at;                   /* this turn */
    double turn;                       /* seconds that it may work while others wait */
    struct kind_told told;
    json_t *value;            /* that was told last; owned; NULL: none */
    uint64_t version;         /* raised by all that watchers see */
    json_t *result;           /* of RUN_DONE; owned */
    bool complete;            /* The result is all that was asked for. */
    struct query_fault fault; /* of RUN_FAILED */
    struct run_watch *watches;
    struct explore_run *next; /* an older one */
};

struct run_watch {
    struct explore_runs *runs;
    struct explore_run *run;
    void (*wake)(void *arg); /* NULL: nobody is called */
    void *arg;
    uint64_t seen;  /* the version that was told */
    bool ended;     /* the last event was told */
    double told_at; /* the last progress */
    struct run_watch *next;
};

struct explore_runs {
    struct runs_options options;
    struct solve_cache *cache;
    uint64_t memory; /* bytes of a run */
    pthread_mutex_t mutex;
    pthread_cond_t came;     /* a run that waits, or the end */
    pthread_cond_t news;     /* for those who wait for a watch */
    pthread_cond_t tick;     /* a run that may have to wait, or the end */
    struct explore_run *all; /* the latest first */
    size_t count;
    uint64_t last_id, last_order;
    uint32_t salt; /* so that ids of another server mean nothing here */
    pthread_t *threads;
    pthread_t ticker; /* if has_ticker */
    bool has_ticker;
    int thread_count, working;
    bool stopping;
};

/* Starts the threads. Returns 0 or a negative errno. */
int schedule_start(struct explore_runs *runs);

/* Waits for the threads, which were asked to stop. */
void schedule_join(struct explore_runs *runs);

/* Does somebody wait for the run? */
bool schedule_is_watched(const struct explore_runs *runs, const struct explore_run *run);

/* Lets a run give way, if another one should have its place. */
void schedule_consider(struct explore_runs *runs);

/* Tells those who watch a run that there is something new. */
void watch_wake(struct explore_runs *runs, struct explore_run *run);

/* The run of that id, or NULL. */
struct explore_run *runs_find(struct explore_runs *runs, const char *id);

#endif
