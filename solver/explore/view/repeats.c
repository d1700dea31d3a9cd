/* What stands in a game because boards came back. */
#include "explore/view/repeats.h"

#include <stdlib.h>
#include <string.h>

#include "base/strbuf.h"
#include "report/move_text.h"
#include "json/ending_reason.h"
#include "json/game_json.h"
#include "json/json.h"
#include "json/situation.h"

/* What is not legal for another reason than the game before: the stones that are there. */
static bool is_by_history(const struct move_choice *choice)
{
    const char *rule = choice->refusal.rule;
    return !choice->legal && choice->move.cycle == 0 && choice->move.kind == SOLVE_MOVE_STONE &&
           rule != NULL && strcmp(rule, "occupied") != 0 && strcmp(rule, "suicide") != 0;
}

static void add_cycles(struct strbuf *text, const struct solve_game *game)
{
    struct solve_cycle cycle;
    for (int n = 1; solve_game_cycle(game, solve_game_turns(game), n, &cycle) == 0; n++) {
        if (!cycle.disturbing)
            continue;
        strbuf_separate(text, "; ");
        if (cycle.start == 0)
            strbuf_add(text, "cycle %d, since the start position, is disturbing", n);
        else
            strbuf_add(text, "cycle %d, since the board after move %zu, is disturbing", n,
                       cycle.start);
    }
}

json_t *repeats_json(const struct solve_game *game, const struct move_choices *choices)
{
    const struct solve_board *board = solve_game_board(game);
    struct strbuf text = {0};
    char reason[ENDING_REASON_MAX];
    struct solve_rules_facts facts;
    struct solve_turn now = {.banned = -1};
    size_t turns = solve_game_turns(game);
    json_t *banned = json_array();
    solve_rules_facts(solve_game_rules(game), &facts);
    solve_game_turn(game, turns, &now);
    ending_reason(game, turns, reason);
    if (now.rule != NULL && strcmp(now.rule, "passes") != 0)
        strbuf_add(&text, "%s", reason);
    for (size_t i = 0; i < choices->count; i++) {
        const struct move_choice *choice = &choices->list[i];
        if (!is_by_history(choice))
            continue;
        strbuf_separate(&text, "; ");
        strbuf_add(&text, "%s: %s", move_text(board, choice->move), choice->refusal.reason);
        banned = json_append(banned, json_text_or_null(move_text(board, choice->move)));
    }
    if (facts.removes_cycles)
        add_cycles(&text, game);
    bool stands = text.length > 0;
    char *sentence = strbuf_take(&text);
    json_t *object = json_with(json_object(), "text", json_text_or_null(sentence));
    object = json_with(object, "banned", banned);
    object = json_with(object, "player", game_json_player(now.banned));
    object = json_with(object, "situation",
                       facts.removes_cycles ? situation_json(game, turns) : json_null());
    free(sentence);
    if (stands)
        return object;
    json_decref(object);
    return json_null();
}
