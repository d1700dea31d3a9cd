/* States as JSON that takes little room. */
#include "explore/site/pack.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "explore/site/outcome.h"
#include "explore/view/choices.h"
#include "explore/view/repeats.h"
#include "report/move_text.h"
#include "json/game_json.h"
#include "json/json.h"
#include "json/result_json.h"
#include "json/value_json.h"

enum { BEST_KNOWN = 1, MOVES_KNOWN = 2, LINE_ENDS = 4 };

/* The place of item in a table, which gets it if it is new. item is used up. -1: no memory. */
static json_int_t place_of(struct pack *pack, enum pack_table table, json_t *item)
{
    json_t **list = &pack->tables[table].list, **places = &pack->tables[table].places;
    char *text = item != NULL ? json_dumps(item, JSON_COMPACT | JSON_ENCODE_ANY) : NULL;
    if (*list == NULL)
        *list = json_array();
    if (*places == NULL)
        *places = json_object();
    json_t *found = text != NULL ? json_object_get(*places, text) : NULL;
    json_int_t place = found != NULL ? json_integer_value(found) : -1;
    if (text != NULL && found == NULL) {
        json_int_t next = (json_int_t)json_array_size(*list);
        if (json_array_append(*list, item) == 0 &&
            json_object_set_new(*places, text, json_integer(next)) == 0)
            place = next;
    }
    json_decref(item);
    free(text);
    return place;
}

static json_t *place_json(json_int_t place)
{
    return place >= 0 ? json_integer(place) : NULL;
}

static json_t *value_place(struct pack *pack, const struct solve_bounds *bounds,
                           const struct solve_rules *rules)
{
    static const char *const keys[] = {"min", "max", "min_known", "max_known", "outright"};
    json_t *value = value_json(bounds, rules), *packed = json_array();
    for (size_t i = 0; i < sizeof(keys) / sizeof(keys[0]); i++)
        packed = json_append(packed, json_incref(json_object_get(value, keys[i])));
    json_decref(value);
    return place_json(place_of(pack, PACK_VALUES, packed));
}

/* What the turn did; -1 if nothing is to be said of it. */
static json_t *outcome_place(struct pack *pack, const struct solve_game *game, size_t turn)
{
    if (outcome_is_plain(game, turn))
        return json_integer(-1);
    return place_json(place_of(pack, PACK_OUTCOMES, outcome_json(game, turn)));
}

static json_t *captures(const struct solve_game *game, size_t turn)
{
    struct strbuf text = {0};
    outcome_add_captures(&text, game, turn);
    char *codes = strbuf_take(&text);
    json_t *json = codes != NULL ? json_string(codes) : NULL;
    free(codes);
    return json;
}

static bool has_captures(const struct solve_game *game, size_t turn)
{
    struct strbuf text = {0};
    outcome_add_captures(&text, game, turn);
    bool has = text.length > 0 || text.failed;
    strbuf_release(&text);
    return has;
}

static json_t *path_json(struct pack *pack, const struct solve_game *game)
{
    struct solve_turn turn;
    json_t *path = json_array();
    for (size_t i = 1; solve_game_turn(game, i, &turn) == 0; i++) {
        json_t *step = json_append(json_array(), json_integer(turn.player));
        step = json_append(step, outcome_place(pack, game, i));
        path = json_append(path, json_append(step, captures(game, i)));
    }
    return path;
}

static json_t *end_place(struct pack *pack, const struct solve_game *game)
{
    static const char *const keys[] = {"ended", "winner", "score"};
    json_t *state = game_json_set_state(json_object(), game), *end = json_object();
    for (size_t i = 0; i < sizeof(keys) / sizeof(keys[0]); i++)
        end = json_with(end, keys[i], json_incref(json_object_get(state, keys[i])));
    json_decref(state);
    end = json_with(end, "stands", game_json_scores(game));
    return place_json(place_of(pack, PACK_ENDS, end));
}

