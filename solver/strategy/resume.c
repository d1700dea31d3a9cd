/*
 * Runs that go on where an earlier one stopped: provers are saved and loaded
 * (search/persistence.h), and what earlier runs have spent on a query is carried over: this run
 * need not spend it again.
 */
#include "base/clock.h"
#include "search/persistence.h"
#include "strategy/checkpoint.h"
#include "strategy/effort.h"
#include "strategy/internal.h"

#include <errno.h>

#include "base/array.h"

/* Seconds between two saves, at least. */
#define SAVE_SECONDS 0.25
/* Saving takes one part in so many of the time, at most. */
#define SAVE_PART 40

/* Returns the persistence that saves provers, or NULL. What a brief try looked at is not worth the
 * room. */
static struct persistence *persistence_of(const struct strategies *strategies)
{
    struct persistence *persistence = strategies->solver->search.persistence;
    return !strategies->plan.brief && persistence != NULL && persistence->save_prover != NULL
               ? persistence
               : NULL;
}

bool resume_is_kept(const struct strategies *strategies)
{
    return persistence_of(strategies) != NULL;
}

void resume_save(struct strategies *strategies, int side)
{
    struct persistence *persistence = persistence_of(strategies);
    struct prover *prover = &strategies->provers[side];
    if (persistence == NULL || !strategies->open[side] || prover->no_memory)
        return;
    prover->table_kept =
        prover->nodes == strategies->saved_nodes[side] && prover_weights_are_kept(prover);
    if (prover->table_kept && !prover->draft.is_new)
        return;
    double began = clock_now();
    bool noted = prover_note(prover);
    persistence->save_prover(persistence, strategies->game->graph, strategies->attackers[side],
                             prover);
    if (noted)
        halted_release(&prover->halted);
    double now = clock_now(), wait = SAVE_PART * (now - began);
    strategies->saved_nodes[side] = prover->nodes;
    strategies->next_save = now + (wait > SAVE_SECONDS ? wait : SAVE_SECONDS);
}

static bool is_due(void *arg)
{
    const struct strategies *strategies = arg;
    return clock_now() >= strategies->next_save;
}

/* Counts what the present query took since it was counted last. */
static void count(struct strategies *strategies)
{
    struct prover *prover = &strategies->provers[strategies->asking];
    struct checkpoint_query *query = checkpoint_query(prover, strategies->query);
    if (query != NULL && query->nodes != CHECKPOINT_REFUSED && !strategies->is_making)
        query->nodes += prover->nodes - strategies->query_from;
    strategies->query_from = prover->nodes;
}

static void save(void *arg)
{
    struct strategies *strategies = arg;
    count(strategies);
    resume_save(strategies, strategies->asking);
}

void resume_hold(struct strategies *strategies, bool held)
{
    struct limits *limits = &strategies->solver->search.limits;
    strategies->holds += held ? 1 : -1;
    double now = clock_now();
    if (held && strategies->holds == 1) {
        strategies->held_from = now;
        strategies->deadline = limits->deadline;
        limits->deadline = 0;
    } else if (strategies->holds == 0) {
        double least = now + (now - strategies->held_from);
        bool early = strategies->deadline > 0 && strategies->deadline < least;
        limits->deadline = early ? least : strategies->deadline;
    }
}

static void hold(void *strategies, bool held)
{
    resume_hold(strategies, held);
}

void resume_load(struct strategies *strategies, int side)
{
    struct persistence *persistence = persistence_of(strategies);
    struct prover *prover = &strategies->provers[side];
    strategies->saved_nodes[side] = 0;
    if (persistence == NULL)
        return;
    if (strategies->next_save == 0)
        strategies->next_save = clock_now() + SAVE_SECONDS;
    prover->entry_main = prover_entries_in(prover, query_budget_table(strategies, 0));
    resume_hold(strategies, true);
    persistence->load_prover(persistence, strategies->game->graph, strategies->attackers[side],
                             prover);
    prover_take_failures(prover);
    resume_hold(strategies, false);
    if (prover->share != NULL)
        share_tell_table(prover->share);
    prover->is_due = is_due;
    prover->save = save;
    prover->hold = hold;
}

