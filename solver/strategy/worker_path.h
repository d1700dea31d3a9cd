/* The boards on the path from the root to the state that a worker looks at. */
#ifndef SOLVER_STRATEGY_WORKER_PATH_H
#define SOLVER_STRATEGY_WORKER_PATH_H

#include <stddef.h>

#include "strategy/prover.h"

#define WORKER_PATH_NONE SIZE_MAX

/* Who has been to move on a board of the path. */
#define WORKER_PATH_OPPONENT 1u
#define WORKER_PATH_ATTACKER 2u

struct worker_path {
    struct stone_pair *boards; /* those that stood before the root first */
    uint8_t *movers;           /* by board: WORKER_PATH_OPPONENT, WORKER_PATH_ATTACKER */
    size_t count, board_room, mover_room;
    uint64_t hash;       /* of the boards, in any order */
    uint64_t filter[16]; /* 1024 bits by hash: a board whose bit is 0 is not on the path */
};

/* What worker_path_leave() must undo. */
struct worker_path_mark {
    bool pushed;    /* the board was put on the path; else it was there already, after a pass */
    uint8_t movers; /* of the board before */
};

/* Takes all boards off the path. */
void worker_path_clear(struct worker_path *path);
void worker_path_release(struct worker_path *path);

/* Puts a board on the path on which both have been to move. Returns 0 or -ENOMEM. */
int worker_path_begin(struct worker_path *path, struct stone_pair stones);

/* Enters a state at the end of the path. Returns 0 or -ENOMEM. */
int worker_path_enter(struct worker_path *path, const struct prover_state *state,
                      struct worker_path_mark *ret_mark);

/* Leaves the state that was entered last. */
void worker_path_leave(struct worker_path *path, const struct worker_path_mark *mark);

/*
 * Finds the board of a state that a stone has led to. Returns its place on the path if it may not
 * come back: if the opponent has made the board again, only where the attacker has been to move on
 * it. Else returns WORKER_PATH_NONE.
 */
size_t worker_path_find_repetition(const struct worker_path *path,
                                   const struct prover_state *state);

#endif