/* What stands. Points are left to the choices, but under rules that remove cycles. */
static json_t *repeats_place(struct pack *pack, const struct solve_game *game,
                             const struct move_choices *choices)
{
    struct solve_rules_facts facts;
    const struct move_choices none = {0};
    solve_rules_facts(solve_game_rules(game), &facts);
    json_t *all = repeats_json(game, choices);
    if (facts.removes_cycles || json_is_null(all))
        return place_json(place_of(pack, PACK_REPEATS, all));
    json_t *head = repeats_json(game, &none), *kept = json_object();
    json_t *text = json_object_get(head, "text");
    kept = json_with(kept, "text", text != NULL ? json_incref(text) : json_null());
    kept = json_with(kept, "player", json_incref(json_object_get(all, "player")));
    json_decref(head);
    json_decref(all);
    return place_json(place_of(pack, PACK_REPEATS, kept));
}

/* The refusal, the move's own name taken out of the reason. */
static json_t *refusal_json(struct pack *pack, const struct solve_board *board,
                            const struct move_choice *choice)
{
    const char *name = move_text(board, choice->move), *reason = choice->refusal.reason;
    size_t length = strlen(name);
    bool named = strncmp(reason, name, length) == 0 && reason[length] == ' ';
    char text[sizeof(choice->refusal.reason) + 1];
    snprintf(text, sizeof(text), "%s%s", named ? "%" : "", named ? reason + length : reason);
    json_t *refusal = json_append(json_array(), json_text_or_null(choice->refusal.rule));
    refusal = json_append(refusal, json_text_or_null(text));
    refusal =
        json_append(refusal, choice->back_to >= 0 ? json_integer(choice->back_to) : json_null());
    json_int_t place = place_of(pack, PACK_REFUSALS, refusal);
    return place >= 0 ? json_integer(-1 - place) : NULL;
}

/* The root move of the result that is this move; false: it has none (removals of cycles). */
static bool find_move(const struct solve_result *result, struct solve_move move,
                      struct solve_root_move *ret_made)
{
    for (size_t i = 0; solve_result_move(result, i, ret_made) == 0; i++)
        if (ret_made->move.kind == move.kind && ret_made->move.point == move.point &&
            ret_made->move.cycle == move.cycle)
            return true;
    return false;
}

static json_t *choice_json(struct pack *pack, struct solve_game *game,
                           const struct move_choice *choice, const struct solve_result *result)
{
    struct solve_root_move made;
    if (!choice->legal)
        return refusal_json(pack, solve_game_board(game), choice);
    bool known = find_move(result, choice->move, &made);
    json_t *value =
        known ? value_place(pack, &made.bounds, solve_game_rules(solve_result_game(result)))
              : json_integer(-1);
    if (solve_game_play(game, choice->move, NULL) < 0) {
        json_decref(value);
        return NULL;
    }
    size_t turn = solve_game_turns(game);
    if (!known || !outcome_is_plain(game, turn) || has_captures(game, turn)) {
        value = json_append(json_array(), value);
        value = json_append(value, outcome_place(pack, game, turn));
        value = json_append(value, captures(game, turn));
    }
    solve_game_undo(game);
    return value;
}

static json_t *best_json(const struct move_choices *choices, const struct solve_result *result)
{
    struct strbuf text = {0};
    struct solve_root_move made;
    size_t zeros = 0;
    for (size_t i = 0; i < choices->count; i++) {
        zeros++;
        if (!choices->list[i].legal || !find_move(result, choices->list[i].move, &made) ||
            !made.best)
            continue;
        for (; zeros > 1; zeros--)
            strbuf_add(&text, "0");
        strbuf_add(&text, "1");
        zeros = 0;
    }
    char *marks = strbuf_take(&text);
    json_t *json = marks != NULL ? json_string(marks) : NULL;
    free(marks);
    return json;
}

