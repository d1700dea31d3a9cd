/* Drafts: taken from a graph, and from a prover. */
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
