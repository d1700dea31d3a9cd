/* A replayed game, for the two outputs of the verb replay. */
#ifndef SOLVER_CLI_VERBS_REPLAY_H
#define SOLVER_CLI_VERBS_REPLAY_H

#include <stdbool.h>
#include <stddef.h>

#include "base/error.h"
#include "cli/setup.h"
#include "solve.h"
#include "json/replay_json.h"

/*
 * The moves are played up to the first that is refused: because it is illegal, or because the game
 * is over already. The turns of game are the moves that were played.
 */
struct replayed {
    const struct game_setup *setup;
    size_t last; /* moves to print as text; 0: all */
    bool no_boards;
    struct solve_game *game;
    bool refused;                 /* the move after the last turn was not legal */
    struct solve_refusal refusal; /* why, if refused */
    size_t not_played;            /* moves after the refused one */
};

/* Prints the situation after a turn as a line, under rules that remove cycles: the passes that are
 * needed, the points that are prohibited and why, the cycles. */
void replay_print_situation(const struct solve_game *game, size_t turn);

/* Plays the moves of replay->setup in replay->game. Returns 0 or -ENOMEM. */
int replay_all_moves(struct replayed *replay);

/* Prints the move that was refused, and how many after it were not played. */
void replay_print_refusal(const struct replayed *replay);

/* The moves, for json/replay_json.h. Valid as long as replay is. */
struct replay_moves replay_moves_of(const struct replayed *replay);

/* Prints the replay as JSON. Returns 0 or a negative errno. */
int replay_print_json(const struct replayed *replay, struct error *err);

#endif
