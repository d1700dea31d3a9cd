/*
 * Drafts of a strategy graph (draft.h): noted from a graph that a run leaves unfinished, and taken
 * up by the next run.
 */
#include <errno.h>
#include <stdlib.h>

#include "base/array.h"
#include "base/free_all.h"
#include "strategy/graph_builder.h"

/* Going through a graph, depth first. */
struct draft_walk {
    const struct strategy_graph *graph;
    struct strategy_draft *draft;
    uint64_t *met; /* a bit for each state */
    struct path_step *path;
    size_t length, room;
};

static bool is_open(const struct strategy_graph *graph, uint32_t state)
{
    return graph->states[state].first_link == GRAPH_OPEN;
}

/* Does a strategy end in a state? */
static bool ends_at(const struct graph_state *state)
{
    return state->first_link != GRAPH_OPEN && state->link_count == 0;
}

/* The reply of one of the attacker's states: where it leads must be known, too, or the next run
 * would come to states there that have none. */
static uint8_t reply_in(const struct strategy_graph *graph, const struct graph_state *state)
{
    bool open = state->first_link == GRAPH_OPEN ||
                is_open(graph, strategy_graph_target(graph->links[state->first_link]));
    return open ? DRAFT_OPEN : state->reply;
}

/* Comes to a state for the first time. Returns 0 or -ENOMEM. */
static int meet(struct draft_walk *walk, uint32_t number)
{
    const struct graph_state *state = &walk->graph->states[number];
    walk->met[number / 64] |= 1ull << number % 64;
    bool replies = state->own_move && !ends_at(state);
    uint8_t reply = replies ? reply_in(walk->graph, state) : 0;
    if (replies &&
        draft_add(walk->draft, (struct draft_reply){reply, strategy_graph_check(state)}) < 0)
        return -ENOMEM;
    if (reply == DRAFT_OPEN || is_open(walk->graph, number))
        return 0;
    if (array_reserve(&walk->path, walk->length + 1, &walk->room, sizeof(*walk->path)) < 0)
        return -ENOMEM;
    walk->path[walk->length++] = (struct path_step){number, 0};
    return 0;
}

static int walk_through(struct draft_walk *walk)
{
    int r = meet(walk, 0);
    while (r == 0 && walk->length > 0) {
        struct path_step *step = &walk->path[walk->length - 1];
        const struct graph_state *last = &walk->graph->states[step->state];
        if (step->next == last->link_count) {
            walk->length--;
            continue;
        }
        uint32_t to = strategy_graph_target(walk->graph->links[last->first_link + step->next++]);
        if ((walk->met[to / 64] >> to % 64 & 1) == 0)
            r = meet(walk, to);
    }
    return r;
}

void strategy_graph_note(const struct strategy_graph *graph, struct strategy_draft *draft,
                         uint64_t name, uint8_t anew, bool whole)
{
    struct draft_walk walk = {.graph = graph, .draft = draft};
    draft_clear(draft);
    walk.met = calloc(graph->count / 64 + 1, sizeof(*walk.met));
    int r = walk.met != NULL ? walk_through(&walk) : -ENOMEM;
    /* That it was made anew is known even where nothing is known of it. */
    if (r == 0 && draft->count == 0 && anew > 0)
        r = draft_add(draft, (struct draft_reply){DRAFT_OPEN, 0});
    FREE_ALL(walk.met, walk.path);
    if (r < 0) { /* what a store has stays */
        draft_clear(draft);
        return;
    }
    draft->name = name;
    draft->anew = anew;
    draft->whole = whole;
    draft->is_new = true;
}

/* --- in the making of a graph --- */

int graph_builder_take_draft(struct graph_builder *builder)
{
    struct prover *prover = builder->prover;
    struct strategy_draft *draft = &prover->draft;
    if (draft->count == 0 || draft->name != builder->name)
        return 1;
    if (prover->hold != NULL)
        prover->hold(prover->arg, true);
    builder->drafting = true;
    int r = graph_builder_reach_all(builder);
    builder->drafting = r == 0 && prover->stopped;
    builder->drafted = true;
    bool whole = r > 0 && draft->whole && builder->waiting_count == 0;
    if (whole)
        builder->mended = builder->checked = builder->resolved;
    if (!builder->drafting)
        draft_clear(draft);
    prover->held = whole && prover->hold != NULL;
    if (prover->hold != NULL && !prover->held)
        prover->hold(prover->arg, false);
    return r;
}

/* Does a move lead from a state that no graph may have? */
static bool is_excluded(const struct graph_builder *builder, const struct graph_former *former)
{
    const struct strategy_graph *graph = &builder->graph;
    uint32_t to = strategy_graph_target(graph->links[former->first_link]);
    struct entry_key from_key = strategy_graph_key(&graph->states[former->state]);
    struct entry_key to_key = strategy_graph_key(&graph->states[to]);
    return prover_excludes(builder->prover, &from_key, &to_key);
}

/*
 * A draft that was not taken up as a whole says more than what was made of it. The root and others
 * may just be open, to be proved again: they go into the draft as they were, or it would be lost
 * what lies behind them.
 */
void graph_builder_note(struct graph_builder *builder, bool whole)
{
    struct prover *prover = builder->prover;
    struct graph_state *states = builder->graph.states;
    if (prover->save == NULL || builder->drafting)
        return;
    for (size_t i = builder->former_count; i-- > 0;) {
        struct graph_former *former = &builder->former[i];
        if (states[former->state].first_link == GRAPH_OPEN && !is_excluded(builder, former))
            states[former->state].first_link = former->first_link;
        else
            former->first_link = GRAPH_OPEN; /* of no use any more */
    }
    strategy_graph_note(&builder->graph, &prover->draft, builder->name, builder->anew, whole);
    size_t left = 0;
    for (size_t i = 0; i < builder->former_count; i++) {
        if (builder->former[i].first_link == GRAPH_OPEN)
            continue;
        states[builder->former[i].state].first_link = GRAPH_OPEN;
        builder->former[left++] = builder->former[i];
    }
    builder->former_count = left;
}
