/*
 * Which move is excluded where a line of a strategy graph brings a board back. Any of the
 * attacker's on the line will do. An excluded move is no move for any graph, wherever play comes
 * from, and where a state has no other that wins it is lost for all that was proved by it. So the
 * graph parts with a move that it can replace: by one that is known to win and leads out of the
 * boards that play comes back to, else by one that is known to win, else by one that is soon proved
 * to win.
 */
#include "strategy/graph_builder.h"

/* The nodes to prove that a state is won without its move. */
#define REPLACE_NODES 3000

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

/* Is a state proved without the move that the graph has for it? */
static bool is_replaced(const struct strategy_graph *graph, struct prover *prover, uint32_t state)
{
    const struct graph_state *from = &graph->states[state];
    const struct prover_query query = graph_builder_query(graph, state);
    const struct entry_key key = strategy_graph_key(from);
    const struct entry_key to =
        strategy_graph_key(&graph->states[strategy_graph_target(graph->links[from->first_link])]);
    bool strict = prover->strict;
    prover->strict = prover_assumes(prover, &query.state, &key);
    enum prover_answer answer = prover_ask_without(prover, &query, &to, REPLACE_NODES);
    prover->strict = strict;
    graph_builder_goes_on(prover);
    return answer == PROVER_PROVED;
}

/* Returns the first state of a line that is. Which were asked in vain is noted in irreplaceable, a
 * bit for each state. Where there is none it is the last one of the line. */
static uint32_t replace(const struct strategy_graph *graph, struct prover *prover,
                        const uint32_t *line, size_t count, uint64_t *irreplaceable)
{
    for (size_t i = 0; i < count && !prover->stopped; i++) {
        uint64_t *bits = &irreplaceable[line[i] / 64], bit = 1ull << line[i] % 64;
        if ((*bits & bit) != 0)
            continue;
        if (is_replaced(graph, prover, line[i]))
            return line[i];
        *bits |= bit;
    }
    return line[0];
}

uint32_t strategy_graph_choose_cut(const struct strategy_graph *graph, struct prover *prover,
                                   const struct graph_boards *boards, const uint32_t *line,
                                   size_t count, uint64_t *irreplaceable)
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
    if (best == NO_OTHER_REPLY && irreplaceable != NULL)
        return replace(graph, prover, line, count, irreplaceable);
    return chosen;
}
