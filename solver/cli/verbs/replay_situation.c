/* What rules that remove cycles make of the situation that a turn left. */
#include "base/human.h"
#include "cli/verbs/replay.h"
#include "json/situation.h"

static void print_prohibited(const struct solve_game *game, size_t turn)
{
    const struct solve_board *board = solve_game_board(game);
    const char *before = "; prohibited: ", *rule, *reason;
    for (int p = 0; p < solve_board_points(board); p++) {
        if (!situation_prohibits(game, turn, p, &rule, &reason))
            continue;
        printf("%s%s (%s)", before, solve_board_point_name(board, p), rule);
        before = ", ";
    }
}

static void print_cycle(const struct solve_game *game, const struct solve_cycle *cycle, int number)
{
    const struct solve_board *board = solve_game_board(game);
    if (cycle->start == 0)
        printf("; cycle:%d since the start position uses", number);
    else
        printf("; cycle:%d since the board after move %zu uses", number, cycle->start);
    for (int p = 0; p < solve_board_points(board); p++)
        if (cycle->used[p])
            printf(" %s", solve_board_point_name(board, p));
    printf(" (%s)", cycle->disturbing ? "disturbing" : "not disturbing");
}

void replay_print_situation(const struct solve_game *game, size_t turn)
{
    struct solve_turn now;
    struct solve_cycle cycle;
    if (solve_game_turn(game, turn, &now) < 0 || now.ending != SOLVE_GOES_ON)
        return;
    printf("     %s needed", human_count((uint64_t)now.needed, "pass", "passes"));
    print_prohibited(game, turn);
    for (int n = 1; solve_game_cycle(game, turn, n, &cycle) == 0; n++)
        print_cycle(game, &cycle, n);
    putchar('\n');
}
