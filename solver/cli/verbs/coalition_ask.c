/* Asking for values by coalition. */
#include "cli/verbs/coalition_ask.h"

#include <string.h>

#include "base/spelling.h"

int coalition_ask_payoff(const struct options *given, enum solve_payoff *ret_payoff,
                         struct error *err)
{
    const char *text = options_text(given, "payoff");
    *ret_payoff = SOLVE_PAYOFF_POINTS;
    for (unsigned i = 0; text != NULL && i <= SOLVE_PAYOFF_RANK; i++) {
        const char *name = coalition_json_payoff((enum solve_payoff)i);
        if (spelling_is(name, text, strlen(text))) {
            *ret_payoff = (enum solve_payoff)i;
            return 0;
        }
    }
    return text == NULL ? 0 : options_refuse("payoff", text, "wanted points, margin or rank", err);
}

const char *coalition_ask_counted(enum solve_payoff payoff)
{
    static const char *const counted[] = {
        [SOLVE_PAYOFF_POINTS] = "points that a coalition gets against all others",
        [SOLVE_PAYOFF_MARGIN] = "points that a coalition gets more than all others",
        [SOLVE_PAYOFF_RANK] =
            "others with fewer points than a coalition's best, less those with "
            "more",
    };
    return counted[payoff];
}

int coalition_ask(struct coalition_list *list, const struct run_limits *limits,
                  struct solve_coalition_proofs *proofs, struct progress *progress,
                  struct error *err)
{
    struct solve_request *request;
    struct solve_error why;
    int r = run_limits_request(limits, &request);
    if (r < 0)
        return error_set(err, r, "out of memory");
    solve_request_set_coalition_proofs(request, proofs);
    if (progress != NULL)
        solve_request_set_progress(request, progress_show, progress);
    r = coalition_list_ask(list, request, limits->max_nodes, &why);
    if (r < 0)
        error_set(err, r, "--rules '%.60s': %s", solve_rules_text(solve_game_rules(list->game)),
                  why.text);
    solve_request_free(request);
    return r;
}
