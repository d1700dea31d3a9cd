/* The JSON of a replay. */
#include "json/replay_json.h"

#include <stdbool.h>

#include "report/move_text.h"
#include "json/ending_reason.h"
#include "json/game_json.h"
#include "json/json.h"
#include "json/situation.h"

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

static json_t *turn_json(const struct solve_game *game, size_t i, bool situations)
{
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
        .situation = situations ? situation_json(game, i) : NULL,
    };
    return move_json(game, &entry);
}

static json_t *refusal_json(const struct solve_game *game, const struct replay_moves *moves)
{
    size_t turns = solve_game_turns(game);
    struct solve_turn now = {.next = -1};
    solve_game_turn(game, turns, &now);
    const struct move_entry entry = {
        .number = turns + 1,
        .player = moves->refused_player,
        .move = moves->list[turns],
        .reason = moves->refusal->reason,
        .rule = moves->refusal->rule,
        .banned = -1,
        .after = turns,
        .ending = now.ending,
    };
    return move_json(game, &entry);
}

static json_t *moves_json(const struct solve_game *game, const struct replay_moves *moves)
{
    struct solve_rules_facts facts;
    solve_rules_facts(solve_game_rules(game), &facts);
    json_t *list = json_array();
    for (size_t i = 1; i <= solve_game_turns(game); i++)
        list = json_append(list, turn_json(game, i, facts.removes_cycles));
    if (moves->refusal != NULL)
        list = json_append(list, refusal_json(game, moves));
    return list;
}

json_t *replay_json_not_played(const struct solve_game *game, const struct replay_moves *moves)
{
    size_t from = solve_game_turns(game) + (moves->refusal != NULL);
    return json_moves(solve_game_board(game), moves->list + from, moves->count - from);
}

json_t *replay_json_set(json_t *object, const struct solve_game *game,
                        const struct replay_moves *moves)
{
    object = game_json_set(object, game);
    object = json_with(object, "moves", moves_json(game, moves));
    object = json_with(object, "legal", json_boolean(moves->refusal == NULL));
    object = json_with(object, "not_played", replay_json_not_played(game, moves));
    return json_with(object, "stands", game_json_scores(game));
}
