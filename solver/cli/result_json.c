/* The result of the main verb as JSON. */
#include <math.h>
#include <stdio.h>

#include "cli/best.h"
#include "cli/ending.h"
#include "cli/json.h"
#include "cli/player.h"
#include "cli/result.h"
#include "cli/value_json.h"
#include "report/move_text.h"

bool result_is_proven(const struct solve_result *result, const struct solve_options *options)
{
    struct solve_bounds bounds;
    solve_result_bounds(result, &bounds);
    if (!solve_bounds_known(&bounds))
        return false;
    return options->value_only || solve_result_moves_complete(result);
}

size_t result_peak_memory(void)
{
    char line[128];
    unsigned long long kib = 0;
    FILE *status = fopen("/proc/self/status", "r");
    if (status == NULL)
        return 0;
    while (kib == 0 && fgets(line, sizeof(line), status) != NULL)
        sscanf(line, "VmHWM: %llu kB", &kib);
    fclose(status);
    return (size_t)kib * 1024;
}

static json_t *root_moves(const struct solve_result *result)
{
    const struct solve_board *board = solve_game_board(solve_result_game(result));
    json_t *moves = json_array();
    struct solve_root_move made;
    for (size_t i = 0; solve_result_move(result, i, &made) == 0; i++) {
        json_t *object = json_object();
        json_with(object, "move", json_string(move_text(board, made.move)));
        value_json_set(object, &made.bounds);
        json_with(object, "proven", json_boolean(solve_bounds_known(&made.bounds)));
        json_append(moves, object);
    }
    return moves;
}

static json_t *json_setup(const struct solve_options *options)
{
    char position[SOLVE_POSITION_TEXT_MAX] = "";
    const struct solve_game *game = options->game;
    const char *mover = solve_game_is_over(game) ? NULL : player_name(solve_game_to_move(game));
    solve_game_position(game, solve_game_turns(game), position);
    json_t *object = json_object();
    json_with(object, "schema", json_integer(JSON_SCHEMA));
    json_with(object, "board", json_text_or_null(solve_board_name(options->setup.board)));
    json_with(object, "rules", json_string(solve_rules_text(options->setup.rules)));
    json_with(object, "position", json_string(position));
    json_with(object, "to_move", json_text_or_null(mover));
    ending_set_json(object, game);
    return best_set_order(object, options->komi_half_points);
}

int result_print_json(const struct solve_result *result, const struct solve_options *options,
                      double seconds, struct error *err)
{
    struct solve_bounds bounds;
    struct solve_work work;
    json_t *object = json_setup(options);
    json_t *value = json_object();
    solve_result_bounds(result, &bounds);
    solve_result_work(result, &work);
    value_json_set(value, &bounds);
    json_with(object, "value", value);
    json_with(object, "proven", json_boolean(solve_bounds_known(&bounds)));
    best_set_json(object, result, options->komi_half_points);
    json_with(object, "moves", root_moves(result));
    json_with(object, "moves_complete", json_boolean(solve_result_moves_complete(result)));
    json_with_pv(object, result);
    json_with(object, "nodes", json_integer((json_int_t)work.nodes));
    json_with(object, "entries", json_integer((json_int_t)work.entries));
    json_with(object, "seconds", json_real(round(seconds * 1000) / 1000));
    json_with(object, "peak_memory_bytes", json_integer((json_int_t)result_peak_memory()));
    json_with(object, "threads", json_integer(work.threads));
    json_with(object, "version", json_string(SOLVE_VERSION));
    return json_print(object, err);
}
