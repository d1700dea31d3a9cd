/*
 * Replies for the strategies of leaves, from tables of one margin after the other.
 *
 * Such a table tells the plies to the end (dense/outcomes.h) in the game without ko, in which only
 * captures and suicide limit the plays. A reply that gets them down never leads back
 * (tables/history_free.h). Of those that do, one that leads to a state that the walk has met makes
 * the strategy small.
 */
#include "solve/strategy_leaves.h"

#include <errno.h>
#include <limits.h>

#include "base/clock.h"
#include "certificate/check/strategy/check.h"
#include "certificate/packed/packed.h"
#include "dense/outcomes.h"
#include "search/foresight.h"
#include "search/free_margins.h"
#include "search/retry.h"
#include "tables/history_free.h"

/* The table of the margin at hand. */
struct leaf_replies {
    struct solver *solver;
    struct strategy_patience *patience;
    struct reply_memory *noted; /* or NULL */
    struct dense_outcomes outcomes;
    struct dense_memory memory;
};

bool strategy_leaves_suit(const struct ruleset *rules)
{
    struct history_model model;
    if (rules->family->remove_cycle != NULL || ruleset_players(rules) != 2)
        return false;
    rules->family->describe(rules, &model);
    return model.strategies && !model.simple_ko && free_margins_rules(rules, &model).suit;
}

/* Are all replies there without a table? */
static bool are_known(const struct leaf_replies *replies)
{
    return replies->noted != NULL && replies->noted->whole;
}

static bool must_stop(void *arg)
{
    const struct leaf_replies *replies = arg;
    struct strategy_patience *patience = replies->patience;
    if (are_known(replies) || !solver_interrupted(replies->solver))
        return false;
    if (patience->until == 0)
        patience->until =
            clock_now() + retry_patience(&replies->solver->search.limits, replies->solver->started);
    return clock_now() > patience->until;
}

/* Makes the table of the margin that is wanted now. */
static int begin(void *arg, const struct strategy_task *task, struct certificate_cursor *cursor,
                 size_t *ret_count)
{
    struct leaf_replies *replies = arg;
    struct solver *solver = replies->solver;
    struct dense_game game = solver->tables->foresight->game;
    const struct dense_sweeps how = {
        .work = {solver->tables->foresight->threads, must_stop, replies},
        .list_bytes = solver_list_bytes(solver),
    };
    (void)cursor;
    game.kos = NULL;
    game.layers = HISTORY_FREE_LAYERS;
    *ret_count = 0;
    if (are_known(replies))
        return 0;
    dense_outcomes_release(&replies->outcomes);
    int r =
        dense_outcomes_init(&replies->outcomes, &game, task->terms.wanted, true, &replies->memory);
    return r == 0 ? dense_outcomes_run(&replies->outcomes, false, &how) : r;
}

/* The plies to the end from a state for Black, or INT_MAX where he does not force the margin. */
static int plies_from(const struct leaf_replies *replies, const struct strategy_state *state,
                      int passes)
{
    const struct dense_state asked = {
        .stones = {.of = {state->stones.of[0], state->stones.of[1]}},
        .mover = state->mover,
        .passes = (uint8_t)passes,
    };
    int plies = dense_outcomes_rank(&replies->outcomes, &asked, BLACK, false);
    return plies > 0 ? plies : INT_MAX;
}

/* Returns the plies from the state after a reply, or INT_MAX where it is no good. A pass must be
 * good also if the opponent plays on. */
static int plies_after(const struct leaf_replies *replies, const struct strategy_task *task,
                       const struct strategy_state *state, int point,
                       struct strategy_state *ret_next)
{
    if (strategy_reply(&task->terms, state, point, ret_next) != NULL)
        return INT_MAX;
    bool pass = point == task->terms.board->points;
    if (pass && plies_from(replies, ret_next, 0) == INT_MAX)
        return INT_MAX;
    return plies_from(replies, ret_next, pass);
}

/* The reply that has the fewest plies, but for one that also gets them down and leads to a state
 * that was met; -1: there is none. */
static int choose(const struct leaf_replies *replies, const struct strategy_task *task,
                  const struct strategy_states *states, const struct strategy_state *state,
                  struct strategy_state *ret_next)
{
    const int points = task->terms.board->points, now = plies_from(replies, state, 0);
    int best = -1, fewest = INT_MAX;
    for (int point = points; point >= 0; point--) {
        struct strategy_state next;
        if (point < points && ((state->stones.of[0] | state->stones.of[1]) >> point & 1) != 0)
            continue;
        int plies = plies_after(replies, task, state, point, &next);
        if (point < points && plies < now &&
            strategy_states_have(states, &next.class, next.class_ko, next.mover))
            plies = 0;
        if (plies < fewest) {
            fewest = plies;
            best = point;
            *ret_next = next;
        }
    }
    return best;
}

static int reply(void *arg, const struct strategy_task *task, const struct strategy_states *states,
                 const struct strategy_state *state)
{
    const struct leaf_replies *replies = arg;
    struct strategy_state next;
    int best = are_known(replies) ? reply_memory_find(replies->noted, &task->terms, state)
                                  : choose(replies, task, states, state, &next);
    if (best < 0)
        return strategy_refuse(task, &state->stones, "the tables have no reply");
    if (are_known(replies) || replies->noted == NULL)
        return best;
    int r = reply_memory_note(replies->noted, state, &next);
    return r < 0 ? r : best;
}

static int end(void *arg, const struct strategy_task *task)
{
    (void)arg;
    (void)task;
    return 0;
}

int strategy_leaves_write(struct solver *solver, uint32_t node_count, struct bytes *body,
                          struct strategy_patience *patience, struct reply_memory *memory)
{
    struct leaf_replies replies = {
        .solver = solver, .patience = patience, .noted = memory, .memory = {.max_bytes = SIZE_MAX}};
    const struct strategy_source source = {begin, reply, end, &replies};
    const struct game *game = &solver->game;
    const struct certificate nodes = {
        .graph = (struct graph *)game->graph, /* only read */
        .rules = game->rules,
        .node_count = node_count,
        .leaves = true,
        .body = body->data,
        .body_size = body->size,
    };
    const struct check_limits limits = {.stop = must_stop, .arg = &replies};
    struct bytes strategies = {0};
    struct error err;
    int r = packed_write_leaves(&nodes, &source, &limits, &strategies, &err);
    if (r == 0)
        bytes_put(body, strategies.data, strategies.size);
    if (memory != NULL)
        memory->whole = memory->whole || r == 0;
    dense_outcomes_release(&replies.outcomes);
    bytes_release(&strategies);
    return r == 0 && body->failed ? -ENOMEM : r;
}
