/* The game that is to be solved, from option values. */
#include <errno.h>

#include "cli/parse_number.h"
#include "cli/solve_options.h"

int solve_options_read_komi(const char *text, int *ret_half_points, struct error *err)
{
    int komi = 0;
    if (text != NULL && number_half_points(text, KOMI_HALF_POINTS_MAX, &komi) < 0)
        return options_refuse("komi", text,
                              "wanted a whole or half number such as 7 or 6.5, from -1000 to 1000",
                              err);
    *ret_half_points = komi;
    return 0;
}

/* What the rules take but the solver does not. */
static int check_solvable(const struct game_setup *setup, const char *const *values,
                          struct error *err)
{
    const char *board = setup_board_option(setup);
    int players = ruleset_players(&setup->rules);
    if (setup->graph->points > SOLVER_MAX_POINTS)
        return error_set(err, -EINVAL, "--%s '%.60s' has %d points: wanted at most %d for solving",
                         board, values[setup->graph->rows > 0 ? SETUP_BOARD : SETUP_GRAPH],
                         setup->graph->points, SOLVER_MAX_POINTS);
    if (players > 2)
        return error_set(err, -EINVAL,
                         "--rules '%.60s' has %d players: wanted 2 for solving; "
                         "'solve replay' plays games of more",
                         values[SETUP_RULES], players);
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

int solve_options_read_game(struct solve_options *into, const struct option_spec *specs,
                            const char *const *values, size_t history_option,
                            const char *prohibited, struct error *err)
{
    int r = setup_init(&into->setup, specs, values, history_option, err);
    if (r == 0)
        r = check_solvable(&into->setup, values, err);
    if (r == 0)
        r = setup_read_prohibited(&into->setup, prohibited, err);
    return r == 0 ? play_history(into, err) : r;
}
