/* Values by coalition as JSON. */
#include "json/coalition_json.h"

#include "base/peak_memory.h"
#include "json/game_json.h"
#include "json/json.h"
#include "json/limits_json.h"
#include "json/result_json.h"

static bool is_known(const struct solve_coalition *found)
{
    return found->lower == found->upper;
}

const char *coalition_json_payoff(enum solve_payoff payoff)
{
    return payoff == SOLVE_PAYOFF_MARGIN ? "margin"
           : payoff == SOLVE_PAYOFF_RANK ? "rank"
                                         : "points";
}

bool coalition_json_together(const struct coalition_list *list, int i, int *ret_gain)
{
    unsigned members = list->members[i];
    int gain = list->found[i].lower;
    if (!list->all || list->payoff != SOLVE_PAYOFF_POINTS || (members & (members - 1)) == 0 ||
        !is_known(&list->found[i]))
        return false;
    for (int k = 0; k < list->count; k++) {
        unsigned other = list->members[k];
        bool part = (other & (other - 1)) == 0 && (other & members) != 0;
        if (part && !is_known(&list->found[k]))
            return false;
        gain -= part ? list->found[k].lower : 0;
    }
    *ret_gain = gain;
    return true;
}

/* Is only its line not complete? */
static bool only_line_ends(const struct solve_coalition *found)
{
    return found->stop == SOLVE_STOP_LENGTH && is_known(found) && found->plays_complete;
}

enum solve_stop coalition_json_stop(const struct coalition_list *list)
{
    for (int i = 0; i < list->count; i++)
        if (list->found[i].stop != SOLVE_STOP_NONE && !only_line_ends(&list->found[i]))
            return list->found[i].stop;
    return SOLVE_STOP_NONE;
}

const char *coalition_json_stop_word(const struct coalition_list *list)
{
    enum solve_stop stop = coalition_json_stop(list);
    for (int i = 0; i < list->count && stop == SOLVE_STOP_NONE; i++)
        stop = list->found[i].stop;
    return result_json_stop(stop);
}

static json_t *one_json(const struct coalition_list *list, int i)
{
    const struct solve_coalition *found = &list->found[i];
    const struct solve_board *board = solve_game_board(list->game);
    int gain = 0;
    json_t *points = json_with(json_object(), "min", json_integer(found->lower));
    points = json_with(points, "max", json_integer(found->upper));
    json_t *object = json_with(json_object(), "players", game_json_players(list->members[i]));
    object = json_with(object, "points", points);
    object = json_with(object, "proven", json_boolean(is_known(found)));
    bool together = coalition_json_together(list, i, &gain);
    object = json_with(object, "together", together ? json_integer(gain) : json_null());
    object = json_with(object, "plays", json_moves(board, found->plays, found->play_count));
    object = json_with(object, "plays_complete", json_boolean(found->plays_complete));
    object = json_with(object, "line", json_moves(board, found->line, found->line_count));
    object = json_with(object, "line_complete", json_boolean(found->line_complete));
    object = json_with(object, "nodes", json_integer((json_int_t)found->nodes));
    return json_with(object, "entries", json_integer((json_int_t)found->entries));
}

bool coalition_json_known(const struct coalition_list *list)
{
    bool known = true;
    for (int i = 0; i < list->count; i++)
        known = known && is_known(&list->found[i]);
    return known;
}

json_t *coalition_json_list(const struct coalition_list *list)
{
    json_t *all = json_array();
    for (int i = 0; i < list->count; i++)
        all = json_append(all, one_json(list, i));
    return all;
}

json_t *coalition_json_set(json_t *object, const struct coalition_list *list,
                           const struct request_limits *limits, double seconds)
{
    object = game_json_set(object, list->game);
    object = json_with(object, "value_only", json_boolean(list->value_only));
    object = json_with(object, "limits", limits_json(limits));
    object = json_with(object, "payoff", json_string(coalition_json_payoff(list->payoff)));
    object = json_with(object, "coalitions", coalition_json_list(list));
    object = json_with(object, "proven", json_boolean(coalition_json_known(list)));
    object = json_with(object, "stopped", json_text_or_null(coalition_json_stop_word(list)));
    object = json_with(object, "seconds", json_seconds(seconds));
    return json_with(object, "peak_memory_bytes", json_integer((json_int_t)peak_memory_read()));
}
