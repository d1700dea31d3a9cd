/* Printing what rulesets make of one game, for people and for programs. */
#include <stdio.h>
#include <stdlib.h>

#include "base/human.h"
#include "cli/ending.h"
#include "cli/verbs/replay_judge.h"
#include "report/move_text.h"
#include "json/game_json.h"
#include "json/json.h"
#include "json/player.h"

/* Does the turn need a line: was anybody banned, did the game end? */
static bool is_event(const struct solve_turn *turn)
{
    return turn->banned >= 0 || turn->ending != SOLVE_GOES_ON;
}

/* --- for people --- */

static void print_one(const struct judge *judge, size_t i)
{
    const struct replayed *one = &judge->list[i];
    size_t turns = solve_game_turns(one->game);
    struct solve_turn turn;
    printf("\n%s: ", solve_rules_text(judge->rulesets->list[i]));
    if (one->refused)
        printf("%s played\n", human_count(turns, "move is", "moves are"));
    else
        printf("all moves are legal\n");
    for (size_t t = 1; t <= turns; t++)
        if (solve_game_turn(one->game, t, &turn) == 0 && is_event(&turn))
            ending_print_turn(one->game, t);
    if (one->refused)
        replay_print_refusal(one);
    ending_print_score(one->game);
}

/* The rulesets of a group, with the words for what they make of it. */
static void print_group(const struct judge *judge, const struct judge_part *part, size_t group)
{
    size_t count = judge->rulesets->count, first = 0;
    while (part->group[first] != group)
        first++;
    char *words = replay_judge_words(judge, first, part);
    printf("     %s:", words != NULL ? words : "?");
    free(words);
    for (size_t i = first; i < count; i++)
        if (part->group[i] == group)
            printf(" %s", solve_rules_text(judge->rulesets->list[i]));
    putchar('\n');
}

static void print_part(const struct judge *judge, const struct judge_part *part)
{
    const struct game_setup *setup = judge->setup;
    if (part->move == 0)
        printf("where they stopped, as the board stands\n");
    else if (setup->players != NULL)
        printf("%3zu. %s %s\n", part->move, player_title(setup->players[part->move - 1]),
               move_text(setup->board, setup->moves[part->move - 1]));
    else
        printf("%3zu. %s\n", part->move, move_text(setup->board, setup->moves[part->move - 1]));
    for (size_t group = 1; group <= part->groups; group++)
        print_group(judge, part, group);
}

void replay_judge_print_text(const struct judge *judge)
{
    const struct game_setup *setup = judge->setup;
    printf("%s, %s to move, %s\n", solve_board_name(setup->board),
           player_title(solve_game_to_move(setup->start)),
           human_count(setup->move_count, "move", "moves"));
    for (size_t i = 0; i < judge->rulesets->count; i++)
        print_one(judge, i);
    printf("\n%s\n", judge->part_count > 0 ? "They part:" : "They do not part.");
    for (size_t i = 0; i < judge->part_count; i++)
        print_part(judge, &judge->parts[i]);
}

/* --- for programs --- */

static json_t *event_json(const struct solve_game *game, size_t turn_number)
{
    struct solve_turn turn;
    char reason[ENDING_REASON_MAX];
    if (solve_game_turn(game, turn_number, &turn) < 0)
        return NULL;
    ending_reason(game, turn_number, reason);
    json_t *object = json_object();
    object = json_with(object, "number", json_integer((json_int_t)turn_number));
    object = json_with(object, "player", game_json_player(turn.player));
    object = json_with(object, "move", json_string(move_text(solve_game_board(game), turn.move)));
    object = json_with(object, "reason", json_text_or_null(reason[0] != '\0' ? reason : NULL));
    object = json_with(object, "rule", json_text_or_null(turn.rule));
    object = json_with(object, "banned", game_json_player(turn.banned));
    return json_with(object, "ended", json_text_or_null(game_json_ending(turn.ending)));
}

