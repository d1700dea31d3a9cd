/*
 * The nodes of a certificate of values by coalition: each is checked from its children, and what it
 * demands of the past is computed.
 */
#include "certificate/check/coalitions/checking.h"

#include <errno.h>

static int refuse(const struct coalition_checking *check, const char *why)
{
    return error_set(check->err, -EINVAL, "node %u: %s", check->checked, why);
}

static int refuse_play(const struct coalition_checking *check, int play, const char *why)
{
    const struct graph *graph = check->certificate->graph;
    const char *name = play < graph->points    ? graph->names[play]
                       : play == graph->points ? "pass"
                                               : "refresh";
    return error_set(check->err, -EINVAL, "node %u: %s: %s", check->checked, name, why);
}

/* Adds a demand of the present node. */
static int demand(struct coalition_checking *check, int play, const struct coalition_demand *wanted)
{
    int r = coalition_gathered_add(&check->gathered, wanted, check->budget);
    return r == -EDOM ? refuse_play(check, play, "no past is as the node needs it") : r;
}

/* Does the end of a game with this board bear the node out? */
static int check_end(struct coalition_checking *check, int play, const struct coalition_state *end)
{
    const struct coalition_node *node = &check->node;
    int got = coalition_rules_payoff(&check->rules, end, node->members, node->payoff);
    bool enough = node->held ? got <= node->bound : got >= node->bound;
    return enough ? 0 : refuse_play(check, play, "the game ends with another result");
}

/* Is the child about this state, and does it say as much as the node? */
static int check_child(struct coalition_checking *check, int play, uint32_t number,
                       const struct coalition_state *state)
{
    const struct coalition_node *node = &check->node;
    struct checked_coalition_node *child = &check->nodes[number];
    child->used = true;
    if (!coalition_state_equal(&child->state, state))
        return refuse_play(check, play, "its node is another state");
    if (child->members != node->members || child->held != node->held ||
        child->payoff != node->payoff)
        return refuse_play(check, play, "its node is about something else");
    if (node->held ? child->bound > node->bound : child->bound < node->bound)
        return refuse_play(check, play, "its node does not say that much");
    return 0;
}

/* Who played last, who before him, and so on, after a play of mover's. Returns how many. */
static int last_players(const struct coalition_checking *check, int mover, unsigned active,
                        int *ret_order)
{
    int players = check->rules.game.players, count = 0;
    for (int step = 0; step < players; step++) {
        int player = (mover + players - step) % players;
        if (active & (1u << player))
            ret_order[count++] = player;
    }
    return count;
}

/*
 * A play that gets player banned: the item that it looks up is there, with passes since that make
 * him the ko player. All is forgotten then; the next active player meets the board anew.
 */
static int check_ban(struct coalition_checking *check, int play, const struct coalition_step *step,
                     const struct coalition_reply *reply, uint32_t item)
{
    struct coalition_state state = step->now;
    int order[PLAYERS_MAX], count = last_players(check, step->mover, state.active, order);
    if (step->over || (state.active >> reply->banned & 1) == 0)
        return refuse_play(check, play, "nobody, or somebody else, may be banned by it");
    struct coalition_demand wanted = coalition_demand_ban(item, reply->banned, order, count);
    int r = step->counts ? coalition_demand_take_back(&wanted, step->mover) : 0;
    if (r == 0)
        r = demand(check, play, &wanted);
    if (r < 0)
        return r;
    state.active &= ~(1u << reply->banned);
    state.passes = 0;
    if (reply->ends != (state.active == 0))
        return refuse_play(check, play, "the game is not over, or it is");
    if (reply->ends)
        return check_end(check, play, &state);
    state.mover = coalition_rules_next(&check->rules, step->mover, state.active);
    r = check_child(check, play, reply->child, &state);
    const struct coalition_demands *asked = &check->nodes[reply->child].demands;
    uint32_t fresh;
    if (r == 0)
        r = coalition_checking_number(check, &state, &fresh);
    if (r == 0)
        r = budget_work(check->budget, asked->count);
    for (size_t i = 0; i < asked->count && r == 0; i++) {
        const struct coalition_demand *one = &asked->list[i];
        if (one->item / 2 == fresh ? !coalition_demand_allows_none(one) : !one->absent)
            r = refuse_play(check, play, "its node needs a past that is forgotten");
    }
    return r;
}

/* What a demand after a play that banned nobody asks of the past before it. */
static int carry_over(struct coalition_checking *check, int play, const struct coalition_step *step,
                      const struct coalition_demand *after, uint32_t made)
{
    struct coalition_demand before = *after;
    bool anchor = (after->item & 1) != 0;
    if (after->item / 2 == made && (step->refresh || !anchor))
        return coalition_demand_allows_none(after)
                   ? 0
                   : refuse_play(check, play, "its node denies what the play makes");
    if (step->refresh && !anchor)
        return after->absent ? 0 : refuse_play(check, play, "its node needs what the play clears");
    if (!after->absent && step->counts && coalition_demand_take_back(&before, step->mover) < 0)
        return error_set(check->err, -EFBIG, "node %u: it asks for more passes than can be told",
                         check->checked);
    return demand(check, play, &before);
}

