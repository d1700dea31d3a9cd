/* Lists of best first plays. */
#include "cli/best.h"

#include <stdio.h>

#include "base/human.h"
#include "cli/json.h"
#include "rules/history.h"

#define BEST_ORDER "median(lower,komi,upper)"

void best_add(struct strbuf *text, const struct analysis *analysis)
{
    for (size_t i = 0; i < analysis->move_count; i++) {
        if (!analysis->moves[i].best)
            continue;
        strbuf_separate(text, " ");
        strbuf_add(text, "%s", move_format(analysis->game.graph, analysis->moves[i].move));
    }
}

void best_print(const struct analysis *analysis, const struct history_model *model,
                int komi_half_points)
{
    bool any = false;
    const char *komi = human_half_points(komi_half_points);
    bool matters = analysis_komi_matters(analysis);
    bool complete = analysis_best_complete(analysis, komi_half_points);
    for (size_t i = 0; i < analysis->move_count; i++)
        any = any || analysis->moves[i].best;
    printf("best first plays");
    if (matters)
        printf(" at komi %s (%s counts as %s%s)", komi, model->cycle_word, komi,
               complete || !any ? "" : "; not all known");
    else if (!complete && any)
        printf(" (not all known)");
    printf(any ? ":" : ": not known");
    for (size_t i = 0; i < analysis->move_count; i++)
        if (analysis->moves[i].best)
            printf(" %s", move_format(analysis->game.graph, analysis->moves[i].move));
    putchar('\n');
}

void best_print_note(int komi_half_points)
{
    const char *komi = human_half_points(komi_half_points);
    printf("\nPlays are best at komi %s: endless play, a tie or no result counts as %s.\n", komi,
           komi);
}

json_t *best_set_json(json_t *object, const struct analysis *analysis, int komi_half_points)
{
    json_t *best = json_array();
    for (size_t i = 0; i < analysis->move_count; i++)
        if (analysis->moves[i].best)
            best = json_append(
                best, json_string(move_format(analysis->game.graph, analysis->moves[i].move)));
    object = json_with(object, "best", best);
    return json_with(object, "best_complete",
                     json_boolean(analysis_best_complete(analysis, komi_half_points)));
}

static json_t *json_komi(int half_points)
{
    if (half_points % 2 == 0)
        return json_integer(half_points / 2);
    return json_real(half_points / 2.0);
}

json_t *best_set_order(json_t *object, int komi_half_points)
{
    object = json_with(object, "komi", json_komi(komi_half_points));
    return json_with(object, "best_order", json_string(BEST_ORDER));
}
