/* A game that somebody looks at. */
#include "explore/view/question.h"

#include <errno.h>

#include "json/game_json.h"
#include "json/json.h"
#include "json/query_fault.h"

static int play_moves(struct question *question)
{
    struct query *query = &question->query;
    int r = 0;
    for (size_t i = 0; i < query->move_count && r == 0; i++)
        r = solve_game_play(query->game, query->moves[i], &question->refusal);
    question->refused = r == -EPERM;
    return r == -EPERM ? 0 : r;
}

int question_read(const json_t *query, struct question *ret_question, struct query_fault *fault)
{
    static const char *const not_taken[] = {"action", NULL};
    struct question question = {.refused = false};
    int r = query_json_check(query, not_taken, fault);
    if (r == 0)
        r = query_json_read(query, QUERY_REPLAY, &question.query, fault);
    if (r < 0)
        return r;
    r = play_moves(&question);
    if (r < 0) {
        query_json_release(&question.query);
        return query_fault_set(fault, r, "", NULL, "out of memory");
    }
    *ret_question = question;
    return 0;
}

void question_release(struct question *question)
{
    query_json_release(&question->query);
}

const char *question_unsolvable(const struct solve_game *game)
{
    struct solve_rules_facts facts;
    if (solve_rules_facts(solve_game_rules(game), &facts) < 0 || facts.players > 2)
        return "with more than two players there is no one value: coalitions have values";
    _Static_assert(SOLVE_POINTS_MAX == 64, "the sentence has another number");
    if (solve_board_points(solve_game_board(game)) > SOLVE_POINTS_MAX)
        return "boards of more than 64 points are not solved";
    return NULL;
}

char *question_key(const struct solve_game *game, int komi_half_points)
{
    json_t *object = game_json_set_board(json_object(), solve_game_board(game));
    object = game_json_set_rules(object, solve_game_rules(game));
    object = game_json_set_start(object, game);
    object = game_json_set_history(object, game);
    object = json_with(object, "komi", json_integer(komi_half_points));
    char *key = json_was_incomplete() ? NULL : json_dumps(object, JSON_COMPACT | JSON_SORT_KEYS);
    json_decref(object);
    return key;
}
