/* What rules that remove cycles make of the situation that a turn left. */
#include "json/situation.h"

#include "json/json.h"

bool situation_prohibits(const struct solve_game *game, size_t turn, int point,
                         const char **ret_rule, const char **ret_reason)
{
    return solve_game_stones(game, turn)[point] == 0 &&
           solve_game_prohibited(game, turn, point, ret_rule, ret_reason) == 1;
}

static json_t *prohibited_json(const struct solve_game *game, size_t turn)
{
    const struct solve_board *board = solve_game_board(game);
    const char *rule, *reason;
    json_t *list = json_array();
    for (int p = 0; p < solve_board_points(board); p++) {
        if (!situation_prohibits(game, turn, p, &rule, &reason))
            continue;
        json_t *one =
            json_with(json_object(), "point", json_text_or_null(solve_board_point_name(board, p)));
        one = json_with(one, "rule", json_string(rule));
        list = json_append(list, json_with(one, "reason", json_string(reason)));
    }
    return list;
}

static json_t *cycle_json(const struct solve_game *game, const struct solve_cycle *cycle,
                          int number)
{
    const struct solve_board *board = solve_game_board(game);
    json_t *used = json_array();
    for (int p = 0; p < solve_board_points(board); p++)
        if (cycle->used[p])
            used = json_append(used, json_text_or_null(solve_board_point_name(board, p)));
    json_t *object = json_with(json_object(), "number", json_integer(number));
    object = json_with(object, "since", json_integer((json_int_t)cycle->start));
    object = json_with(object, "used", used);
    return json_with(object, "disturbing", json_boolean(cycle->disturbing));
}

json_t *situation_json(const struct solve_game *game, size_t turn)
{
    struct solve_turn now;
    struct solve_cycle cycle;
    if (solve_game_turn(game, turn, &now) < 0 || now.ending != SOLVE_GOES_ON)
        return json_null();
    json_t *cycles = json_array();
    for (int n = 1; solve_game_cycle(game, turn, n, &cycle) == 0; n++)
        cycles = json_append(cycles, cycle_json(game, &cycle, n));
    json_t *object = json_with(json_object(), "passes_needed", json_integer(now.needed));
    object = json_with(object, "prohibited", prohibited_json(game, turn));
    return json_with(object, "cycles", cycles);
}
