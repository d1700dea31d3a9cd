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

/* One entry of "moves"; the order of its keys is the order of json_with() in move_json(). */
struct move_entry {
    size_t number;
    int player; /* or -1 */
    struct move move;
    bool legal;
    const char *reason, *rule; /* or NULL */
    int banned;                /* or -1 */
    const struct turn *after;
    bool scored;
    json_t *situation; /* or NULL */
};

static json_t *position_json(const struct graph *graph, const struct position *position)
{
    char text[POSITION_TEXT_MAX];
    position_format(graph, position, text);
    return json_string(text);
}

static json_t *player_json(int player)
{
    return json_text_or_null(player >= 0 ? player_name(player) : NULL);
}

static json_t *move_json(const struct game *game, const struct move_entry *entry)
{
    json_t *object = json_object();
    object = json_with(object, "number", json_integer((json_int_t)entry->number));
    object = json_with(object, "player", player_json(entry->player));
    object = json_with(object, "move", json_string(move_format(game->graph, entry->move)));
    object = json_with(object, "legal", json_boolean(entry->legal));
    object = json_with(object, "reason", json_text_or_null(entry->reason));
    object = json_with(object, "rule", json_text_or_null(entry->rule));
    object = json_with(object, "banned", player_json(entry->banned));
    object = json_with(object, "board", position_json(game->graph, &entry->after->board));
    object = json_with(object, "ended", json_text_or_null(ending_name(entry->after->ending)));
    object = json_with(object, "score", entry->scored ? json_scores(game) : json_null());
    return entry->situation != NULL ? json_with(object, "situation", entry->situation) : object;
}

static json_t *turn_json(const struct game *game, size_t i)
{
    const struct turn *turn = &game->turns[i];
    char reason[ENDING_REASON_MAX];
    ending_reason(game, i, reason);
    const struct move_entry entry = {
        .number = i,
        .player = turn->player,
        .move = turn->move,
        .legal = true,
        .reason = reason[0] != '\0' ? reason : NULL,
        .rule = turn->rule,
        .banned = turn->banned,
        .after = turn,
        .scored = turn->ending == ENDING_SCORED, /* then it is the last, and game stands there */
        .situation = replay_has_situations(game) ? replay_situation_json(game, i) : NULL,
    };
    return move_json(game, &entry);
}

static json_t *refusal_json(const struct replayed *replay)
{
    const struct game *game = &replay->game;
    const struct move_entry entry = {
        .number = game->count,
        .player = game_over(game) ? -1 : game_now(game)->next,
        .move = replay->setup->moves[game->count - 1],
        .reason = replay->verdict.reason,
        .rule = replay->verdict.rule,
        .banned = -1,
        .after = game_now(game),
    };
    return move_json(game, &entry);
}

static json_t *moves_json(const struct replayed *replay)
{
    json_t *moves = json_array();
    for (size_t i = 1; i < replay->game.count; i++)
        moves = json_append(moves, turn_json(&replay->game, i));
    if (replay->refused)
        moves = json_append(moves, refusal_json(replay));
    return moves;
}

int replay_print_json(const struct replayed *replay, struct error *err)
{
    const struct game *game = &replay->game;
    const struct turn *now = game_now(game);
    const struct game_setup *setup = replay->setup;
    char rules[RULESET_TEXT_MAX];
    ruleset_format(&game->rules, rules);
    json_t *object = json_object();
    object = json_with(object, "schema", json_integer(JSON_SCHEMA));
    object = json_with(object, "board", json_text_or_null(game->graph->name));
    object = json_with(object, "rules", json_string(rules));
    object = json_with(object, "position", position_json(game->graph, &setup->position));
    object = json_with(object, "to_move", player_json(setup->to_move));
    object = json_with(object, "moves", moves_json(replay));
    object = json_with(object, "not_played", json_integer((json_int_t)replay->not_played));
    object = json_with(object, "final", position_json(game->graph, &now->board));
    object = json_with(object, "next", player_json(game_over(game) ? -1 : now->next));
    object = json_with(object, "ended", json_text_or_null(ending_name(now->ending)));
    object = json_with(object, "winner", player_json(now->winner));
    object = json_with(object, "score", json_scores(game));
    return json_print(object, err);
}
