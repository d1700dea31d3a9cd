/* Where play goes in a strategy graph: depth first, as its certificate will be read. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "base/clock.h"
#include "base/free_all.h"
#include "strategy/graph_builder.h"
#include "strategy/successors.h"

/* The nodes to prove a state that was assumed won. */
#define ASSUMED_NODES (1 << 20)
/* States between looks at the clock. */
#define LOOK_EVERY 4096
/* The bytes of a state, with those that it takes to look for boards that come back, or to check the
 * graph. */
#define STATE_BYTES 128
/* The states for which room is made at once, where there are so many already. */
#define STATES_AHEAD(count) ((count) / 8 + 4096)
/* Noting a draft takes one part in so many of the time, at most. */
#define NOTE_PART 40

/* A state of the attacker's in which a reply is looked for. */
struct reply_search {
    const struct strategy_graph *graph;
    struct prover *prover;
    struct prover_query query;
    struct entry_key key;
};

/* The attacker's play in a state, if it is proved, or can be with max_nodes. 1, 0 or -ENOMEM. */
static int prove(const struct reply_search *at, uint64_t max_nodes,
                 struct prover_successor *ret_reply)
{
    struct prover *prover = at->prover;
    if (strategy_graph_choose(at->graph, prover, &at->query.state, &at->key, ret_reply))
        return 1;
    uint64_t spent = prover_nodes_before(prover, &at->query);
    if (prover_ask(prover, &at->query, spent < max_nodes ? max_nodes - spent : 0) != PROVER_PROVED)
        return prover->no_memory ? -ENOMEM : 0;
    return strategy_graph_choose(at->graph, prover, &at->query.state, &at->key, ret_reply);
}

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
    return count > ASSUMED_NODES ? count : ASSUMED_NODES;
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

/* As prove(), where that is given up after so many nodes. */
static int prove_within(const struct reply_search *at, uint64_t max_nodes,
                        struct prover_successor *ret_reply)
{
    int r = prove(at, max_nodes, ret_reply);
    if (r == 0)
        graph_builder_goes_on(at->prover);
    return r;
}

/* As prove(), of a state that was assumed won: it is proved strictly, or the assumption retracted.
 */
static int prove_assumed(const struct reply_search *at, struct prover_successor *ret_reply)
{
    struct prover *prover = at->prover;
    prover->strict = true;
    int r = prove_within(at, ASSUMED_NODES, ret_reply);
    prover->strict = false;
    if (r != 0 || prover->stopped)
        return r;
    return prover_retract(prover, &at->key) < 0 ? -ENOMEM : 0;
}

/* Finds the attacker's reply in a state, and proves again what was forgotten. Where a draft was
 * taken up, which may be nonsense, no state gets more nodes than one that was assumed won. Returns
 * as prove(). */
static int find_reply(const struct graph_builder *builder, const struct reply_search *at,
                      struct prover_successor *ret_reply)
{
    if (prover_assumes(at->prover, &at->query.state, &at->key))
        return prove_assumed(at, ret_reply);
    if (builder->drafted)
        return prove_within(at, ASSUMED_NODES, ret_reply);
    return prove(at, graph_builder_patience(builder), ret_reply);
}

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

/* Links a state to those that moves lead to. Returns 1 or -ENOMEM. */
static int link_state(struct graph_builder *builder, uint32_t state,
                      const struct prover_successor *successors, int count)
{
    struct strategy_graph *graph = &builder->graph;
    if (strategy_graph_reserve(&graph->links, graph->link_count + (size_t)count, &graph->link_room,
                               sizeof(*graph->links)) < 0 ||
        graph->link_count + (size_t)count >= GRAPH_OPEN ||
        graph_boards_note(&builder->boards, state) < 0)
        return -ENOMEM;
    builder->resolved++;
    graph->states[state].first_link = (uint32_t)graph->link_count;
    graph->states[state].link_count = (uint8_t)count;
    graph->states[state].reply = count > 0 ? successors[0].point : DRAFT_OPEN;
    strategy_graph_prefetch(graph, successors, count);
    for (int i = 0; i < count; i++) {
        long to = strategy_graph_enter(graph, &successors[i].key);
        if (to < 0)
            return -ENOMEM;
        graph->links[graph->link_count++] =
            (uint32_t)to |
            (successors[i].point < builder->prover->board->bits.points ? GRAPH_LINK_STONE : 0);
    }
    return 1;
}

