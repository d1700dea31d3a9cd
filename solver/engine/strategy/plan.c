/* Going through a strategy, depth first, as its certificate will be read. */
#include "engine/strategy/plan.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "board/array.h"

/* So often a plan is mended before it is given up. */
#define ROUNDS_MAX 10000
/* Nodes to prove a state that was granted. */
#define GRANT_NODES (1 << 20)

static size_t slot_of(const struct plan *plan, const struct spot_key *key)
{
    uint64_t x = key->own * 0x9e3779b97f4a7c15ull ^ (key->other + key->ko) * 0xc2b2ae3d27d4eb4full;
    x ^= x >> 29;
    x = (x + key->own_move) * 0xbf58476d1ce4e5b9ull;
    size_t slot = (x ^ x >> 32) & plan->slot_mask;
    while (plan->slots[slot] != 0 && !spot_key_equal(&plan->states[plan->slots[slot] - 1].key, key))
        slot = (slot + 1) & plan->slot_mask;
    return slot;
}

long plan_find(const struct plan *plan, const struct spot_key *key)
{
    return (long)plan->slots[slot_of(plan, key)] - 1;
}

static int grow_slots(struct plan *plan)
{
    size_t count = plan->slots == NULL ? 4096 : 2 * (plan->slot_mask + 1);
    if (plan->slots != NULL && 2 * plan->count < plan->slot_mask)
        return 0;
    free(plan->slots);
    plan->slots = calloc(count, sizeof(*plan->slots));
    plan->slot_mask = count - 1;
    if (plan->slots == NULL)
        return -ENOMEM;
    for (size_t i = 0; i < plan->count; i++)
        plan->slots[slot_of(plan, &plan->states[i].key)] = (uint32_t)i + 1;
    return 0;
}

/* The state of spot, a new one if need be. Returns 1 if it is new, 0, or -ENOMEM. */
static int enter(struct plan *plan, const struct spot *spot, uint32_t *ret_state)
{
    struct spot_key key = prover_key(plan->prover->board, spot);
    long found = plan_find(plan, &key);
    if (found >= 0) {
        *ret_state = (uint32_t)found;
        return 0;
    }
    if (array_reserve((void **)&plan->states, plan->count + 1, &plan->room, sizeof(*plan->states)) <
            0 ||
        grow_slots(plan) < 0)
        return -ENOMEM;
    *ret_state = (uint32_t)plan->count;
    plan->slots[slot_of(plan, &key)] = *ret_state + 1;
    plan->states[plan->count++] = (struct plan_state){.spot = *spot, .key = key};
    return 1;
}

/* The play that was proved first: its proof rests on none that is later. */
static int choose(const struct prover *prover, const struct spot *spot, const struct spot_key *key,
                  struct play_to *ret_play)
{
    struct play_to plays[PLAYS_MAX];
    uint32_t least = 0;
    int count = prover_plays(prover, spot, plays), found = 0;
    for (int i = 0; i < count; i++) {
        const struct proved_entry *entry = prover_find(prover, &plays[i].key);
        if (prover_is_barred(prover, key, &plays[i].key))
            continue;
        /* What is won on sight or granted has no entry. */
        uint32_t order = entry == NULL ? 0 : entry->order;
        bool won = entry == NULL
                       ? prover_won(prover, &plays[i].to) ||
                             (!prover->strict && prover_grants(prover, &plays[i].to, &plays[i].key))
                       : entry->proof == 0;
        if (!won || (found && order >= least))
            continue;
        least = order;
        *ret_play = plays[i];
        found = 1;
    }
    return found;
}

/* The attacker's play in a state, if it is proved, or can be with max_nodes. 1, 0 or -ENOMEM. */
static int prove(struct prover *prover, const struct spot *spot, const struct spot_key *key,
                 const struct stone_pair *before, size_t before_count, uint64_t max_nodes,
                 struct play_to *ret_play)
{
    if (choose(prover, spot, key, ret_play))
        return 1;
    if (prover_ask(prover, spot, before, before_count, max_nodes) != PROVER_PROVED)
        return prover->no_memory ? -ENOMEM : 0;
    return choose(prover, spot, key, ret_play);
}

/* As prove(); what is granted is proved strictly, or the grant is withdrawn. */
static int prove_granted(struct prover *prover, const struct spot *spot, const struct spot_key *key,
                         const struct stone_pair *before, size_t before_count,
                         struct play_to *ret_play)
{
    prover->strict = true;
    int r = prove(prover, spot, key, before, before_count, GRANT_NODES, ret_play);
    prover->strict = false;
    if (r == 0)
        r = prover_withdraw(prover, key) < 0 ? -ENOMEM : 0;
    return r;
}

