/* The result of the main verb for people. */
#include <stdio.h>
#include <stdlib.h>

#include "base/human.h"
#include "cli/best.h"
#include "cli/draw.h"
#include "cli/ending.h"
#include "cli/player.h"
#include "cli/result.h"
#include "report/value.h"
#include "rules/history.h"

/* "+4", or what is known: "-3 to +4" for one number, "lower -4, upper +4" for a pair. */
static void bounds_text(const struct bounds *bounds, bool pairs, char *buffer, size_t size)
{
    const char *lower_min = value_margin(bounds->lower_min);
    const char *lower_max = value_margin(bounds->lower_max);
    const char *upper_min = value_margin(bounds->upper_min);
    const char *upper_max = value_margin(bounds->upper_max);
    if (bounds_known(bounds) && bounds->lower_min == bounds->upper_min)
        snprintf(buffer, size, "%s", lower_min);
    else if (bounds_known(bounds))
        snprintf(buffer, size, "lower %s, upper %s", lower_min, upper_min);
    else if (!pairs)
        snprintf(buffer, size, "%s to %s, not decided", lower_min, lower_max);
    else
        snprintf(buffer, size, "lower %s to %s, upper %s to %s, not decided", lower_min, lower_max,
                 upper_min, upper_max);
}

/* What best play comes to at the komi. */
static void print_winner(const struct analysis *analysis, const struct solve_options *options,
                         const struct history_model *model)
{
    const char *komi = human_half_points(options->komi_half_points);
    const struct bounds *bounds = &analysis->bounds;
    if (!bounds_known(bounds))
        return;
    int result = bounds_result(bounds->lower_min, bounds->upper_min, options->komi_half_points);
    int over = result - options->komi_half_points;
    const char *winner = over > 0 ? "Black" : "White";
    bool between = 2 * bounds->lower_min < options->komi_half_points &&
                   options->komi_half_points < 2 * bounds->upper_min;
    if (between)
        printf("at komi %s: %s (neither side can force a better end)\n", komi, model->cycle_word);
    else if (over == 0)
        printf("at komi %s: a tie\n", komi);
    else if (abs(result) >= 2 * MARGIN_INFINITE)
        printf("at komi %s: %s wins outright\n", komi, winner);
    else
        printf("at komi %s: %s wins by %s\n", komi, winner, human_half_points(abs(over)));
}

static void print_moves(const struct analysis *analysis, const struct graph *graph, bool pairs)
{
    char text[96];
    printf("all first plays:\n");
    for (size_t i = 0; i < analysis->move_count; i++) {
        const struct analysis_move *made = &analysis->moves[i];
        bounds_text(&made->bounds, pairs, text, sizeof(text));
        printf("  %-8s %s\n", move_format(graph, made->move), text);
    }
}

static void print_line(const struct analysis *analysis, const struct graph *graph)
{
    printf("best line:");
    for (size_t i = 0; i < analysis->pv_count; i++)
        printf("%s %s", analysis->cycle_from == (long)i ? " [" : "",
               move_format(graph, analysis->pv[i]));
    if (analysis->cycle_from >= 0)
        printf(" ] and so on round");
    else if (!analysis->pv_complete)
        printf(" ...");
    printf("\n");
}

static void draw(const struct analysis *analysis)
{
    putchar('\n');
    draw_game(stdout, &analysis->game, analysis->root_turn, draw_width(stdout));
}

/* How the game ended, which was over before there was anything to solve. */
static void print_ended(const struct analysis *analysis, const struct solve_options *options,
                        const struct history_model *model)
{
    const struct game *game = &options->game;
    ending_print_turn(game, game->count - 1);
    ending_print_score(game);
    if (game_now(game)->ending == ENDING_SCORED)
        print_winner(analysis, options, model);
    draw(analysis);
}

static void print_solved(const struct analysis *analysis, const struct solve_options *options,
                         const struct history_model *model)
{
    char text[96];
    const struct graph *graph = options->setup.graph;
    bounds_text(&analysis->bounds, model->pairs, text, sizeof(text));
    printf("value: %s\n", text);
    print_winner(analysis, options, model);
    if (!options->value_only && analysis->move_count > 0) {
        best_print(analysis, model, options->komi_half_points);
        print_moves(analysis, graph, model->pairs);
    }
    if (analysis->pv_complete || analysis->pv_count > 0) {
        print_line(analysis, graph);
        draw(analysis);
    }
}

void result_print_text(const struct analysis *analysis, const struct solve_options *options,
                       double seconds)
{
    char rules[RULESET_TEXT_MAX];
    struct history_model model;
    const struct game *game = &options->game;
    options->setup.rules.family->describe(&options->setup.rules, &model);
    ruleset_format(&options->setup.rules, rules);
    printf("%s, %s, ", options->setup.graph->name, rules);
    if (game_over(game)) {
        printf("the game is over\n");
        print_ended(analysis, options, &model);
    } else {
        printf("%s to move\n", player_title(game_now(game)->next));
        print_solved(analysis, options, &model);
    }
    if (!options->quiet)
        printf("\n%s, %s, %.2f s, %.1f MiB\n", human_count(analysis->nodes, "node", "nodes"),
               human_count(analysis->entries, "lemma", "lemmas"), seconds,
               (double)result_peak_memory() / 1048576.0);
}