static const struct checkpoint_query *find_noted(const struct prover *prover, uint64_t hash)
{
    for (size_t i = 0; i < prover->query_count; i++)
        if (prover->queries[i].hash == hash && prover->queries[i].nodes > 0)
            return &prover->queries[i];
    return NULL;
}

bool resume_is_making(const struct strategies *strategies)
{
    const struct prover *prover = &strategies->provers[strategies->asking];
    return persistence_of(strategies) != NULL &&
           find_noted(prover, strategies->query ^ CHECKPOINT_MAKING) != NULL;
}

void resume_make(struct strategies *strategies, bool making)
{
    if (persistence_of(strategies) == NULL)
        return;
    count(strategies);
    strategies->is_making = making;
    struct checkpoint_query *noted = checkpoint_query(&strategies->provers[strategies->asking],
                                                      strategies->query ^ CHECKPOINT_MAKING);
    if (noted != NULL)
        noted->nodes = making;
}

static uint64_t hash_of_query(const struct strategies *strategies,
                              const struct strategy_query *query)
{
    const struct stone_pair *past = strategies->past[query->attacker];
    struct entry_key key = prover_key(&strategies->board, &query->state);
    uint64_t hash = entry_key_hash_tagged(key.own, key.other, key.ko | (key.own_move ? 0x100u : 0));
    for (size_t i = query_past(strategies, query); i-- > 0;)
        hash = hash_mix(hash ^ hash_mix(past[i].own ^ hash_mix(past[i].other)));
    return hash;
}

/* Returns what earlier runs have spent on the present query and this run has not made use of; NULL
 * if that is not loaded. */
static struct checkpoint_query *find_carried(const struct strategies *strategies)
{
    for (size_t i = 0; i < strategies->carried_count; i++)
        if (strategies->carried[i].hash == strategies->carried_hash)
            return &strategies->carried[i];
    return NULL;
}

/* The same, now that the prover is there. NULL: no memory. */
static struct checkpoint_query *load_carried(struct strategies *strategies)
{
    struct checkpoint_query *carried = find_carried(strategies);
    if (carried != NULL)
        return carried;
    const struct checkpoint_query *before =
        checkpoint_query(&strategies->provers[strategies->asking], strategies->query);
    if (before == NULL ||
        array_reserve(&strategies->carried, strategies->carried_count + 1,
                      &strategies->carried_room, sizeof(*strategies->carried)) < 0)
        return NULL;
    carried = &strategies->carried[strategies->carried_count++];
    *carried = (struct checkpoint_query){strategies->carried_hash, before->nodes};
    return carried;
}

/* Takes from budget what is carried over. Returns as resume_prepare(). */
static bool use_carried(struct strategies *strategies, struct checkpoint_query *carried,
                        uint64_t *budget, enum query_result *ret_result)
{
    bool refused = carried->nodes == CHECKPOINT_REFUSED;
    if (!refused) {
        uint64_t spent = carried->nodes < *budget ? carried->nodes : *budget;
        carried->nodes -= spent;
        strategies->spent += spent;
        *budget -= spent;
    }
    bool goes_on = !refused && *budget > 0;
    if (!goes_on)
        *ret_result = refused ? QUERY_REFUSED : QUERY_OPEN;
    return goes_on;
}

bool resume_prepare(struct strategies *strategies, const struct strategy_query *query,
                    uint64_t *budget, enum query_result *ret_result)
{
    if (persistence_of(strategies) == NULL)
        return true;
    strategies->query = hash_of_query(strategies, query);
    strategies->carried_hash =
        hash_mix(strategies->query + 2 * (uint64_t)(int64_t)query->margin + query->attacker);
    struct checkpoint_query *carried = find_carried(strategies);
    return carried == NULL || use_carried(strategies, carried, budget, ret_result);
}

