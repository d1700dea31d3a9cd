/* Going through a strategy, depth first, as its certificate will be read. */
#include "strategy/strategy_graph.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "base/free_all.h"

/* So often a graph is mended before it is given up. */
#define ROUNDS_MAX 10000
/* The nodes to prove a state that was assumed won. */
#define ASSUMED_NODES (1 << 20)
/* States between looks at the clock. */
#define LOOK_EVERY 4096
/* The bytes of a state, with those that it takes to look for boards that come back, or to check the
 * graph. */
#define STATE_BYTES 128
/* The states for which room is made at once, where there are so many already. */
#define STATES_AHEAD(count) ((count) / 8 + 4096)

static struct prover_state seen_from(const struct graph_state *state)
{
    return (struct prover_state){
        {state->own, state->other}, state->ko == 0 ? 0 : 1ull << (state->ko - 1), state->own_move};
}

/* The attacker's play in a state, if it is proved, or can be with max_nodes. 1, 0 or -ENOMEM. */
static int prove(const struct strategy_graph *graph, struct prover *prover,
                 const struct prover_state *seen, const struct entry_key *key,
                 const struct stone_pair *before, size_t before_count, uint64_t max_nodes,
                 struct prover_successor *ret_successor)
{
    if (strategy_graph_choose(graph, prover, seen, key, ret_successor))
        return 1;
    uint64_t spent = prover_nodes_before(prover, seen, before, before_count);
    if (prover_ask(prover, seen, before, before_count, spent < max_nodes ? max_nodes - spent : 0) !=
        PROVER_PROVED)
        return prover->no_memory ? -ENOMEM : 0;
    return strategy_graph_choose(graph, prover, seen, key, ret_successor);
}

/* Has the run come to a limit of its own? */
static bool is_stopped(struct prover *prover)
{
    if ((prover->most_nodes != 0 && prover->nodes >= prover->most_nodes) ||
        (prover->stop != NULL && prover->stop(prover->arg)))
        prover->stopped = true;
    else if (!prover->no_memory)
        return false;
    return true;
}

bool strategy_graph_is_interrupted(struct prover *prover)
{
    bool spent = prover->most_nodes != 0 && prover->nodes >= prover->most_nodes;
    if (spent || prover->stop == NULL || !prover->stop(prover->arg))
        return false;
    prover->stopped = true;
    return true;
}

/* As prove(), of a state that was assumed won: it is proved strictly, or the assumption retracted.
 */
static int prove_assumed(const struct strategy_graph *graph, struct prover *prover,
                         const struct prover_state *seen, const struct entry_key *key,
                         const struct stone_pair *before, size_t before_count,
                         struct prover_successor *ret_successor)
{
    prover->strict = true;
    int r = prove(graph, prover, seen, key, before, before_count, ASSUMED_NODES, ret_successor);
    prover->strict = false;
    if (r != 0 || is_stopped(prover))
        return r;
    prover->stopped = false; /* it was for ASSUMED_NODES only */
    return prover_retract(prover, key) < 0 ? -ENOMEM : 0;
}

/* --- where play goes --- */

struct path_step {
    uint32_t state;
    uint8_t next; /* of its links */
};

/* A graph in the making. */
struct graph_builder {
    struct strategy_graph graph;
    struct prover *prover;
    const struct stone_pair *before; /* the boards that stood before the root, all copies */
    size_t before_count;
    struct path_step *path; /* to the state that is looked at */
    size_t length, room;    /* of the path */
    uint32_t *parents;      /* by state: from where it was reached, if it was */
    size_t parent_room;
    uint32_t *changed; /* states whose move was forgotten since all was looked through */
    size_t changed_count, changed_room;
    size_t resolved;    /* how often the links of a state were found */
    size_t states_most; /* there is room for so many states */
};

/* Lets the table give way to the graph, where there is no room for both: of what the table forgets,
 * what the graph comes to is proved again. */
static void make_room(struct graph_builder *builder)
{
    size_t count = builder->graph.count;
    if (count < builder->states_most)
        return;
    builder->states_most = count + STATES_AHEAD(count);
    prover_leave_room(builder->prover, STATE_BYTES * builder->states_most);
}

/* Lists what the opponent can do. Returns 1; 0: he brings back a board that stood before the root,
 * so that the state, which was assumed won, is not. */
static int list_answers(const struct strategy_graph *graph, const struct prover *prover,
                        const struct prover_state *seen,
                        struct prover_successor successors[SUCCESSORS_MAX], int *ret_count)
{
    *ret_count = prover_successors(prover, seen, successors);
    for (int i = 0; i < *ret_count; i++)
        if (successors[i].point != prover->board->bits.points &&
            strategy_graph_goes_back(graph, successors[i].to.stones))
            return 0;
    return 1;
}

