/*
 * The links of a state of a strategy graph. Where the opponent moves there is one for each of his
 * moves. Where the attacker moves there is one, for his reply: by what was proved (graph_choice.c),
 * else the prover is asked again, or as a draft has it. A state that was assumed won is proved
 * strictly here; where it cannot be, the assumption is retracted.
 */
#include <errno.h>

#include "base/array.h"
#include "strategy/graph_builder.h"
#include "strategy/successors.h"

/* The bytes of a state, with those that it takes to look for boards that come back, or to check the
 * graph. */
#define STATE_BYTES 128
/* The states for which room is made at once, where there are so many already. */
#define STATES_AHEAD(count) ((count) / 8 + 4096)

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
    int r = prove_within(at, GRAPH_ASSUMED_NODES, ret_reply);
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
        return prove_within(at, GRAPH_ASSUMED_NODES, ret_reply);
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

int graph_builder_resolve(struct graph_builder *builder, uint32_t state)
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

int graph_builder_resolve_drafted(struct graph_builder *builder, uint32_t state)
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
