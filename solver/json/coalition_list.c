/* Asking for values by coalition. */
#include "json/coalition_list.h"

#include <string.h>

void coalition_list_make(struct coalition_list *ret_list, const struct solve_game *game,
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

int coalition_list_ask(struct coalition_list *list, struct solve_request *request,
                       uint64_t max_nodes, struct solve_error *why)
{
    uint64_t nodes = 0;
    int r = 0;
    solve_request_set_value_only(request, list->value_only);
    solve_request_set_payoff(request, list->payoff);
    for (int i = 0; i < list->count && r == 0; i++) {
        if (max_nodes > 0)
            solve_request_set_max_nodes(request, nodes < max_nodes ? max_nodes - nodes : 1);
        r = solve_request_coalition(request, list->game, list->members[i], &list->found[i], why);
        nodes += list->found[i].nodes;
    }
    return r;
}

void coalition_list_release(struct coalition_list *list)
{
    for (int i = 0; i < list->count; i++)
        solve_coalition_release(&list->found[i]);
}
