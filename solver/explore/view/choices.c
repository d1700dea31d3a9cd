/* What the player to move may do. Whether a move is legal, and why not, the library says. */
#include "explore/view/choices.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "report/move_text.h"
#include "json/ending_reason.h"
#include "json/game_json.h"
#include "json/json.h"

long choices_turn(const char *reason)
{
    static const char board_after[] = "recreates the board after move ";
    const char *at = strstr(reason, board_after);
    if (at != NULL)
        return strtol(at + sizeof(board_after) - 1, NULL, 10);
    return strstr(reason, "recreates the start position") != NULL ? 0 : -1;
}

static int add(struct solve_game *game, struct solve_move move, struct move_choices *choices,
               size_t *room)
{
    struct move_choice choice = {.move = move, .back_to = -1};
    int r = solve_game_check(game, move, &choice.refusal);
    if (r < 0 && r != -EPERM)
        return r;
    choice.legal = r == 0;
    if (!choice.legal)
        choice.back_to = choices_turn(choice.refusal.reason);
    r = array_reserve(&choices->list, choices->count + 1, room, sizeof(*choices->list));
    if (r == 0)
        choices->list[choices->count++] = choice;
    return r;
}

/* Adds every point and the pass, after the removal of a cycle (0: of none). */
static int add_turns(struct solve_game *game, int cycle, struct move_choices *choices, size_t *room)
{
    int points = solve_board_points(solve_game_board(game)), r = 0;
    for (int p = 0; p < points && r == 0; p++)
        r = add(game, (struct solve_move){SOLVE_MOVE_STONE, p, cycle}, choices, room);
    if (r == 0)
        r = add(game, (struct solve_move){SOLVE_MOVE_PASS, -1, cycle}, choices, room);
    return r;
}

int choices_list(struct solve_game *game, struct move_choices *ret_choices)
{
    struct move_choices choices = {0};
    struct solve_rules_facts facts;
    struct solve_cycle cycle;
    size_t room = 0, turns = solve_game_turns(game);
    int r = solve_rules_facts(solve_game_rules(game), &facts);
    if (r == 0 && !solve_game_is_over(game)) {
        r = add_turns(game, 0, &choices, &room);
        if (r == 0 && strstr(facts.passes, "refresh") != NULL)
            r = add(game, (struct solve_move){SOLVE_MOVE_REFRESH, -1, 0}, &choices, &room);
        for (int n = 1;
             r == 0 && facts.removes_cycles && solve_game_cycle(game, turns, n, &cycle) == 0; n++)
            r = add_turns(game, n, &choices, &room);
    }
    if (r < 0) {
        free(choices.list);
        return -ENOMEM;
    }
    *ret_choices = choices;
    return 0;
}

/* The points whose stones the last turn took off. */
static json_t *captures_json(const struct solve_game *game)
{
    const struct solve_board *board = solve_game_board(game);
    size_t turns = solve_game_turns(game);
    const uint8_t *before = solve_game_stones(game, turns - 1);
    const uint8_t *after = solve_game_stones(game, turns);
    json_t *list = json_array();
    for (int p = 0; p < solve_board_points(board); p++)
        if (before[p] != 0 && after[p] == 0)
            list = json_append(list, json_text_or_null(solve_board_point_name(board, p)));
    return list;
}

static json_t *turn_or_null(long turn)
{
    return turn >= 0 ? json_integer(turn) : json_null();
}

/* What the last turn of game did. */
static json_t *set_turn(json_t *object, const struct solve_game *game)
{
    char reason[ENDING_REASON_MAX];
    struct solve_turn now = {.banned = -1, .winner = -1};
    size_t turns = solve_game_turns(game);
    solve_game_turn(game, turns, &now);
    ending_reason(game, turns, reason);
    bool came_back = now.banned >= 0 || now.repeated > 0 ||
                     (now.ending != SOLVE_GOES_ON && now.ending != SOLVE_SCORED);
    object = json_with(object, "rule", json_text_or_null(now.rule));
    object = json_with(object, "reason", json_text_or_null(reason[0] != '\0' ? reason : NULL));
    object = json_with(object, "back_to", turn_or_null(came_back ? (long)now.repeated : -1));
    object = json_with(object, "captures", captures_json(game));
    object = json_with(object, "board", game_json_position(game, turns));
    object = json_with(object, "banned", game_json_player(now.banned));
    object = json_with(object, "ended", json_text_or_null(game_json_ending(now.ending)));
    object = json_with(object, "winner", game_json_player(now.winner));
    return json_with(object, "score",
                     now.ending == SOLVE_SCORED ? game_json_scores(game) : json_null());
}

static json_t *set_refusal(json_t *object, const struct move_choice *choice)
{
    static const char *const nothing[] = {"board", "banned", "ended", "winner", "score"};
    object = json_with(object, "rule", json_text_or_null(choice->refusal.rule));
    object = json_with(object, "reason", json_text_or_null(choice->refusal.reason));
    object = json_with(object, "back_to", turn_or_null(choice->back_to));
    object = json_with(object, "captures", json_array());
    for (size_t i = 0; i < sizeof(nothing) / sizeof(nothing[0]); i++)
        object = json_with(object, nothing[i], json_null());
    return object;
}

json_t *choices_json(struct solve_game *game, const struct move_choice *choice)
{
    const struct solve_board *board = solve_game_board(game);
    json_t *object =
        json_with(json_object(), "move", json_text_or_null(move_text(board, choice->move)));
    object = json_with(object, "legal", json_boolean(choice->legal));
    if (!choice->legal)
        return set_refusal(object, choice);
    if (solve_game_play(game, choice->move, NULL) < 0) {
        json_decref(object);
        return NULL;
    }
    object = set_turn(object, game);
    solve_game_undo(game);
    return object;
}
