/* Endless play as JSON. */
#include "json/endless_json.h"

#include "json/game_json.h"
#include "json/json.h"
#include "json/limits_json.h"

static const char *verdict_word(const struct solve_endless *found)
{
    switch (found->verdict) {
    case SOLVE_ENDLESS_YES:
        return "endless";
    case SOLVE_ENDLESS_NO:
        return "finite";
    case SOLVE_ENDLESS_UNDECIDED:
    default:
        return "not decided";
    }
}

json_t *endless_json_set_line(json_t *object, const struct solve_board *board,
                              const struct solve_endless *found)
{
    const struct solve_move *moves = found->moves;
    if (moves == NULL) {
        static const char *const keys[] = {"way", "lap", "balance", "shortest"};
        for (size_t i = 0; i < sizeof(keys) / sizeof(keys[0]); i++)
            object = json_with(object, keys[i], json_null());
        return object;
    }
    object = json_with(object, "way", json_moves(board, moves, found->way));
    object = json_with(object, "lap", json_moves(board, moves + found->way, found->cycle));
    object = json_with(object, "balance", json_integer(found->balance));
    return json_with(object, "shortest", json_boolean(found->shortest));
}

json_t *endless_json_set(json_t *object, const struct solve_endless *found,
                         const struct endless_asked *asked, const char *stopped)
{
    const struct solve_board *board = solve_game_board(asked->game);
    bool decided = found->verdict != SOLVE_ENDLESS_UNDECIDED;
    object = game_json_set_board(object, board);
    object = game_json_set_rules(object, solve_game_rules(asked->game));
    object = game_json_set_start(object, asked->game);
    object = json_with(object, "limits", limits_json(&asked->limits));
    object = json_with(object, "verdict", json_string(verdict_word(found)));
    object = json_with(object, "proven", json_boolean(decided));
    object = json_with(object, "argument", json_string(found->argument));
    object = json_with(object, "reason", json_string(found->reason));
    object = endless_json_set_line(object, board, found);
    object = json_with(object, "stopped", json_text_or_null(stopped));
    return json_with(object, "states", json_integer((json_int_t)found->states));
}
