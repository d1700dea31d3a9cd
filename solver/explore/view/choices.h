/* What the player to move may do, and why not. */
#ifndef SOLVER_EXPLORE_VIEW_CHOICES_H
#define SOLVER_EXPLORE_VIEW_CHOICES_H

#include <stdbool.h>
#include <stddef.h>

#include <jansson.h>

#include "solve.h"

/* A move that somebody might think of. */
struct move_choice {
    struct solve_move move;
    bool legal;
    struct solve_refusal refusal; /* why not; of a legal move nothing */
    long back_to; /* the turn whose board is said to come back, or the one that it came back to; -1
                     where none is said to */
};

struct move_choices {
    struct move_choice *list; /* owned */
    size_t count;
};

/*
 * Lists, for the player to move, every point, then pass, refreshing pass where the rules have it,
 * and every removal of a cycle that stands. Nothing where the game is over. Returns 0 or -ENOMEM.
 * free() the list.
 */
int choices_list(struct solve_game *game, struct move_choices *ret_choices);

/*
 * The choice as JSON: {"move", "legal", "rule", "reason", "back_to", "captures", "board", "banned",
 * "ended", "winner", "score"}. Of a legal move "rule" and "reason" say what the rules do at it, and
 * what follows is as it is after the move; of another all that is null. game stands before the move
 * and does so again. NULL: no memory.
 */
json_t *choices_json(struct solve_game *game, const struct move_choice *choice);

/* The turn that the words of a reason name: "recreates the board after move 7", "the start
 * position"; -1: they name none. */
long choices_turn(const char *reason);

#endif
