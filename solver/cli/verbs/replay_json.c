/*
 * The JSON of a replay: one object. Every move has the same keys; "reason" is a sentence that
 * belongs to "rule": why the move is not legal, who was prohibited and why, why the game ended.
 * "board" is the position after the move (as before it, if it was not legal). "ended" is null while
 * play goes on; "score" is null unless the game ended by it in a score. The last five keys describe
 * the board on which the replay stopped, scored as it stands; "winner" is null unless a player won
 * outright. Under rules with cycles each move that was made has "situation", too: how many passes
 * end the game then, which points are prohibited and why, and the cycles that may be removed.
 */
#include "cli/ending.h"
#include "cli/json.h"
#include "cli/player.h"
#include "cli/verbs/replay.h"
#include "report/move_text.h"

/* One entry of "moves"; the order of its keys is the order of json_with() in move_json(). */
struct move_entry {
    size_t number;
    int player; /* or -1 */
    struct solve_move move;
    bool legal;
    const char *reason, *rule; /* or NULL */
    int banned;                /* or -1 */
    size_t after;              /* the turn that left "board" */
    enum solve_ending ending;  /* after it */
    bool scored;
    json_t *situation; /* or NULL */
};

static json_t *position_json(const struct solve_game *game, size_t turn)
{
    char text[SOLVE_POSITION_TEXT_MAX] = "";
    solve_game_position(game, turn, text);
    return json_string(text);
}

static json_t *player_json(int player)
{
    return json_text_or_null(player >= 0 ? player_name(player) : NULL);
}

static json_t *move_json(const struct solve_game *game, const struct move_entry *entry)
{
    json_t *object = json_object();
    object = json_with(object, "number", json_integer((json_int_t)entry->number));
    object = json_with(object, "player", player_json(entry->player));
    object = json_with(object, "move", json_string(move_text(solve_game_board(game), entry->move)));
    object = json_with(object, "legal", json_boolean(entry->legal));
    object = json_with(object, "reason", json_text_or_null(entry->reason));
    object = json_with(object, "rule", json_text_or_null(entry->rule));
    object = json_with(object, "banned", player_json(entry->banned));
    object = json_with(object, "board", position_json(game, entry->after));
    object = json_with(object, "ended", json_text_or_null(ending_name(entry->ending)));
    object = json_with(object, "score", entry->scored ? json_scores(game) : json_null());
    return entry->situation != NULL ? json_with(object, "situation", entry->situation) : object;
}

static json_t *turn_json(const struct replayed *replay, size_t i)
{
    const struct solve_game *game = replay->game;
    struct solve_turn turn;
    char reason[ENDING_REASON_MAX];
    if (solve_game_turn(game, i, &turn) < 0)
        return NULL;
    ending_reason(game, i, reason);
    const struct move_entry entry = {
        .number = i,
        .player = turn.player,
        .move = turn.move,
        .legal = true,
        .reason = reason[0] != '\0' ? reason : NULL,
        .rule = turn.rule,
        .banned = turn.banned,
        .after = i,
        .ending = turn.ending,
        .scored = turn.ending == SOLVE_SCORED, /* then it is the last, and game stands there */
        .situation = replay->setup->facts.removes_cycles ? replay_situation_json(game, i) : NULL,
    };
    return move_json(game, &entry);
}

static json_t *refusal_json(const struct replayed *replay)
{
    const struct solve_game *game = replay->game;
    size_t turns = solve_game_turns(game);
    struct solve_turn now = {.next = -1};
    solve_game_turn(game, turns, &now);
    const struct move_entry entry = {
        .number = turns + 1,
        .player = setup_player(replay->setup, game, turns),
        .move = replay->setup->moves[turns],
        .reason = replay->refusal.reason,
        .rule = replay->refusal.rule,
        .banned = -1,
        .after = turns,
        .ending = now.ending,
    };
    return move_json(game, &entry);
}

static json_t *moves_json(const struct replayed *replay)
{
    json_t *moves = json_array();
    for (size_t i = 1; i <= solve_game_turns(replay->game); i++)
        moves = json_append(moves, turn_json(replay, i));
    if (replay->refused)
        moves = json_append(moves, refusal_json(replay));
    return moves;
}

int replay_print_json(const struct replayed *replay, struct error *err)
{
    const struct solve_game *game = replay->game;
    const struct game_setup *setup = replay->setup;
    size_t last = solve_game_turns(game);
    struct solve_turn now = {.next = -1, .winner = -1};
    solve_game_turn(game, last, &now);
    json_t *object = json_object();
    object = json_with(object, "schema", json_integer(JSON_SCHEMA));
    object = json_with(object, "board", json_text_or_null(solve_board_name(setup->board)));
    object = json_with(object, "rules", json_string(solve_rules_text(setup->rules)));
    object = json_with(object, "position", position_json(game, 0));
    object = json_with(object, "to_move", player_json(solve_game_to_move(setup->start)));
    object = json_with(object, "moves", moves_json(replay));
    object = json_with(object, "not_played", json_integer((json_int_t)replay->not_played));
    object = json_with(object, "final", position_json(game, last));
    object = json_with(object, "next", player_json(solve_game_is_over(game) ? -1 : now.next));
    object = json_with(object, "ended", json_text_or_null(ending_name(now.ending)));
    object = json_with(object, "winner", player_json(now.winner));
    object = json_with(object, "score", json_scores(game));
    return json_print(object, err);
}
