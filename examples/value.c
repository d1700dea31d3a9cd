/* The value of a state after a game, and the best moves: value BOARD RULES [MOVES]. */
#include <solve.h>
#include <stdio.h>
#include <stdlib.h>

static void must(int r, const struct solve_error *err)
{
    if (r == 0)
        return;
    fprintf(stderr, "value: %s\n", err->text);
    exit(1);
}

int main(int argc, char **argv)
{
    struct solve_error err = {"wanted: value BOARD RULES [MOVES]"};
    struct solve_board *board;
    struct solve_rules *rules;
    struct solve_game *game;
    struct solve_request *request;
    struct solve_result *result;
    struct solve_root_move move;
    struct solve_bounds value;
    char text[SOLVE_MOVE_TEXT_MAX];
    must(argc < 3 ? -1 : 0, &err);
    must(solve_board_parse(argv[1], &board, &err), &err);
    must(solve_rules_parse(argv[2], &rules, &err), &err);
    must(solve_game_new(board, rules, NULL, 0, &game, &err), &err);
    must(solve_game_play_text(game, argc > 3 ? argv[3] : "", &err), &err);
    must(solve_request_new(&request), &err);
    must(solve_request_run(request, game, &result, &err), &err);
    solve_result_bounds(result, &value);
    printf("value: %+d to %+d; best:", value.lower_min, value.upper_max);
    for (size_t i = 0; solve_result_move(result, i, &move) == 0; i++)
        if (move.best)
            printf(" %s", solve_move_format(board, move.move, text));
    putchar('\n');
    solve_result_free(result);
    solve_request_free(request);
    solve_game_free(game);
    solve_rules_unref(rules);
    solve_board_unref(board);
    return 0;
}
