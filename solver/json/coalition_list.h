/* What each coalition of a game can force, asked one after the other. */
#ifndef SOLVER_JSON_COALITION_LIST_H
#define SOLVER_JSON_COALITION_LIST_H

#include "json/query_json.h"

#define COALITIONS_MAX (1 << SOLVE_PLAYERS_MAX)

/* Some coalitions of one game, fewer players first. */
struct coalition_list {
    const struct solve_game *game;    /* as it stood */
    unsigned members[COALITIONS_MAX]; /* bit k: player k */
    struct solve_coalition found[COALITIONS_MAX];
    int count;
    enum solve_payoff payoff;
    bool all;        /* these are all coalitions that there are */
    bool value_only; /* neither plays nor lines */
};

/* Makes the list of what is asked of game: all coalitions, or the one of only if that is not 0.
 * What is counted are points, unless ret_list->payoff is set then. */
void coalition_list_make(struct coalition_list *ret_list, const struct solve_game *game,
                         unsigned only, bool value_only);

/*
 * Asks for all of the list with a request, whose value_only and payoff are set here. max_nodes, of
 * all of them together; 0: any number. Returns 0 also where it was stopped, -EINVAL or -ENOMEM
 * (why). coalition_list_release() the list in either case.
 */
int coalition_list_ask(struct coalition_list *list, struct solve_request *request,
                       uint64_t max_nodes, struct solve_error *why);
void coalition_list_release(struct coalition_list *list);

#endif
