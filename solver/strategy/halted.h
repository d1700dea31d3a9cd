/*
 * Where the threads of a prover were when a limit stopped them, so that the next run goes on there
 * and does not begin at the root again: the path of each, with what it has seen of the moves there.
 * (The thresholds follow from that.) With it goes what failed on its path only. One thread that is
 * stopped so and goes on does what it would have done.
 *
 * It is of the same moment as the checkpoint that it is in (checkpoint.h), and is only used for the
 * query that was stopped, as long as nothing was excluded, retracted or forgotten since. What it
 * says of a move that is decided must be what the table says, or what failed on this path says;
 * else the move is looked at again. Numbers of open moves only steer.
 */
#ifndef SOLVER_STRATEGY_HALTED_H
#define SOLVER_STRATEGY_HALTED_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "search/dfpn.h"

/* Longer paths are not kept, nor the paths of more threads. */
#define HALTED_FRAMES_MOST 4096
#define HALTED_THREADS_MOST 64
#define HALTED_LEVEL_NONE UINT32_MAX

/* What was seen of a move (struct worker_edge). */
struct halted_edge {
    struct dfpn_numbers numbers;
    uint32_t level; /* HALTED_LEVEL_NONE: WORKER_PATH_NONE */
    bool settled;
};

/* A state of the path (struct worker_frame). */
struct halted_frame {
    uint64_t nodes; /* of its visit */
    uint8_t edge_count, chosen;
    bool looked, descended;
};

struct halted_failure {
    uint64_t path_hash, own, other;
    uint16_t tag;
};

struct halted_path {
    struct halted_frame *frames; /* from the root */
    size_t frame_count;
    struct halted_edge *edges; /* of all frames, one after the other */
    size_t edge_count;
    struct halted_failure *failures;
    size_t failure_count;
};

struct halted {
    uint64_t name;             /* of the query; 0: nothing is halted */
    uint64_t nodes;            /* that it has taken */
    struct halted_path *paths; /* by thread */
    size_t path_count;
};

void halted_path_release(struct halted_path *path);
void halted_release(struct halted *halted);

#endif
