/* The replies of a plan, as a certificate has them. */
#include "strategy/strategy_graph.h"

#include <errno.h>
#include <stdlib.h>

#include "base/array.h"

struct visit {
    uint32_t state;
    int next, count;
    struct prover_successor plays[PLAYS_MAX];
};

struct walk {
    struct visit *visits;
    size_t count, room;
};

/*
 * Comes to a state for the first time, at spot: the reply is as it is seen from there. A play that
 * takes a ko may be one on an image and none here (successors.c, ko_holds()): it is barred then. 1: so
 * it was; 0; -ENOMEM.
 */
static int visit(struct plan *plan, struct prover *prover, struct walk *walk,
                 const struct prover_state *spot, uint32_t state)
{
    if (array_reserve((void **)&walk->visits, walk->count + 1, &walk->room, sizeof(*walk->visits)) <
            0 ||
        array_reserve((void **)&plan->replies, plan->reply_count + 1, &plan->reply_room, 1) < 0)
        return -ENOMEM;
    struct visit *visit = &walk->visits[walk->count++];
    visit->state = state;
    visit->next = 0;
    visit->count = prover_successors(prover, spot, visit->plays);
    plan_set_reached(plan, state, false);
    if (!spot->own_move)
        return 0;
    struct entry_key to =
        plan_key(&plan->states[plan_to(plan->links[plan->states[state].first_link])]);
    int i = 0;
    while (i < visit->count && !entry_key_equal(&visit->plays[i].key, &to))
        i++;
    if (i == visit->count) {
        struct entry_key from = plan_key(&plan->states[state]);
        plan->states[state].first_link = PLAN_OPEN;
        return prover_exclude(prover, &from, &to) < 0 ? -ENOMEM : 1;
    }
    visit->plays[0] = visit->plays[i];
    visit->count = 1;
    plan->replies[plan->reply_count++] = visit->plays[0].point;
    return 0;
}

int plan_list_replies(struct plan *plan, struct prover *prover)
{
    struct walk walk = {0};
    plan->reply_count = 0;
    int r = visit(plan, prover, &walk, &plan->root, 0);
    while (r == 0 && walk.count > 0) {
        struct visit *last = &walk.visits[walk.count - 1];
        if (last->next == last->count) {
            walk.count--;
            continue;
        }
        struct prover_successor play = last->plays[last->next++];
        long to = plan_find(plan, &play.key);
        if (to >= 0 && plan_reaches(plan, (size_t)to))
            r = visit(plan, prover, &walk, &play.to, (uint32_t)to);
    }
    free(walk.visits);
    return r;
}
