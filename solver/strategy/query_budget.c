/* What queries get: nodes, memory, and games for the estimate to learn from. */
#include "strategy/internal.h"

/* Nodes for the main query of the first round, and the factor from round to round. */
#define FIRST_BUDGET (1 << 18)
#define BUDGET_FACTOR 4
#define BUDGET_MOST ((uint64_t)1 << 50)
/* A brief try has four rounds, which have together so many times the nodes of the first. What is
 * easy is found with the little that an estimate learns for few nodes. */
#define TRY_ROUNDS_SUM 85
/* Of the memory that the search may use, what both tables get, and of that the main one. */
#define TABLE_SHARE(bytes) ((bytes) / 4 * 3)
#define MAIN_SHARE(bytes) ((bytes) / 4 * 3)
/* The most nodes for each entry of a table. */
#define TABLE_TURNS 4
/*
 * A game costs about as much as the cube of the points. An estimate learns from GAMES_FOR_NODE
 * games for each node of a budget and cube; from GAMES_FOR_FEW, so that few nodes are well guided,
 * as long as that is no more than GAMES_AT_ONCE. It learns from GAMES_LEAST at least and from
 * GAMES_MOST at most, and on small boards at most from GAMES_FOR_CHOICE for each way of choosing
 * points.
 */
#define GAMES_FOR_NODE 160
#define GAMES_FOR_FEW 1000
#define GAMES_LEAST 256
#define GAMES_MOST (1 << 21)
#define GAMES_FOR_CHOICE 16
#define GAMES_AT_ONCE (1 << 17)

size_t query_budget_table(const struct strategies *strategies, int side)
{
    size_t bytes = TABLE_SHARE(strategies->solver->search.limits.max_bytes);
    return side ? bytes - MAIN_SHARE(bytes) : MAIN_SHARE(bytes);
}

/* Returns the nodes after which the main table has forgotten much of what it found. */
static uint64_t most_budget(const struct strategies *strategies)
{
    size_t entries = query_budget_table(strategies, 0) / sizeof(struct prover_entry);
    return TABLE_TURNS * (uint64_t)entries;
}

bool query_budget_next(const struct strategies *strategies, uint64_t *budget)
{
    uint64_t most = most_budget(strategies);
    uint64_t first =
        strategies->plan.brief ? strategies->plan.nodes / TRY_ROUNDS_SUM + 1 : FIRST_BUDGET;
    uint64_t next = *budget == 0 ? first : BUDGET_FACTOR * *budget;
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
 * Returns the nodes that it is worth to learn for: no more than this run may look at, unless what
 * it finds is kept for other runs. These learn as much as one run that is not stopped would, as
 * what is not decided is forgotten where an estimate has learned more (resume_learned()).
 */
static uint64_t learning_budget(const struct strategies *strategies, uint64_t budget)
{
    const struct search *search = &strategies->solver->search;
    uint64_t left = search->limits.max_nodes - search->nodes;
    if (search->limits.max_nodes == 0 || left >= budget || resume_is_kept(strategies))
        return budget;
    return left;
}

static uint64_t least_of(uint64_t a, uint64_t b)
{
    return a < b ? a : b;
}

static uint64_t most_of(uint64_t a, uint64_t b)
{
    return a > b ? a : b;
}

/* Returns the games to learn from for so many nodes. */
static uint32_t games_for(uint64_t budget, int points)
{
    uint64_t cube = (uint64_t)points * (uint64_t)points * (uint64_t)points;
    uint64_t most = points < 20 ? (uint64_t)GAMES_FOR_CHOICE << points : GAMES_MOST;
    uint64_t at_once = least_of(GAMES_FOR_FEW * budget / cube, GAMES_AT_ONCE);
    uint64_t games = most_of(GAMES_FOR_NODE * budget / cube, at_once);
    games = least_of(games, least_of(most, GAMES_MOST));
    return (uint32_t)most_of(games, GAMES_LEAST);
}

int query_budget_learn(struct strategies *strategies, struct estimate *estimate,
                       enum colour attacker, uint64_t budget, uint32_t fixed)
{
    const struct turn *start = game_now(strategies->game);
    struct search *search = &strategies->solver->search;
    int points = strategies->board.bits.points;
    uint32_t games = fixed != 0 ? fixed : games_for(learning_budget(strategies, budget), points);
    strategies->shown.attacker = attacker;
    strategies->shown.games_wanted = games;
    search->strategy = &strategies->shown;
    strategies->shown.games = &estimate->games;
    struct stone_pair stones = bitboard_seen_by(attacker, &start->board, points);
    bool own_move = (start->next == 0) == (attacker == BLACK);
    estimate_start(estimate, stones, own_move);
    int threads = search->limits.threads, slot = SHARE_ESTIMATE;
    for (int i = 0; i < SHARE_PROVERS; i++)
        if (estimate == &strategies->provers[i].estimate)
            slot = i;
    int r = strategies->shared ? share_train(estimate, slot, stones, own_move, games, threads,
                                             strategies_stop, strategies)
                               : estimate_train(estimate, stones, own_move, games, threads,
                                                strategies_stop, strategies);
    strategies->shown.games = NULL;
    return r;
}