/* The attacker's play in a state; what was forgotten is proved again. 1, 0 or -ENOMEM. */
static int reply(struct plan *plan, struct prover *prover, uint32_t state,
                 const struct stone_pair *before, size_t before_count, struct play_to *ret_play)
{
    struct spot spot = plan->states[state].spot;
    struct spot_key key = plan->states[state].key;
    int r = prover_grants(prover, &spot, &key)
                ? prove_granted(prover, &spot, &key, before, before_count, ret_play)
                : prove(prover, &spot, &key, before, before_count, UINT32_MAX, ret_play);
    if (r <= 0)
        return r;
    if (array_reserve((void **)&plan->replies, plan->reply_count + 1, &plan->reply_room, 1) < 0)
        return -ENOMEM;
    plan->replies[plan->reply_count++] = ret_play->point;
    plan->states[state].reply = ret_play->point;
    return 1;
}

struct step {
    uint32_t state;
    int next, count;
    struct play_to plays[PLAYS_MAX];
};

struct walk {
    struct step *steps;
    size_t count, room;
};

static int begin(struct plan *plan, struct prover *prover, struct walk *walk, uint32_t state,
                 const struct stone_pair *before, size_t before_count)
{
    if (array_reserve((void **)&walk->steps, walk->count + 1, &walk->room, sizeof(*walk->steps)) <
        0)
        return -ENOMEM;
    struct step *step = &walk->steps[walk->count];
    struct spot spot = plan->states[state].spot;
    step->state = state;
    step->next = 0;
    step->count = 1;
    int r = 1;
    if (spot.own_move)
        r = reply(plan, prover, state, before, before_count, &step->plays[0]);
    else
        step->count = prover_plays(prover, &spot, step->plays);
    if (r <= 0)
        return r;
    plan->states[state].first_link = (uint32_t)plan->link_count;
    plan->states[state].link_count = (uint32_t)step->count;
    if (array_reserve((void **)&plan->links, plan->link_count + (size_t)step->count,
                      &plan->link_room, sizeof(*plan->links)) < 0)
        return -ENOMEM;
    plan->link_count += (size_t)step->count;
    walk->count++;
    return 1;
}

static int go_through(struct plan *plan, struct prover *prover, struct walk *walk,
                      const struct spot *spot, const struct stone_pair *before, size_t before_count)
{
    uint32_t state;
    int r = grow_slots(plan);
    if (r == 0)
        r = enter(plan, spot, &state);
    if (r > 0)
        r = begin(plan, prover, walk, state, before, before_count);
    while (r > 0 && walk->count > 0) {
        struct step *step = &walk->steps[walk->count - 1];
        if (step->next == step->count) {
            walk->count--;
            continue;
        }
        int n = step->next++;
        bool stone = step->plays[n].point < prover->board->points;
        int new = enter(plan, &step->plays[n].to, &state);
        if (new < 0)
            return new;
        plan->links[plan->states[step->state].first_link + (uint32_t)n] =
            (struct plan_link){state, stone};
        if (new > 0)
            r = begin(plan, prover, walk, state, before, before_count);
    }
    return r;
}

static int bar_faults(struct plan *plan, struct prover *prover, const struct plan_fault *faults,
                      int count)
{
    for (int i = 0; i < count; i++)
        if (prover_bar(prover, &plan->states[faults[i].from].key, &plan->states[faults[i].to].key) <
            0)
            return -ENOMEM;
    return 0;
}

/*
 * Where a state on the line can no longer be won, neither may what was proved by it: what is on
 * the line is proved again. Returns 1, 0 or -ENOMEM.
 */
static int prove_again(const struct plan *plan, struct prover *prover, const struct walk *walk,
                       const struct spot *spot, const struct stone_pair *before,
                       size_t before_count)
{
    if (prover->stopped)
        return prover->no_memory ? -ENOMEM : 0;
    for (size_t i = 0; i < walk->count; i++)
        prover_forget(prover, &plan->states[walk->steps[i].state].key);
    if (prover_ask(prover, spot, before, before_count, UINT32_MAX) == PROVER_PROVED)
        return 1;
    return prover->no_memory ? -ENOMEM : 0;
}

int plan_make(struct plan *ret_plan, struct prover *prover, const struct spot *spot,
              const struct stone_pair *before, size_t before_count)
{
    int r = 0;
    for (int round = 0; round < ROUNDS_MAX; round++) {
        struct plan plan = {.prover = prover};
        struct walk walk = {0};
        struct plan_fault *faults = NULL;
        r = go_through(&plan, prover, &walk, spot, before, before_count);
        bool whole = r > 0;
        if (r == 0)
            r = prove_again(&plan, prover, &walk, spot, before, before_count);
        free(walk.steps);
        int count = whole ? plan_find_recurrences(&plan, &faults) : 0;
        if (whole && count == 0) {
            free(faults);
            *ret_plan = plan;
            return 1;
        }
        if (count < 0)
            r = count;
        else if (whole)
            r = bar_faults(&plan, prover, faults, count) < 0 ? -ENOMEM : 1;
        free(faults);
        plan_release(&plan);
        if (r <= 0)
            return r;
    }
    return 0;
}

void plan_release(struct plan *plan)
{
    free(plan->states);
    free(plan->links);
    free(plan->slots);
    free(plan->replies);
    memset(plan, 0, sizeof(*plan));
}
