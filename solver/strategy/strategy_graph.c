/*
 * Making a strategy graph: going through it, and mending it.
 *
 * complete() does it in rounds. A round finds what the graph comes to (graph_walk.c): a reply of
 * the attacker's in each of his states (graph_resolve.c, graph_choice.c), all moves of the opponent
 * in his. If a state on the way cannot be won, all on the path to it is proved again: mend_path().
 * Then boards that come back are looked for (graph_repetition.c), and a move of each line that
 * brings one back is excluded: mend(). Where there is none in the whole graph it is a strategy, and
 * its replies are listed (replies.c). Why a strategy in which no board comes back is a proof says
 * certificate/strategy_soundness.md. Nothing rests on this file being right: what it makes counts
 * when the checker of certificates has accepted it (claims.c).
 *
 * Mending excludes moves, and too many of them lose what was proved: states that fail for want of a
 * move, and in the end one that cannot be proved again. First the last move of each line that
 * brings a board back is excluded, which is mostly enough. Where more is lost by it than can
 * be proved again (graph_builder_patience()), all moves are allowed again, and the graph is made anew, sparingly: one move for all
 * lines that it is on, one that the attacker can replace if there is any (graph_cut.c). Where
 * that is lost, too, so it is made again, of what is proved by then. So is a graph that was lost
 * for want of memory: the table gives way to it, and gets its room back.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "base/free_all.h"
#include "strategy/graph_builder.h"

/* So often a graph is mended before it is given up. */
#define ROUNDS_MAX 10000
/* So often it is made anew. What was proved meanwhile makes it another one each time. */
#define AGAIN_MAX 8
/* Of all nodes so far, one in so many may be spent before that. */
#define AGAIN_PART 2

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

/* Asks the prover for the root. Returns 1, 0 or -ENOMEM. */
static int ask_root(const struct graph_builder *builder, uint64_t max_nodes)
{
    struct prover *prover = builder->prover;
    const struct prover_query *root = &builder->graph.root;
    uint64_t spent = prover_nodes_before(prover, root);
    if (prover_ask(prover, root, spent < max_nodes ? max_nodes - spent : 0) == PROVER_PROVED)
        return 1;
    return prover->no_memory ? -ENOMEM : 0;
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
        const struct graph_state *state = &graph->states[builder->path[i].state];
        struct entry_key key = strategy_graph_key(state);
        struct prover_state seen = graph_builder_seen(state);
        /* An assumed state with the opponent to move, too, or the path would be proved by it again.
         */
        if (!state->own_move && prover_assumes(prover, &seen, &key) &&
            prover_retract(prover, &key) < 0)
            return -ENOMEM;
        prover_forget(prover, &key);
        if (graph_builder_open(builder, builder->path[i].state) < 0)
            return -ENOMEM;
        strategy_graph_set_reached(graph, builder->path[i].state, false);
    }
    strategy_graph_set_reached(graph, 0, true);
    int r = graph_builder_reopen(builder, 0);
    if (r < 0)
        return r;
    r = ask_root(builder, graph_builder_patience(builder));
    if (r == 0)
        graph_builder_lose(builder);
    return r;
}

/* Excludes the moves by which boards come back, in the whole or in what was changed. Returns how
 * many, or -ENOMEM. */
static int mend(struct graph_builder *builder, bool whole)
{
    struct strategy_graph *graph = &builder->graph;
    struct graph_fault *faults;
    int count = strategy_graph_find_repetition(graph, builder->prover, &builder->boards, whole,
                                               builder->anew > 0, &faults),
        r = count;
    for (int i = 0; i < count && r >= 0; i++) {
        struct entry_key from = strategy_graph_key(&graph->states[faults[i].from]);
        struct entry_key to = strategy_graph_key(&graph->states[faults[i].to]);
        r = graph_builder_reopen(builder, faults[i].from);
        if (r == 0)
            r = prover_exclude(builder->prover, &from, &to);
    }
    if (count >= 0)
        free(faults);
    bool more = count == GRAPH_FAULTS_MAX || (count > 0 && builder->prover->stopped);
    if (more) /* there may be, and they are no change */
        graph_boards_release(&builder->boards);
    if (count == 0)
        builder->mended = builder->resolved;
    if (count == 0 && whole)
        builder->checked = builder->resolved;
    return r < 0 ? r : count;
}

/* The same, with no more work than what was changed asks for; but before a graph is complete the
 * whole is looked at. */
static int mend_changed(struct graph_builder *builder, bool complete)
{
    bool whole = !graph_boards_may_look_at_changes(&builder->boards, &builder->graph);
    int r = builder->resolved != builder->mended ? mend(builder, whole) : 0;
    return r == 0 && complete && builder->resolved != builder->checked ? mend(builder, true) : r;
}

/* --- making --- */

/* A state on the path cannot be won as the graph has it: proves what leads there again. *ret_whole:
 * the graph does not come there any more. Returns 1; 0: it is lost, or the prover was stopped;
 * -ENOMEM. */
