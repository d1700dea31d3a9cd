/* The engine's answers to one position against the naive solver's. */
#include "reference/naive/compare.h"

#include "common/games.h"

#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "reference/naive/naive.h"
#include "search/solver.h"

/* More than any of these boards needs: the engine must answer within it. */
#define ENGINE_MAX_NODES 20000000
/* Depth first and without tables it may take longer than a test should; then it need not answer. */
#define QUERY_MAX_NODES 300000

void open_solver(struct solver *solver, const struct game *game, int way)
{
    struct limits limits = {.max_bytes = 8u << 20, .max_nodes = ENGINE_MAX_NODES};
    if (solver_init(solver, game, &limits) < 0)
        die("cannot open the solver");
    if (way & WAY_NO_ATTRACTOR)
        solver->tables->enumerated = false;
    if (way & WAY_LITTLE_MEMORY)
        solver->search.lemmas->max_bytes = solver->search.lemmas->bytes + 20000;
    if (way & WAY_DEPTH_FIRST)
        solver->search.order = ORDER_DEPTH_FIRST;
    if (way & WAY_NO_SOLO_LEAF)
        solver->search.solo_leaf = false;
}

/* Makes recurrences end the game where they do not, for the naive solver to come to an end. */
static void end_recurrences(struct ruleset *rules)
{
    char text[RULESET_TEXT_MAX + 32];
    struct history_model model;
    rules->family->describe(rules, &model);
    if (!model.endless || model.cycle_ends || model.unbounded)
        return;
    ruleset_format(rules, text);
    strcat(text, ",cycle=no-result");
    if (ruleset_parse(text, rules, NULL) < 0)
        die("cycle=no-result is not accepted");
}

/* The greatest margin asked for: beyond the board's points there may be prisoners, or a point for
 * the first pass. */
static int widest(const struct game *game)
{
    int points = game->graph->points;
    if (ruleset_value(&game->rules, &field_first_pass) != FIRST_PASS_NONE)
        points++; /* what the first pass may bring */
    return ruleset_value(&game->rules, &field_scoring) == SCORING_TERRITORY ? 3 * points + 2
                                                                            : points;
}

/* A player's queries about a game, as they get answered. */
struct inquiry {
    struct game *game;
    struct query *queries; /* those from low + 1 to high - 1 are open */
    int low, high;
    int at_low; /* the answer up to low; the other one from high on */
    long budget, nodes;
};

/* Asks query i. Returns false if it was not decided. */
static bool ask(struct inquiry *inquiry, int i)
{
    const struct query *query = &inquiry->queries[i];
    long left = inquiry->budget;
    int result = naive_force(inquiry->game, query->attacker, query->t, &left);
    inquiry->nodes += inquiry->budget - left;
    if (result == inquiry->at_low)
        inquiry->low = i;
    else if (result >= 0)
        inquiry->high = i;
    return result >= 0;
}

/* Halves what is open, and where that cannot be decided goes on from both sides. */
static void ask_all(struct inquiry *inquiry, bool give_up)
{
    int i = 0;
    bool decided = true;
    while (decided && inquiry->high - inquiry->low > 1) {
        i = (inquiry->low + inquiry->high) / 2;
        decided = ask(inquiry, i);
    }
    if (decided || give_up)
        return;
    while (inquiry->low + 1 < i && i < inquiry->high && ask(inquiry, inquiry->low + 1))
        continue;
    while (inquiry->high - 1 > i && i > inquiry->low && ask(inquiry, inquiry->high - 1))
        continue;
}

/* Everything that attacker may force, added to asked. Returns the number of undecided queries. */
static int ask_attacker(struct game *game, int attacker, long budget, bool give_up,
                        struct asked *asked)
{
    int most = widest(game), count = 2 * most + 2;
    struct inquiry inquiry = {.game = game,
                              .queries = &asked->queries[asked->count],
                              .low = -1,
                              .high = count,
                              .at_low = attacker == 0,
                              .budget = budget};
    for (int i = 0; i < count; i++)
        inquiry.queries[i] = (struct query){attacker, i - most, -1};
    ask_all(&inquiry, give_up);
    for (int i = 0; i <= inquiry.low; i++)
        inquiry.queries[i].naive = inquiry.at_low;
    for (int i = inquiry.high; i < count; i++)
        inquiry.queries[i].naive = !inquiry.at_low;
    asked->count += count;
    asked->nodes += inquiry.nodes;
    return inquiry.high - inquiry.low - 1;
}

const long SPREAD[SPREAD_COUNT] = {100, 1000, 100000, 1000000, LONG_MAX};