/* Finds the links of a state, and proves again what was forgotten. Returns 1, 0 or -ENOMEM. */
static int resolve(struct graph_builder *builder, uint32_t state)
{
    struct strategy_graph *graph = &builder->graph;
    struct prover *prover = builder->prover;
    struct prover_successor successors[SUCCESSORS_MAX];
    struct prover_state seen = seen_from(&graph->states[state]);
    struct entry_key key = strategy_graph_key(&graph->states[state]);
    int count = 1, r = 1;
    make_room(builder);
    prover->graph_states = graph->count;
    if (!seen.own_move)
        r = list_answers(graph, prover, &seen, successors, &count);
    else if (prover_assumes(prover, &seen, &key))
        r = prove_assumed(graph, prover, &seen, &key, builder->before, builder->before_count,
                          successors);
    else
        r = prove(graph, prover, &seen, &key, builder->before, builder->before_count, UINT32_MAX,
                  successors);
    if (r <= 0)
        return r;
    if (strategy_graph_reserve(&graph->links, graph->link_count + (size_t)count, &graph->link_room,
                               sizeof(*graph->links)) < 0 ||
        graph->link_count + (size_t)count >= GRAPH_OPEN)
        return -ENOMEM;
    builder->resolved++;
    graph->states[state].first_link = (uint32_t)graph->link_count;
    graph->states[state].link_count = (uint8_t)count;
    strategy_graph_prefetch(graph, successors, count);
    for (int i = 0; i < count; i++) {
        long to = strategy_graph_enter(graph, &successors[i].key);
        if (to < 0)
            return -ENOMEM;
        graph->links[graph->link_count++] =
            (uint32_t)to |
            (successors[i].point < prover->board->bits.points ? GRAPH_LINK_STONE : 0);
    }
    return 1;
}

/* Goes to a state, from the last one of the path. Returns 1, 0 or -ENOMEM. */
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
    builder->path[builder->length++] = (struct path_step){state, 0};
    strategy_graph_set_reached(graph, state, true);
    return graph->states[state].first_link == GRAPH_OPEN ? resolve(builder, state) : 1;
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
        if (++count % LOOK_EVERY == 0 && r > 0 && is_stopped(builder->prover))
            r = 0;
    }
    return r;
}

/* Finds all that the graph comes to. Returns as reach_from(). */
static int reach_all(struct graph_builder *builder)
{
    struct strategy_graph *graph = &builder->graph;
    memset(graph->reached, 0, (graph->count + 63) / 64 * sizeof(*graph->reached));
    builder->changed_count = 0;
    return reach_from(builder, 0);
}

/* Finds what the graph comes to where it was changed. What it comes to no more still counts as
 * reached. Returns as reach_from(). */
static int reach_changed(struct graph_builder *builder)
{
    int r = 1;
    while (r > 0 && builder->changed_count > 0) {
        uint32_t state = builder->changed[--builder->changed_count];
        if (builder->graph.states[state].first_link == GRAPH_OPEN &&
            strategy_graph_reaches(&builder->graph, state))
            r = reach_from(builder, state);
    }
    return r;
}

/* Forgets the move of a state. Returns 0 or -ENOMEM. */
static int reopen(struct graph_builder *builder, uint32_t state)
{
    if (array_reserve(&builder->changed, builder->changed_count + 1, &builder->changed_room,
                      sizeof(*builder->changed)) < 0)
        return -ENOMEM;
    builder->graph.states[state].first_link = GRAPH_OPEN;
    builder->changed[builder->changed_count++] = state;
    return 0;
}

/* --- mending --- */

static bool leads_to(const struct strategy_graph *graph, uint32_t from, uint32_t to)
{
    const struct graph_state *state = &graph->states[from];
    if (state->first_link == GRAPH_OPEN || !strategy_graph_reaches(graph, from))
        return false;
    for (uint32_t l = 0; l < state->link_count; l++)
        if (strategy_graph_target(graph->links[state->first_link + l]) == to)
            return true;
    return false;
}

/* Puts what leads to the path's first state before it, from the root on. Returns 1; 0: the graph
 * does not come there any more as it did; -ENOMEM. */
static int complete_path(struct graph_builder *builder)
{
    size_t before = 0;
    uint32_t first = builder->path[0].state;
    for (uint32_t at = first; at != 0; at = builder->parents[at], before++)
        if (!leads_to(&builder->graph, builder->parents[at], at) || before > builder->graph.count)
            return 0;
    if (array_reserve(&builder->path, builder->length + before, &builder->room,
                      sizeof(*builder->path)) < 0)
        return -ENOMEM;
    memmove(builder->path + before, builder->path, builder->length * sizeof(*builder->path));
    builder->length += before;
    for (uint32_t at = first; before-- > 0;)
        builder->path[before] = (struct path_step){at = builder->parents[at], 0};
    return 1;
}