static int mend_path(struct graph_builder *builder, bool *ret_whole)
{
    const struct prover *prover = builder->prover;
    if (prover->stopped || builder->lost)
        return prover->no_memory ? -ENOMEM : 0;
    int r = complete_path(builder);
    if (r < 0)
        return r;
    *ret_whole = r == 0;
    return r == 0 ? 1 : prove_again(builder);
}

/* Lists the replies of a graph in which no board comes back. Returns 1; 0: a move was excluded
 * meanwhile, the graph is to be mended; -EINTR or -ENOMEM. */
static int finish(struct graph_builder *builder)
{
    graph_boards_release(&builder->boards);
    int r = strategy_graph_list_replies(&builder->graph, builder->prover);
    return r < 0 ? r : r == 0;
}

/*
 * Mends the graph until no board comes back, round by round. Only what was changed is looked at,
 * which may leave states that play comes to no more; so at last the whole is looked through.
 * Returns 1, 0 or -ENOMEM, or -EINTR: the run was stopped when nothing was left to be mended.
 */
static int complete(struct graph_builder *builder)
{
    struct prover *prover = builder->prover;
    bool whole = true;
    int reached = graph_builder_take_draft(builder);
    for (int round = 0; round < ROUNDS_MAX; round++) {
        prover->graph_round = round + 1;
        if (round > 0 && graph_builder_is_stopped(prover))
            return prover->no_memory ? -ENOMEM : 0;
        if (round > 0 || reached > 0)
            reached = whole && !(round == 0 && builder->drafted)
                          ? graph_builder_reach_all(builder)
                          : graph_builder_reach_changed(builder);
        if (reached < 0)
            return reached;
        if (reached == 0) {
            int r = mend_path(builder, &whole);
            if (r <= 0)
                return r;
            continue;
        }
        int faults = mend_changed(builder, whole);
        if (faults < 0)
            return faults == -EINTR ? 0 : faults;
        int r = faults == 0 && whole ? finish(builder) : 0;
        if (r != 0)
            return r;
        whole = faults == 0;
    }
    builder->lost = true;
    return 0;
}

/* --- beginning --- */

static int begin(struct graph_builder *ret_builder, struct prover *prover,
                 const struct prover_query *query)
{
    struct entry_key key = prover_key(prover->board, &query->state);
    *ret_builder = (struct graph_builder){
        .graph = {.root = *query}, .prover = prover, .name = prover_name(prover, query)};
    if (prover->draft.name == ret_builder->name)
        ret_builder->anew = prover->draft.anew;
    return (int)strategy_graph_enter(&ret_builder->graph, &key);
}

/* Begins anew, sparingly. A graph was made of the root's proof, so as much is spent on proving it
 * again as a part of the search so far. Returns as complete(). */
static int begin_again(struct graph_builder *builder)
{
    const struct prover_query root = builder->graph.root;
    struct prover *prover = builder->prover;
    uint64_t patience = graph_builder_patience(builder), part = prover->nodes / AGAIN_PART;
    uint8_t anew = (uint8_t)(builder->anew + 1);
    strategy_graph_release(&builder->graph);
    graph_builder_release(builder);
    if (prover->draft.name == builder->name)
        draft_drop(&prover->draft);
    prover_exclude_none(prover);
    int r = begin(builder, prover, &root);
    builder->anew = anew;
    r = r < 0 ? r : ask_root(builder, part > patience ? part : patience);
    if (r == 0)
        graph_builder_goes_on(prover);
    return r > 0 ? complete(builder) : r;
}

/* The draft of the graph with that name is of no use, but that it is to be made anew once more. */
static void note_anew(struct strategy_draft *draft, uint64_t name)
{
    if (draft->name != 0 && draft->name != name)
        return;
    uint8_t anew = draft->anew < AGAIN_MAX ? (uint8_t)(draft->anew + 1) : draft->anew;
    draft_drop(draft);
    draft->name = name;
    draft->anew = anew;
}

enum prover_answer strategy_graph_ask(struct prover *prover, const struct prover_query *query,
                                      uint64_t max_nodes)
{
    enum prover_answer answer = prover_ask(prover, query, max_nodes);
    if (answer != PROVER_FAILED || prover->excluded.count == 0)
        return answer;
    note_anew(&prover->draft, prover_name(prover, query));
    prover_exclude_none(prover);
    return prover_ask(prover, query, max_nodes);
}

int strategy_graph_make(struct strategy_graph *ret_graph, struct prover *prover,
                        const struct prover_query *query)
{
    struct graph_builder builder;
    int r = begin(&builder, prover, query);
    if (r >= 0)
        r = complete(&builder);
    while (builder.anew < AGAIN_MAX && r == 0 && builder.lost)
        r = begin_again(&builder);
    prover->graph_states = 0;
    if (r == -EINTR || (r == 0 && prover->stopped))
        graph_builder_note(&builder, r == -EINTR);
    graph_builder_release(&builder);
    r = r == -EINTR ? 0 : r;
    if (r > 0) {
        builder.graph.root.before = NULL; /* borrowed for the making only */
        builder.graph.root.before_count = 0;
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
