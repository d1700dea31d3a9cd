/* What the rules did at a turn. */
#include "explore/site/outcome.h"

#include <stdint.h>

#include "explore/site/code.h"
#include "json/ending_reason.h"
#include "json/game_json.h"
#include "json/json.h"
#include "json/situation.h"

static bool removes_cycles(const struct solve_game *game)
{
    struct solve_rules_facts facts;
    return solve_rules_facts(solve_game_rules(game), &facts) == 0 && facts.removes_cycles;
}

bool outcome_is_plain(const struct solve_game *game, size_t turn)
{
    char reason[ENDING_REASON_MAX];
    struct solve_turn now = {.player = -1};
    solve_game_turn(game, turn, &now);
    ending_reason(game, turn, reason);
    return now.rule == NULL && reason[0] == '\0' && now.banned < 0 && now.repeated == 0 &&
           now.ending == SOLVE_GOES_ON && now.next == 1 - now.player && !removes_cycles(game);
}

json_t *outcome_json(const struct solve_game *game, size_t turn)
{
    char reason[ENDING_REASON_MAX];
    struct solve_turn now = {.banned = -1, .winner = -1};
    solve_game_turn(game, turn, &now);
    ending_reason(game, turn, reason);
    bool over = now.ending != SOLVE_GOES_ON, scored = now.ending == SOLVE_SCORED;
    bool came_back = now.banned >= 0 || now.repeated > 0 || (over && !scored);
    json_t *object = json_with(json_object(), "rule", json_text_or_null(now.rule));
    object = json_with(object, "reason", json_text_or_null(reason[0] != '\0' ? reason : NULL));
    object = json_with(object, "back_to",
                       came_back ? json_integer((json_int_t)now.repeated) : json_null());
    object = json_with(object, "banned", game_json_player(now.banned));
    object = json_with(object, "ended", json_text_or_null(game_json_ending(now.ending)));
    object = json_with(object, "winner", game_json_player(now.winner));
    object = json_with(object, "score", scored ? game_json_scores(game) : json_null());
    object = json_with(object, "next", game_json_player(over ? -1 : now.next));
    if (removes_cycles(game))
        object = json_with(object, "situation", situation_json(game, turn));
    return object;
}

void outcome_add_captures(struct strbuf *text, const struct solve_game *game, size_t turn)
{
    const uint8_t *before = solve_game_stones(game, turn - 1);
    const uint8_t *after = solve_game_stones(game, turn);
    struct solve_turn now = {.player = -1};
    int points = solve_board_points(solve_game_board(game));
    solve_game_turn(game, turn, &now);
    int put = now.move.kind == SOLVE_MOVE_STONE ? now.move.point : -1;
    for (int p = 0; p < points; p++)
        if ((before[p] != 0 || p == put) && after[p] == 0)
            code_point(text, p);
}