bool resume_begin(struct strategies *strategies, int side, uint64_t *budget,
                  enum query_result *ret_result)
{
    if (persistence_of(strategies) == NULL)
        return true;
    strategies->asking = side;
    strategies->query_from = strategies->provers[side].nodes;
    strategies->is_making = false;
    struct checkpoint_query *carried = load_carried(strategies);
    if (carried == NULL) {
        *ret_result = QUERY_NO_MEMORY;
        return false;
    }
    return use_carried(strategies, carried, budget, ret_result);
}

uint32_t resume_games(const struct prover *prover)
{
    const struct checkpoint_query *learned = find_noted(prover, CHECKPOINT_LEARNED);
    return learned != NULL && find_noted(prover, CHECKPOINT_EFFORT) != NULL
               ? (uint32_t)learned->nodes
               : 0;
}

/* Notes what a new lesson is found by. Returns 0 or -ENOMEM. */
static int note_lesson(struct prover *prover)
{
    if (prover->lesson.kept)
        return 0;
    struct checkpoint_query *noted = checkpoint_query(prover, CHECKPOINT_LESSON);
    if (noted != NULL)
        noted->nodes = prover->lesson.count > 0 ? lesson_hash(&prover->lesson) : 0;
    return noted != NULL ? 0 : -ENOMEM;
}

/* Learns what proofs take, if it is due: when a query begins or, where an earlier run learned it,
 * is resumed. *ret_new: numbers in the table are from before that. */
static int learn_effort(struct prover *prover, bool begun, bool *ret_new)
{
    *ret_new = false;
    if (!effort_is_due(prover) || (begun && find_noted(prover, CHECKPOINT_EFFORT) == NULL))
        return 0;
    if (!effort_learn(prover))
        return 0;
    int r = note_lesson(prover);
    struct checkpoint_query *known = checkpoint_query(prover, CHECKPOINT_EFFORT);
    if (r < 0 || known == NULL)
        return -ENOMEM;
    *ret_new = known->nodes == 0;
    known->nodes = 1;
    return 0;
}

int resume_learned(struct prover *prover, bool begun)
{
    bool is_new;
    int r = learn_effort(prover, begun, &is_new);
    struct checkpoint_query *learned = checkpoint_query(prover, CHECKPOINT_LEARNED);
    if (r < 0 || learned == NULL)
        return -ENOMEM;
    if (is_new || learned->nodes != prover->estimate.games)
        prover_forget_undecided(prover);
    learned->nodes = prover->estimate.games;
    return 0;
}

bool resume_load_strategy(const struct strategies *strategies, uint64_t name,
                          struct strategy_draft *ret_strategy)
{
    struct persistence *persistence = persistence_of(strategies);
    int side = strategies->asking;
    return persistence != NULL && persistence->load_strategy != NULL &&
           persistence->load_strategy(persistence, strategies->game->graph,
                                      strategies->attackers[side], &strategies->provers[side], name,
                                      ret_strategy);
}

void resume_save_strategy(const struct strategies *strategies,
                          const struct strategy_draft *strategy)
{
    struct persistence *persistence = persistence_of(strategies);
    int side = strategies->asking;
    if (persistence != NULL && persistence->save_strategy != NULL)
        persistence->save_strategy(persistence, strategies->game->graph,
                                   strategies->attackers[side], &strategies->provers[side],
                                   strategy);
}

void resume_end(struct strategies *strategies, enum query_result result)
{
    if (persistence_of(strategies) == NULL)
        return;
    count(strategies);
    struct checkpoint_query *query =
        checkpoint_query(&strategies->provers[strategies->asking], strategies->query);
    if (query != NULL && result != QUERY_OPEN)
        query->nodes = result == QUERY_PROVED ? 0 : CHECKPOINT_REFUSED;
}
