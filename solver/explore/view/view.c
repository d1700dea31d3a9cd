/* How a game stands, without search. */
#include "explore/view/view.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "explore/view/choices.h"
#include "explore/view/layout.h"
#include "explore/view/repeats.h"
#include "report/move_text.h"
#include "json/game_json.h"
#include "json/json.h"
#include "json/query_fault.h"
#include "json/replay_json.h"
#include "json/value_json.h"

static json_t *set_replay(json_t *object, const struct question *question)
{
    const struct query *query = &question->query;
    bool over = solve_game_is_over(query->game);
    const struct replay_moves moves = {
        .list = query->moves,
        .count = query->move_count,
        .refusal = question->refused ? &question->refusal : NULL,
        .refused_player = over ? -1 : solve_game_to_move(query->game),
    };
    return replay_json_set(object, query->game, &moves);
}

/* The value of the state at which game stands, if the rules alone say it. */
static json_t *value_of_end(const struct solve_game *game)
{
    int scores[SOLVE_PLAYERS_MAX];
    struct solve_turn now = {.ending = SOLVE_GOES_ON};
    int infinite = SOLVE_MARGIN_INFINITE;
    solve_game_turn(game, solve_game_turns(game), &now);
    if (now.ending == SOLVE_WON) {
        int margin = now.winner == 0 ? infinite : -infinite;
        return value_json(&(struct solve_bounds){margin, margin, margin, margin},
                          solve_game_rules(game));
    }
    if (now.ending != SOLVE_SCORED || solve_game_scores(game, scores) < 0)
        return NULL;
    int margin = scores[0] - scores[1];
    return value_json(&(struct solve_bounds){margin, margin, margin, margin},
                      solve_game_rules(game));
}

/* The value of the state at which game stands, as far as no time is needed to tell; NULL: it is not
 * known. */
static json_t *known_value(const struct view_source *source, const struct solve_game *game,
                           int komi)
{
    json_t *value = value_of_end(game), *found = NULL;
    if (value == NULL && source->look_up != NULL)
        found = source->look_up(source->arg, game, komi, true);
    if (json_is_true(json_object_get(found, "proven")))
        value = json_incref(json_object_get(found, "value"));
    json_decref(found);
    return value;
}

static json_t *move_and_value(json_t *move, json_t *value)
{
    json_t *object = json_with(json_object(), "move", json_incref(move));
    return json_with(object, "value", value);
}

/* Is the move in the list of those that are known? */
static bool is_listed(const json_t *list, const char *move)
{
    for (size_t i = 0; i < json_array_size(list); i++)
        if (strcmp(json_string_value(json_object_get(json_array_get(list, i), "move")), move) == 0)
            return true;
    return false;
}

/* The moves whose values are known: from what is known of the state, and of the states after it. */
static json_t *known_moves(const struct view_source *source, struct query *query,
                           const struct move_choices *choices, const json_t *known)
{
    json_t *list = json_array(), *moves = json_object_get(known, "moves");
    for (size_t i = 0; i < json_array_size(moves); i++) {
        json_t *made = json_array_get(moves, i);
        if (json_is_true(json_object_get(made, "proven")))
            list = json_append(list, move_and_value(json_object_get(made, "move"),
                                                    json_incref(json_object_get(made, "value"))));
    }
    for (size_t i = 0; i < choices->count; i++) {
        const struct move_choice *choice = &choices->list[i];
        const char *name = move_text(solve_game_board(query->game), choice->move);
        if (!choice->legal || is_listed(list, name) ||
            solve_game_play(query->game, choice->move, NULL) < 0)
            continue;
        json_t *value = known_value(source, query->game, query->komi_half_points);
        solve_game_undo(query->game);
        if (value == NULL)
            continue;
        json_t *move = json_string(move_text(solve_game_board(query->game), choice->move));
        list = json_append(list, move_and_value(move, value));
        json_decref(move);
    }
    return list;
}

static bool is_complete(const json_t *known)
{
    return json_is_true(json_object_get(known, "proven")) &&
           json_is_true(json_object_get(known, "moves_complete"));
}

static json_t *set_known(json_t *object, const struct view_source *source, struct query *query,
                         const struct move_choices *choices)
{
    const char *unsolvable = question_unsolvable(query->game);
    json_t *known = NULL, *moves;
    if (unsolvable == NULL && source->look_up != NULL)
        known = source->look_up(source->arg, query->game, query->komi_half_points, false);
    bool wanted = unsolvable == NULL && !is_complete(known);
    moves = wanted ? known_moves(source, query, choices, known) : json_array();
    object = json_with(object, "known", known != NULL ? known : json_null());
    object = json_with(object, "known_moves", moves);
    return json_with(object, "unsolvable", json_text_or_null(unsolvable));
}

static json_t *make(const struct view_source *source, const struct question *question,
                    struct query *query, const struct move_choices *choices)
{
    struct solve_game *game = query->game;
    json_t *list = json_array(), *object = set_replay(json_head("view"), question);
    object = json_with(object, "komi", value_json_half_points(query->komi_half_points));
    object = json_with(object, "any_value",
                       value_json_of_rules(solve_game_rules(game), solve_game_board(game)));
    object = json_with(object, "layout", layout_json(solve_game_board(game)));
    object = json_with(object, "stones", layout_stones(game, solve_game_turns(game)));
    for (size_t i = 0; i < choices->count; i++)
        list = json_append(list, choices_json(game, &choices->list[i]));
    object = json_with(object, "choices", list);
    object = json_with(object, "repeats", repeats_json(game, choices));
    return set_known(object, source, query, choices);
}

/*
 * Makes the view of a game that was read: the keys of a replay, and "komi", "any_value", "layout",
 * "stones", "choices", "repeats", "known", "known_moves", "unsolvable" (docs/explorer.md). Returns
 * 0 or -ENOMEM (fault).
 */
static int view_of(const struct view_source *source, const struct question *question,
                   json_t **ret_view, struct query_fault *fault)
{
    struct move_choices choices = {0};
    struct query copy = question->query; /* Its game is played on, and as it was again. */
    json_was_incomplete();
    int r = choices_list(copy.game, &choices);
    json_t *view = r == 0 ? make(source, question, &copy, &choices) : NULL;
    free(choices.list);
    if (view == NULL || json_was_incomplete()) {
        json_decref(view);
        return query_fault_set(fault, -ENOMEM, "", NULL, "out of memory");
    }
    *ret_view = view;
    return 0;
}

int view_make(const struct view_source *source, const json_t *query, json_t **ret_view,
              struct query_fault *fault)
{
    struct question question;
    int r = question_read(query, &question, fault);
    if (r < 0)
        return r;
    solve_game_watch(question.query.game, NULL, source->score_seconds);
    r = view_of(source, &question, ret_view, fault);
    question_release(&question);
    return r;
}
