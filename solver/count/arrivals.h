/*
 * Arrivals: the states of a game, each with the item that the move into it creates, and the moves
 * between them. It is what an arena is made from (arena.h), before passes are taken together with
 * the stone after them and before nodes with the same future become one.
 */
#ifndef SOLVER_COUNT_ARRIVALS_H
#define SOLVER_COUNT_ARRIVALS_H

#include "base/hashset.h"
#include "rules/game.h"
#include "states/item.h"

/* No item, and no arrival. */
#define ARRIVAL_NO_ITEM UINT64_MAX
#define ARRIVAL_NONE UINT32_MAX

struct count_run;

struct game_arrival {
    uint64_t item; /* that the move into the state creates (states/item.h), or ARRIVAL_NO_ITEM */
    struct state state;
    bool guarded; /* the move wants the item absent */
    bool closes;  /* of a guarded one: the move that finds the item ends the game */
};

struct arrival_move {
    uint32_t to;
    uint8_t point;  /* of a stone, or ARENA_PASS */
    uint8_t player; /* who makes it */
};

struct arrivals {
    struct positions positions;
    struct history_model model;
    struct game_arrival *list; /* list[0] is the root: where the game stands, with no item */
    uint32_t count;
    size_t room;
    struct hashset index; /* of list, without the root */
    uint32_t *first;      /* by arrival: where its moves begin */
    size_t first_room;
    struct arrival_move *moves;
    size_t move_count, move_room;
    uint64_t *present; /* items that the game so far has created; some more than once */
    size_t present_count, present_room;
};

/*
 * Can the model's history be told by items that are there or not, one created by each move?
 * (Nothing is cleared, and no counter decides whether the game goes on.)
 */
bool arrivals_fit(const struct history_model *model);

/*
 * Makes all arrivals that captures and suicide allow from where game stands, whatever items are
 * there, and all that the board's symmetries and the swap of colours make of them. Returns 0,
 * -ENOSPC (more than max_bytes), -EINTR (run, which may be NULL, must stop) or -ENOMEM; release it
 * in any case.
 */
int arrivals_init(struct arrivals *ret_arrivals, const struct game *game, size_t max_bytes,
                  struct count_run *run);
void arrivals_release(struct arrivals *arrivals);

/* Returns the arrival that group element g makes of one; the root stays. */
uint32_t arrivals_map(const struct arrivals *arrivals, int g, uint32_t arrival);

/* May the player to move end the game by a pass? */
static inline bool arrivals_may_end(const struct arrivals *arrivals, uint32_t arrival)
{
    int wanted = arrivals->model.passes_to_end;
    return wanted > 0 && arrivals->list[arrival].state.passes + 1 >= wanted;
}

#endif
