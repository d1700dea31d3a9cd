/* What a rank does that helps the leader (share.h). */
#ifndef SOLVER_STRATEGY_HELPER_H
#define SOLVER_STRATEGY_HELPER_H

#include <stdbool.h>
#include <stddef.h>

struct helper_limits {
    size_t max_bytes;     /* that it may take: shared out as the leader shares out its own */
    int threads;          /* at least 1 */
    bool (*stop)(void *); /* was it told to stop? It waits some seconds for the leader; or NULL */
    void *arg;
};

/*
 * Serves the leader until that dismisses it. Every rank but rank 0 calls this where rank 0 calls
 * share_lead(). Returns 0; -EIO if the connection is lost; -ENOMEM, -EPROTO.
 */
int helper_serve(const struct helper_limits *limits);

#endif
