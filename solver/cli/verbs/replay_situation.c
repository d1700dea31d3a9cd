/* What rules with cycles make of the situation that a turn left (rules/cycles.h, rules/ljrg.h). */
#include "base/human.h"
#include "cli/json.h"
#include "cli/verbs/replay.h"
#include "rules/cycles.h"
#include "rules/ljrg.h"

bool replay_has_situations(const struct game *game)
{
    return game->rules.family->remove_cycle != NULL;
}

static enum prohibition prohibition_of(const struct game *game, size_t turn, int point)
{
    if (game->turns[turn].board.cells[point] != POINT_EMPTY)
        return PROHIBITED_NOT;
    return ljrg_prohibition(game, turn, point);
}

static void print_prohibited(const struct game *game, size_t turn)
{
    const char *before = "; prohibited: ";
    for (int p = 0; p < game->graph->points; p++) {
        enum prohibition prohibition = prohibition_of(game, turn, p);
        if (prohibition == PROHIBITED_NOT)
            continue;
        printf("%s%s (%s)", before, game->graph->names[p], ljrg_prohibition_rule(prohibition));
        before = ", ";
    }
}

static void print_cycle(const struct game *game, size_t turn, int number)
{
    struct cycle cycle;
    char name[48];
    if (!cycles_find(game, turn, number, &cycle))
        return;
    printf("; cycle:%d since %s uses", number, game_name_turn(cycle.start, name));
    for (int p = 0; p < game->graph->points; p++)
        if (point_set_has(&cycle.used, p))
            printf(" %s", game->graph->names[p]);
    printf(" (%s)", cycles_disturb(game, turn) ? "disturbing" : "not disturbing");
}

void replay_print_situation(const struct game *game, size_t turn)
{
    const struct turn *now = &game->turns[turn];
    if (now->ending != ENDING_NONE)
        return;
    printf("     %s needed", human_count((uint64_t)now->needed, "pass", "passes"));
    print_prohibited(game, turn);
    for (int n = 1, count = cycles_count(game, turn); n <= count; n++)
        print_cycle(game, turn, n);
    putchar('\n');
}

static json_t *prohibited_json(const struct game *game, size_t turn)
{
    json_t *list = json_array();
    for (int p = 0; p < game->graph->points; p++) {
        enum prohibition prohibition = prohibition_of(game, turn, p);
        if (prohibition == PROHIBITED_NOT)
            continue;
        json_t *one = json_with(json_object(), "point", json_string(game->graph->names[p]));
        one = json_with(one, "rule", json_string(ljrg_prohibition_rule(prohibition)));
        list = json_append(
            list, json_with(one, "reason", json_string(ljrg_prohibition_words(prohibition))));
    }
    return list;
}

static json_t *cycle_json(const struct game *game, size_t turn, int number)
{
    struct cycle cycle = {0};
    json_t *used = json_array();
    cycles_find(game, turn, number, &cycle);
    for (int p = 0; p < game->graph->points; p++)
        if (point_set_has(&cycle.used, p))
            used = json_append(used, json_string(game->graph->names[p]));
    json_t *object = json_with(json_object(), "number", json_integer(number));
    object = json_with(object, "since", json_integer((json_int_t)cycle.start));
    object = json_with(object, "used", used);
    return json_with(object, "disturbing", json_boolean(cycles_disturb(game, turn)));
}

json_t *replay_situation_json(const struct game *game, size_t turn)
{
    json_t *cycles = json_array();
    if (game->turns[turn].ending != ENDING_NONE) {
        json_decref(cycles);
        return json_null();
    }
    for (int n = 1, count = cycles_count(game, turn); n <= count; n++)
        cycles = json_append(cycles, cycle_json(game, turn, n));
    json_t *object =
        json_with(json_object(), "passes_needed", json_integer(game->turns[turn].needed));
    object = json_with(object, "prohibited", prohibited_json(game, turn));
    return json_with(object, "cycles", cycles);
}
