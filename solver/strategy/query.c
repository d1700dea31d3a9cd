/* Queries: does an attacker force a margin? They are put to provers. */
#include "strategy/internal.h"

#include <errno.h>
#include <math.h>

/* What a store has of a strategy that was made is mended with so many nodes, or made anew. None are
 * needed where it is sound. */
#define TAKEN_NODES (1 << 14)
/* A strategy that is not made of what was proved within so many times the nodes of a brief try is
 * given up. */
#define TRY_MENDED 2
/* Where others wait, after a root move, it is left so far within so many times the query's nodes:
 * a later round has more. */
#define MOVE_MENDED 4

enum colour query_owner(const struct strategy_query *query)
{
    return query->mirrored ? !query->attacker : query->attacker;
}

size_t query_past(const struct strategies *strategies, const struct strategy_query *query)
{
    return query->root ? strategies->past_before : strategies->past_count;
}

bool query_is_over(enum query_result result)
{
    return result == QUERY_REFUSED || result == QUERY_CLOSED;
}

int query_errno(enum query_result result)
{
    if (result == QUERY_NO_MEMORY)
        return -ENOMEM;
    return result == QUERY_STOPPED ? -EAGAIN : 0;
}

/* Is there a prover on this side that has the query's attacker and margin? */
static bool is_open_for(const struct strategies *strategies, int side,
                        const struct strategy_query *query)
{
    return strategies->open[side] && strategies->attackers[side] == query_owner(query) &&
           strategies->provers[side].margin == query->margin;
}

float query_expected_margin(const struct strategies *strategies, const struct strategy_query *query)
{
    const struct prover_state *state = &query->state;
    for (int i = 0; i < 2; i++) {
        const struct estimate *estimate = &strategies->provers[i].estimate;
        if (is_open_for(strategies, i, query) && estimate->games > 0)
            return -estimate_lacking(estimate,
                                     estimate_value(estimate, state->stones, state->own_move));
    }
    return NAN;
}

static void close_prover(struct strategies *strategies, int side)
{
    struct prover *prover = &strategies->provers[side];
    strategies->counted -= prover->nodes;
    resume_save(strategies, side);
    prover_release(prover);
    strategies->open[side] = false;
}

/* Returns a prover for a query: the one that has its attacker and margin, for it knows something
 * already; else a new one on side. NULL: no memory. */
static struct prover *prover_for(struct strategies *strategies, const struct strategy_query *query,
                                 int side)
{
    for (int i = 0; i < 2; i++)
        if (is_open_for(strategies, i, query))
            return &strategies->provers[i];
    struct prover *prover = &strategies->provers[side];
    size_t bytes = query_budget_table(strategies, side);
    const struct share_prover described = strategies_described(strategies, bytes);
    strategies_stop(strategies);
    if (strategies->open[side])
        close_prover(strategies, side);
    int r = prover_init(prover, &strategies->board, &strategies->rules, query->margin, bytes);
    if (r == 0 && strategies->shared &&
        (prover->share = share_new(prover, side, &described)) == NULL)
        r = -ENOMEM;
    if (r < 0) {
        prover_release(prover);
        return NULL;
    }
    strategies->open[side] = true;
    strategies->attackers[side] = query_owner(query);
    prover->threads = strategies->solver->search.limits.threads;
    prover->stop = strategies_stop;
    prover->arg = strategies;
    resume_load(strategies, side);
    return prover;
}

static void end_at(struct prover *prover, uint64_t nodes)
{
    if (prover->most_nodes == 0 || prover->most_nodes > nodes)
        prover->most_nodes = nodes;
}

/* A query that is put to a prover. */
struct asked {
    const struct strategy_query *query;
    struct prover *prover;
    struct prover_query put; /* as it is put */
};

/* Lets the prover take no more than what is left of the run's nodes, until stop() is asked. */
static void set_most_nodes(const struct strategies *strategies, const struct asked *asked,
                           uint64_t budget)
{
    const struct search *search = &strategies->solver->search;
    uint64_t most = search->limits.max_nodes;
    struct prover *prover = asked->prover;
    prover->most_nodes = most == 0 ? 0 : prover->nodes + most - search->nodes;
    if (strategies->plan.brief)
        end_at(prover, TRY_MENDED * strategies->plan.nodes);
    if (!asked->query->root && budget < UINT32_MAX)
        end_at(prover, prover->nodes + MOVE_MENDED * budget);
}

/* Shows what is asked now, and lets the estimate learn for so many nodes. begun: an earlier run has
 * spent some of them. */
static enum query_result learn(struct strategies *strategies, const struct asked *asked,
                               uint64_t budget, bool begun)
{
    const struct strategy_query *query = asked->query;
    struct strategy_progress *shown = &strategies->shown;
    shown->margin = query->attacker == BLACK ? query->margin : -query->margin;
    shown->root = query->root;
    shown->move = query->move;
    int r = query_budget_learn(strategies, &asked->prover->estimate, query_owner(query), budget,
                               resume_games(asked->prover));
    shown->attacker = query->attacker;
    if (r < 0)
        return QUERY_NO_MEMORY;
    if (strategies_stop(strategies))
        return QUERY_STOPPED;
    return resume_learned(asked->prover, begun) < 0 ? QUERY_NO_MEMORY : QUERY_OPEN;
}

