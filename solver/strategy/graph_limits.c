/* When the making of a strategy graph stops, and when a state is given up. */
#include "strategy/graph_builder.h"

/* The nodes for each state of a graph that a path of it may take to be proved again: fewer lost
 * White's hold of 5x5 after C4 under Kee v6.0 again and again (docs/experiments.md). */
#define PATIENCE_NODES 4

bool graph_builder_is_stopped(struct prover *prover)
{
    if ((prover->most_nodes != 0 && prover->nodes >= prover->most_nodes) ||
        (prover->stop != NULL && prover->stop(prover->arg)))
        prover->stopped = true;
    else if (!prover->no_memory)
        return false;
    return true;
}

bool graph_builder_goes_on(struct prover *prover)
{
    if (graph_builder_is_stopped(prover))
        return false;
    prover->stopped = false;
    return true;
}

uint64_t graph_builder_patience(const struct graph_builder *builder)
{
    uint64_t nodes = PATIENCE_NODES * (uint64_t)builder->graph.count;
    return nodes > GRAPH_ASSUMED_NODES ? nodes : GRAPH_ASSUMED_NODES;
}

void graph_builder_lose(struct graph_builder *builder)
{
    if (graph_builder_goes_on(builder->prover))
        builder->lost = true;
}

bool strategy_graph_is_interrupted(struct prover *prover)
{
    bool spent = prover->most_nodes != 0 && prover->nodes >= prover->most_nodes;
    if (spent || prover->stop == NULL || !prover->stop(prover->arg))
        return false;
    prover->stopped = true;
    return true;
}
