/* Helpers for JSON output. */
#include "cli/json.h"

#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/player.h"
#include "report/grid.h"
#include "report/move_text.h"

json_t *json_text_or_null(const char *text)
{
    return text == NULL ? json_null() : grid_json_text(text);
}

/* Did anything that was to be part of the output fail? */
static bool incomplete;

json_t *json_append(json_t *array, json_t *item)
{
    if (json_array_append_new(array, item) < 0)
        incomplete = true;
    return array;
}

json_t *json_with(json_t *object, const char *key, json_t *value)
{
    if (json_object_set_new(object, key, value) < 0)
        incomplete = true;
    return object;
}

json_t *json_moves(const struct solve_board *board, const struct solve_move *moves, size_t count)
{
    json_t *array = json_array();
    for (size_t i = 0; i < count; i++)
        array = json_append(array, json_string(move_text(board, moves[i])));
    return array;
}

json_t *json_with_pv(json_t *object, const struct solve_result *result)
{
    const struct solve_board *board = solve_game_board(solve_result_game(result));
    size_t count;
    const struct solve_move *pv = solve_result_pv(result, &count);
    long cycle = solve_result_pv_cycle(result);
    object = json_with(object, "line", json_moves(board, pv, count));
    return json_with(object, "cycle_from", cycle < 0 ? json_null() : json_integer(cycle));
}

json_t *json_scores(const struct solve_game *game)
{
    int scores[SOLVE_PLAYERS_MAX];
    struct solve_rules_facts facts;
    json_t *object = json_object();
    solve_rules_facts(solve_game_rules(game), &facts);
    if (solve_game_scores(game, scores) < 0) {
        json_decref(object);
        return json_null();
    }
    for (int k = 0; k < facts.players; k++)
        object = json_with(object, player_name(k), json_integer(scores[k]));
    return json_with(object, "margin",
                     facts.players == 2 ? json_integer(scores[0] - scores[1]) : json_null());
}

int json_print(json_t *value, struct error *err)
{
    if (value == NULL || incomplete) {
        json_decref(value);
        return error_set(err, -ENOMEM, "out of memory for the JSON output");
    }
    int r = json_dumpf(value, stdout, JSON_COMPACT | JSON_REAL_PRECISION(12));
    json_decref(value);
    if (r < 0 || putchar('\n') == EOF)
        return error_set(err, -EIO, "cannot write the output: %s", strerror(errno));
    return 0;
}