void ask_naive(struct game *game, long budget, bool give_up, struct asked *ret_asked,
               struct tally *tally)
{
    struct ruleset rules = game->rules;
    struct history_model model;
    int skipped = 0, i = 0;
    rules.family->describe(&rules, &model);
    end_recurrences(&game->rules);
    ret_asked->count = 0;
    ret_asked->nodes = 0;
    for (int attacker = 0; attacker < (model.pairs ? 2 : 1); attacker++)
        if (skipped == 0 || !give_up)
            skipped += ask_attacker(game, attacker, budget, give_up, ret_asked);
    game->rules = rules;
    ret_asked->decided = skipped == 0;
    tally->skipped += skipped;
    tally->skipped_positions += skipped > 0;
    while (ret_asked->nodes > SPREAD[i])
        i++;
    tally->decided[i] += skipped == 0;
}

static void report(const struct game *game, const struct query *query, int way, const char *engine)
{
    char text[POSITION_TEXT_MAX], rules[RULESET_TEXT_MAX];
    position_format(game->graph, &game->turns[0].board, text);
    ruleset_format(&game->rules, rules);
    printf("DISAGREE %s %s start %s to move %s, moves:", game->graph->name, rules, text,
           game->turns[0].next == 0 ? "black" : "white");
    for (size_t i = 1; i < game->count; i++)
        printf(" %s", move_format(game->graph, game->turns[i].move));
    printf("; can %s force %s %d, way %d: engine %s, naive %s\n",
           query->attacker == 0 ? "Black" : "White", query->attacker == 0 ? ">=" : "<", query->t,
           way, engine, query->naive ? "yes" : "no");
}

/*
 * Under an unbounded ruleset the engine can only prove what a player forces; the answer counts if
 * it did, however often it lets states recur. Returns 0, or -EAGAIN: no proof.
 */
static int ask_unbounded(struct solver *solver, const struct query *query, uint64_t most,
                         struct answer *ret_answer)
{
    int r = -EAGAIN;
    for (int visits = 0; visits < 4 && r < 0; visits++) {
        solver->search.visits = visits;
        r = solver_query(solver, query->t, (enum colour)query->attacker, most, ret_answer);
        if (r == 0 && !ret_answer->forced)
            r = -EAGAIN;
    }
    solver->search.visits = 0;
    return r;
}

static void compare(struct solver *solver, const struct query *query, int way, struct tally *tally)
{
    struct answer answer;
    uint64_t most = way != 0 ? QUERY_MAX_NODES : 0;
    bool unbounded = solver->search.model.unbounded;
    int r = unbounded ? ask_unbounded(solver, query, QUERY_MAX_NODES, &answer)
                      : solver_query(solver, query->t, (enum colour)query->attacker, most, &answer);
    /* A lone player with suicide, boards on record against him: the engine may know bounds only. */
    bool solo_open = solver_now(solver)->kind == NODE_SOLO_OPEN;
    if (r < 0 && (way != 0 || unbounded || solo_open)) {
        tally->unanswered++;
        return;
    }
    tally->queries++;
    bool engine = r == 0 && answer.winner == (enum colour)query->attacker;
    if (r == 0 && engine == (query->naive == 1))
        return;
    report(&solver->game, query, way, r < 0 ? "stopped" : engine ? "yes" : "no");
    tally->failed++;
}

void compare_answers(struct solver *solver, const struct asked *asked, int way, struct tally *tally)
{
    for (int i = 0; i < asked->count; i++)
        if (asked->queries[i].naive >= 0)
            compare(solver, &asked->queries[i], way, tally);
}

void add_tally(struct tally *total, const struct tally *tally)
{
    for (int i = 0; i < SPREAD_COUNT; i++)
        total->decided[i] += tally->decided[i];
    total->skipped_positions += tally->skipped_positions;
    total->skipped += tally->skipped;
    total->queries += tally->queries;
    total->unanswered += tally->unanswered;
    total->failed += tally->failed;
}

void print_tally(const char *name, const struct tally *tally)
{
    const long *decided = tally->decided;
    long all = 0;
    for (int i = 0; i < SPREAD_COUNT; i++)
        all += decided[i];
    printf(
        "%s: %ld positions decided (by naive nodes: %ld to 100, %ld to 1k, %ld to 100k, %ld to "
        "1M, %ld more), %ld not decided, %ld answers compared, %ld queries skipped, "
        "%ld unanswered, %ld failed\n",
        name, all, decided[0], decided[1], decided[2], decided[3], decided[4],
        tally->skipped_positions, tally->queries, tally->skipped, tally->unanswered, tally->failed);
    fflush(stdout);
}
