/*
 * The replies of a node: what each of its moves leads to, and what the node therefore demands of
 * the history. soundness.md ("Nodes") says why a reply that is let pass is good for the winner.
 */
#include "certificate/check/checking.h"

#include <errno.h>
#include <limits.h>

/* Worse than every bound. */
#define NOT_GOOD INT_MIN

/* Finds what the winner gets from the node on, in his view, if the move has this outcome. */
static int outcome_bound(struct checking *check, const struct answered_move *move,
                         enum outcome outcome, int *ret_bound)
{
    const struct node_step *step = move->step;
    int winner = check->node.winner, mover = step->from.mover, margin = 0, r = 0;
    bool good = false;
    switch (outcome) {
    case OUTCOME_GOES_ON:
        good = move->reply->how == CERTIFICATE_CHILD; /* what the child is worth is seen there */
        break;
    case OUTCOME_ILLEGAL:
    case OUTCOME_MOVER_LOSES:
        good = winner != mover;
        break;
    case OUTCOME_MOVER_WINS:
        good = winner == mover;
        break;
    case OUTCOME_TIE:
        good = check->node.denies;
        break;
    case OUTCOME_SCORED:
        margin = step->gain + boards_margin(&check->boards, step->to.board);
        *ret_bound = winner == 0 ? margin : -margin;
        return 0;
    case OUTCOME_MOVER_OUT:
    case OUTCOME_OPPONENT_OUT: {
        int solo = outcome == OUTCOME_MOVER_OUT ? !mover : mover;
        r = boards_solo(&check->boards, step->to.board, solo, &margin);
        margin = step->gain + (solo == 0 ? margin : -margin);
        *ret_bound = winner == 0 ? margin : -margin;
        return r;
    }
    }
    *ret_bound = good ? CERTIFICATE_INFINITE : NOT_GOOD;
    return 0;
}

/* The first neighbouring ranges of a counter whose outcomes are all good. */
struct run {
    bool found;    /* there are such ranges */
    bool all;      /* no range has a bad outcome */
    int low, high; /* the counters of the run, mover's view */
};

/* Finds the run of the ranges by which the rules judge the move. */
static int find_run(struct checking *check, const struct answered_move *move, struct run *ret_run)
{
    const struct play_rule *rule = move->step->rule;
    struct run run = {.all = true};
    bool ended = false;
    for (int i = 0; i < rule->range_count; i++) {
        int bound;
        int r = outcome_bound(check, move, rule->ranges[i].outcome, &bound);
        if (r < 0)
            return r;
        if (bound < check->node.bound) {
            run.all = false;
            ended = run.found;
        } else if (!ended) {
            if (!run.found)
                run.low = rule->ranges[i].low;
            run.high = rule->ranges[i].high;
            run.found = true;
        }
    }
    *ret_run = run;
    return 0;
}

static int add_demand(struct checking *check, struct demand demand)
{
    return demand_set_add(&check->gathered, demand);
}

/*
 * Adds the demand on the item that the move looks up. Where the item is absent play goes on, which
 * is fine if there is a child. Where the item is there, its counter must give a good outcome.
 */
static int demand_lookup(struct checking *check, const struct answered_move *move)
{
    const struct node_step *step = move->step;
    bool goes_on = move->reply->how == CERTIFICATE_CHILD;
    struct item item = item_created(&check->model, step->rule->lookup, step);
    struct run run;
    int r = find_run(check, move, &run);
    if (r < 0)
        return r;
    if (run.all && goes_on)
        return 0;
    if (!run.found && !goes_on)
        return checking_refuse(check, move,
                               "no end that the rules give it is good enough for the winner");
    if (!run.found)
        return add_demand(check, demand_make(item, true, 1, 0));
    int low = run.low == COUNTER_MIN ? DEMAND_LOW : run.low;
    int high = run.high == COUNTER_MAX ? DEMAND_HIGH : run.high;
    if (item_is_signed(&check->model, item) && step->from.mover == 1) {
        int swap = low;
        low = demand_negate_bound(high);
        high = demand_negate_bound(swap);
    }
    return add_demand(check, demand_make(item, goes_on, low, high));
}

/* Adds the demand that nothing bars a move of the winner's. */
static int demand_no_bar(struct checking *check, const struct answered_move *move)
{
    struct item item;
    if (check->node.winner != move->step->from.mover ||
        !item_barring(&check->model, move->step, &item))
        return 0;
    return add_demand(check, demand_make(item, true, 1, 0));
}

/* Checks a reply that says: an item bars the move. That is good for its opponent alone. */
static int check_bar(struct checking *check, const struct answered_move *move, struct item item)
{
    if (check->node.winner == move->step->from.mover)
        return checking_refuse(check, move, "the winner makes a play that is barred");
    return add_demand(check, demand_make(item, false, DEMAND_LOW, DEMAND_HIGH));
}

