/* Results as JSON. */
#include "json/result_json.h"

#include "base/peak_memory.h"
#include "report/move_text.h"
#include "json/game_json.h"
#include "json/json.h"
#include "json/limits_json.h"
#include "json/value_json.h"

#define BEST_ORDER "median(min,komi,max)"

/* What a result says of a claim. */
static enum solve_answer answer_of(const struct solve_result *result, const struct solve_claim *ask)
{
    struct solve_bounds bounds;
    solve_result_bounds(result, &bounds);
    return solve_claim_answer(ask, &bounds, solve_game_rules(solve_result_game(result)));
}

bool result_json_is_proven(const struct solve_result *result, bool value_only,
                           const struct solve_claim *ask)
{
    struct solve_bounds bounds;
    if (ask != NULL)
        return answer_of(result, ask) != SOLVE_ANSWER_OPEN;
    solve_result_bounds(result, &bounds);
    return solve_bounds_known(&bounds) && (value_only || solve_result_moves_complete(result));
}

const char *result_json_stop(enum solve_stop stop)
{
    static const char *const words[] = {
        [SOLVE_STOP_NODES] = "nodes",
        [SOLVE_STOP_TIME] = "time",
        [SOLVE_STOP_INTERRUPT] = "interrupted",
        [SOLVE_STOP_MEMORY] = "memory",
        [SOLVE_STOP_UNDECIDED] = "undecided",
        [SOLVE_STOP_SOLO] = "solo",
        [SOLVE_STOP_LENGTH] = "length",
        [SOLVE_STOP_UNSCORED] = "unscored",
        [SOLVE_STOP_STORE] = "store",
        [SOLVE_STOP_OTHER] = "other",
        [SOLVE_STOP_SIZE] = "size",
    };
    return words[stop];
}

json_t *result_json_set_komi(json_t *object, int komi_half_points)
{
    object = json_with(object, "komi", value_json_half_points(komi_half_points));
    return json_with(object, "best_order", json_string(BEST_ORDER));
}

json_t *result_json_set_best(json_t *object, const struct solve_result *result,
                             int komi_half_points)
{
    const struct solve_board *board = solve_game_board(solve_result_game(result));
    json_t *best = json_array();
    struct solve_root_move made;
    for (size_t i = 0; solve_result_move(result, i, &made) == 0; i++)
        if (made.best)
            best = json_append(best, json_text_or_null(move_text(board, made.move)));
    object = json_with(object, "best", best);
    return json_with(object, "best_complete",
                     json_boolean(solve_result_best_complete(result, komi_half_points)));
}

json_t *result_json_set_line(json_t *object, const struct solve_result *result)
{
    const struct solve_board *board = solve_game_board(solve_result_game(result));
    size_t count;
    const struct solve_move *pv = solve_result_pv(result, &count);
    long cycle = solve_result_pv_cycle(result);
    object = json_with(object, "line", json_moves(board, pv, count));
    object = json_with(object, "line_complete", json_boolean(solve_result_pv_complete(result)));
    return json_with(object, "cycle_from", cycle < 0 ? json_null() : json_integer(cycle));
}

static json_t *moves_json(const struct solve_result *result)
{
    const struct solve_board *board = solve_game_board(solve_result_game(result));
    const struct solve_rules *rules = solve_game_rules(solve_result_game(result));
    json_t *moves = json_array();
    struct solve_root_move made;
    for (size_t i = 0; solve_result_move(result, i, &made) == 0; i++) {
        json_t *object =
            json_with(json_object(), "move", json_text_or_null(move_text(board, made.move)));
        object = json_with(object, "value", value_json(&made.bounds, rules));
        object = json_with(object, "proven", json_boolean(solve_bounds_known(&made.bounds)));
        moves = json_append(moves, object);
    }
    return moves;
}

/* What was asked, and the answer; null: nothing but the value. */
static json_t *asked_json(const struct solve_result *result, const struct solve_claim *ask)
{
    char text[SOLVE_CLAIM_TEXT_MAX];
    if (ask == NULL)
        return json_null();
    enum solve_answer answer = answer_of(result, ask);
    json_t *object =
        json_with(json_object(), "claim", json_text_or_null(solve_claim_format(ask, text)));
    return json_with(object, "answer",
                     answer == SOLVE_ANSWER_OPEN ? json_null()
                                                 : json_boolean(answer == SOLVE_ANSWER_YES));
}

/* Was a certificate asked for that lacks some of what is proved? */
static bool is_short_of_claims(const struct solve_result *result)
{
    struct solve_certificate made;
    return solve_result_certificate(result, &made) == 0 && made.missing > 0;
}

static json_t *set_proved(json_t *object, const struct solve_result *result,
                          const struct result_asked *asked)
{
    struct solve_bounds bounds;
    struct solve_turn now = {.ending = SOLVE_GOES_ON};
    const struct solve_rules *rules = solve_game_rules(asked->game);
    solve_result_bounds(result, &bounds);
    solve_game_turn(asked->game, solve_game_turns(asked->game), &now);
    bool counts = now.ending == SOLVE_GOES_ON || now.ending == SOLVE_SCORED;
    object = json_with(object, "value", value_json(&bounds, rules));
    object = json_with(object, "proven", json_boolean(solve_bounds_known(&bounds)));
    object = json_with(object, "at_komi",
                       counts ? value_json_at_komi(&bounds, rules, asked->komi_half_points)
                              : json_null());
    object = result_json_set_best(object, result, asked->komi_half_points);
    object = json_with(object, "moves", moves_json(result));
    object = json_with(object, "moves_complete", json_boolean(solve_result_moves_complete(result)));
    object = result_json_set_line(object, result);
    bool done =
        result_json_is_proven(result, asked->value_only, asked->ask) && !is_short_of_claims(result);
    enum solve_stop stop = done ? solve_result_pv_stop(result) : solve_result_stop(result);
    return json_with(object, "stopped", json_text_or_null(result_json_stop(stop)));
}

json_t *result_json_set(json_t *object, const struct solve_result *result,
                        const struct result_asked *asked, double seconds)
{
    struct solve_work work;
    solve_result_work(result, &work);
    object = game_json_set(object, asked->game);
    object = result_json_set_komi(object, asked->komi_half_points);
    object = json_with(object, "value_only", json_boolean(asked->value_only));
    object = json_with(object, "asked", asked_json(result, asked->ask));
    object = json_with(object, "limits", limits_json(&asked->limits));
    object = json_with(object, "store", json_text_or_null(asked->store));
    object = set_proved(object, result, asked);
    object = json_with(object, "nodes", json_integer((json_int_t)work.nodes));
    object = json_with(object, "entries", json_integer((json_int_t)work.entries));
    object = json_with(object, "threads", json_integer(work.threads));
    object = json_with(object, "seconds", json_seconds(seconds));
    return json_with(object, "peak_memory_bytes", json_integer((json_int_t)peak_memory_read()));
}
