/* The result of the main verb for people. */
#include <stdio.h>
#include <stdlib.h>

#include "base/human.h"
#include "base/peak_memory.h"
#include "base/strbuf.h"
#include "cli/best.h"
#include "cli/draw.h"
#include "cli/ending.h"
#include "cli/plays_text.h"
#include "cli/result.h"
#include "cli/stop_text.h"
#include "report/asked.h"
#include "report/move_text.h"
#include "report/value.h"
#include "json/player.h"

/* What is printed, with what all of it needs. */
struct printed {
    const struct solve_result *result;
    const struct solve_options *options;
    const struct solve_board *board;
    struct solve_bounds bounds; /* of the root */
};

/* What best play comes to at the komi. */
static void print_winner(const struct printed *of)
{
    const struct solve_bounds *bounds = &of->bounds;
    const char *komi = human_half_points(of->options->komi_half_points);
    int komi_half_points = value_komi(of->options->komi_half_points, of->options->setup.rules);
    if (!solve_bounds_known(bounds))
        return;
    int result = solve_bounds_at_komi(bounds->lower_min, bounds->upper_min, komi_half_points);
    int over = result - komi_half_points;
    const char *winner = over > 0 ? "Black" : "White";
    bool between =
        2 * bounds->lower_min < komi_half_points && komi_half_points < 2 * bounds->upper_min;
    if (between)
        printf("at komi %s: %s (neither side can force a better end)\n", komi,
               of->options->setup.facts.between);
    else if (over == 0)
        printf("at komi %s: a tie\n", komi);
    else if (abs(result) >= 2 * SOLVE_MARGIN_INFINITE)
        printf("at komi %s: %s wins outright\n", komi, winner);
    else
        printf("at komi %s: %s wins by %s\n", komi, winner, human_half_points(abs(over)));
}

/* That the line goes on, and why it is not shown. */
static void print_pv_stop(const struct printed *of)
{
    enum solve_stop stop = solve_result_pv_stop(of->result);
    printf(" ...");
    if (stop != SOLVE_STOP_NONE)
        printf(" (%s)", stop_text_of_pv(stop, &of->options->limits));
}

static void print_pv(const struct printed *of)
{
    size_t count;
    const struct solve_move *pv = solve_result_pv(of->result, &count);
    long cycle = solve_result_pv_cycle(of->result);
    printf("best line:");
    for (size_t i = 0; i < count; i++)
        printf("%s %s", cycle == (long)i ? " [" : "", move_text(of->board, pv[i]));
    if (cycle >= 0)
        printf(" ] and so on round");
    else if (!solve_result_pv_complete(of->result))
        print_pv_stop(of);
    printf("\n");
}

/* The boards from the root on. */
static int draw_pv(const struct printed *of)
{
    size_t count;
    const struct solve_game *game = solve_result_game(of->result);
    solve_result_pv(of->result, &count);
    putchar('\n');
    return draw_game(stdout, game, solve_game_turns(game) - count, draw_width(stdout));
}

/* How the game ended, which was over before there was anything to solve. */
static int print_ended(const struct printed *of)
{
    const struct solve_game *game = of->options->game;
    size_t last = solve_game_turns(game);
    struct solve_turn now;
    ending_print_turn(game, last);
    ending_print_score(game);
    if (solve_game_turn(game, last, &now) == 0 && now.ending == SOLVE_SCORED)
        print_winner(of);
    return draw_pv(of);
}

/* What was asked, and the answer. */
static void print_asked(const struct printed *of)
{
    struct strbuf text = {0};
    if (!of->options->asks)
        return;
    asked_add(&text, &of->options->asked, &of->bounds, of->options->setup.rules);
    printf("asked: %s\n", text.chars != NULL ? text.chars : "");
    strbuf_release(&text);
}

static int print_solved(const struct printed *of)
{
    char text[96];
    size_t pv_count;
    int r = 0;
    solve_result_pv(of->result, &pv_count);
    plays_text_bounds(&of->bounds, of->options->setup.rules, text, sizeof(text));
    printf("value: %s\n", text);
    print_winner(of);
    if (!of->options->value_only && solve_result_move_count(of->result) > 0) {
        r = best_print(of->result, of->options->komi_half_points);
        plays_text_print(of->result, of->options, draw_width(stdout));
    }
    if (solve_result_pv_complete(of->result) || pv_count > 0 ||
        solve_result_pv_stop(of->result) != SOLVE_STOP_NONE) {
        print_pv(of);
        int drawn = solve_result_pv_complete(of->result) || pv_count > 0 ? draw_pv(of) : 0;
        r = r < 0 ? r : drawn;
    }
    return r;
}

int result_print_text(const struct solve_result *result, const struct solve_options *options,
                      double seconds)
{
    const struct game_setup *setup = &options->setup;
    struct printed of = {.result = result, .options = options, .board = setup->board};
    struct solve_work work;
    int r;
    solve_result_bounds(result, &of.bounds);
    solve_result_work(result, &work);
    printf("%s, %s, ", solve_board_name(setup->board), solve_rules_text(setup->rules));
    if (solve_game_is_over(options->game)) {
        printf("the game is over\n");
        print_asked(&of);
        r = print_ended(&of);
    } else {
        printf("%s to move\n", player_title(solve_game_to_move(options->game)));
        print_asked(&of);
        r = print_solved(&of);
    }
    if (!options->quiet)
        printf("\n%s, %s, %.2f s, %.1f MiB\n", human_count(work.nodes, "node", "nodes"),
               human_count(work.entries, "lemma", "lemmas"), seconds,
               (double)peak_memory_read() / 1048576.0);
    return r;
}
