/* Which moves are legal after a game, and why the others are not: legal BOARD RULES [MOVES]. */
#include <solve.h>
#include <stdio.h>

int main(int argc, char **argv)
{
    struct solve_error err = {"wanted: legal BOARD RULES [MOVES]"};
    struct solve_board *board = NULL;
    struct solve_rules *rules = NULL;
    struct solve_game *game = NULL;
    if (argc < 3 || solve_board_parse(argv[1], &board, &err) < 0 ||
        solve_rules_parse(argv[2], &rules, &err) < 0 ||
        solve_game_new(board, rules, NULL, 0, &game, &err) < 0 ||
        solve_game_play_text(game, argc > 3 ? argv[3] : "", &err) < 0) {
        fprintf(stderr, "legal: %s\n", err.text);
        return 1;
    }
    for (int point = 0; point < solve_board_points(board); point++) {
        const struct solve_move move = {SOLVE_MOVE_STONE, point, 0};
        struct solve_refusal refusal;
        int r = solve_game_check(game, move, &refusal);
        printf("%s: %s\n", solve_board_point_name(board, point), r == 0 ? "legal" : refusal.reason);
    }
    solve_game_free(game);
    solve_rules_unref(rules);
    solve_board_unref(board);
    return 0;
}
