/* What a worker has: for the files of worker.h. */
#ifndef SOLVER_STRATEGY_WORKER_STATE_H
#define SOLVER_STRATEGY_WORKER_STATE_H

#include "strategy/worker.h"
#include "strategy/worker_frame.h"

#define FAILURE_COUNT ((size_t)1 << 15)
/* News for other ranks that are kept until the next look at what they tell. */
#define WORKER_NEWS_MOST 64

/* A state that fails where the boards of path_hash stood before. */
struct path_failure {
    uint64_t path_hash, own, other;
    unsigned tag; /* 0: none */
};

/* Returns the place of a failure among FAILURE_COUNT. The last one that comes there stays. */
static inline size_t worker_state_failure_place(uint64_t path_hash, uint64_t own, uint64_t other,
                                                unsigned tag)
{
    return entry_key_hash_tagged(own ^ path_hash, other, tag) & (FAILURE_COUNT - 1);
}

struct prover_worker {
    struct prover *prover;
    bool asks;                     /* it is the one that asks whether to stop */
    struct path_failure *failures; /* by hash: what fails on one path only; few states do */
    bool path_dependent;           /* there is such a failure */
    struct worker_frame *frames;   /* the stack, from the root */
    size_t frame_count, frame_room;
    struct worker_path path;
    uint64_t nodes;               /* its own */
    uint64_t reported;            /* of them, those that the prover has counted */
    size_t stored;                /* entries that the table got and the prover has not counted */
    struct initial_around around; /* of the frame that is visited, if looked_around */
    bool looked_around;
    uint64_t heard; /* its nodes when it looked last at what other ranks tell */
    struct prover_news news[WORKER_NEWS_MOST];
    size_t news_count;
    atomic_ushort places[PLACES_MOST];
    atomic_size_t place_count;
};

/* Puts a state on the stack, as one more node. Returns 0, or -ENOMEM also where the path is too
 * long. */
int worker_push(struct prover_worker *worker, const struct prover_state *state,
                const struct entry_key *key, struct dfpn_numbers limits);

/* Is a state known to fail on the present path? */
bool worker_fails_here(const struct prover_worker *worker, const struct entry_key *key);

/* Looks up what is known of an edge's successor. */
void worker_look_up(struct prover_worker *worker, const struct worker_frame *frame,
                    struct worker_edge *edge);

#endif
