/*
 * A state whose successors a worker looks at: df-pn's node on the stack (search/dfpn.h). Here the
 * proof and disproof numbers of a state are made from those of its successors, and the thresholds
 * of a successor from those of the state. The attacker wants the proof.
 */
#ifndef SOLVER_STRATEGY_WORKER_FRAME_H
#define SOLVER_STRATEGY_WORKER_FRAME_H

#include "strategy/prover_table.h"
#include "strategy/worker_path.h"

/* A move from a state and what is known of where it leads. */
struct worker_edge {
    uint64_t hash; /* of the key of the successor */
    struct dfpn_numbers numbers;
    struct dfpn_numbers initial; /* of a successor that nobody has looked at */
    size_t level;    /* where it fails: the least place on the path on which that rests, or
                        WORKER_PATH_NONE */
    uint16_t inside; /* other threads inside the successor, when it was looked at */
    bool estimated;  /* initial is set */
    bool settled;    /* its numbers are decided and stay */
};

struct worker_frame {
    struct prover_state state;
    struct entry_key key;
    uint64_t hash;
    struct dfpn_numbers limits; /* thresholds: the visit ends where a number reaches its own */
    int count, chosen;          /* edges, and the one to descend by */
    bool looked;                /* its edges were looked up */
    bool descended;             /* a successor was visited */
    struct worker_path_mark mark;
    uint64_t nodes_before; /* the worker's, when the visit began */
    struct worker_edge edges[SUCCESSORS_MAX];
    struct prover_successor successors[SUCCESSORS_MAX]; /* by edge */
};

/* A state's numbers, made from its edges. */
struct worker_sums {
    struct dfpn_numbers numbers;
    struct dfpn_sums edges; /* where states that others are inside of count for more */
    bool elsewhere;         /* another thread has decided the state, whatever the path is */
};

/* Lists the moves of a frame's state, each successor once. Those that bring a board of the path
 * back have failed. */
void worker_frame_list_moves(struct worker_frame *frame, const struct prover *prover,
                             const struct worker_path *path);

/* Adds up the numbers of the edges, and chooses the edge to descend by. */
struct worker_sums worker_frame_sums(struct worker_frame *frame);

/* Returns the thresholds of the chosen edge's successor: the search stays below it until another
 * successor is nearer to the mover's goal by a quarter, if he is the opponent by half. */
struct dfpn_numbers worker_frame_thresholds(const struct worker_frame *frame,
                                            const struct worker_sums *sums);

/* Has the frame's visit come to its end? Either its state is decided, or a threshold is reached. */
bool worker_frame_is_done(const struct worker_frame *frame, const struct worker_sums *sums);

/* Returns the least place on the path on which the failure of the state rests: of all moves, or the
 * best of one; or WORKER_PATH_NONE. */
size_t worker_frame_level(const struct worker_frame *frame);

#endif
