/* Asking for values by coalition. */
#include "cli/verbs/coalition_ask.h"

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
