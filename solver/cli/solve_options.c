/* The game that is to be solved, from the options of a verb. */
#include <errno.h>

#include "cli/solve_options.h"
#include "report/move_text.h"

/* Refuses a board that is too large for what is to be done, such as "solving". */
static int check_points(const struct game_setup *setup, const struct options *given,
                        const char *doing, struct error *err)
{
    const char *board = setup_board_option(setup);
    if (solve_board_points(setup->board) > SOLVE_POINTS_MAX)
        return error_set(err, -EINVAL, "--%s '%.60s' has %d points: wanted at most %d for %s",
                         board, options_text(given, board), solve_board_points(setup->board),
                         SOLVE_POINTS_MAX, doing);
    return 0;
}

static int check_solvable(const struct game_setup *setup, const struct options *given,
                          bool any_players, struct error *err)
{
    int r = check_points(setup, given, "solving", err);
    if (r < 0)
        return r;
    if (setup->facts.players > 2 && !any_players)
        return error_set(err, -EINVAL,
                         "--rules '%.60s' has %d players: wanted 2 for solving; "
                         "'" SOLVE_PROGRAM " replay' plays games of more",
                         options_text(given, "rules"), setup->facts.players);
    return 0;
}

/* Plays --history under the rules. */
static int play_history(struct solve_options *into, struct error *err)
{
    const struct game_setup *setup = &into->setup;
    struct solve_refusal refusal;
    int r = solve_game_copy(setup->start, &into->game);
    for (size_t i = 0; i < setup->move_count && r == 0; i++) {
        r = setup_play(setup, into->game, i, &refusal);
        if (r == -EPERM)
            return error_set(err, -EINVAL, "--%s play %zu, %s, is not legal: %s",
                             setup->from_sgf ? "sgf" : "history", i + 1,
                             move_text(setup->board, setup->moves[i]), refusal.reason);
    }
    return r < 0 ? error_set(err, r, "out of memory for the game") : 0;
}

int solve_options_read_game(struct solve_options *into, const struct options *given,
                            const char *moves_option, struct error *err)
{
    int r = setup_init(&into->setup, given, moves_option, err);
    if (r == 0 && into->setup.has_komi)
        into->komi_half_points = into->setup.komi_half_points;
    if (r == 0)
        r = check_solvable(&into->setup, given, into->any_players, err);
    return r == 0 ? play_history(into, err) : r;
}

int solve_options_read_counted_game(struct solve_options *into, const struct options *given,
                                    const char *moves_option, struct error *err)
{
    int r = setup_init(&into->setup, given, moves_option, err);
    if (r == 0)
        r = check_points(&into->setup, given, "counting games", err);
    return r == 0 ? play_history(into, err) : r;
}

void solve_options_release(struct solve_options *options)
{
    solve_game_free(options->game);
    setup_release(&options->setup);
}
