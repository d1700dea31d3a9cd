/* Questions to provers: the nodes they get, and what of their answers is a claim. */
#include "certificate/check/check.h"
#include "strategy/internal.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Nodes for the main question of the first round, and the factor from round to round. */
#define FIRST_BUDGET (1 << 18)
#define BUDGET_FACTOR 4
#define BUDGET_MOST ((uint64_t)1 << 50)
/* Of the memory that the search may use, what all tables get, and the main one of them. */
#define TABLE_SHARE(bytes) ((bytes) / 4 * 3)
#define MAIN_SHARE(bytes) ((bytes) / 4 * 3)
/* Nodes for each entry of a table, at most. */
#define TABLE_TURNS 4
/*
 * What a game costs grows with the cube of the points; an estimate learns from so many games for
 * each node of a budget and cube, or from more, so that few nodes are well guided, up to
 * GAMES_AT_ONCE. It learns from GAMES_LEAST at least, and at most from GAMES_MOST, and on small
 * boards from so many for each way of choosing points.
 */
#define GAMES_FOR_NODE 160
#define GAMES_FOR_FEW 1000
#define GAMES_LEAST 256
#define GAMES_MOST (1 << 21)
#define GAMES_FOR_CHOICE 16
#define GAMES_AT_ONCE (1 << 17)

struct stone_pair bitboard_seen_by(enum colour attacker, const struct position *position,
                                   int points)
{
    uint64_t of[2] = {0, 0};
    for (int p = 0; p < points; p++)
        if (position->cells[p] != POINT_EMPTY)
            of[position->cells[p] - 1] |= 1ull << p;
    return (struct stone_pair){of[attacker], of[!attacker]};
}

/* Of the main prover, or the other. */
static size_t table_bytes(const struct strategies *strategies, int side)
{
    size_t bytes = TABLE_SHARE(strategies->solver->search.limits.max_bytes);
    return side ? bytes - MAIN_SHARE(bytes) : MAIN_SHARE(bytes);
}

static uint64_t nodes_of(const struct strategies *strategies)
{
    uint64_t nodes = 0;
    for (int i = 0; i < 2; i++)
        nodes += strategies->open[i] ? strategies->provers[i].nodes : 0;
    return nodes;
}

static bool stop(void *arg)
{
    struct strategies *strategies = arg;
    struct search *search = &strategies->solver->search;
    uint64_t nodes = nodes_of(strategies);
    if (nodes > strategies->counted) {
        search->nodes += nodes - strategies->counted;
        strategies->spent += nodes - strategies->counted;
    }
    strategies->counted = nodes;
    strategies->shown.bytes = 0;
    for (int i = 0; i < 2; i++)
        strategies->shown.bytes += strategies->open[i] ? prover_bytes(&strategies->provers[i]) : 0;
    if (search->limits.max_nodes != 0 && search->nodes >= search->limits.max_nodes) {
        search->stopped = STOP_NODES;
        return true;
    }
    return solver_interrupted(strategies->solver);
}

/* Whose prover and estimate serve for it. */
static enum colour owner_of(const struct strategy_query *query)
{
    return query->mirrored ? !query->attacker : query->attacker;
}

static bool is_open_for(const struct strategies *strategies, int side,
                        const struct strategy_query *query)
{
    return strategies->open[side] && strategies->attackers[side] == owner_of(query) &&
           strategies->provers[side].margin == query->margin;
}

/* A prover for a question's attacker and margin: one that has them keeps what it found. Else the
 * main one (side 0) is taken, or the other. */
static struct prover *prover_for(struct strategies *strategies, const struct strategy_query *query,
                                 int side)
{
    for (int i = 0; i < 2; i++)
        if (is_open_for(strategies, i, query))
            return &strategies->provers[i];
    struct prover *prover = &strategies->provers[side];
    stop(strategies);
    if (strategies->open[side]) {
        strategies->counted -= prover->nodes;
        resume_save(strategies, side);
        prover_release(prover);
    }
    strategies->open[side] = false;
    if (prover_init(prover, &strategies->board, &strategies->rules, query->margin,
                    table_bytes(strategies, side)) < 0) {
        prover_release(prover);
        return NULL;
    }
    strategies->open[side] = true;
    strategies->attackers[side] = owner_of(query);
    prover->threads = strategies->solver->search.limits.threads;
    prover->stop = stop;
    prover->arg = strategies;
    resume_load(strategies, side);
    return prover;
}

float query_expected_margin(const struct strategies *strategies, const struct strategy_query *query)
{
    for (int i = 0; i < 2; i++) {
        const struct estimate *estimate = &strategies->provers[i].estimate;
        if (is_open_for(strategies, i, query) && estimate->games > 0)
            return -estimate_lacking(
                estimate, estimate_value(estimate, query->state.stones, query->state.own_move));
    }
    return NAN;
}

