/* Games as JSON. */
#include "json/game_json.h"

#include <string.h>

#include "report/move_text.h"
#include "json/json.h"
#include "json/player.h"
#include "json/value_json.h"

const char *game_json_ending(enum solve_ending ending)
{
    switch (ending) {
    case SOLVE_SCORED:
        return "scored";
    case SOLVE_NO_RESULT:
        return "no-result";
    case SOLVE_TIE:
        return "tie";
    case SOLVE_WON:
        return "won";
    case SOLVE_GOES_ON:
    default:
        return NULL;
    }
}

json_t *game_json_player(int player)
{
    return json_text_or_null(player >= 0 ? player_name(player) : NULL);
}

json_t *game_json_players(unsigned members)
{
    json_t *list = json_array();
    for (int k = 0; k < SOLVE_PLAYERS_MAX; k++)
        if (members & (1u << k))
            list = json_append(list, json_string(player_name(k)));
    return list;
}

json_t *game_json_position(const struct solve_game *game, size_t turn)
{
    char text[SOLVE_POSITION_TEXT_MAX] = "";
    solve_game_position(game, turn, text);
    return json_string(text);
}

json_t *game_json_scores(const struct solve_game *game)
{
    int scores[SOLVE_PLAYERS_MAX];
    struct solve_rules_facts facts;
    solve_rules_facts(solve_game_rules(game), &facts);
    if (solve_game_half_points(game, scores) < 0)
        return json_null();
    json_t *object = json_object();
    for (int k = 0; k < facts.players; k++)
        object = json_with(object, player_name(k), value_json_half_points(scores[k]));
    return json_with(object, "margin",
                     facts.players == 2 ? value_json_half_points(scores[0] - scores[1])
                                        : json_null());
}

/* The points and edges of a board that is no rectangle. */
static json_t *graph_json(const struct solve_board *board)
{
    json_t *points = json_array(), *edges = json_array();
    for (int p = 0; p < solve_board_points(board); p++) {
        int count = 0;
        const int *others = solve_board_neighbours(board, p, &count);
        points = json_append(points, json_text_or_null(solve_board_point_name(board, p)));
        for (int i = 0; i < count; i++) {
            if (others[i] < p)
                continue;
            json_t *edge =
                json_append(json_array(), json_text_or_null(solve_board_point_name(board, p)));
            edges = json_append(
                edges,
                json_append(edge, json_text_or_null(solve_board_point_name(board, others[i]))));
        }
    }
    return json_with(json_with(json_object(), "points", points), "edges", edges);
}

json_t *game_json_set_board(json_t *object, const struct solve_board *board)
{
    object = json_with(object, "board", json_text_or_null(solve_board_name(board)));
    return json_with(object, "graph",
                     solve_board_rows(board) > 0 ? json_null() : graph_json(board));
}

json_t *game_json_set_rules(json_t *object, const struct solve_rules *rules)
{
    struct solve_rules_facts facts;
    struct solve_rules_field field;
    solve_rules_facts(rules, &facts);
    json_t *fields = json_with(json_object(), "family", json_string(facts.family));
    for (size_t i = 0; solve_rules_family_field(facts.family, i, &field) == 0; i++)
        fields = json_with(fields, field.name, json_string(solve_rules_value(rules, i)));
    object = json_with(object, "rules", json_string(solve_rules_text(rules)));
    return json_with(object, "rules_fields", fields);
}

/* Was the point prohibited for the first turn, by whoever set the game up? What the rules prohibit
 * then, as suicide, they prohibit without being told. */
static bool is_initial(const struct solve_game *game, int point)
{
    const char *rule, *reason;
    return solve_game_prohibited(game, 0, point, &rule, &reason) == 1 &&
           strcmp(rule, "initial") == 0;
}

static json_t *prohibited_json(const struct solve_game *game)
{
    const struct solve_board *board = solve_game_board(game);
    json_t *list = json_array();
    for (int p = 0; p < solve_board_points(board); p++)
        if (is_initial(game, p))
            list = json_append(list, json_text_or_null(solve_board_point_name(board, p)));
    return list;
}

json_t *game_json_set_start(json_t *object, const struct solve_game *game)
{
    struct solve_turn start = {.next = 0};
    solve_game_turn(game, 0, &start);
    object = json_with(object, "position", game_json_position(game, 0));
    object = json_with(object, "to_move", game_json_player(start.next));
    return json_with(object, "prohibited", prohibited_json(game));
}

json_t *game_json_set_history(json_t *object, const struct solve_game *game)
{
    struct solve_turn turn;
    json_t *moves = json_array();
    for (size_t i = 1; i <= solve_game_turns(game) && solve_game_turn(game, i, &turn) == 0; i++)
        moves = json_append(moves, json_text_or_null(move_text(solve_game_board(game), turn.move)));
    return json_with(object, "history", moves);
}

json_t *game_json_set_state(json_t *object, const struct solve_game *game)
{
    size_t last = solve_game_turns(game);
    struct solve_turn now = {.next = -1, .winner = -1};
    solve_game_turn(game, last, &now);
    bool scored = now.ending == SOLVE_SCORED;
    object = json_with(object, "final", game_json_position(game, last));
    object = json_with(object, "next", game_json_player(solve_game_is_over(game) ? -1 : now.next));
    object = json_with(object, "ended", json_text_or_null(game_json_ending(now.ending)));
    object = json_with(object, "winner", game_json_player(now.winner));
    return json_with(object, "score", scored ? game_json_scores(game) : json_null());
}

json_t *game_json_set(json_t *object, const struct solve_game *game)
{
    object = game_json_set_board(object, solve_game_board(game));
    object = game_json_set_rules(object, solve_game_rules(game));
    object = game_json_set_start(object, game);
    object = game_json_set_history(object, game);
    return game_json_set_state(object, game);
}