/* A play after which the game goes on, with the same players: what it looks up is absent. */
static int check_going_on(struct coalition_checking *check, int play,
                          const struct coalition_step *step, const struct coalition_reply *reply,
                          uint32_t made)
{
    struct coalition_demand wanted = {.item = COALITION_ITEM(made, step->refresh), .absent = true};
    if (reply->ends)
        return refuse_play(check, play, "the game goes on");
    int r = check_child(check, play, reply->child, &step->now);
    if (r == 0)
        r = demand(check, play, &wanted);
    const struct coalition_demands *asked = &check->nodes[reply->child].demands;
    for (size_t i = 0; i < asked->count && r == 0; i++)
        r = carry_over(check, play, step, &asked->list[i], made);
    return r;
}

static int check_reply(struct coalition_checking *check, int play,
                       const struct coalition_step *step, const struct coalition_reply *reply)
{
    uint32_t made;
    if (step->over && (reply->banned >= 0 || !reply->ends))
        return refuse_play(check, play, "the game is over");
    if (step->over)
        return check_end(check, play, &step->now);
    int r = coalition_checking_number(check, &step->now, &made);
    if (r < 0)
        return r;
    return reply->banned < 0
               ? check_going_on(check, play, step, reply, made)
               : check_ban(check, play, step, reply, COALITION_ITEM(made, step->refresh));
}

/* Checks the reply to each play that the rules allow the other side. */
static int check_all(struct coalition_checking *check)
{
    const struct coalition_node *node = &check->node;
    int plays = check->certificate->graph->points + 2, replies = 0, r = 0;
    for (int play = 0; play < plays && r >= 0; play++) {
        struct coalition_step step;
        r = coalition_rules_play(&check->rules, &node->state, play, &step);
        if (r <= 0)
            continue;
        if (replies == node->count)
            return refuse_play(check, play, "the reply to it is missing");
        r = check_reply(check, play, &step, &node->replies[replies++]);
    }
    if (r >= 0 && replies != node->count)
        return refuse(check, "it has more replies than there are plays");
    return r < 0 ? r : 0;
}

static int check_one(struct coalition_checking *check)
{
    const struct coalition_node *node = &check->node;
    struct coalition_step step;
    int r = coalition_rules_play(&check->rules, &node->state, node->play, &step);
    if (r <= 0)
        return r == 0 ? refuse_play(check, node->play, "it is not legal") : r;
    return check_reply(check, node->play, &step, &node->replies[0]);
}

/*
 * Keeps what was gathered as the demands of the node. That its own situation has been encountered,
 * and nobody has passed since, is always so.
 */
static int take_demands(struct coalition_checking *check, struct checked_coalition_node *known)
{
    const struct coalition_demands *from = &check->gathered.demands;
    uint32_t own;
    int r = coalition_checking_number(check, &known->state, &own);
    if (r == 0)
        r = budget_resize(check->budget, &known->demands.list, 0,
                          (from->count + 1) * sizeof(*from->list));
    for (size_t i = 0; i < from->count && r == 0; i++) {
        if (from->list[i].item != COALITION_ITEM(own, false))
            known->demands.list[known->demands.count++] = from->list[i];
        else if (!coalition_demand_allows_none(&from->list[i]))
            r = refuse(check, "it denies that its own state stands");
    }
    return r;
}

static int check_node(struct coalition_checking *check, struct checked_coalition_node *known)
{
    const struct coalition_node *node = &check->node;
    coalition_gathered_clear(&check->gathered);
    if (!coalition_rules_is_sane(&check->rules, &node->state))
        return refuse(check, "no such state can arise");
    if (node->members == 0 || node->members >> check->rules.game.players != 0)
        return refuse(check, "there is no such coalition");
    known->state = node->state;
    known->members = node->members;
    known->held = node->held;
    known->payoff = node->payoff;
    known->bound = node->bound;
    int r = coalition_node_wins(node) ? check_one(check) : check_all(check);
    return r == 0 ? take_demands(check, known) : r;
}

int coalition_checking_nodes(struct coalition_checking *check)
{
    const struct certificate *certificate = check->certificate;
    struct certificate_cursor cursor = {0};
    while (check->checked < certificate->node_count) {
        int r = coalition_node_next(certificate, &cursor, &check->node, check->err);
        if (r == 0)
            r = budget_work(check->budget, 20);
        if (r == 0)
            r = check_node(check, &check->nodes[check->checked]);
        if (r < 0)
            return r;
        check->checked++;
        budget_reach(check->budget, cursor.at);
    }
    return cursor.at == certificate->body_size
               ? 0
               : error_set(check->err, -EINVAL, "the body has bytes beyond the last node");
}