/* --- budgets --- */

/* With more nodes than this the main table has forgotten much of what it found. */
static uint64_t most_budget(const struct strategies *strategies)
{
    return TABLE_TURNS * (uint64_t)(table_bytes(strategies, 0) / sizeof(struct prover_entry));
}

bool query_budget(const struct strategies *strategies, uint64_t *budget)
{
    uint64_t most = most_budget(strategies);
    uint64_t next = *budget == 0 ? FIRST_BUDGET : BUDGET_FACTOR * *budget;
    if (*budget == 0 && most < next)
        next = most;
    if (next > most)
        return false;
    *budget = next;
    return true;
}

void query_budget_beyond(uint64_t *budget)
{
    *budget = *budget < BUDGET_MOST / BUDGET_FACTOR ? BUDGET_FACTOR * *budget : BUDGET_MOST;
}

/*
 * The nodes that it is worth to learn for: no more than this run may look at and earlier ones did.
 * In a run that goes on it is the budget or a fourth of it, and so on, as what is not decided is
 * forgotten where an estimate has learned more (keep_learned()).
 */
static uint64_t learning_budget(const struct strategies *strategies, uint64_t budget)
{
    const struct search *search = &strategies->solver->search;
    uint64_t left = search->limits.max_nodes - search->nodes + strategies->carried_nodes;
    if (search->limits.max_nodes == 0 || left >= budget)
        return budget;
    if (strategies->carried_nodes == 0)
        return left;
    while (budget > left)
        budget /= BUDGET_FACTOR;
    return budget;
}

int query_learn(struct strategies *strategies, struct estimate *estimate, enum colour attacker,
                uint64_t budget)
{
    const struct turn *start = &strategies->game->turns[0];
    const struct search *search = &strategies->solver->search;
    budget = learning_budget(strategies, budget);
    int points = strategies->board.points;
    uint64_t cube = (uint64_t)points * (uint64_t)points * (uint64_t)points;
    uint64_t games = GAMES_FOR_NODE * budget / cube, at_once = GAMES_FOR_FEW * budget / cube;
    at_once = at_once < GAMES_AT_ONCE ? at_once : GAMES_AT_ONCE;
    games = games < at_once ? at_once : games;
    uint64_t most = points < 20 ? (uint64_t)GAMES_FOR_CHOICE << points : GAMES_MOST;
    most = most < GAMES_MOST ? most : GAMES_MOST;
    games = games < most ? games : most;
    games = games < GAMES_LEAST ? GAMES_LEAST : games;
    strategies->shown.attacker = attacker;
    strategies->shown.games_wanted = (uint32_t)games;
    strategies->solver->search.strategy = &strategies->shown;
    strategies->shown.games = &estimate->games;
    int r = estimate_train(estimate, bitboard_seen_by(attacker, &start->board, points),
                           (start->next == 0) == (attacker == BLACK), (uint32_t)games,
                           search->limits.threads, stop, strategies);
    strategies->shown.games = NULL;
    return r;
}

/* --- claims --- */

/* Does the checker of certificates accept it? Nothing counts as proved that it refuses. */
static int check(const struct strategies *strategies, const struct strategy_claim *claim)
{
    const struct game *game = strategies->game;
    struct bytes file = {0};
    struct certificate proof;
    struct error why;
    int r = write_strategies(game->graph, &game->rules, &game->turns[0].board, game->turns[0].next,
                             claim, 1, &file);
    if (r == 0)
        r = certificate_parse(file.data, file.size, &proof, &why);
    if (r == 0) {
        r = check_certificate(&proof, 0, &why);
        certificate_release(&proof);
    }
    free(file.data);
    return r == -ENOMEM ? r : r == 0;
}

static bool is_weaker(const struct strategy_claim *claim, const struct strategy_claim *than)
{
    return claim->root == than->root && claim->who == than->who &&
           (claim->root || move_equal(claim->move, than->move)) &&
           (claim->who == 0 ? claim->margin <= than->margin : claim->margin >= than->margin);
}

/* Drops what the last claim makes idle. */
static void drop_weaker(struct strategies *strategies)
{
    size_t last = strategies->claim_count - 1, kept = 0;
    for (size_t i = 0; i <= last; i++) {
        if (i < last && is_weaker(&strategies->claims[i], &strategies->claims[last]))
            free((void *)strategies->claims[i].replies);
        else
            strategies->claims[kept++] = strategies->claims[i];
    }
    strategies->claim_count = kept;
}