/* Checks a reply that says: the rules end the game by this move, or a player's part in it. */
static int check_end(struct checking *check, const struct answered_move *move)
{
    if (!move->step->ends && move->step->rule->lookup < 0)
        return checking_refuse(check, move, "the play goes on: wanted a child");
    if (!move->step->ends) {
        int r = demand_no_bar(check, move);
        return r == 0 ? demand_lookup(check, move) : r;
    }
    int bound;
    outcome_bound(check, move, OUTCOME_SCORED, &bound);
    if (bound < check->node.bound)
        return checking_refuse(check, move,
                               "the game ends with %d for the winner: wanted %d or more", bound,
                               check->node.bound);
    return 0;
}

/*
 * Checks a reply that says: the move is barred, where the rules have that; else: the move leads
 * back to a state of the path, and the winner denies. That is only allowed where the state is all
 * that there is to a node (no items), and where going round changes nothing that counts.
 */
static int check_repetition(struct checking *check, const struct answered_move *move)
{
    const struct history_model *model = &check->model;
    struct item item;
    if (item_barring(model, move->step, &item))
        return check_bar(check, move, item);
    if (!check->node.denies)
        return checking_refuse(check, move, "a cycle is no end that the winner forces");
    if (!model->endless || model->unbounded || model->class_count > 0 ||
        (!model->cycle_ends && (check->boards.prisoners || model->pass_prisoners)))
        return checking_refuse(check, move, "under this ruleset a cycle proves nothing");
    if (move->step->ends)
        return checking_refuse(check, move, "the pass ends the game: it closes no cycle");
    return add_demand(check,
                      demand_make(item_of_state(&move->step->to), false, DEMAND_LOW, DEMAND_HIGH));
}

/* Checks that the group element takes the child's state to the state after the move. */
static int check_state(struct checking *check, const struct answered_move *move,
                       const struct checked_node *child)
{
    int element = move->reply->element;
    struct node_state mapped;
    if (element >= check->boards.group_size)
        return checking_refuse(check, move, "the board has no group element %d", element);
    if (!node_state_is_alike(&child->state, element))
        return checking_refuse(check, move, "before the first pass the colours are not alike");
    int r = node_state_map(&check->boards, element, &child->state, &mapped);
    if (r < 0)
        return r;
    return node_state_equal(&mapped, &move->step->to)
               ? 0
               : checking_refuse(check, move, "node %u is not the state after the play",
                                 move->reply->child);
}

/* Checks that the child promises the node's winner what the node promises him. */
static int check_promise(struct checking *check, const struct answered_move *move,
                         const struct checked_node *child)
{
    int gain = check->node.winner == 0 ? move->step->gain : -move->step->gain;
    int winner = child->winner ^ (move->reply->element & 1);
    int bound = child->bound == CERTIFICATE_INFINITE ? CERTIFICATE_INFINITE : child->bound + gain;
    if (winner != check->node.winner)
        return checking_refuse(check, move, "node %u has another winner", move->reply->child);
    if (child->denies && !check->node.denies)
        return checking_refuse(check, move, "node %u only denies, this one forces",
                               move->reply->child);
    if (bound < check->node.bound)
        return checking_refuse(check, move, "node %u gives the winner %d: wanted %d or more",
                               move->reply->child, bound, check->node.bound);
    return 0;
}

/* Adds the child's demands, carried to the history before the move. */
static int carry_demands(struct checking *check, const struct answered_move *move,
                         const struct checked_node *child)
{
    int r = budget_work(&check->budget, 10 + 4 * (uint64_t)child->demand_count);
    for (uint32_t i = 0; i < child->demand_count && r == 0; i++) {
        struct demand mapped, before;
        r = demand_map(&check->boards, &check->model, move->reply->element, &child->demands[i],
                       &mapped);
        if (r < 0)
            return r;
        r = demand_before(&check->model, move->step, &mapped, &before);
        if (r == -EDOM)
            return checking_refuse(check, move,
                                   "what node %u asks of the history cannot be after the play",
                                   move->reply->child);
        if (r == 1)
            r = add_demand(check, before);
    }
    return r;
}

/* Checks a reply that says: play goes on at a child. */
static int check_child(struct checking *check, const struct answered_move *move)
{
    struct checked_node *child = &check->nodes[move->reply->child];
    if (move->step->ends)
        return checking_refuse(check, move, "the pass ends the game: it has no child");
    int r = check_state(check, move, child);
    if (r == 0)
        r = check_promise(check, move, child);
    if (r == 0)
        r = demand_no_bar(check, move);
    if (r == 0 && move->step->rule->lookup >= 0)
        r = demand_lookup(check, move);
    /* Where a recurring state ends the game, a winner who forces an end must not come to one. */
    if (r == 0 && check->model.cycle_ends && !check->node.denies)
        r = add_demand(check, demand_make(item_of_state(&move->step->to), true, 1, 0));
    if (r == 0)
        r = carry_demands(check, move, child);
    if (check->certificate->leaves)
        strategy_leaves_rest(&check->leaves, check->number, move->reply->child);
    checking_end_use(check, child);
    return r;
}

int checking_reply(struct checking *check, const struct answered_move *move)
{
    switch (move->reply->how) {
    case CERTIFICATE_END:
        return check_end(check, move);
    case CERTIFICATE_REPETITION:
        return check_repetition(check, move);
    case CERTIFICATE_CHILD:
    default:
        return check_child(check, move);
    }
}
