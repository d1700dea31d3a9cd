/* Lists of best root moves. */
#include "cli/best.h"

#include <errno.h>
#include <stdio.h>

#include "base/human.h"
#include "report/best_text.h"

int best_print(const struct solve_result *result, int komi_half_points)
{
    struct strbuf list = {0};
    struct solve_rules_facts facts;
    const char *komi = human_half_points(komi_half_points);
    bool complete = solve_result_best_complete(result, komi_half_points);
    solve_rules_facts(solve_game_rules(solve_result_game(result)), &facts);
    best_text_add(&list, result);
    if (list.failed) {
        strbuf_release(&list);
        return -ENOMEM;
    }
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
    return 0;
}

void best_print_note(int komi_half_points)
{
    const char *komi = human_half_points(komi_half_points);
    printf("\nPlays are best at komi %s: endless play, a tie or no result counts as %s.\n", komi,
           komi);
}
