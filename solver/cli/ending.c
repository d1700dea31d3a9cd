/* How a game ended, in words and as JSON. */
#include "cli/ending.h"

#include <stdio.h>
#include <string.h>

#include "base/human.h"
#include "cli/json.h"
#include "cli/player.h"
#include "cli/setup.h"

const char *ending_name(enum ending ending)
{
    switch (ending) {
    case ENDING_SCORED:
        return "scored";
    case ENDING_NO_RESULT:
        return "no-result";
    case ENDING_TIE:
        return "tie";
    case ENDING_WON:
        return "won";
    case ENDING_NONE:
    default:
        return NULL;
    }
}

void ending_reason(const struct game *game, size_t turn, char *buffer)
{
    const struct turn *now = &game->turns[turn];
    char name[48];
    const char *back = game_name_turn(now->repeated, name);
    buffer[0] = '\0';
    if (now->banned >= 0)
        snprintf(buffer, ENDING_REASON_MAX, "%s is prohibited from playing: %s came back%s",
                 player_title(now->banned), back,
                 now->ending == ENDING_SCORED ? "; nobody is left to play" : "");
    else if (now->ending == ENDING_NO_RESULT)
        snprintf(buffer, ENDING_REASON_MAX, "no result: %s came back", back);
    else if (now->ending == ENDING_TIE)
        snprintf(buffer, ENDING_REASON_MAX, "the game is a tie: %s came back", back);
    else if (now->ending == ENDING_WON)
        snprintf(buffer, ENDING_REASON_MAX, "%s wins outright: %s came back",
                 player_title(now->winner), back);
    else if (now->ending == ENDING_SCORED && now->repeated > 0)
        snprintf(buffer, ENDING_REASON_MAX, "the game is over: passing came back to %s", back);
    else if (now->ending == ENDING_SCORED && now->passes == 1)
        snprintf(buffer, ENDING_REASON_MAX, "the game is over: the last player left passed");
    else if (now->ending == ENDING_SCORED)
        snprintf(buffer, ENDING_REASON_MAX, "the game is over: %d passes in a row", now->passes);
}

void ending_print_rule(const char *rule, const char *reason)
{
    if (rule != NULL && strstr(reason, rule) == NULL)
        printf(" (rule %s)", rule);
    putchar('\n');
}

void ending_print_turn(const struct game *game, size_t i)
{
    const struct turn *turn = &game->turns[i];
    char reason[ENDING_REASON_MAX];
    printf("%3zu. %s %s", i, player_title(turn->player), move_format(game->graph, turn->move));
    if (turn->removed > 0)
        printf(", %s removed", human_count((uint64_t)turn->removed, "stone", "stones"));
    ending_reason(game, i, reason);
    if (reason[0] != '\0')
        printf("; %s", reason);
    ending_print_rule(turn->rule, reason);
}

void ending_print_score(const struct game *game)
{
    int scores[PLAYERS_MAX];
    const struct turn *now = game_now(game);
    const char *scoring = game->rules.family->scoring_name;
    if (scoring == NULL)
        scoring = ruleset_value_text(&game->rules, &field_scoring);
    int r = game_scores(game, scores);
    if (now->ending == ENDING_NONE)
        printf("Not over: %s to move. As it stands: ", player_title(now->next));
    else if (now->ending == ENDING_NO_RESULT)
        printf("No result. As it stands: ");
    else if (now->ending == ENDING_TIE)
        printf("Tie. As it stands: ");
    else if (now->ending == ENDING_WON)
        printf("%s has won. As it stands: ", player_title(now->winner));
    else
        printf("Score: ");
    if (r < 0) {
        printf("not decided, scoring %s\n", scoring);
        return;
    }
    for (int k = 0; k < game->players; k++)
        printf("%s%s %d", k > 0 ? ", " : "", player_title(k), scores[k]);
    if (game->players == 2)
        printf(" (margin %s)", human_signed(game_margin(game)));
    printf(", scoring %s\n", scoring);
}

json_t *ending_set_json(json_t *object, const struct game *game)
{
    const struct turn *now = game_now(game);
    bool scored = now->ending == ENDING_SCORED;
    object = json_with(object, "ended", json_text_or_null(ending_name(now->ending)));
    object = json_with(object, "winner",
                       json_text_or_null(now->winner >= 0 ? player_name(now->winner) : NULL));
    return json_with(object, "score", scored ? json_scores(game) : json_null());
}
