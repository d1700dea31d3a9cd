/* Comparisons of rulesets as JSON. */
#include "compare/compared_json.h"

#include "json/game_json.h"
#include "json/json.h"
#include "json/limits_json.h"
#include "json/result_json.h"
#include "json/value_json.h"

static json_t *json_differs(enum difference difference)
{
    return difference == DIFFERS_OPEN ? json_null() : json_boolean(difference == DIFFERS_YES);
}

/* What the search found under one ruleset. */
static json_t *set_solved(json_t *object, const struct compared *one, int komi)
{
    object = game_json_set_state(object, one->game);
    object = json_with(object, "value", value_json(&one->bounds, one->rules));
    object = json_with(object, "proven", json_boolean(solve_bounds_known(&one->bounds)));
    object = result_json_set_best(object, one->result, komi);
    object = json_with(object, "value_differs", json_differs(one->values));
    object = json_with(object, "plays_differ", json_differs(one->plays));
    object = result_json_set_line(object, one->result);
    return json_with(object, "stopped", json_text_or_null(result_json_stop(compared_stop(one))));
}

/* The same keys where the history is not legal under a ruleset. */
static json_t *set_refused(json_t *object)
{
    static const char *const unknown[] = {"final", "next", "ended", "winner", "score", "value"};
    for (size_t i = 0; i < sizeof(unknown) / sizeof(unknown[0]); i++)
        object = json_with(object, unknown[i], json_null());
    object = json_with(object, "proven", json_false());
    object = json_with(object, "best", json_array());
    object = json_with(object, "best_complete", json_false());
    object = json_with(object, "value_differs", json_null());
    object = json_with(object, "plays_differ", json_null());
    object = json_with(object, "line", json_array());
    object = json_with(object, "line_complete", json_false());
    object = json_with(object, "cycle_from", json_null());
    return json_with(object, "stopped", json_null());
}

static json_t *row_json(const struct compared *one, int komi)
{
    json_t *object = game_json_set_rules(json_object(), one->rules);
    object = json_with(object, "legal", json_boolean(one->refused == NULL));
    object = json_with(object, "reason", json_text_or_null(one->refused));
    return one->refused != NULL ? set_refused(object) : set_solved(object, one, komi);
}

/* "find": null of a comparison; of a search whether it found a position and how far it came and
 * why. */
static json_t *found_json(const struct found *found)
{
    if (found == NULL)
        return json_null();
    json_t *object = json_with(json_object(), "found", json_boolean(found->any));
    object = json_with(object, "complete", json_boolean(found->complete));
    object = json_with(object, "looked_at", json_integer((json_int_t)found->looked_at));
    object = json_with(object, "not_decided", json_integer((json_int_t)found->open));
    object =
        json_with(object, "stones", found->stones < 0 ? json_null() : json_integer(found->stones));
    const char *why = found->stopped    ? result_json_stop(SOLVE_STOP_INTERRUPT)
                      : found->open > 0 ? result_json_stop(found->open_stop)
                                        : NULL;
    return json_with(object, "stopped", json_text_or_null(why));
}

json_t *compared_json(const struct compared_json *of)
{
    const struct comparison *comparison = of->comparison;
    int komi = comparison->komi_half_points;
    bool any = of->position != NULL;
    json_t *object = game_json_set_board(json_head("compare"), comparison->board);
    json_t *rows = json_array();
    for (size_t i = 0; i < comparison->count && any; i++)
        rows = json_append(rows, row_json(&of->list[i], komi));
    object = json_with(object, "position", json_text_or_null(of->position));
    object = json_with(object, "to_move", game_json_player(any ? of->to_move : -1));
    object =
        json_with(object, "history", json_moves(comparison->board, of->history, of->history_count));
    object = result_json_set_komi(object, komi);
    object = json_with(object, "limits", limits_json(&comparison->limits));
    object = json_with(object, "rulesets", rows);
    return json_with(object, "find", found_json(of->found));
}

json_t *compared_json_found(const struct comparison *comparison, const struct found_position *found)
{
    struct compared_json of = {
        .comparison = comparison, .list = found->list, .found = &found->found};
    of.position = found->found.any ? found->position : NULL;
    return compared_json(&of);
}
