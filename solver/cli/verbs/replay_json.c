/*
 * The JSON of a replay: one object. Every move has the same keys; "reason" is a sentence that
 * belongs to "rule": why the move is not legal, who was prohibited and why, why the game ended.
 * "board" is the position after the move (as before it, if it was not legal). "ended" is null while
 * play goes on; "score" is null unless the game ended by it in a score. "stands" is the board on
 * which the replay stopped, scored as it stands. Under rules with cycles each move that was made
 * has "situation", too: how many passes end the game then, which points are prohibited and why, and
 * the cycles that may be removed; elsewhere it is null.
 */
#include "cli/ending.h"
#include "cli/verbs/replay.h"
#include "report/move_text.h"
#include "json/game_json.h"
#include "json/json.h"

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

static json_t *move_json(const struct solve_game *game, const struct move_entry *entry)
{
    json_t *object = json_object();
    object = json_with(object, "number", json_integer((json_int_t)entry->number));
    object = json_with(object, "player", game_json_player(entry->player));
    object = json_with(object, "move",
                       json_text_or_null(move_text(solve_game_board(game), entry->move)));
    object = json_with(object, "legal", json_boolean(entry->legal));
    object = json_with(object, "reason", json_text_or_null(entry->reason));
    object = json_with(object, "rule", json_text_or_null(entry->rule));
    object = json_with(object, "banned", game_json_player(entry->banned));
    object = json_with(object, "board", game_json_position(game, entry->after));
    object = json_with(object, "ended", json_text_or_null(game_json_ending(entry->ending)));
    object = json_with(object, "score", entry->scored ? game_json_scores(game) : json_null());
    return json_with(object, "situation",
                     entry->situation != NULL ? entry->situation : json_null());
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

json_t *replay_not_played_json(const struct replayed *replay)
{
    const struct game_setup *setup = replay->setup;
    size_t from = setup->move_count - replay->not_played;
    return json_moves(setup->board, setup->moves + from, replay->not_played);
}

int replay_print_json(const struct replayed *replay, struct error *err)
{
    json_t *object = game_json_set(json_head("replay"), replay->game);
    object = json_with(object, "moves", moves_json(replay));
    object = json_with(object, "legal", json_boolean(!replay->refused));
    object = json_with(object, "not_played", replay_not_played_json(replay));
    object = json_with(object, "stands", game_json_scores(replay->game));
    return json_print(object, err);
}