/*
 * Proves what is on the path again: where a state on it can no longer be won, neither may what was
 * proved by that state. Returns 1, 0 or -ENOMEM.
 */
static int prove_again(struct graph_builder *builder)
{
    struct strategy_graph *graph = &builder->graph;
    struct prover *prover = builder->prover;
    for (size_t i = builder->length; i-- > 0;) {
        struct graph_state *state = &graph->states[builder->path[i].state];
        struct entry_key key = strategy_graph_key(state);
        struct prover_state seen = seen_from(state);
        /* An assumed state with the opponent to move, too, or the path would be proved by it again.
         */
        if (!state->own_move && prover_assumes(prover, &seen, &key) &&
            prover_retract(prover, &key) < 0)
            return -ENOMEM;
        prover_forget(prover, &key);
        state->first_link = GRAPH_OPEN;
        strategy_graph_set_reached(graph, builder->path[i].state, false);
    }
    strategy_graph_set_reached(graph, 0, true);
    if (reopen(builder, 0) < 0)
        return -ENOMEM;
    if (prover_ask(prover, &graph->root, builder->before, builder->before_count, UINT32_MAX) ==
        PROVER_PROVED)
        return 1;
    return prover->no_memory ? -ENOMEM : 0;
}

/* Excludes the moves by which boards come back. Returns how many, or -ENOMEM. */
static int mend(struct graph_builder *builder)
{
    struct strategy_graph *graph = &builder->graph;
    struct graph_fault *faults;
    int count = strategy_graph_find_repetition(graph, builder->prover, &faults), r = count;
    for (int i = 0; i < count && r >= 0; i++) {
        struct entry_key from = strategy_graph_key(&graph->states[faults[i].from]);
        struct entry_key to = strategy_graph_key(&graph->states[faults[i].to]);
        r = reopen(builder, faults[i].from);
        if (r == 0)
            r = prover_exclude(builder->prover, &from, &to);
    }
    if (count >= 0)
        free(faults);
    return r < 0 ? r : count;
}

/* --- making --- */

/*
 * Mends the graph until no board comes back. Only what was changed is looked at, which may leave
 * states that play comes to no more; so at last the whole is looked through. Returns 1, 0 or
 * -ENOMEM.
 */
static int complete(struct graph_builder *builder)
{
    bool all = true;
    size_t mended = 0; /* making->resolved, when no board came back in all that was reached */
    for (int round = 0; round < ROUNDS_MAX; round++) {
        builder->prover->graph_round = round + 1;
        if (round > 0 && is_stopped(builder->prover))
            return builder->prover->no_memory ? -ENOMEM : 0;
        int r = all ? reach_all(builder) : reach_changed(builder);
        if (r == 0) {
            if (builder->prover->stopped || (r = complete_path(builder)) < 0)
                return builder->prover->no_memory ? -ENOMEM : r;
            all = r == 0;
            r = all ? 1 : prove_again(builder);
            if (r <= 0)
                return r;
            continue;
        }
        if (r > 0)
            r = builder->resolved != mended ? mend(builder) : 0;
        if (r < 0)
            return r;
        if (r > 0) {
            all = false;
            continue;
        }
        mended = builder->resolved;
        if (all && (r = strategy_graph_list_replies(&builder->graph, builder->prover)) <= 0)
            return r < 0 ? r : 1;
        all = true;
    }
    return 0;
}

int strategy_graph_make(struct strategy_graph *ret_graph, struct prover *prover,
                        const struct prover_state *seen, const struct stone_pair *before,
                        size_t before_count)
{
    struct entry_key key = prover_key(prover->board, seen);
    struct graph_builder builder = {
        .graph = {.before = before, .before_count = before_count, .root = *seen},
        .prover = prover,
        .before = before,
        .before_count = before_count};
    int r = (int)strategy_graph_enter(&builder.graph, &key);
    if (r >= 0)
        r = complete(&builder);
    prover->graph_states = 0;
    FREE_ALL(builder.path, builder.parents, builder.changed);
    r = r == -EINTR ? 0 : r;
    if (r > 0) {
        builder.graph.before_count = 0;
        *ret_graph = builder.graph;
        return 1;
    }
    strategy_graph_release(&builder.graph);
    return r;
}

void strategy_graph_release(struct strategy_graph *graph)
{
    FREE_ALL(graph->states, graph->reached, graph->links, graph->slots, graph->replies);
    memset(graph, 0, sizeof(*graph));
}