/* Finds the links of a state: all that the opponent can do, or the attacker's reply; none where a
 * strategy ends. Returns 1; 0: the state is not won, or the prover was stopped; -ENOMEM. */
static int resolve(struct graph_builder *builder, uint32_t state)
{
    struct strategy_graph *graph = &builder->graph;
    struct prover *prover = builder->prover;
    struct prover_successor successors[SUCCESSORS_MAX];
    const struct reply_search at = {graph, prover, graph_builder_query(graph, state),
                                    strategy_graph_key(&graph->states[state])};
    int count = 1, r = 1;
    make_room(builder);
    prover->graph_states = graph->count;
    if (prover_is_safe(prover, at.query.state.stones))
        count = 0;
    else if (!at.query.state.own_move)
        r = list_answers(graph, prover, &at.query.state, successors, &count);
    else
        r = find_reply(builder, &at, successors);
    if (r == 0 && !builder->drafted && prover->stopped)
        graph_builder_lose(builder);
    return r <= 0 ? r : link_state(builder, state, successors, count);
}

/* Finds the move that the draft has for a state. Returns false if it has none that may be made. */
static bool find_drafted(struct graph_builder *builder, uint32_t state,
                         struct prover_successor *ret_successor)
{
    const struct strategy_draft *draft = &builder->prover->draft;
    const struct graph_state *from = &builder->graph.states[state];
    struct successors_walk walk;
    if (builder->draft_at == draft->count)
        return false;
    struct draft_reply reply = draft->replies[builder->draft_at++];
    if (reply.check != strategy_graph_check(from)) {
        builder->draft_at = draft->count; /* it is of another graph */
        return false;
    }
    int points = builder->prover->board->bits.points;
    if (reply.point > points)
        return false;
    struct prover_state seen = graph_builder_seen(from);
    struct entry_key key = strategy_graph_key(from);
    successors_begin(&walk, builder->prover, &seen);
    return (reply.point == points ? successors_pass(&walk, ret_successor)
                                  : successors_take(&walk, 1ull << reply.point, ret_successor)) &&
           !prover_excludes(builder->prover, &key, &ret_successor->key) &&
           !strategy_graph_bars(&builder->graph, builder->prover, ret_successor);
}

/* Links a state of the attacker's as the draft has it, or notes that it waits. Returns 1; 0: it
 * waits; -ENOMEM. */
static int resolve_drafted(struct graph_builder *builder, uint32_t state)
{
    struct prover_successor successor;
    make_room(builder);
    builder->prover->graph_states = builder->graph.count;
    if (prover_is_safe(builder->prover, graph_builder_seen(&builder->graph.states[state]).stones))
        return link_state(builder, state, NULL, 0);
    if (find_drafted(builder, state, &successor))
        return link_state(builder, state, &successor, 1);
    if (array_reserve(&builder->waiting, builder->waiting_count + 1, &builder->waiting_room,
                      sizeof(*builder->waiting)) < 0)
        return -ENOMEM;
    builder->waiting[builder->waiting_count++] = state;
    return 0;
}

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
        int r = resolve_drafted(builder, state);
        if (r == 0) /* who comes there again must not take the next reply for its own */
            strategy_graph_set_reached(graph, state, true);
        if (r <= 0)
            return r == 0 ? 1 : r;
    }
    builder->path[builder->length++] = (struct path_step){state, 0};
    strategy_graph_set_reached(graph, state, true);
    if (graph->states[state].first_link == GRAPH_OPEN)
        return resolve(builder, state);
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

int graph_builder_take_draft(struct graph_builder *builder)
{
    struct prover *prover = builder->prover;
    struct strategy_draft *draft = &prover->draft;
    if (draft->count == 0 || draft->name != builder->name)
        return 1;
    if (prover->hold != NULL)
        prover->hold(prover->arg, true);
    builder->drafting = true;
    int r = reach_from(builder, 0);
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

void graph_builder_release(struct graph_builder *builder)
{
    FREE_ALL(builder->path, builder->parents, builder->changed, builder->waiting, builder->former);
    graph_boards_release(&builder->boards);
}
