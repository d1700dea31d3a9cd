/* What the rules did at a turn, in a sentence. */
#include "json/ending_reason.h"

#include <stdio.h>

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