static json_t *events_json(const struct solve_game *game)
{
    struct solve_turn turn;
    json_t *events = json_array();
    for (size_t t = 1; solve_game_turn(game, t, &turn) == 0; t++)
        if (is_event(&turn))
            events = json_append(events, event_json(game, t));
    return events;
}

static json_t *refused_json(const struct replayed *one)
{
    size_t turns = solve_game_turns(one->game);
    const struct game_setup *setup = one->setup;
    if (!one->refused)
        return json_null();
    json_t *object = json_object();
    object = json_with(object, "number", json_integer((json_int_t)turns + 1));
    object = json_with(object, "player", game_json_player(setup_player(setup, one->game, turns)));
    object =
        json_with(object, "move", json_text_or_null(move_text(setup->board, setup->moves[turns])));
    object = json_with(object, "reason", json_string(one->refusal.reason));
    return json_with(object, "rule", json_text_or_null(one->refusal.rule));
}

static json_t *one_json(const struct judge *judge, size_t i)
{
    const struct replayed *one = &judge->list[i];
    const struct replay_moves moves = replay_moves_of(one);
    json_t *object = game_json_set_rules(json_object(), judge->rulesets->list[i]);
    object = json_with(object, "played", json_integer((json_int_t)solve_game_turns(one->game)));
    object = json_with(object, "not_played", replay_json_not_played(one->game, &moves));
    object = json_with(object, "refused", refused_json(one));
    object = json_with(object, "events", events_json(one->game));
    object = game_json_set_state(object, one->game);
    return json_with(object, "stands", game_json_scores(one->game));
}

static json_t *group_json(const struct judge *judge, const struct judge_part *part, size_t group)
{
    json_t *rules = json_array(), *object = json_object();
    char *words = NULL;
    for (size_t i = 0; i < judge->rulesets->count; i++) {
        if (part->group[i] != group)
            continue;
        if (words == NULL)
            words = replay_judge_words(judge, i, part);
        rules = json_append(rules, json_string(solve_rules_text(judge->rulesets->list[i])));
    }
    object = json_with(object, "outcome", words != NULL ? json_string(words) : NULL);
    free(words);
    return json_with(object, "rules", rules);
}

static json_t *part_json(const struct judge *judge, const struct judge_part *part)
{
    const struct game_setup *setup = judge->setup;
    json_t *object = json_object(), *groups = json_array();
    for (size_t group = 1; group <= part->groups; group++)
        groups = json_append(groups, group_json(judge, part, group));
    object = json_with(object, "number",
                       part->move > 0 ? json_integer((json_int_t)part->move) : json_null());
    object = json_with(object, "move",
                       json_text_or_null(part->move > 0
                                             ? move_text(setup->board, setup->moves[part->move - 1])
                                             : NULL));
    return json_with(object, "groups", groups);
}

static json_t *players_json(const struct game_setup *setup)
{
    if (setup->players == NULL)
        return json_null();
    json_t *list = json_array();
    for (size_t i = 0; i < setup->move_count; i++)
        list = json_append(list, game_json_player(setup->players[i]));
    return list;
}

int replay_judge_print_json(const struct judge *judge, struct error *err)
{
    const struct game_setup *setup = judge->setup;
    json_t *rulesets = json_array(), *parts = json_array();
    for (size_t i = 0; i < judge->rulesets->count; i++)
        rulesets = json_append(rulesets, one_json(judge, i));
    for (size_t i = 0; i < judge->part_count; i++)
        parts = json_append(parts, part_json(judge, &judge->parts[i]));
    json_t *object = game_json_set_board(json_head("replay"), setup->board);
    object = game_json_set_start(object, setup->start);
    object = json_with(object, "plays", json_moves(setup->board, setup->moves, setup->move_count));
    object = json_with(object, "players", players_json(setup));
    object = json_with(object, "rulesets", rulesets);
    object = json_with(object, "parts", parts);
    return json_print(object, err);
}
