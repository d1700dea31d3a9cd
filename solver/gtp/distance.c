/* How soon a player can force the end. */
#include "gtp/distance.h"

#include <errno.h>

/* The margin in half points with which a game ended. A tie and no result count as the komi. */
static int final_margin(const struct gtp_distance *distance)
{
    struct solve_turn last = {.ending = SOLVE_TIE};
    int scores[SOLVE_PLAYERS_MAX];
    solve_game_turn(distance->game, solve_game_turns(distance->game), &last);
    if (last.ending == SOLVE_WON)
        return last.winner == 0 ? 2 * SOLVE_MARGIN_INFINITE : -2 * SOLVE_MARGIN_INFINITE;
    if (last.ending != SOLVE_SCORED || solve_game_scores(distance->game, scores) < 0)
        return distance->komi;
    return 2 * (scores[0] - scores[1]); /* as due is: less what half points Black has besides */
}

/* The game is over: has the player his due? */
static int is_due(const struct gtp_distance *distance)
{
    int margin = final_margin(distance);
    return distance->player == 0 ? margin >= distance->due : margin <= distance->due;
}

/* Turn i of points + 2: who forces the end passes first, who does not passes last. */
static struct solve_move nth_move(int points, int i, bool passes_first)
{
    int at = passes_first ? i - 2 : i;
    if (at >= 0 && at < points)
        return (struct solve_move){SOLVE_MOVE_STONE, at, 0};
    return i == 0 || i == points ? (struct solve_move){SOLVE_MOVE_PASS, -1, 0}
                                 : (struct solve_move){SOLVE_MOVE_REFRESH, -1, 0};
}

int gtp_distance_forced(struct gtp_distance *distance, int depth)
{
    struct solve_game *game = distance->game;
    if (solve_game_is_over(game))
        return is_due(distance);
    if (depth <= 0)
        return 0;
    bool own = solve_game_to_move(game) == distance->player;
    int points = solve_board_points(solve_game_board(game));
    for (int i = 0; i < points + 2; i++) {
        if (distance->turns_left == 0 || solve_interrupt_is_requested(distance->stop))
            return -EAGAIN;
        distance->turns_left--;
        if (solve_game_play(game, nth_move(points, i, own), NULL) < 0)
            continue; /* not legal */
        int r = gtp_distance_forced(distance, depth - 1);
        solve_game_undo(game);
        if (r < 0 || (r == 1) == own)
            return r;
    }
    return own ? 0 : 1;
}