/*
 * Makes the graph of what was proved. It may take what the tables leave of the run's memory, and
 * more that the prover's own gives up, until it is found that there is no graph. Returns as
 * strategy_graph_make().
 */
static int make_graph(const struct strategies *strategies, const struct asked *asked,
                      struct strategy_graph *ret_graph)
{
    struct prover *prover = asked->prover;
    int other = prover == &strategies->provers[0];
    size_t bytes = strategies->solver->search.limits.max_bytes;
    size_t others = strategies->open[other] ? prover_bytes(&strategies->provers[other]) : 0;
    prover->bytes = bytes > others ? bytes - others : 1;
    int r = strategy_graph_make(ret_graph, prover, &asked->put);
    if (r != 1)
        prover_leave_room(prover, 0);
    return r;
}

static void store_root(struct root_strategy *root, const struct strategy_graph *graph, int margin)
{
    if (root->made)
        strategy_graph_release(&root->graph);
    *root = (struct root_strategy){*graph, margin, true};
}

static uint64_t name_of(const struct asked *asked)
{
    return prover_name(asked->prover, &asked->put);
}

/* The draft of the query's graph is of no use any more. */
static void drop_draft(const struct asked *asked)
{
    struct strategy_draft *draft = &asked->prover->draft;
    if (draft->name == 0 || draft->name == name_of(asked))
        draft_drop(draft);
}

/* May rules that share what a store has accept a strategy that the checker refuses under these? */
static bool is_for_others(const struct strategies *strategies)
{
    return strategies->solver->search.model.passes_decide;
}

/* Saves the strategy of a claim, unless the store has it. Where the checker refuses it the store is
 * told that it is none, unless it may be one under other rules: then what the store has stays. */
static void save_made(const struct strategies *strategies, const struct asked *asked,
                      const struct strategy_graph *graph, bool proved)
{
    struct strategy_draft made = {0};
    bool has = proved ? strategies->taken : strategies->loaded;
    bool is_one = proved || is_for_others(strategies);
    if (!resume_is_kept(strategies) || has == is_one)
        return;
    if (is_one)
        strategy_graph_note(graph, &made, name_of(asked), 0, true);
    made.name = name_of(asked);
    if (!is_one || made.count > 0)
        resume_save_strategy(strategies, &made);
    draft_release(&made);
}

/* Makes a claim of a graph, which it takes over. If the checker is stopped the graph is noted,
 * unless the store has it. */
static enum query_result claim(struct strategies *strategies, const struct asked *asked,
                               struct strategy_graph *graph)
{
    const struct strategy_query *query = asked->query;
    enum query_result result = claims_add(strategies, query, graph);
    bool stopped =
        result == QUERY_OPEN && resume_is_kept(strategies) && strategies_stop(strategies);
    if (stopped && !strategies->taken)
        strategy_graph_note(graph, &asked->prover->draft, name_of(asked), 0, true);
    if (!stopped && result != QUERY_NO_MEMORY) {
        save_made(strategies, asked, graph, result == QUERY_PROVED);
        drop_draft(asked);
    }
    /* Asked again, it would be the same one. */
    if (!stopped && result == QUERY_OPEN && is_for_others(strategies))
        result = QUERY_CLOSED;
    if (query->root && result == QUERY_PROVED)
        store_root(&strategies->roots[query->attacker], graph, query->margin);
    else
        strategy_graph_release(graph);
    prover_leave_room(asked->prover, 0);
    return result;
}

/* Takes up the strategy that an earlier run made for the query, if a store has it: nothing is asked
 * then. What another query left to be made on stays as it is. Returns as strategy_graph_make(). */
static int take_made(struct strategies *strategies, const struct asked *asked,
                     struct strategy_graph *ret_graph)
{
    struct prover *prover = asked->prover;
    struct strategy_draft made;
    strategies->taken = false;
    strategies->loaded = resume_load_strategy(strategies, name_of(asked), &made);
    if (!strategies->loaded)
        return 0;
    const struct strategy_draft draft = prover->draft;
    const struct state_pairs excluded = prover->excluded;
    prover->draft = made;
    prover->excluded = (struct state_pairs){0};
    uint64_t most = prover->most_nodes;
    end_at(prover, prover->nodes + TAKEN_NODES);
    int r = make_graph(strategies, asked, ret_graph);
    draft_release(&prover->draft);
    state_pairs_release(&prover->excluded);
    prover->draft = draft;
    prover->excluded = excluded;
    prover->most_nodes = most;
    strategies->taken = r == 1 && prover->held;
    return r;
}

