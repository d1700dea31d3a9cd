/* The result of the main verb for people. */
#include <stdio.h>
#include <stdlib.h>

#include "cli/draw.h"
#include "cli/result.h"
#include "cli/value_text.h"

/* "+4", or what is known: "-3 to +4" for one number, "lower -4, upper +4" for a pair. */
static void bounds_text(const struct bounds *bounds, bool endless, char *buffer, size_t size)
{
    char a[16], b[16], c[16], d[16];
    const char *lower_min = value_margin(bounds->lower_min, a);
    const char *lower_max = value_margin(bounds->lower_max, b);
    const char *upper_min = value_margin(bounds->upper_min, c);
    const char *upper_max = value_margin(bounds->upper_max, d);
    if (bounds_known(bounds) && bounds->lower_min == bounds->upper_min)
        snprintf(buffer, size, "%s", lower_min);
    else if (bounds_known(bounds))
        snprintf(buffer, size, "lower %s, upper %s", lower_min, upper_min);
    else if (!endless)
        snprintf(buffer, size, "%s to %s, not decided", lower_min, lower_max);
    else
        snprintf(buffer, size, "lower %s to %s, upper %s to %s, not decided", lower_min, lower_max,
                 upper_min, upper_max);
}

static void half_text(int half_points, char *buffer)
{
    int points = abs(half_points) / 2;
    snprintf(buffer, 24, "%s%d%s", half_points < 0 ? "-" : "", points, half_points % 2 ? ".5" : "");
}

/* What best play comes to at the komi. */
static void print_winner(const struct analysis *analysis, const struct solve_options *options,
                         const struct history_model *model)
{
    char komi[24], margin[24];
    const struct bounds *bounds = &analysis->bounds;
    if (!bounds_known(bounds))
        return;
    int result = bounds_result(bounds->lower_min, bounds->upper_min, options->komi_half_points);
    int over = result - options->komi_half_points;
    half_text(options->komi_half_points, komi);
    half_text(abs(over), margin);
    bool between = 2 * bounds->lower_min < options->komi_half_points &&
                   options->komi_half_points < 2 * bounds->upper_min;
    if (between)
        printf("at komi %s: %s (neither side can force a better end)\n", komi, model->cycle_word);
    else if (over == 0)
        printf("at komi %s: a tie\n", komi);
    else
        printf("at komi %s: %s wins by %s\n", komi, over > 0 ? "Black" : "White", margin);
}

static void print_moves(const struct analysis *analysis, const struct graph *graph, bool endless)
{
    char text[96];
    bool any = false;
    printf("best first plays:");
    for (size_t i = 0; i < analysis->move_count; i++) {
        if (analysis->moves[i].best)
            printf(" %s", move_format(graph, analysis->moves[i].move));
        any = any || analysis->moves[i].best;
    }
    printf("%s\n", any ? "" : " not known");
    printf("all first plays:\n");
    for (size_t i = 0; i < analysis->move_count; i++) {
        const struct analysis_move *made = &analysis->moves[i];
        bounds_text(&made->bounds, endless, text, sizeof(text));
        printf("  %-8s %s\n", move_format(graph, made->move), text);
    }
}

static void print_line(const struct analysis *analysis, const struct graph *graph)
{
    printf("best line:");
    for (size_t i = 0; i < analysis->line_count; i++)
        printf("%s %s", analysis->cycle_from == (long)i ? " [" : "",
               move_format(graph, analysis->line[i]));
    if (analysis->cycle_from >= 0)
        printf(" ] and so on round");
    else if (!analysis->line_complete)
        printf(" ...");
    printf("\n\n");
    draw_game(stdout, &analysis->game, analysis->root_turn, draw_width(stdout));
}

void result_print_text(const struct analysis *analysis, const struct solve_options *options,
                       double seconds)
{
    char text[96], rules[RULESET_TEXT_MAX];
    struct history_model described, *model = &described;
    options->setup.rules.family->describe(&options->setup.rules, model);
    const struct graph *graph = options->setup.graph;
    ruleset_format(&options->setup.rules, rules);
    bounds_text(&analysis->bounds, model->endless, text, sizeof(text));
    printf("%s, %s, %s to move\n", graph->name, rules,
           game_now(&options->game)->next == BLACK ? "Black" : "White");
    printf("value: %s\n", text);
    print_winner(analysis, options, model);
    if (!options->value_only && analysis->move_count > 0)
        print_moves(analysis, graph, model->endless);
    if (analysis->line_complete || analysis->line_count > 0)
        print_line(analysis, graph);
    if (!options->quiet)
        printf("\n%llu nodes, %llu lemmas, %.2f s, %.1f MiB\n", (unsigned long long)analysis->nodes,
               (unsigned long long)analysis->entries, seconds,
               (double)result_peak_memory() / 1048576.0);
}
