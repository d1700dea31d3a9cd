/* The result of the main verb as JSON. */
#include <math.h>
#include <stdio.h>

#include "cli/best.h"
#include "cli/ending.h"
#include "cli/json.h"
#include "cli/player.h"
#include "cli/result.h"
#include "cli/value_json.h"

bool result_is_proven(const struct analysis *analysis, const struct solve_options *options)
{
    if (!bounds_known(&analysis->bounds))
        return false;
    return options->value_only || analysis_moves_complete(analysis);
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

static json_t *json_moves(const struct analysis *analysis, const struct graph *graph)
{
    json_t *moves = json_array();
    for (size_t i = 0; i < analysis->move_count; i++) {
        const struct analysis_move *made = &analysis->moves[i];
        json_t *object = json_object();
        json_with(object, "move", json_string(move_format(graph, made->move)));
        value_json_set(object, &made->bounds);
        json_with(object, "proven", json_boolean(bounds_known(&made->bounds)));
        json_append(moves, object);
    }
    return moves;
}

static json_t *json_line(const struct analysis *analysis, const struct graph *graph)
{
    json_t *line = json_array();
    for (size_t i = 0; i < analysis->pv_count; i++)
        json_append(line, json_string(move_format(graph, analysis->pv[i])));
    return line;
}

static json_t *json_setup(const struct solve_options *options)
{
    char rules[RULESET_TEXT_MAX], position[POSITION_TEXT_MAX];
    const struct turn *now = game_now(&options->game);
    ruleset_format(&options->setup.rules, rules);
    position_format(options->setup.graph, &now->board, position);
    json_t *object = json_object();
    json_with(object, "schema", json_integer(JSON_SCHEMA));
    json_with(object, "board", json_text_or_null(options->setup.graph->name));
    json_with(object, "rules", json_string(rules));
    json_with(object, "position", json_string(position));
    json_with(object, "to_move",
              json_text_or_null(game_over(&options->game) ? NULL : player_name(now->next)));
    ending_set_json(object, &options->game);
    return best_set_order(object, options->komi_half_points);
}

int result_print_json(const struct analysis *analysis, const struct solve_options *options,
                      double seconds, struct error *err)
{
    const struct graph *graph = options->setup.graph;
    json_t *object = json_setup(options);
    json_t *value = json_object();
    value_json_set(value, &analysis->bounds);
    json_with(object, "value", value);
    json_with(object, "proven", json_boolean(bounds_known(&analysis->bounds)));
    best_set_json(object, analysis, options->komi_half_points);
    json_with(object, "moves", json_moves(analysis, graph));
    json_with(object, "moves_complete", json_boolean(analysis_moves_complete(analysis)));
    json_with(object, "line", json_line(analysis, graph));
    json_with(object, "cycle_from",
              analysis->cycle_from < 0 ? json_null() : json_integer(analysis->cycle_from));
    json_with(object, "nodes", json_integer((json_int_t)analysis->nodes));
    json_with(object, "entries", json_integer((json_int_t)analysis->entries));
    json_with(object, "seconds", json_real(round(seconds * 1000) / 1000));
    json_with(object, "peak_memory_bytes", json_integer((json_int_t)result_peak_memory()));
    json_with(object, "threads", json_integer(analysis->threads));
    json_with(object, "version", json_string(SOLVE_VERSION));
    return json_print(object, err);
}
