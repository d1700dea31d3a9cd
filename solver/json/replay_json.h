/*
 * The JSON of a replay: one object. Every move has the same keys; "reason" is a sentence that
 * belongs to "rule": why the move is not legal, who was prohibited and why, why the game ended.
 * "board" is the position after the move (as before it, if it was not legal). "ended" is null while
 * play goes on; "score" is null unless the game ended by it in a score. "stands" is the board on
 * which the replay stopped, scored as it stands. Under rules with cycles each move that was made
 * has "situation", too: how many passes end the game then, which points are prohibited and why, and
 * the cycles that may be removed; elsewhere it is null.
 */
#ifndef SOLVER_JSON_REPLAY_JSON_H
#define SOLVER_JSON_REPLAY_JSON_H

#include <stddef.h>

#include <jansson.h>

#include "solve.h"

/* Moves that a game was asked to make from its start. It made the first ones: its turns. */
struct replay_moves {
    const struct solve_move *list;
    size_t count;
    const struct solve_refusal *refusal; /* of the one after the turns; NULL: all were made */
    int refused_player;                  /* who was to make that one; -1: nobody */
};

/* The moves after the one that was refused. */
json_t *replay_json_not_played(const struct solve_game *game, const struct replay_moves *moves);

/* Sets the keys of a replay, those of game_json_set() among them. Returns object. */
json_t *replay_json_set(json_t *object, const struct solve_game *game,
                        const struct replay_moves *moves);

#endif
