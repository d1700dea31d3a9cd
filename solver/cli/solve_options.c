/* The game that is to be solved, from the options of a verb. */
#include <errno.h>

#include "cli/solve_options.h"

/* What the rules take but the solver does not. */
static int check_solvable(const struct game_setup *setup, const struct options *given,
                          struct error *err)
{
    const char *board = setup_board_option(setup);
    int players = ruleset_players(&setup->rules);
    if (setup->graph->points > SOLVER_MAX_POINTS)
        return error_set(err, -EINVAL, "--%s '%.60s' has %d points: wanted at most %d for solving",
                         board, options_text(given, board), setup->graph->points,
                         SOLVER_MAX_POINTS);
    if (players > 2)
        return error_set(err, -EINVAL,
                         "--rules '%.60s' has %d players: wanted 2 for solving; "
                         "'solve replay' plays games of more",
                         options_text(given, "rules"), players);
    return 0;
}

/* Plays --history under the rules. */
static int play_history(struct solve_options *into, struct error *err)
{
    const struct game_setup *setup = &into->setup;
    int r = setup_start(setup, &into->game);
    for (size_t i = 0; i < setup->move_count && r == 0; i++) {
        struct verdict verdict = {.reason = "the game is over"};
        if (!game_over(&into->game))
            r = game_play(&into->game, setup->moves[i], &verdict);
        if (r == 0 && !verdict.legal)
            return error_set(err, -EINVAL, "--history play %zu, %s, is not legal: %s", i + 1,
                             move_format(setup->graph, setup->moves[i]), verdict.reason);
    }
    return r < 0 ? error_set(err, r, "out of memory for the game") : 0;
}

int solve_options_read_game(struct solve_options *into, const struct options *given,
                            const char *moves_option, struct error *err)
{
    int r = setup_init(&into->setup, given, moves_option, err);
    if (r == 0)
        r = check_solvable(&into->setup, given, err);
    return r == 0 ? play_history(into, err) : r;
}

void solve_options_release(struct solve_options *options)
{
    game_release(&options->game);
    setup_release(&options->setup);
}
