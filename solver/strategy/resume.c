/* Questions across runs: tables that are kept, and what was spent on which question. */
#include "base/clock.h"
#include "search/persistence.h"
#include "strategy/checkpoint.h"
#include "strategy/internal.h"
#include "strategy/worker.h"

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

void keep_save(struct strategies *strategies, int side)
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
    struct checkpoint_query *question = checkpoint_query(prover, strategies->question);
    if (question != NULL && question->nodes != CHECKPOINT_REFUSED)
        question->nodes += prover->nodes - strategies->question_from;
    strategies->question_from = prover->nodes;
}

static void save(void *arg)
{
    struct strategies *strategies = arg;
    count(strategies);
    keep_save(strategies, strategies->asking);
}

void keep_load(struct strategies *strategies, int side)
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

static uint64_t hash_of_question(const struct strategies *strategies,
                                 const struct prover_state *spot, const struct stone_pair *before)
{
    struct entry_key key = prover_key(&strategies->board, spot);
    uint64_t hash = hash_of(key.own, key.other, key.ko | (key.own_move ? 0x100u : 0));
    return before != NULL ? hash_mix(hash ^ hash_mix(before->own ^ hash_mix(before->other))) : hash;
}

/* What earlier runs have spent on the question and this run has not made use of, if it is loaded.
 */
static struct checkpoint_query *credit_of(const struct strategies *strategies)
{
    for (size_t i = 0; i < strategies->credit_count; i++)
        if (strategies->credits[i].hash == strategies->credit)
            return &strategies->credits[i];
    return NULL;
}

/* The same, now that the prover is there. */
static struct checkpoint_query *load_credit(struct strategies *strategies)
{
    struct checkpoint_query *credit = credit_of(strategies);
    if (credit != NULL)
        return credit;
    const struct checkpoint_query *before =
        checkpoint_query(&strategies->provers[strategies->asking], strategies->question);
    if (before == NULL || array_reserve((void **)&strategies->credits, strategies->credit_count + 1,
                                        &strategies->credit_room, sizeof(*strategies->credits)) < 0)
        return NULL;
    credit = &strategies->credits[strategies->credit_count++];
    *credit = (struct checkpoint_query){strategies->credit, before->nodes};
    return credit;
}

/* Returns as keep_begin(). */
static int use_credit(struct strategies *strategies, struct checkpoint_query *credit,
                      uint64_t *budget)
{
    if (credit->nodes == CHECKPOINT_REFUSED)
        return -1;
    uint64_t spent = credit->nodes < *budget ? credit->nodes : *budget;
    credit->nodes -= spent;
    strategies->spent += spent;
    strategies->credited += spent;
    *budget -= spent;
    return *budget > 0;
}

int keep_prepare(struct strategies *strategies, enum colour attacker, int margin,
                 const struct prover_state *spot, const struct stone_pair *before, uint64_t *budget)
{
    if (persistence_of(strategies) == NULL)
        return 1;
    strategies->question = hash_of_question(strategies, spot, before);
    strategies->credit = hash_mix(strategies->question + 2 * (uint64_t)(int64_t)margin + attacker);
    struct checkpoint_query *credit = credit_of(strategies);
    return credit != NULL ? use_credit(strategies, credit, budget) : 1;
}

int keep_begin(struct strategies *strategies, int side, uint64_t *budget)
{
    if (persistence_of(strategies) == NULL)
        return 1;
    strategies->asking = side;
    strategies->question_from = strategies->provers[side].nodes;
    struct checkpoint_query *credit = load_credit(strategies);
    return credit != NULL ? use_credit(strategies, credit, budget) : -ENOMEM;
}

int keep_learned(struct prover *prover)
{
    struct checkpoint_query *learned = checkpoint_query(prover, CHECKPOINT_LEARNED);
    if (learned == NULL)
        return -ENOMEM;
    if (learned->nodes != prover->estimate.games)
        prover_forget_undecided(prover);
    learned->nodes = prover->estimate.games;
    return 0;
}

void keep_end(struct strategies *strategies, int answer)
{
    if (persistence_of(strategies) == NULL)
        return;
    count(strategies);
    struct checkpoint_query *question =
        checkpoint_query(&strategies->provers[strategies->asking], strategies->question);
    if (question != NULL && answer != 0)
        question->nodes = answer > 0 ? 0 : CHECKPOINT_REFUSED;
}