/* Asks the prover, and makes a graph of what it proves. Returns as strategy_graph_make(). */
static int prove_graph(struct strategies *strategies, const struct asked *asked, uint64_t budget,
                       enum prover_answer *ret_answer, struct strategy_graph *ret_graph)
{
    struct prover *prover = asked->prover;
    if (resume_is_making(strategies))
        budget = UINT32_MAX;
    set_most_nodes(strategies, asked, budget);
    *ret_answer = PROVER_PROVED;
    int made = take_made(strategies, asked, ret_graph);
    if (made != 0)
        return made;
    *ret_answer = strategy_graph_ask(prover, &asked->put, budget);
    if (*ret_answer != PROVER_PROVED)
        return 0;
    resume_make(strategies, true);
    made = make_graph(strategies, asked, ret_graph);
    if (strategies_stop(strategies))
        return made;
    resume_make(strategies, false);
    if (made == 0)
        drop_draft(asked);
    /* Was the proof one by boards that come back, and is there no other? */
    if (made == 0 && !prover->stopped)
        *ret_answer = prover_ask(prover, &asked->put, budget);
    /* What this graph may not have another one may. */
    if (prover->excluded.count > 0 && !strategies_stop(strategies))
        prover_exclude_none(prover);
    return made;
}

/* Asks the prover, and makes a claim of what it proves. */
static enum query_result ask(struct strategies *strategies, const struct asked *asked,
                             uint64_t budget)
{
    struct prover *prover = asked->prover;
    struct strategy_graph graph;
    enum prover_answer answer;
    int made = prove_graph(strategies, asked, budget, &answer, &graph);
    bool stopped = strategies_stop(strategies);
    if (prover->worker_count > strategies->threads)
        strategies->threads = prover->worker_count;
    if (prover->no_memory || made < 0) {
        if (made == 1)
            strategy_graph_release(&graph);
        return QUERY_NO_MEMORY;
    }
    enum query_result result = answer == PROVER_FAILED ? QUERY_REFUSED
                               : made == 1             ? QUERY_PROVED
                                                       : QUERY_OPEN;
    resume_end(strategies, result);
    if (result == QUERY_REFUSED)
        drop_draft(asked);
    if (result == QUERY_PROVED)
        return claim(strategies, asked, &graph);
    return result == QUERY_OPEN && stopped ? QUERY_STOPPED : result;
}

/* The same. What is left to do with a graph that was taken up whole cannot be cut in two: it is not
 * ended by time. */
static enum query_result prove(struct strategies *strategies, const struct asked *asked,
                               uint64_t budget)
{
    enum query_result result = ask(strategies, asked, budget);
    if (asked->prover->held)
        resume_hold(strategies, false);
    asked->prover->held = false;
    return result;
}

/*
 * After moves: has the board of the query's state, or a symmetric copy of it, stood before, with
 * this player to move?
 */
static bool has_stood(const struct strategies *strategies, const struct strategy_query *query,
                      bool attacker_moved)
{
    const struct bit_images *images = &strategies->board.images;
    const struct stone_pair now = query->state.stones;
    const struct game *game = strategies->game;
    size_t turns = game->count - (query->root ? 1 : 0);
    for (size_t i = 0; game->count > 1 && i < turns; i++) {
        const struct stone_pair past =
            bitboard_seen_by(query->attacker, &game->turns[i].board, strategies->board.bits.points);
        bool own_move = (game->turns[i].next == 0) == (query->attacker == BLACK);
        for (int s = 0; s < images->count && own_move == attacker_moved; s++)
            if (bit_images_word(images, s, past.own) == now.own &&
                bit_images_word(images, s, past.other) == now.other)
                return true;
    }
    return false;
}

enum query_result query_ask(struct strategies *strategies, const struct strategy_query *query,
                            int side, uint64_t budget)
{
    struct asked asked = {
        .query = query,
        .put = {query->state, strategies->past[query->attacker], query_past(strategies, query)},
    };
    enum query_result result;
    uint64_t whole = budget;
    if (strategies_stop(strategies))
        return QUERY_STOPPED;
    /* The checker refuses whatever strategy there is; and below one that passes at once. */
    bool opponent_moved = has_stood(strategies, query, false);
    if (has_stood(strategies, query, true) || (opponent_moved && !query->state.own_move))
        return QUERY_REFUSED;
    if (!resume_prepare(strategies, query, &budget, &result))
        return result;
    asked.prover = prover_for(strategies, query, side);
    if (asked.prover == NULL)
        return QUERY_NO_MEMORY;
    side = (int)(asked.prover - strategies->provers);
    asked.prover->bars_pass = opponent_moved;
    asked.prover->passed = query->state.stones;
    if (!resume_begin(strategies, side, &budget, &result))
        return result;
    result = learn(strategies, &asked, whole, budget < whole);
    return result == QUERY_OPEN ? prove(strategies, &asked, budget) : result;
}