/* Adds the line and the steps of which there is something to be said. */
static json_t *add_line(struct pack *pack, json_t *state, const struct solve_game *game,
                        const struct solve_result *result)
{
    size_t count, turns = solve_game_turns(game);
    const struct solve_move *moves = solve_result_pv(result, &count);
    const struct solve_game *played = solve_result_game(result);
    struct strbuf text = {0};
    json_t *steps = json_array();
    for (size_t i = 0; i < count; i++) {
        code_move(&text, moves[i], NULL);
        size_t turn = turns + 1 + i;
        if (outcome_is_plain(played, turn) && !has_captures(played, turn))
            continue;
        json_t *step = json_append(json_array(), json_integer((json_int_t)i));
        step = json_append(step, outcome_place(pack, played, turn));
        steps = json_append(steps, json_append(step, captures(played, turn)));
    }
    char *line = strbuf_take(&text);
    state = json_append(state, line != NULL ? json_string(line) : NULL);
    free(line);
    return json_append(state, steps);
}

/* Adds what the run found. */
static json_t *add_result(struct pack *pack, json_t *state, const struct solve_game *game,
                          const struct move_choices *choices, const struct solve_result *result)
{
    struct solve_bounds bounds;
    solve_result_bounds(result, &bounds);
    int flags = (solve_result_best_complete(result, 0) ? BEST_KNOWN : 0) |
                (solve_result_moves_complete(result) ? MOVES_KNOWN : 0) |
                (solve_result_pv_complete(result) ? LINE_ENDS : 0);
    bool proven = result_json_is_proven(result, false, NULL);
    const char *stop = proven ? NULL : result_json_stop(solve_result_stop(result));
    state = json_append(state, value_place(pack, &bounds, solve_game_rules(game)));
    state = json_append(state, json_integer(flags));
    state = json_append(state, place_json(place_of(pack, PACK_STOPS, json_text_or_null(stop))));
    state = json_append(state, best_json(choices, result));
    state = add_line(pack, state, game, result);
    return json_append(state, json_integer(solve_result_pv_cycle(result)));
}

int pack_add(struct pack *pack, struct solve_game *game, const char *code,
             const struct solve_result *result)
{
    struct move_choices choices = {0};
    int r = choices_list(game, &choices);
    if (r < 0)
        return r;
    json_was_incomplete();
    json_t *state = json_append(json_array(), json_string(code)), *list = json_array();
    bool over = solve_game_is_over(game);
    state = json_append(state, json_integer(over ? -1 : solve_game_to_move(game)));
    state = json_append(state, path_json(pack, game));
    state = json_append(state, end_place(pack, game));
    state = json_append(state, repeats_place(pack, game, &choices));
    for (size_t i = 0; i < choices.count; i++)
        list = json_append(list, choice_json(pack, game, &choices.list[i], result));
    state = json_append(state, list);
    state = add_result(pack, state, game, &choices, result);
    if (pack->states == NULL)
        pack->states = json_array();
    pack->states = json_append(pack->states, state);
    free(choices.list);
    return json_was_incomplete() ? -ENOMEM : 0;
}

json_t *pack_take(struct pack *pack)
{
    static const char *const names[PACK_TABLES] = {
        [PACK_VALUES] = "values", [PACK_OUTCOMES] = "outcomes", [PACK_REFUSALS] = "refusals",
        [PACK_ENDS] = "ends",     [PACK_REPEATS] = "repeats",   [PACK_STOPS] = "stops",
    };
    json_was_incomplete();
    json_t *object = json_object();
    for (int i = 0; i < PACK_TABLES; i++) {
        json_t *list = pack->tables[i].list;
        object = json_with(object, names[i], list != NULL ? json_incref(list) : json_array());
    }
    object = json_with(object, "states", json_incref(pack->states));
    pack_release(pack);
    if (!json_was_incomplete())
        return object;
    json_decref(object);
    return NULL;
}

void pack_release(struct pack *pack)
{
    for (int i = 0; i < PACK_TABLES; i++) {
        json_decref(pack->tables[i].list);
        json_decref(pack->tables[i].places);
    }
    json_decref(pack->states);
    *pack = (struct pack){0};
}
