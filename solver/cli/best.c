/* Lists of best root moves. */
#include "cli/best.h"

#include <stdio.h>

#include "base/human.h"
#include "report/move_text.h"

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
