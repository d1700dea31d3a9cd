/*
 * The game of rules with cycles (rules/cycles.h, rules/ljrg.c) as the search plays it. Sets of
 * points are words and situations have numbers. Of the past there is what may matter: which
 * situations stood before, and what was used since each of them.
 *
 * A removal makes locations prohibited for good, more of them each time, and the permanently
 * prohibited locations are part of a situation. So none from before the last removal can come back.
 */
#ifndef SOLVER_CYCLES_GAME_H
#define SOLVER_CYCLES_GAME_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "board/bits.h"
#include "cycles/situations.h"

/* A move: the cycle to be removed is known by what it used. */
struct cycle_play {
    uint64_t used; /* 0: no cycle is removed */
    int point;     /* -1: no stone */
};

/* A move and what it leads to. */
struct cycle_edge {
    struct cycle_play play;
    uint64_t changed;   /* the locations used by it */
    uint32_t situation; /* the next one, unless the game is over */
    int gain;           /* captives of Black's less captives of White's */
    bool over;
};

/* A situation of the path, and the move that was made there. */
struct cycle_step {
    uint32_t situation;
    int gain;         /* before it, since the start of the game */
    size_t base;      /* the first step since the last removal */
    uint64_t changed; /* by the move made there; of the last step: nothing yet */
    uint64_t used;    /* since then, up to the last step (cycle_game_update()) */
};

struct cycle_game {
    const struct graph *graph;
    int points;
    bool removes; /* cycles may be removed */
    struct bits_board board;
    struct cycle_situations *situations;
    struct cycle_step *steps; /* the last one is now */
    size_t count, capacity;
};

/*
 * Takes over a game under such rules that is not over, on at most SOLVER_MAX_POINTS points, with
 * its past. Graph is borrowed. Returns 0 or -ENOMEM. cycle_game_release() it in any case.
 */
int cycle_game_init(struct cycle_game *ret_game, const struct game *game);
void cycle_game_release(struct cycle_game *game);

/* Goes on with another game of the same board and rules: what is known of situations stays. Returns
 * 0 or -ENOMEM. */
int cycle_game_restart(struct cycle_game *game, const struct game *from);

/*
 * Makes game, which is all zero or such a copy, stand where from stands, with the same situations.
 * These stay from's: of a copy free() the steps alone. Returns 0 or -ENOMEM.
 */
int cycle_game_copy(struct cycle_game *game, const struct cycle_game *from);

static inline const struct cycle_step *cycle_game_now(const struct cycle_game *game)
{
    return &game->steps[game->count - 1];
}

static inline const struct cycle_situation *cycle_game_situation(const struct cycle_game *game)
{
    return cycle_situations_at(game->situations, cycle_game_now(game)->situation);
}

/*
 * Sets what was used from each step since the last removal up to now. Needed before
 * cycle_game_cycles() and cycle_game_list() after a move was made or taken back.
 */
void cycle_game_update(struct cycle_game *game);

/*
 * The different sets that the cycles used which may be removed now, the largest first, into sets of
 * SOLVER_MAX_POINTS; numbers (or NULL) receives the number of the first such cycle in the notation
 * of moves. Returns how many. Each set holds the next, so there are no more than points.
 */
int cycle_game_cycles(const struct cycle_game *game, uint64_t *ret_sets, int *ret_numbers);

/* Returns the most moves that cycle_game_list() lists. */
size_t cycle_game_plays_max(const struct cycle_game *game);

/* Lists the legal moves. Returns their number, or -ENOMEM. */
int cycle_game_list(struct cycle_game *game, struct cycle_edge *ret_edges);

/* Makes a move after which the game is not over. Returns 0 or -ENOMEM. */
int cycle_game_make(struct cycle_game *game, const struct cycle_edge *edge);
void cycle_game_undo(struct cycle_game *game);

/* The score of the present board. Returns as cycle_situations_score(). */
static inline int cycle_game_score(const struct cycle_game *game, int *ret_score)
{
    return cycle_situations_score(game->situations, cycle_game_now(game)->situation, ret_score);
}

/* Bytes held, but for control. */
size_t cycle_game_bytes(const struct cycle_game *game);

#endif
