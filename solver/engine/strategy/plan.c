/* Going through a strategy, depth first, as its certificate will be read. */
#include "engine/strategy/plan.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "board/array.h"
#include "engine/strategy/pages.h"

/* So often a plan is mended before it is given up. */
#define ROUNDS_MAX 10000
/* Nodes to prove a state that was granted. */
#define GRANT_NODES (1 << 20)
/* States between looks at the clock. */
#define LOOK_EVERY 4096

static size_t slot_of(const struct plan *plan, const struct spot_key *key)
{
    size_t slot = spot_key_hash(key) & plan->slot_mask;
    for (; plan->slots[slot] != 0; slot = (slot + 1) & plan->slot_mask) {
        struct spot_key there = plan_key(&plan->states[plan->slots[slot] - 1]);
        if (spot_key_equal(&there, key))
            break;
    }
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
    pages_large(plan->slots, count * sizeof(*plan->slots));
    plan->slot_mask = count - 1;
    if (plan->slots == NULL)
        return -ENOMEM;
    for (size_t i = 0; i < plan->count; i++) {
        struct spot_key key = plan_key(&plan->states[i]);
        plan->slots[slot_of(plan, &key)] = (uint32_t)i + 1;
    }
    return 0;
}

/* As array_reserve(), in large pages. */
static int reserve(void **array, size_t wanted, size_t *room, size_t size)
{
    size_t before = *room;
    int r = array_reserve(array, wanted, room, size);
    if (*room > before)
        pages_large(*array, *room * size);
    return r;
}

/* The number of a state, a new one if need be; -ENOMEM. */
static long enter(struct plan *plan, const struct spot_key *key)
{
    long found = plan_find(plan, key);
    if (found >= 0)
        return found;
    if (plan->count == PLAN_LINK_STONE - 1 ||
        reserve((void **)&plan->states, plan->count + 1, &plan->room, sizeof(*plan->states)) < 0 ||
        array_reserve((void **)&plan->reached, plan->count / 64 + 1, &plan->reached_room,
                      sizeof(*plan->reached)) < 0 ||
        grow_slots(plan) < 0)
        return -ENOMEM;
    plan_set_reached(plan, plan->count, false);
    plan->slots[slot_of(plan, key)] = (uint32_t)plan->count + 1;
    plan->states[plan->count] = (struct plan_state){.own = key->own,
                                                    .other = key->other,
                                                    .first_link = PLAN_OPEN,
                                                    .ko = key->ko,
                                                    .own_move = key->own_move};
    return (long)plan->count++;
}

static struct spot spot_of(const struct plan_state *state)
{
    return (struct spot){
        {state->own, state->other}, state->ko == 0 ? 0 : 1ull << (state->ko - 1), state->own_move};
}

