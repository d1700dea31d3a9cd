/* How a game ended, in words. */
#include "cli/ending.h"

#include <stdio.h>
#include <string.h>

#include "base/human.h"
#include "report/move_text.h"
#include "json/player.h"

/* What came back: a turn of the game, in words. */
static const char *name_turn(size_t turn, char buffer[48])
{
    if (turn == 0)
        return "the start position";
    snprintf(buffer, 48, "the board after move %zu", turn);
    return buffer;
}

void ending_reason(const struct solve_game *game, size_t turn, char *buffer)
{
    struct solve_turn now = {.banned = -1};
    char name[48];
    solve_game_turn(game, turn, &now);
    const char *back = name_turn(now.repeated, name);
    buffer[0] = '\0';
    if (now.banned >= 0)
        snprintf(buffer, ENDING_REASON_MAX, "%s is prohibited from playing: %s came back%s",
                 player_title(now.banned), back,
                 now.ending == SOLVE_SCORED ? "; nobody is left to play" : "");
    else if (now.ending == SOLVE_NO_RESULT)
        snprintf(buffer, ENDING_REASON_MAX, "no result: %s came back", back);
    else if (now.ending == SOLVE_TIE)
        snprintf(buffer, ENDING_REASON_MAX, "the game is a tie: %s came back", back);
    else if (now.ending == SOLVE_WON)
        snprintf(buffer, ENDING_REASON_MAX, "%s wins outright: %s came back",
                 player_title(now.winner), back);
    else if (now.ending == SOLVE_SCORED && now.repeated > 0)
        snprintf(buffer, ENDING_REASON_MAX, "the game is over: passing came back to %s", back);
    else if (now.ending == SOLVE_SCORED && now.passes == 1)
        snprintf(buffer, ENDING_REASON_MAX, "the game is over: the last player left passed");
    else if (now.ending == SOLVE_SCORED)
        snprintf(buffer, ENDING_REASON_MAX, "the game is over: %d passes in a row", now.passes);
}

void ending_print_rule(const char *rule, const char *reason)
{
    if (rule != NULL && strstr(reason, rule) == NULL)
        printf(" (rule %s)", rule);
    putchar('\n');
}

void ending_print_turn(const struct solve_game *game, size_t i)
{
    struct solve_turn turn;
    char reason[ENDING_REASON_MAX];
    if (solve_game_turn(game, i, &turn) < 0)
        return;
    printf("%3zu. %s %s", i, player_title(turn.player),
           move_text(solve_game_board(game), turn.move));
    if (turn.removed > 0)
        printf(", %s removed", human_count((uint64_t)turn.removed, "stone", "stones"));
    ending_reason(game, i, reason);
    if (reason[0] != '\0')
        printf("; %s", reason);
    ending_print_rule(turn.rule, reason);
}

/* How the game stands, before its points. */
static void print_state(const struct solve_turn *now)
{
    switch (now->ending) {
    case SOLVE_GOES_ON:
        printf("Not over: %s to move. As it stands: ", player_title(now->next));
        break;
    case SOLVE_NO_RESULT:
        printf("No result. As it stands: ");
        break;
    case SOLVE_TIE:
        printf("Tie. As it stands: ");
        break;
    case SOLVE_WON:
        printf("%s has won. As it stands: ", player_title(now->winner));
        break;
    case SOLVE_SCORED:
        printf("Score: ");
        break;
    }
}

void ending_print_score(const struct solve_game *game)
{
    int scores[SOLVE_PLAYERS_MAX];
    struct solve_turn now;
    struct solve_rules_facts facts;
    solve_rules_facts(solve_game_rules(game), &facts);
    if (solve_game_turn(game, solve_game_turns(game), &now) == 0)
        print_state(&now);
    if (solve_game_scores(game, scores) < 0) {
        printf("not decided, scoring %s\n", facts.scoring);
        return;
    }
    for (int k = 0; k < facts.players; k++)
        printf("%s%s %d", k > 0 ? ", " : "", player_title(k), scores[k]);
    if (facts.players == 2)
        printf(" (margin %s)", human_signed(scores[0] - scores[1]));
    printf(", scoring %s\n", facts.scoring);
}
