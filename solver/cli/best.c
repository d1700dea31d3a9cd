/* Lists of best root moves. */
#include "cli/best.h"

#include <stdio.h>

#include "base/human.h"
#include "cli/json.h"
#include "report/move_text.h"

#define BEST_ORDER "median(lower,komi,upper)"

/* The text of root move i if it is one of the best, else NULL. */
static const char *best_text(const struct solve_result *result, size_t i)
{
    struct solve_root_move made;
    if (solve_result_move(result, i, &made) < 0 || !made.best)
        return NULL;
    return move_text(solve_game_board(solve_result_game(result)), made.move);
}

void best_add(struct strbuf *text, const struct solve_result *result)
{
    for (size_t i = 0; i < solve_result_move_count(result); i++) {
        const char *move = best_text(result, i);
        if (move == NULL)
            continue;
        strbuf_separate(text, " ");
        strbuf_add(text, "%s", move);
    }
}

void best_print(const struct solve_result *result, int komi_half_points)
{
    struct strbuf list = {0};
    struct solve_rules_facts facts;
    const char *komi = human_half_points(komi_half_points);
    bool complete = solve_result_best_complete(result, komi_half_points);
    solve_rules_facts(solve_game_rules(solve_result_game(result)), &facts);
    best_add(&list, result);
    bool any = list.length > 0;
    printf("best first plays");
    if (solve_result_komi_matters(result))
        printf(" at komi %s (%s counts as %s%s)", komi, facts.between, komi,
               complete || !any ? "" : "; not all known");
    else if (!complete && any)
        printf(" (not all known)");
    if (any)
        printf(": %s\n", list.chars);
    else
        printf(": not known\n");
    strbuf_release(&list);
}

void best_print_note(int komi_half_points)
{
    const char *komi = human_half_points(komi_half_points);
    printf("\nPlays are best at komi %s: endless play, a tie or no result counts as %s.\n", komi,
           komi);
}

json_t *best_set_json(json_t *object, const struct solve_result *result, int komi_half_points)
{
    json_t *best = json_array();
    for (size_t i = 0; i < solve_result_move_count(result); i++) {
        const char *move = best_text(result, i);
        if (move != NULL)
            best = json_append(best, json_string(move));
    }
    object = json_with(object, "best", best);
    return json_with(object, "best_complete",
                     json_boolean(solve_result_best_complete(result, komi_half_points)));
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
