/* When the making of a strategy graph stops, and when a state is given up. */
#include "strategy/graph_builder.h"

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
    size_t count = builder->graph.count;
    return count > GRAPH_ASSUMED_NODES ? count : GRAPH_ASSUMED_NODES;
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
