/* Going through a strategy, depth first, as its certificate will be read. */
#include "strategy/strategy_graph.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"

/* So often a plan is mended before it is given up. */
#define ROUNDS_MAX 10000
/* Nodes to prove a state that was granted. */
#define GRANT_NODES (1 << 20)
/* States between looks at the clock. */
#define LOOK_EVERY 4096
/* Of a state, with what looking for boards that come back, or the check of the plan, takes of it.
 */
#define STATE_BYTES 112
/* As a part of what is there already, the states for which room is made at once, and some more. */
#define STATES_AHEAD(count) ((count) / 8 + 4096)

static struct prover_state spot_of(const struct plan_state *state)
{
    return (struct prover_state){
        {state->own, state->other}, state->ko == 0 ? 0 : 1ull << (state->ko - 1), state->own_move};
}

/* The play that was proved first: its proof rests on none that is later. */
static int choose(const struct prover *prover, const struct prover_state *spot,
                  const struct entry_key *key, struct prover_successor *ret_play)
{
    struct prover_successor plays[PLAYS_MAX];
    uint32_t least = 0;
    int count = prover_successors(prover, spot, plays), found = 0;
    for (int i = 0; i < count; i++)
        prover_prefetch(prover, &plays[i].key);
    for (int i = 0; i < count; i++) {
        const struct prover_entry *entry = prover_find(prover, &plays[i].key);
        if (prover_excludes(prover, key, &plays[i].key))
            continue;
        /* What is won on sight or granted has no entry. */
        uint32_t order = entry == NULL ? 0 : entry->order;
        bool won = entry == NULL ? prover_won(prover, &plays[i].to) ||
                                       (!prover->strict &&
                                        prover_assumes(prover, &plays[i].to, &plays[i].key))
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
static int prove(struct prover *prover, const struct prover_state *spot,
                 const struct entry_key *key, const struct stone_pair *before, size_t before_count,
                 uint64_t max_nodes, struct prover_successor *ret_play)
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
static int prove_granted(struct prover *prover, const struct prover_state *spot,
                         const struct entry_key *key, const struct stone_pair *before,
                         size_t before_count, struct prover_successor *ret_play)
{
    prover->strict = true;
    int r = prove(prover, spot, key, before, before_count, GRANT_NODES, ret_play);
    prover->strict = false;
    if (r != 0 || is_stopped(prover))
        return r;
    prover->stopped = false; /* it was for GRANT_NODES only */
    return prover_retract(prover, key) < 0 ? -ENOMEM : 0;
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
    size_t resolved;    /* so often a state's play was found */
    size_t states_most; /* there is room for so many states */
};

struct step {
    uint32_t state;
    uint8_t next;
};

/* The table gives way to the plan, where there is no room for both: of what it forgets then, what
 * the plan comes to is proved again. */
static void make_room(struct making *making)
{
    size_t count = making->plan.count;
    if (count < making->states_most)
        return;
    making->states_most = count + STATES_AHEAD(count);
    prover_leave_room(making->prover, STATE_BYTES * making->states_most);
}

/* Finds the links of a state; what was forgotten is proved again. 1, 0 or -ENOMEM. */
static int resolve(struct making *making, uint32_t state)
{
    struct plan *plan = &making->plan;
    struct prover *prover = making->prover;
    struct prover_successor plays[PLAYS_MAX];
    struct prover_state spot = spot_of(&plan->states[state]);
    struct entry_key key = plan_key(&plan->states[state]);
    int count = 1, r = 1;
    make_room(making);
    if (!spot.own_move)
        count = prover_successors(prover, &spot, plays);
    else if (prover_assumes(prover, &spot, &key))
        r = prove_granted(prover, &spot, &key, making->images, making->image_count, plays);
    else
        r = prove(prover, &spot, &key, making->images, making->image_count, UINT32_MAX, plays);
    if (r <= 0)
        return r;
    if (plan_reserve((void **)&plan->links, plan->link_count + (size_t)count, &plan->link_room,
                     sizeof(*plan->links)) < 0 ||
        plan->link_count + (size_t)count >= PLAN_OPEN)
        return -ENOMEM;
    making->resolved++;
    plan->states[state].first_link = (uint32_t)plan->link_count;
    plan->states[state].link_count = (uint8_t)count;
    for (int i = 0; i < count; i++)
        __builtin_prefetch(&plan->slots[entry_key_hash(&plays[i].key) & plan->slot_mask]);
    for (int i = 0; i < count; i++) {
        long to = plan_enter(plan, &plays[i].key);
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
        plan_reserve((void **)&making->parents, plan->count, &making->parent_room,
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
        struct entry_key key = plan_key(state);
        struct prover_state spot = spot_of(state);
        /* So is what was granted with the other to move, or it would be proved by that again. */
        if (!state->own_move && prover_assumes(prover, &spot, &key) &&
            prover_retract(prover, &key) < 0)
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
        struct entry_key from = plan_key(&plan->states[faults[i].from]);
        struct entry_key to = plan_key(&plan->states[faults[i].to]);
        r = reopen(making, faults[i].from);
        if (r == 0)
            r = prover_exclude(making->prover, &from, &to);
    }
    if (count >= 0)
        free(faults);
    return r < 0 ? r : count;
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
        if (all && (r = plan_list_replies(&making->plan, making->prover)) <= 0)
            return r < 0 ? r : 1;
        all = true;
    }
    return 0;
}

int strategy_graph_make(struct plan *ret_plan, struct prover *prover,
                        const struct prover_state *spot, const struct stone_pair *before,
                        size_t before_count)
{
    struct entry_key key = prover_key(prover->board, spot);
    struct making making = {
        .plan = {.root = *spot}, .prover = prover, .before = before, .before_count = before_count};
    int r = find_images(&making);
    if (r == 0)
        r = (int)plan_enter(&making.plan, &key);
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
    strategy_graph_release(&making.plan);
    return r;
}

void strategy_graph_release(struct plan *plan)
{
    free(plan->states);
    free(plan->reached);
    free(plan->links);
    free(plan->slots);
    free(plan->replies);
    memset(plan, 0, sizeof(*plan));
}