int query_claim(struct strategies *strategies, const struct strategy_query *query,
                const struct strategy_graph *graph)
{
    size_t count = strategies->claim_count + 1;
    void *claims = realloc(strategies->claims, count * sizeof(*strategies->claims));
    if (claims != NULL)
        strategies->claims = claims;
    size_t size = graph != NULL ? graph->reply_count : 0;
    uint8_t *copy = malloc(size + 1);
    if (claims == NULL || copy == NULL) {
        free(copy);
        return -ENOMEM;
    }
    if (size > 0)
        memcpy(copy, graph->replies, size);
    int sign = query->attacker == BLACK ? 1 : -1;
    struct strategy_claim *claim = &strategies->claims[strategies->claim_count];
    *claim = (struct strategy_claim){
        .root = query->root,
        .move = query->move,
        .who = query->attacker == BLACK ? 0 : 1,
        .margin = sign * query->margin,
        .most = graph == NULL,
        .replies = copy,
        .reply_count = size,
    };
    int r = check(strategies, claim);
    if (r <= 0) {
        free(copy);
        return r;
    }
    strategies->claim_count++;
    drop_weaker(strategies);
    return 1;
}

/* --- asking --- */

/* What is left of the run's nodes, so that it takes no more before stop() is asked. */
static void set_most_nodes(const struct strategies *strategies, struct prover *prover)
{
    const struct search *search = &strategies->solver->search;
    uint64_t most = search->limits.max_nodes;
    prover->most_nodes = most == 0 ? 0 : prover->nodes + most - search->nodes;
}

static void keep_root(struct root_strategy *root, const struct strategy_graph *graph, int margin)
{
    if (root->made)
        strategy_graph_release(&root->graph);
    *root = (struct root_strategy){*graph, margin, true};
}

/* As strategy_graph_make(): the plan may take what the tables leave of the run's memory, and more
 * that the prover's own gives up, until it is found that there is no plan. */
static int make_graph(const struct strategies *strategies, struct prover *prover,
                      struct strategy_graph *graph, const struct prover_state *state,
                      const struct stone_pair *start, size_t before)
{
    const struct prover *other = &strategies->provers[prover == &strategies->provers[0]];
    size_t bytes = strategies->solver->search.limits.max_bytes;
    size_t others = strategies->open[other - strategies->provers] ? prover_bytes(other) : 0;
    prover->bytes = bytes > others ? bytes - others : 1;
    int r = strategy_graph_make(graph, prover, state, start, before);
    if (r != 1)
        prover_leave_room(prover, 0);
    return r;
}

int query_ask(struct strategies *strategies, const struct strategy_query *query, int side,
              uint64_t budget)
{
    if (stop(strategies))
        return -EAGAIN;
    struct stone_pair start = bitboard_seen_by(query->attacker, &strategies->game->turns[0].board,
                                               strategies->board.points);
    size_t before = query->root ? 0 : 1;
    uint64_t whole = budget;
    struct strategy_graph graph;
    int r = resume_prepare(strategies, query->attacker, query->margin, &query->state,
                           before > 0 ? &start : NULL, &budget);
    if (r <= 0)
        return r;
    struct prover *prover = prover_for(strategies, query, side);
    if (prover == NULL)
        return -ENOMEM;
    r = resume_begin(strategies, (int)(prover - strategies->provers), &budget);
    if (r <= 0)
        return r;
    strategies->shown.margin = query->attacker == BLACK ? query->margin : -query->margin;
    strategies->shown.root = query->root;
    strategies->shown.move = query->move;
    r = query_learn(strategies, &prover->estimate, owner_of(query), whole);
    strategies->shown.attacker = query->attacker;
    if (r < 0 || stop(strategies))
        return r < 0 ? r : -EAGAIN;
    if (resume_learned(prover) < 0)
        return -ENOMEM;
    set_most_nodes(strategies, prover);
    enum prover_answer answer = prover_ask(prover, &query->state, &start, before, budget);
    if (answer == PROVER_PROVED)
        r = make_graph(strategies, prover, &graph, &query->state, &start, before);
    bool stopped = stop(strategies);
    if (prover->worker_count > strategies->threads)
        strategies->threads = prover->worker_count;
    if (prover->no_memory || r == -ENOMEM) {
        if (answer == PROVER_PROVED && r == 1)
            strategy_graph_release(&graph);
        return -ENOMEM;
    }
    resume_end(strategies, answer == PROVER_FAILED ? -1 : answer == PROVER_PROVED ? r : 0);
    if (answer == PROVER_FAILED)
        return -1;
    if (answer == PROVER_STOPPED || r == 0)
        return stopped ? -EAGAIN : 0;
    r = query_claim(strategies, query, &graph);
    if (query->root && r == 1)
        keep_root(&strategies->roots[query->attacker], &graph, query->margin);
    else
        strategy_graph_release(&graph);
    prover_leave_room(prover, 0);
    return r;
}
