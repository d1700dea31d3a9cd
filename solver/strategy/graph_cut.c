/*
 * Which move is excluded where a line of a strategy graph brings a board back. Any of the
 * attacker's on the line will do. An excluded move is no move for any graph, wherever play comes
 * from, and where a state has no other that wins it is lost for all that was proved by it. So the
 * graph parts with a move that it can replace: by one that is known to win and leads out of the
 * boards that play comes back to, else by one that is known to win.
 */
#include "strategy/graph_boards.h"

enum cut_rating { NO_OTHER_REPLY, OTHER_INSIDE, OTHER_OUTSIDE };

static enum cut_rating rate(const struct strategy_graph *graph, struct prover *prover,
                            const struct graph_boards *boards, uint32_t state)
{
    uint32_t to[SUCCESSORS_MAX];
    int count = strategy_graph_other_replies(graph, prover, state, to);
    uint32_t own = boards->component[boards->of_state[state]];
    for (int i = 0; i < count; i++)
        if (to[i] == GRAPH_OPEN || !strategy_graph_reaches(graph, to[i]) ||
            boards->component[boards->of_state[to[i]]] != own)
            return OTHER_OUTSIDE;
    return count > 0 ? OTHER_INSIDE : NO_OTHER_REPLY;
}

uint32_t strategy_graph_choose_cut(const struct strategy_graph *graph, struct prover *prover,
                                   const struct graph_boards *boards, const uint32_t *line,
                                   size_t count)
{
    enum cut_rating best = NO_OTHER_REPLY;
    uint32_t chosen = line[0];
    for (size_t i = 0; i < count && best != OTHER_OUTSIDE; i++) {
        enum cut_rating rating = rate(graph, prover, boards, line[i]);
        if (rating <= best)
            continue;
        best = rating;
        chosen = line[i];
    }
    return chosen;
}
