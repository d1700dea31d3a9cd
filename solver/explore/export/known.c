/* Reading what is known of a state. */
#include "explore/export/known.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "json/value_json.h"

void known_release(struct known *known)
{
    free(known->plays);
    solve_game_free(known->line);
    *known = (struct known){0};
}

static bool is_listed(const json_t *list, const char *text)
{
    const json_t *one;
    size_t i;
    json_array_foreach (list, i, one)
        if (json_is_string(one) && strcmp(json_string_value(one), text) == 0)
            return true;
    return false;
}

static int read_move(const struct solve_board *board, const json_t *json,
                     struct solve_move *ret_move)
{
    return json_is_string(json)
               ? solve_move_parse(board, NULL, json_string_value(json), ret_move, NULL)
               : -EINVAL;
}

static int read_plays(const json_t *json, const struct solve_game *game, struct known *known)
{
    const json_t *list = json_object_get(json, "moves"), *best = json_object_get(json, "best");
    size_t count = json_array_size(list);
    known->plays = calloc(count + 1, sizeof(*known->plays));
    if (known->plays == NULL)
        return -ENOMEM;
    for (; known->count < count; known->count++) {
        const json_t *one = json_array_get(list, known->count);
        const json_t *move = json_object_get(one, "move");
        struct known_play *play = &known->plays[known->count];
        int r = read_move(solve_game_board(game), move, &play->move);
        if (r == 0)
            r = value_json_read(json_object_get(one, "value"), solve_game_rules(game),
                                &play->bounds);
        if (r < 0)
            return r;
        play->best = is_listed(best, json_string_value(move));
        known->plays_complete &= solve_bounds_known(&play->bounds);
    }
    return 0;
}

static int read_line(const json_t *json, const struct solve_game *game, struct known *known)
{
    const json_t *list = json_object_get(json, "line"), *one;
    const json_t *cycle = json_object_get(json, "cycle_from");
    const struct solve_board *board = solve_game_board(game);
    size_t i;
    known->line_begins = solve_game_turns(game);
    known->line_complete = json_is_true(json_object_get(json, "line_complete"));
    known->cycle = json_is_integer(cycle) ? (long)json_integer_value(cycle) : -1;
    if (json_array_size(list) == 0)
        return 0;
    int r = solve_game_copy(game, &known->line);
    if (r < 0)
        return r;
    json_array_foreach (list, i, one) {
        struct solve_move move;
        r = read_move(board, one, &move);
        if (r == 0)
            r = solve_game_play(known->line, move, NULL);
        if (r < 0)
            return r == -EPERM ? -EINVAL : r;
    }
    return 0;
}

int known_read(const json_t *json, const struct solve_game *game, struct known *ret_known)
{
    struct known known = {.plays_complete = true,
                          .best_complete = json_is_true(json_object_get(json, "best_complete"))};
    int r = value_json_read(json_object_get(json, "value"), solve_game_rules(game), &known.bounds);
    if (r == 0)
        r = read_plays(json, game, &known);
    if (r == 0)
        r = read_line(json, game, &known);
    if (r < 0) {
        known_release(&known);
        return r;
    }
    *ret_known = known;
    return 0;
}
