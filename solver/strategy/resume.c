/* Questions across runs: tables that are kept, and what was spent on which question. */
#include "base/clock.h"
#include "search/persistence.h"
#include "strategy/checkpoint.h"
#include "strategy/internal.h"

#include <errno.h>
#include <stdlib.h>

#include "base/array.h"

/* Seconds between two times that a table is saved, at least; and saving takes such a part of the
 * time, at most. */
#define SAVE_SECONDS 0.25
#define SAVE_PART 40
/* States of the main question's table that are kept, about, and of each other's. */
#define MAIN_STATES 3000000
#define SIDE_STATES 1000000
/* What took fewer nodes since the last time is as quickly done again. */
#define SAVE_NODES 1024

static struct persistence *persistence_of(const struct strategies *strategies)
{
    struct persistence *persistence = strategies->solver->search.persistence;
    return persistence != NULL && persistence->save_prover != NULL ? persistence : NULL;
}

void resume_save(struct strategies *strategies, int side)
{
    struct persistence *persistence = persistence_of(strategies);
    struct prover *prover = &strategies->provers[side];
    if (persistence == NULL || !strategies->open[side] || prover->no_memory ||
        prover->nodes - strategies->saved_nodes[side] < SAVE_NODES)
        return;
    double began = clock_now();
    persistence->save_prover(persistence, strategies->game->graph, strategies->attackers[side],
                             prover, side == 0 ? MAIN_STATES : SIDE_STATES);
    double now = clock_now(), wait = SAVE_PART * (now - began);
    strategies->saved_nodes[side] = prover->nodes;
    strategies->next_save = now + (wait > SAVE_SECONDS ? wait : SAVE_SECONDS);
}

static bool is_due(void *arg)
{
    const struct strategies *strategies = arg;
    return clock_now() >= strategies->next_save;
}

/* What the present question took since it was counted last. */
static void count(struct strategies *strategies)
{
    struct prover *prover = &strategies->provers[strategies->asking];
    struct checkpoint_query *query = checkpoint_query(prover, strategies->query);
    if (query != NULL && query->nodes != CHECKPOINT_REFUSED)
        query->nodes += prover->nodes - strategies->query_from;
    strategies->query_from = prover->nodes;
}

static void save(void *arg)
{
    struct strategies *strategies = arg;
    count(strategies);
    resume_save(strategies, strategies->asking);
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
    persistence->load_prover(persistence, strategies->game->graph, strategies->attackers[side],
                             prover);
    prover->is_due = is_due;
    prover->save = save;
}

static uint64_t hash_of_query(const struct strategies *strategies, const struct prover_state *state,
                              const struct stone_pair *before)
{
    struct entry_key key = prover_key(&strategies->board, state);
    uint64_t hash = entry_key_hash_tagged(key.own, key.other, key.ko | (key.own_move ? 0x100u : 0));
    return before != NULL ? hash_mix(hash ^ hash_mix(before->own ^ hash_mix(before->other))) : hash;
}

/* What earlier runs have spent on the question and this run has not made use of, if it is loaded.
 */
static struct checkpoint_query *carried_of(const struct strategies *strategies)
{
    for (size_t i = 0; i < strategies->carried_count; i++)
        if (strategies->carried[i].hash == strategies->carried_hash)
            return &strategies->carried[i];
    return NULL;
}

/* The same, now that the prover is there. */
static struct checkpoint_query *load_carried(struct strategies *strategies)
{
    struct checkpoint_query *carried_hash = carried_of(strategies);
    if (carried_hash != NULL)
        return carried_hash;
    const struct checkpoint_query *before =
        checkpoint_query(&strategies->provers[strategies->asking], strategies->query);
    if (before == NULL ||
        array_reserve((void **)&strategies->carried, strategies->carried_count + 1,
                      &strategies->carried_room, sizeof(*strategies->carried)) < 0)
        return NULL;
    carried_hash = &strategies->carried[strategies->carried_count++];
    *carried_hash = (struct checkpoint_query){strategies->carried_hash, before->nodes};
    return carried_hash;
}

/* Returns as keep_begin(). */
static int use_carried(struct strategies *strategies, struct checkpoint_query *carried_hash,
                       uint64_t *budget)
{
    if (carried_hash->nodes == CHECKPOINT_REFUSED)
        return -1;
    uint64_t spent = carried_hash->nodes < *budget ? carried_hash->nodes : *budget;
    carried_hash->nodes -= spent;
    strategies->spent += spent;
    strategies->carried_nodes += spent;
    *budget -= spent;
    return *budget > 0;
}

int resume_prepare(struct strategies *strategies, enum colour attacker, int margin,
                   const struct prover_state *state, const struct stone_pair *before,
                   uint64_t *budget)
{
    if (persistence_of(strategies) == NULL)
        return 1;
    strategies->query = hash_of_query(strategies, state, before);
    strategies->carried_hash =
        hash_mix(strategies->query + 2 * (uint64_t)(int64_t)margin + attacker);
    struct checkpoint_query *carried_hash = carried_of(strategies);
    return carried_hash != NULL ? use_carried(strategies, carried_hash, budget) : 1;
}

int resume_begin(struct strategies *strategies, int side, uint64_t *budget)
{
    if (persistence_of(strategies) == NULL)
        return 1;
    strategies->asking = side;
    strategies->query_from = strategies->provers[side].nodes;
    struct checkpoint_query *carried_hash = load_carried(strategies);
    return carried_hash != NULL ? use_carried(strategies, carried_hash, budget) : -ENOMEM;
}

int resume_learned(struct prover *prover)
{
    struct checkpoint_query *learned = checkpoint_query(prover, CHECKPOINT_LEARNED);
    if (learned == NULL)
        return -ENOMEM;
    if (learned->nodes != prover->estimate.games)
        prover_forget_undecided(prover);
    learned->nodes = prover->estimate.games;
    return 0;
}

void resume_end(struct strategies *strategies, int answer)
{
    if (persistence_of(strategies) == NULL)
        return;
    count(strategies);
    struct checkpoint_query *query =
        checkpoint_query(&strategies->provers[strategies->asking], strategies->query);
    if (query != NULL && answer != 0)
        query->nodes = answer > 0 ? 0 : CHECKPOINT_REFUSED;
}
