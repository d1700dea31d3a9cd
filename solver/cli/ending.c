/* How a game ended, in words. */
#include "cli/ending.h"

#include <stdio.h>
#include <string.h>

#include "base/human.h"
#include "report/move_text.h"
#include "json/player.h"

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
    if (solve_game_half_points(game, scores) < 0) {
        printf("not decided, scoring %s\n", facts.scoring);
        return;
    }
    for (int k = 0; k < facts.players; k++)
        printf("%s%s %s", k > 0 ? ", " : "", player_title(k), human_half_points(scores[k]));
    if (facts.players == 2)
        printf(" (margin %s)", human_signed_half_points(scores[0] - scores[1]));
    printf(", scoring %s\n", facts.scoring);
}
