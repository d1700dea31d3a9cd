/* A claim that was asked, and its answer, in words. */
#include "report/asked.h"

#include "base/human.h"

void asked_add(struct strbuf *text, const struct solve_claim *claim,
               const struct solve_bounds *bounds, const struct solve_rules *rules)
{
    static const char *const answers[] = {[SOLVE_ANSWER_OPEN] = "not decided",
                                          [SOLVE_ANSWER_YES] = "yes, proved",
                                          [SOLVE_ANSWER_NO] = "no, proved"};
    struct solve_rules_facts facts = {0};
    const char *margin = human_signed_half_points(claim->half_points);
    bool black = claim->player == 0;
    solve_rules_facts(rules, &facts);
    if (facts.pairs)
        strbuf_add(text, "does %s force an end with %s or %s?", black ? "Black" : "White", margin,
                   black ? "more" : "less");
    else if (black)
        strbuf_add(text, "does Black get %s or more?", margin);
    else
        strbuf_add(text, "does White hold Black to %s?", margin);
    strbuf_add(text, " %s", answers[solve_claim_answer(claim, bounds, rules)]);
}
