/* The replies of a strategy graph, as a certificate has them. */
#include "strategy/strategy_graph.h"

#include <errno.h>
#include <stdlib.h>

#include "base/array.h"

/* States between looks at whether the run is to stop. */
#define LOOK_EVERY (1 << 16)

struct reply_visit {
    uint32_t state;
    int next, count;
    struct prover_successor successors[SUCCESSORS_MAX];
};

struct reply_walk {
    struct reply_visit *visits;
    size_t count, room;
};

/*
 * Comes to a state for the first time, as `seen`: the reply is as it is seen from there. A move
 * that takes a ko may be one in a symmetric copy and none here (successors.c, ko_holds()). Then it
 * is excluded. Returns 1 if it was, 0 or -ENOMEM.
 */
static int visit(struct strategy_graph *graph, struct prover *prover, struct reply_walk *walk,
                 const struct prover_state *seen, uint32_t state)
{
    if (array_reserve(&walk->visits, walk->count + 1, &walk->room, sizeof(*walk->visits)) < 0 ||
        array_reserve(&graph->replies, graph->reply_count + 1, &graph->reply_room, 1) < 0)
        return -ENOMEM;
    struct reply_visit *visit = &walk->visits[walk->count++];
    visit->state = state;
    visit->next = 0;
    visit->count = prover_successors(prover, seen, visit->successors);
    strategy_graph_set_reached(graph, state, false);
    if (!seen->own_move || prover_is_safe(prover, seen->stones)) {
        strategy_graph_prefetch(graph, visit->successors, visit->count);
        return 0;
    }
    struct entry_key to = strategy_graph_key(
        &graph->states[strategy_graph_target(graph->links[graph->states[state].first_link])]);
    int i = 0;
    while (i < visit->count && !entry_key_equal(&visit->successors[i].key, &to))
        i++;
    if (i == visit->count) {
        struct entry_key from = strategy_graph_key(&graph->states[state]);
        graph->states[state].first_link = GRAPH_OPEN;
        return prover_exclude(prover, &from, &to) < 0 ? -ENOMEM : 1;
    }
    visit->successors[0] = visit->successors[i];
    visit->count = 1;
    graph->replies[graph->reply_count++] = visit->successors[0].point;
    return 0;
}

int strategy_graph_list_replies(struct strategy_graph *graph, struct prover *prover)
{
    struct reply_walk walk = {0};
    size_t count = 0;
    graph->reply_count = 0;
    int r = visit(graph, prover, &walk, &graph->root.state, 0);
    while (r == 0 && walk.count > 0) {
        struct reply_visit *last = &walk.visits[walk.count - 1];
        if (last->next == last->count) {
            walk.count--;
            continue;
        }
        struct prover_successor successor = last->successors[last->next++];
        long to = strategy_graph_find(graph, &successor.key);
        if (to >= 0 && strategy_graph_reaches(graph, (size_t)to))
            r = visit(graph, prover, &walk, &successor.to, (uint32_t)to);
        if (r == 0 && ++count % LOOK_EVERY == 0 && strategy_graph_is_interrupted(prover))
            r = -EINTR;
    }
    free(walk.visits);
    return r;
}
