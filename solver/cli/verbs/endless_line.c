/* Printing the line of an endless play. */
#include "cli/verbs/endless_line.h"

#include <stdio.h>

#include "base/human.h"
#include "cli/draw.h"
#include "report/move_text.h"
#include "json/player.h"

static void print_moves(const char *title, const struct solve_board *board,
                        const struct solve_move *moves, size_t count)
{
    printf("%s", title);
    for (size_t i = 0; i < count; i++)
        printf(" %s", move_text(board, moves[i]));
    putchar('\n');
}

/* Draws the way and the cycle once; they were replayed before. */
static int draw_line(const struct solve_game *start, const struct solve_endless *found,
                     struct error *err)
{
    struct solve_game *game;
    int r = solve_game_copy(start, &game);
    if (r < 0)
        return error_set(err, r, "out of memory for the line");
    for (size_t i = 0; i < found->way + found->cycle && r == 0; i++)
        r = solve_game_play(game, found->moves[i], NULL);
    if (r == 0)
        r = draw_game(stdout, game, solve_game_turns(start), draw_width(stdout));
    if (r < 0)
        error_set(err, r, "out of memory for the line");
    solve_game_free(game);
    return r;
}

int endless_line_print(const struct solve_game *start, const struct solve_endless *found,
                       struct error *err)
{
    const struct solve_board *board = solve_game_board(start);
    int balance = found->balance;
    printf("Cycle of %s%s, after %zu; replayed twice under the rules.\n",
           human_count(found->cycle, "play", "plays"),
           found->shortest ? ", none that can be reached is shorter" : "", found->way);
    if (balance != 0)
        printf("In each cycle %s passes %d more than %s.\n", player_title(balance > 0 ? 0 : 1),
               balance > 0 ? balance : -balance, player_title(balance > 0 ? 1 : 0));
    print_moves("Way:", board, found->moves, found->way);
    print_moves("Cycle:", board, found->moves + found->way, found->cycle);
    putchar('\n');
    return draw_line(start, found, err);
}
