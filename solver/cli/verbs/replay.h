/* A replayed game: what the verb replay found out, for its two outputs. */
#ifndef SOLVER_CLI_VERBS_REPLAY_H
#define SOLVER_CLI_VERBS_REPLAY_H

#include <stdbool.h>
#include <stddef.h>

#include "base/error.h"
#include "cli/json.h"
#include "cli/setup.h"
#include "rules/game.h"

/*
 * The moves are played up to the first that is refused: because it is illegal, or because the game
 * is over already. Turns 1 .. game.count - 1 are the moves that were played.
 */
struct replayed {
    const struct game_setup *setup;
    size_t last; /* moves to print as text; 0: all */
    bool no_boards;
    struct game game;
    bool refused;           /* moves[game.count - 1] was not legal */
    struct verdict verdict; /* why, if refused */
    size_t not_played;      /* moves after the refused one */
};

/*
 * Under rules with cycles: the situation that a turn left, as a line of text and as JSON (null
 * where the game is over): passes needed, prohibited points and why, cycles.
 */
bool replay_has_situations(const struct game *game);
void replay_print_situation(const struct game *game, size_t turn);
json_t *replay_situation_json(const struct game *game, size_t turn);

/* Prints the replay as JSON. Returns 0 or a negative errno. */
int replay_print_json(const struct replayed *replay, struct error *err);

#endif