/* The play that was proved first: its proof rests on none that is later. */
static int choose(const struct prover *prover, const struct spot *spot, const struct spot_key *key,
                  struct play_to *ret_play)
{
    struct play_to plays[PLAYS_MAX];
    uint32_t least = 0;
    int count = prover_plays(prover, spot, plays), found = 0;
    for (int i = 0; i < count; i++)
        prover_fetch(prover, &plays[i].key);
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

/* Has the run come to a limit of its own? */
static bool is_stopped(struct prover *prover)
{
    if ((prover->most_nodes != 0 && prover->nodes >= prover->most_nodes) ||
        (prover->stop != NULL && prover->stop(prover->arg)))
        prover->stopped = true;
    else if (!prover->no_memory)
        return false;
    return true;
}

/* As prove(); what is granted is proved strictly, or the grant is withdrawn. */
static int prove_granted(struct prover *prover, const struct spot *spot, const struct spot_key *key,
                         const struct stone_pair *before, size_t before_count,
                         struct play_to *ret_play)
{
    prover->strict = true;
    int r = prove(prover, spot, key, before, before_count, GRANT_NODES, ret_play);
    prover->strict = false;
    if (r != 0 || is_stopped(prover))
        return r;
    prover->stopped = false; /* it was for GRANT_NODES only */
    return prover_withdraw(prover, key) < 0 ? -ENOMEM : 0;
}

/* --- where play goes --- */

/* A plan in the making. Its states are images; so the boards before are taken with all theirs. */
struct making {
    struct plan plan;
    struct prover *prover;
    const struct stone_pair *before;
    size_t before_count;
    struct stone_pair *images;
    size_t image_count;
    struct step *line; /* to the state that is looked at */
    size_t length, room;
    uint32_t *parents; /* from where a state was reached, if it was */
    size_t parent_room;
    uint32_t *changed; /* states whose play is open again, since all was looked through */
    size_t changed_count, changed_room;
    size_t resolved; /* so often a state's play was found */
};

struct step {
    uint32_t state;
    uint8_t next;
};

/* Finds the links of a state; what was forgotten is proved again. 1, 0 or -ENOMEM. */
static int resolve(struct making *making, uint32_t state)
{
    struct plan *plan = &making->plan;
    struct prover *prover = making->prover;
    struct play_to plays[PLAYS_MAX];
    struct spot spot = spot_of(&plan->states[state]);
    struct spot_key key = plan_key(&plan->states[state]);
    int count = 1, r = 1;
    if (!spot.own_move)
        count = prover_plays(prover, &spot, plays);
    else if (prover_grants(prover, &spot, &key))
        r = prove_granted(prover, &spot, &key, making->images, making->image_count, plays);
    else
        r = prove(prover, &spot, &key, making->images, making->image_count, UINT32_MAX, plays);
    if (r <= 0)
        return r;
    if (reserve((void **)&plan->links, plan->link_count + (size_t)count, &plan->link_room,
                sizeof(*plan->links)) < 0 ||
        plan->link_count + (size_t)count >= PLAN_OPEN)
        return -ENOMEM;
    making->resolved++;
    plan->states[state].first_link = (uint32_t)plan->link_count;
    plan->states[state].link_count = (uint8_t)count;
    for (int i = 0; i < count; i++)
        __builtin_prefetch(&plan->slots[spot_key_hash(&plays[i].key) & plan->slot_mask]);
    for (int i = 0; i < count; i++) {
        long to = enter(plan, &plays[i].key);
        if (to < 0)
            return -ENOMEM;
        plan->links[plan->link_count++] =
            (uint32_t)to | (plays[i].point < prover->board->points ? PLAN_LINK_STONE : 0);
    }
    return 1;
}

/* Goes to a state, from the last one of the line. 1, 0 or -ENOMEM. */
static int reach(struct making *making, uint32_t state)
{
    struct plan *plan = &making->plan;
    if (array_reserve((void **)&making->line, making->length + 1, &making->room,
                      sizeof(*making->line)) < 0 ||
        reserve((void **)&making->parents, plan->count, &making->parent_room,
                sizeof(*making->parents)) < 0)
        return -ENOMEM;
    if (making->length > 0)
        making->parents[state] = making->line[making->length - 1].state;
    making->line[making->length++] = (struct step){state, 0};
    plan_set_reached(plan, state, true);
    return plan->states[state].first_link == PLAN_OPEN ? resolve(making, state) : 1;
}

/* Finds all that the plan comes to from a state and that is not reached yet. 1; 0: a state on the
 * line cannot be won, or the prover was stopped; -ENOMEM. */
static int reach_from(struct making *making, uint32_t state)
{
    struct plan *plan = &making->plan;
    size_t count = 0;
    making->length = 0;
    int r = reach(making, state);
    while (r > 0 && making->length > 0) {
        struct step *step = &making->line[making->length - 1];
        const struct plan_state *last = &plan->states[step->state];
        if (step->next == last->link_count) {
            making->length--;
            continue;
        }
        uint32_t to = plan_to(plan->links[last->first_link + step->next++]);
        if (plan_reaches(plan, to))
            continue;
        r = reach(making, to);
        if (++count % LOOK_EVERY == 0 && r > 0 && is_stopped(making->prover))
            r = 0;
    }
    return r;
}

/* Finds all that the plan comes to. Returns as reach_from(). */
static int reach_all(struct making *making)
{
    struct plan *plan = &making->plan;
    memset(plan->reached, 0, (plan->count + 63) / 64 * sizeof(*plan->reached));
    making->changed_count = 0;
    return reach_from(making, 0);
}

/* Finds what the plan comes to where it was changed. What it comes to no more is not found out.
 * Returns as reach_from(). */
static int reach_changed(struct making *making)
{
    int r = 1;
    while (r > 0 && making->changed_count > 0) {
        uint32_t state = making->changed[--making->changed_count];
        if (making->plan.states[state].first_link == PLAN_OPEN &&
            plan_reaches(&making->plan, state))
            r = reach_from(making, state);
    }
    return r;
}

/* The state's play is open again. Returns 0 or -ENOMEM. */
static int reopen(struct making *making, uint32_t state)
{
    if (array_reserve((void **)&making->changed, making->changed_count + 1, &making->changed_room,
                      sizeof(*making->changed)) < 0)
        return -ENOMEM;
    making->plan.states[state].first_link = PLAN_OPEN;
    making->changed[making->changed_count++] = state;
    return 0;
}

/* --- mending --- */

static bool leads_to(const struct plan *plan, uint32_t from, uint32_t to)
{
    const struct plan_state *state = &plan->states[from];
    if (state->first_link == PLAN_OPEN || !plan_reaches(plan, from))
        return false;
    for (uint32_t l = 0; l < state->link_count; l++)
        if (plan_to(plan->links[state->first_link + l]) == to)
            return true;
    return false;
}

/* Puts what leads to the line's first state before it, from the root on. 1; 0: the plan does not
 * come there any more as it did; -ENOMEM. */
static int complete_line(struct making *making)
{
    size_t before = 0;
    uint32_t first = making->line[0].state;
    for (uint32_t at = first; at != 0; at = making->parents[at], before++)
        if (!leads_to(&making->plan, making->parents[at], at) || before > making->plan.count)
            return 0;
    if (array_reserve((void **)&making->line, making->length + before, &making->room,
                      sizeof(*making->line)) < 0)
        return -ENOMEM;
    memmove(making->line + before, making->line, making->length * sizeof(*making->line));
    making->length += before;
    for (uint32_t at = first; before-- > 0;)
        making->line[before] = (struct step){at = making->parents[at], 0};
    return 1;
}

/*
 * Where a state on the line can no longer be won, neither may what was proved by it: what is on
 * the line is proved again. Returns 1, 0 or -ENOMEM.
 */
static int prove_again(struct making *making)
{
    struct plan *plan = &making->plan;
    struct prover *prover = making->prover;
    for (size_t i = making->length; i-- > 0;) {
        struct plan_state *state = &plan->states[making->line[i].state];
        struct spot_key key = plan_key(state);
        struct spot spot = spot_of(state);
        /* So is what was granted with the other to move, or it would be proved by that again. */
        if (!state->own_move && prover_grants(prover, &spot, &key) &&
            prover_withdraw(prover, &key) < 0)
            return -ENOMEM;
        prover_forget(prover, &key);
        state->first_link = PLAN_OPEN;
        plan_set_reached(plan, making->line[i].state, false);
    }
    plan_set_reached(plan, 0, true);
    if (reopen(making, 0) < 0)
        return -ENOMEM;
    if (prover_ask(prover, &plan->root, making->before, making->before_count, UINT32_MAX) ==
        PROVER_PROVED)
        return 1;
    return prover->no_memory ? -ENOMEM : 0;
}

/* Bars the plays by which boards come back. Returns how many; -ENOMEM. */
static int mend(struct making *making)
{
    struct plan *plan = &making->plan;
    struct plan_fault *faults;
    int count = plan_find_recurrences(plan, &faults), r = count;
    for (int i = 0; i < count && r >= 0; i++) {
        struct spot_key from = plan_key(&plan->states[faults[i].from]);
        struct spot_key to = plan_key(&plan->states[faults[i].to]);
        r = reopen(making, faults[i].from);
        if (r == 0)
            r = prover_bar(making->prover, &from, &to);
    }
    if (count >= 0)
        free(faults);
    return r < 0 ? r : count;
}

/* --- the replies, as a certificate has them --- */

struct visit {
    uint32_t state;
    int next, count;
    struct play_to plays[PLAYS_MAX];
};

struct walk {
    struct visit *visits;
    size_t count, room;
};

/*
 * Comes to a state for the first time, at spot: the reply is as it is seen from there. A play that
 * takes a ko may be one on an image and none here (states.c, ko_holds()): it is barred then. 1: so
 * it was; 0; -ENOMEM.
 */
static int visit(struct plan *plan, struct prover *prover, struct walk *walk,
                 const struct spot *spot, uint32_t state)
{
    if (array_reserve((void **)&walk->visits, walk->count + 1, &walk->room, sizeof(*walk->visits)) <
            0 ||
        array_reserve((void **)&plan->replies, plan->reply_count + 1, &plan->reply_room, 1) < 0)
        return -ENOMEM;
    struct visit *visit = &walk->visits[walk->count++];
    visit->state = state;
    visit->next = 0;
    visit->count = prover_plays(prover, spot, visit->plays);
    plan_set_reached(plan, state, false);
    if (!spot->own_move)
        return 0;
    struct spot_key to =
        plan_key(&plan->states[plan_to(plan->links[plan->states[state].first_link])]);
    int i = 0;
    while (i < visit->count && !spot_key_equal(&visit->plays[i].key, &to))
        i++;
    if (i == visit->count) {
        struct spot_key from = plan_key(&plan->states[state]);
        plan->states[state].first_link = PLAN_OPEN;
        return prover_bar(prover, &from, &to) < 0 ? -ENOMEM : 1;
    }
    visit->plays[0] = visit->plays[i];
    visit->count = 1;
    plan->replies[plan->reply_count++] = visit->plays[0].point;
    return 0;
}

/* Goes through the plan depth first, from the root as it is. Returns as visit(). */
static int list_replies(struct plan *plan, struct prover *prover)
{
    struct walk walk = {0};
    plan->reply_count = 0;
    int r = visit(plan, prover, &walk, &plan->root, 0);
    while (r == 0 && walk.count > 0) {
        struct visit *last = &walk.visits[walk.count - 1];
        if (last->next == last->count) {
            walk.count--;
            continue;
        }
        struct play_to play = last->plays[last->next++];
        long to = plan_find(plan, &play.key);
        if (to >= 0 && plan_reaches(plan, (size_t)to))
            r = visit(plan, prover, &walk, &play.to, (uint32_t)to);
    }
    free(walk.visits);
    return r;
}

/* --- making --- */

static int find_images(struct making *making)
{
    const struct bitboard *board = making->prover->board;
    size_t count = making->before_count * (size_t)board->symmetry_count;
    making->images = malloc((count + 1) * sizeof(*making->images));
    if (making->images == NULL)
        return -ENOMEM;
    for (size_t i = 0; i < making->before_count; i++)
        for (int s = 0; s < board->symmetry_count; s++)
            making->images[making->image_count++] =
                (struct stone_pair){bitboard_image(board, s, making->before[i].own),
                                    bitboard_image(board, s, making->before[i].other)};
    return 0;
}

/*
 * Mends the plan until no board comes back. Only what was changed is looked at, which may leave
 * states that play comes to no more; so at last the whole is looked through. Returns 1, 0 or
 * -ENOMEM.
 */
static int complete(struct making *making)
{
    bool all = true;
    size_t mended = 0; /* making->resolved, when no board came back in all that was reached */
    for (int round = 0; round < ROUNDS_MAX; round++) {
        if (round > 0 && is_stopped(making->prover))
            return making->prover->no_memory ? -ENOMEM : 0;
        int r = all ? reach_all(making) : reach_changed(making);
        if (r == 0) {
            if (making->prover->stopped || (r = complete_line(making)) < 0)
                return making->prover->no_memory ? -ENOMEM : r;
            all = r == 0;
            r = all ? 1 : prove_again(making);
            if (r <= 0)
                return r;
            continue;
        }
        if (r > 0)
            r = making->resolved != mended ? mend(making) : 0;
        if (r < 0)
            return r;
        if (r > 0) {
            all = false;
            continue;
        }
        mended = making->resolved;
        if (all && (r = list_replies(&making->plan, making->prover)) <= 0)
            return r < 0 ? r : 1;
        all = true;
    }
    return 0;
}

int plan_make(struct plan *ret_plan, struct prover *prover, const struct spot *spot,
              const struct stone_pair *before, size_t before_count)
{
    struct spot_key key = prover_key(prover->board, spot);
    struct making making = {
        .plan = {.root = *spot}, .prover = prover, .before = before, .before_count = before_count};
    int r = find_images(&making);
    if (r == 0)
        r = grow_slots(&making.plan);
    if (r == 0)
        r = (int)enter(&making.plan, &key);
    if (r >= 0)
        r = complete(&making);
    free(making.images);
    free(making.line);
    free(making.parents);
    free(making.changed);
    if (r > 0) {
        *ret_plan = making.plan;
        return 1;
    }
    plan_release(&making.plan);
    return r;
}

void plan_release(struct plan *plan)
{
    free(plan->states);
    free(plan->reached);
    free(plan->links);
    free(plan->slots);
    free(plan->replies);
    memset(plan, 0, sizeof(*plan));
}
