/*
 * Where play goes in a strategy graph that is being made: depth first, as its certificate will be
 * read. What a state leads to is found in graph_resolve.c.
 */
#include <errno.h>
#include <string.h>

#include "base/array.h"
#include "base/clock.h"
#include "base/free_all.h"
#include "strategy/graph_builder.h"

/* States between looks at the clock. */
#define LOOK_EVERY 4096
/* Noting a draft takes one part in so many of the time, at most. */
#define NOTE_PART 40

/* Goes to a state, from the last one of the path, unless it waits. Returns 1, 0 or -ENOMEM. */
static int reach(struct graph_builder *builder, uint32_t state)
{
    struct strategy_graph *graph = &builder->graph;
    if (array_reserve(&builder->path, builder->length + 1, &builder->room, sizeof(*builder->path)) <
            0 ||
        strategy_graph_reserve(&builder->parents, graph->count, &builder->parent_room,
                               sizeof(*builder->parents)) < 0)
        return -ENOMEM;
    if (builder->length > 0)
        builder->parents[state] = builder->path[builder->length - 1].state;
    if (builder->drafting && graph->states[state].own_move) {
        int r = graph_builder_resolve_drafted(builder, state);
        if (r == 0) /* who comes there again must not take the next reply for its own */
            strategy_graph_set_reached(graph, state, true);
        if (r <= 0)
            return r == 0 ? 1 : r;
    }
    builder->path[builder->length++] = (struct path_step){state, 0};
    strategy_graph_set_reached(graph, state, true);
    if (graph->states[state].first_link == GRAPH_OPEN)
        return graph_builder_resolve(builder, state);
    return graph_boards_lack(&builder->boards, state) &&
                   graph_boards_note(&builder->boards, state) < 0
               ? -ENOMEM
               : 1;
}

/* Is the run to stop here? While a draft is taken up no nodes are spent. */
static bool is_cut(const struct graph_builder *builder)
{
    return builder->drafting ? strategy_graph_is_interrupted(builder->prover)
                             : graph_builder_is_stopped(builder->prover);
}

/* Saves a draft, if it is due. */
static void save(struct graph_builder *builder)
{
    struct prover *prover = builder->prover;
    double now = clock_now();
    if (prover->save == NULL || builder->drafting || now < builder->next_note ||
        !prover->is_due(prover->arg))
        return;
    graph_builder_note(builder, false);
    prover->save(prover->arg);
    builder->next_note = clock_now() + NOTE_PART * (clock_now() - now);
}

/* Finds all that the graph comes to from a state and that is not reached yet. Returns 1; 0: a state
 * on the path cannot be won, or the prover was stopped; -ENOMEM. */
static int reach_from(struct graph_builder *builder, uint32_t state)
{
    struct strategy_graph *graph = &builder->graph;
    size_t count = 0;
    builder->length = 0;
    int r = reach(builder, state);
    while (r > 0 && builder->length > 0) {
        struct path_step *step = &builder->path[builder->length - 1];
        const struct graph_state *last = &graph->states[step->state];
        if (step->next == last->link_count) {
            builder->length--;
            continue;
        }
        uint32_t to = strategy_graph_target(graph->links[last->first_link + step->next++]);
        if (strategy_graph_reaches(graph, to))
            continue;
        r = reach(builder, to);
        if (++count % LOOK_EVERY == 0 && r > 0) {
            r = !is_cut(builder);
            if (r > 0)
                save(builder);
        }
    }
    return r;
}

int graph_builder_reach_all(struct graph_builder *builder)
{
    struct strategy_graph *graph = &builder->graph;
    memset(graph->reached, 0, (graph->count + 63) / 64 * sizeof(*graph->reached));
    builder->changed_count = 0;
    builder->waiting_count = builder->waiting_at = 0;
    return reach_from(builder, 0);
}

int graph_builder_reach_changed(struct graph_builder *builder)
{
    const struct strategy_graph *graph = &builder->graph;
    int r = 1;
    while (r > 0 && builder->changed_count > 0) {
        uint32_t state = builder->changed[--builder->changed_count];
        if (graph->states[state].first_link == GRAPH_OPEN && strategy_graph_reaches(graph, state))
            r = reach_from(builder, state);
    }
    while (r > 0 && builder->waiting_at < builder->waiting_count) {
        uint32_t state = builder->waiting[builder->waiting_at++];
        if (graph->states[state].first_link == GRAPH_OPEN && strategy_graph_reaches(graph, state))
            r = reach_from(builder, state);
    }
    return r;
}

int graph_builder_open(struct graph_builder *builder, uint32_t state)
{
    uint32_t *first_link = &builder->graph.states[state].first_link;
    if (*first_link == GRAPH_OPEN)
        return 0;
    if (array_reserve(&builder->former, builder->former_count + 1, &builder->former_room,
                      sizeof(*builder->former)) < 0)
        return -ENOMEM;
    builder->former[builder->former_count++] = (struct graph_former){state, *first_link};
    *first_link = GRAPH_OPEN;
    return 0;
}

int graph_builder_reopen(struct graph_builder *builder, uint32_t state)
{
    if (array_reserve(&builder->changed, builder->changed_count + 1, &builder->changed_room,
                      sizeof(*builder->changed)) < 0 ||
        graph_builder_open(builder, state) < 0)
        return -ENOMEM;
    builder->changed[builder->changed_count++] = state;
    return 0;
}

void graph_builder_release(struct graph_builder *builder)
{
    FREE_ALL(builder->path, builder->parents, builder->changed, builder->waiting, builder->former);
    graph_boards_release(&builder->boards);
}
