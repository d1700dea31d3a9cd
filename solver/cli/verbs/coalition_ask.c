/* Asking for values by coalition. */
#include "cli/verbs/coalition_ask.h"

#include <string.h>

void coalition_ask_list(struct coalition_list *ret_list, const struct solve_game *game,
                        unsigned only, bool value_only)
{
    struct coalition_list *list = ret_list;
    struct solve_rules_facts facts;
    memset(list, 0, sizeof(*list));
    solve_rules_facts(solve_game_rules(game), &facts);
    list->game = game;
    list->value_only = value_only;
    list->all = only == 0;
    if (only != 0) {
        list->members[list->count++] = only;
        return;
    }
    for (int size = 1; size <= facts.players; size++)
        for (unsigned members = 1; members < 1u << facts.players; members++)
            if (__builtin_popcount(members) == size)
                list->members[list->count++] = members;
}

int coalition_ask(struct coalition_list *list, const struct run_limits *limits,
                  struct solve_coalition_proofs *proofs, struct progress *progress,
                  struct error *err)
{
    struct solve_request *request;
    struct solve_error why;
    uint64_t most = limits->max_nodes, nodes = 0;
    int r = run_limits_request(limits, &request);
    if (r < 0)
        return error_set(err, r, "out of memory");
    solve_request_set_value_only(request, list->value_only);
    solve_request_set_payoff(request, list->payoff);
    solve_request_set_coalition_proofs(request, proofs);
    if (progress != NULL)
        solve_request_set_progress(request, progress_show, progress);
    for (int i = 0; i < list->count && r == 0; i++) {
        if (most > 0)
            solve_request_set_max_nodes(request, nodes < most ? most - nodes : 1);
        r = solve_request_coalition(request, list->game, list->members[i], &list->found[i], &why);
        if (r < 0)
            error_set(err, r, "--rules '%.60s': %s", solve_rules_text(solve_game_rules(list->game)),
                      why.text);
        nodes += list->found[i].nodes;
    }
    solve_request_free(request);
    return r;
}

void coalition_ask_release(struct coalition_list *list)
{
    for (int i = 0; i < list->count; i++)
        solve_coalition_release(&list->found[i]);
}
