/* What is known of a state, from runs and from the store. */
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "explore/runs/manager.h"
#include "explore/view/question.h"
#include "json/json.h"
#include "json/result_json.h"

static bool is_complete(const json_t *known)
{
    return json_is_true(json_object_get(known, "proven")) &&
           json_is_true(json_object_get(known, "moves_complete"));
}

/* Does it say the value, or at least that of a move? */
static bool says_something(const json_t *known)
{
    const json_t *moves = json_object_get(known, "moves");
    bool some = json_is_true(json_object_get(known, "proven"));
    for (size_t i = 0; i < json_array_size(moves) && !some; i++)
        some = json_is_true(json_object_get(json_array_get(moves, i), "proven"));
    return some;
}

/* How much an object says: the value, and then the moves. */
static size_t says(const json_t *known)
{
    const json_t *moves = json_object_get(known, "moves");
    size_t count = json_is_true(json_object_get(known, "proven")) ? 1000 : 0;
    for (size_t i = 0; i < json_array_size(moves); i++)
        count += json_is_true(json_object_get(json_array_get(moves, i), "proven"));
    return count + json_is_true(json_object_get(known, "line_complete"));
}

/* May the run be about the state? It is cheap to tell that it is not. */
static bool may_be(const struct explore_run *run, const struct solve_game *game,
                   int komi_half_points)
{
    const struct solve_game *other = run->asked.game;
    return run->state == RUN_DONE && other != NULL && run->asked.state != NULL &&
           run->asked.komi_half_points == komi_half_points &&
           solve_game_turns(other) == solve_game_turns(game) &&
           strcmp(solve_board_name(solve_game_board(other)),
                  solve_board_name(solve_game_board(game))) == 0 &&
           strcmp(solve_rules_text(solve_game_rules(other)),
                  solve_rules_text(solve_game_rules(game))) == 0;
}

/* The run that says most of the state; NULL: none says anything. The lock is held. */
static const struct explore_run *find_run(const struct explore_runs *runs,
                                          const struct solve_game *game, int komi)
{
    const struct explore_run *best = NULL;
    char *state = NULL;
    for (const struct explore_run *run = runs->all; run != NULL; run = run->next) {
        if (!may_be(run, game, komi))
            continue;
        if (state == NULL)
            state = question_key(game, komi);
        if (state == NULL)
            break;
        if (strcmp(run->asked.state, state) == 0 && says_something(run->result) &&
            (best == NULL || says(run->result) > says(best->result)))
            best = run;
    }
    free(state);
    return best;
}

static json_t *from_runs(struct explore_runs *runs, const struct solve_game *game, int komi)
{
    pthread_mutex_lock(&runs->mutex);
    const struct explore_run *run = find_run(runs, game, komi);
    json_t *known = run != NULL ? json_deep_copy(run->result) : NULL;
    pthread_mutex_unlock(&runs->mutex);
    return known != NULL ? json_with(known, "from", json_string("run")) : NULL;
}

static json_t *from_store(const struct explore_runs *runs, const struct solve_game *game, int komi)
{
    struct solve_result *result;
    double started = clock_now();
    if (runs->options.store == NULL ||
        solve_store_query(runs->options.store, game, komi, &result, NULL) < 0)
        return NULL;
    const struct result_asked asked = {
        .game = game, .komi_half_points = komi, .store = runs->options.store_name};
    json_t *known =
        result_json_set(json_head("store query"), result, &asked, clock_now() - started);
    solve_result_free(result);
    if (says_something(known))
        return json_with(known, "from", json_string("store"));
    json_decref(known);
    return NULL;
}

json_t *runs_look_up(void *arg, const struct solve_game *game, int komi_half_points, bool quick)
{
    struct explore_runs *runs = arg;
    json_t *known = from_runs(runs, game, komi_half_points);
    if (quick || is_complete(known))
        return known;
    json_t *stored = from_store(runs, game, komi_half_points);
    if (known == NULL || (stored != NULL && says(stored) > says(known))) {
        json_decref(known);
        return stored;
    }
    json_decref(stored);
    return known;
}
