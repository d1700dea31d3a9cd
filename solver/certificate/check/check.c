/* The nodes of a certificate, one after the other; claims.c goes on from there. */
#include "certificate/check/check.h"

#include <errno.h>
#include <limits.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/human.h"
#include "certificate/budget.h"
#include "certificate/check/checking.h"

/* Worse than every bound. */
#define NOT_GOOD INT_MIN

/* The name of a play in an error. */
static const char *play_name(const struct checking *check, int number)
{
    const struct graph *graph = check->proof->graph;
    if (number < graph->points)
        return graph->names[number];
    return number == graph->points ? "pass" : "refresh";
}

#define REFUSE(check, ...) refuse((check), NULL, __VA_ARGS__)

static int refuse(struct checking *check, const struct answer_to *to, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

static int refuse(struct checking *check, const struct answer_to *to, const char *format, ...)
{
    char why[200];
    va_list args;
    va_start(args, format);
    vsnprintf(why, sizeof(why), format, args);
    va_end(args);
    if (to == NULL)
        return error_set(check->err, -EINVAL, "node %u: %s", check->number, why);
    return error_set(check->err, -EINVAL, "node %u: %s: %s", check->number,
                     play_name(check, to->number), why);
}

/* What the winner gets if the play ends so, from the node on, in his view. */
static int outcome_bound(struct checking *check, const struct answer_to *to, enum outcome outcome,
                         int *ret_bound)
{
    const struct step *step = to->step;
    int winner = check->node.winner, mover = step->from.mover, margin = 0, r = 0;
    bool good = false;
    switch (outcome) {
    case OUTCOME_GOES_ON:
        good = to->reply->how == CERTIFICATE_CHILD; /* and what the child is worth is seen there */
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
        int lone = outcome == OUTCOME_MOVER_OUT ? !mover : mover;
        r = boards_solo(&check->boards, step->to.board, lone, &margin);
        margin = step->gain + (lone == 0 ? margin : -margin);
        *ret_bound = winner == 0 ? margin : -margin;
        return r;
    }
    }
    *ret_bound = good ? CERTIFICATE_INFINITE : NOT_GOOD;
    return 0;
}

/* A good outcome of every status that the demand allows: neighbouring ranges, the first such. */
struct run {
    bool found, all;
    int low, high; /* mover's view */
};

static int find_run(struct checking *check, const struct answer_to *to, struct run *ret_run)
{
    const struct play_rule *rule = to->step->rule;
    struct run run = {.all = true};
    bool ended = false;
    for (int i = 0; i < rule->range_count; i++) {
        int bound;
        int r = outcome_bound(check, to, rule->ranges[i].outcome, &bound);
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
 * The demand on the item that the play looks up. Where it is absent the play goes on, which is fine
 * if there is a child; where it is there, its counter must give an outcome that is good.
 */
static int demand_lookup(struct checking *check, const struct answer_to *to)
{
    const struct step *step = to->step;
    bool goes_on = to->reply->how == CERTIFICATE_CHILD;
    struct item item = memory_created(&check->model, step->rule->lookup, step);
    struct run run;
    int r = find_run(check, to, &run);
    if (r < 0)
        return r;
    if (run.all && goes_on)
        return 0;
    if (!run.found && !goes_on)
        return refuse(check, to, "no end that the rules give it is good enough for the winner");
    if (!run.found)
        return add_demand(check, demand_make(item, true, 1, 0));
    int low = run.low == COUNTER_MIN ? DEMAND_LOW : run.low;
    int high = run.high == COUNTER_MAX ? DEMAND_HIGH : run.high;
    if (memory_is_signed(&check->model, item) && step->from.mover == 1) {
        int swap = low;
        low = high == DEMAND_HIGH ? DEMAND_LOW : -high;
        high = swap == DEMAND_LOW ? DEMAND_HIGH : -swap;
    }
    return add_demand(check, demand_make(item, goes_on, low, high));
}

/* The play ends the game, or a player's part in it, by the rules. */
static int check_end(struct checking *check, const struct answer_to *to)
{
    if (!to->step->ends && to->step->rule->lookup < 0)
        return refuse(check, to, "the play goes on: wanted a child");
    if (!to->step->ends)
        return demand_lookup(check, to);
    int bound;
    outcome_bound(check, to, OUTCOME_SCORED, &bound);
    if (bound < check->node.bound)
        return refuse(check, to, "the game ends with %d for the winner: wanted %d or more", bound,
                      check->node.bound);
    return 0;
}

/*
 * The play leads back to a state of the line, and the winner denies. Only where a state is all that
 * there is to a node (no items), and a lap changes nothing that counts.
 */
static int check_cycle(struct checking *check, const struct answer_to *to)
{
    const struct history_model *model = &check->model;
    if (!check->node.denies)
        return refuse(check, to, "a cycle is no end that the winner forces");
    if (!model->endless || model->unbounded || model->class_count > 0 ||
        (!model->cycle_ends && (check->boards.prisoners || model->pass_prisoners)))
        return refuse(check, to, "under this ruleset a cycle proves nothing");
    if (to->step->ends)
        return refuse(check, to, "the pass ends the game: it closes no cycle");
    return add_demand(check,
                      demand_make(memory_state(&to->step->to), false, DEMAND_LOW, DEMAND_HIGH));
}

/* Is this what the group element makes of the child's state? */
static int check_state(struct checking *check, const struct answer_to *to,
                       const struct known *child)
{
    int element = to->reply->element;
    struct place mapped = child->place;
    if (element >= check->boards.group_size)
        return refuse(check, to, "the board has no group element %d", element);
    int r = boards_map(&check->boards, element, child->place.board, &mapped.board);
    if (r < 0)
        return r;
    mapped.mover ^= element & 1;
    mapped.ko = boards_map_ko(&check->boards, element, child->place.ko);
    return place_equal(&mapped, &to->step->to)
               ? 0
               : refuse(check, to, "node %u is not the state after the play", to->reply->child);
}

static int check_promise(struct checking *check, const struct answer_to *to,
                         const struct known *child)
{
    int gain = check->node.winner == 0 ? to->step->gain : -to->step->gain;
    int winner = child->winner ^ (to->reply->element & 1);
    int bound = child->bound == CERTIFICATE_INFINITE ? CERTIFICATE_INFINITE : child->bound + gain;
    if (winner != check->node.winner)
        return refuse(check, to, "node %u has another winner", to->reply->child);
    if (child->denies && !check->node.denies)
        return refuse(check, to, "node %u only denies, this one forces", to->reply->child);
    if (bound < check->node.bound)
        return refuse(check, to, "node %u gives the winner %d: wanted %d or more", to->reply->child,
                      bound, check->node.bound);
    return 0;
}

/* Carries the child's demands to the history before the play. */
static int carry_demands(struct checking *check, const struct answer_to *to,
                         const struct known *child)
{
    int r = budget_work(&check->budget, 10 + 4 * (uint64_t)child->demand_count);
    for (uint32_t i = 0; i < child->demand_count && r == 0; i++) {
        struct demand mapped, before;
        r = demand_map(&check->boards, &check->model, to->reply->element, &child->demands[i],
                       &mapped);
        if (r < 0)
            return r;
        r = demand_before(&check->model, to->step, &mapped, &before);
        if (r == -EDOM)
            return refuse(check, to, "what node %u asks of the history cannot be after the play",
                          to->reply->child);
        if (r == 1)
            r = add_demand(check, before);
    }
    return r;
}

static int check_child(struct checking *check, const struct answer_to *to)
{
    struct known *child = &check->nodes[to->reply->child];
    if (to->step->ends)
        return refuse(check, to, "the pass ends the game: it has no child");
    int r = check_state(check, to, child);
    if (r == 0)
        r = check_promise(check, to, child);
    if (r == 0 && to->step->rule->lookup >= 0)
        r = demand_lookup(check, to);
    /* Where a recurring state ends the game, a winner who forces an end must not come to one. */
    if (r == 0 && check->model.cycle_ends && !check->node.denies)
        r = add_demand(check, demand_make(memory_state(&to->step->to), true, 1, 0));
    if (r == 0)
        r = carry_demands(check, to, child);
    checking_use(check, child);
    return r;
}

static int check_reply(struct checking *check, const struct answer_to *to)
{
    switch (to->reply->how) {
    case CERTIFICATE_END:
        return check_end(check, to);
    case CERTIFICATE_REPETITION:
        return check_cycle(check, to);
    case CERTIFICATE_CHILD:
    default:
        return check_child(check, to);
    }
}

/*
 * The winner passes for ever and the other plays alone. He may come to no end (unless solo_ends):
 * then he is only denied one.
 */
static int check_leaf(struct checking *check, const struct place *place)
{
    const struct history_model *model = &check->model;
    int alone;
    if (!model->passing_safe || model->pass_prisoners)
        return REFUSE(check, "under this ruleset passing on may lose: no leaf");
    if (!check->node.denies && !model->solo_ends)
        return REFUSE(check, "under this ruleset passing on forces no end: no leaf");
    int r = boards_solo(&check->boards, place->board, !check->node.winner, &alone);
    if (r < 0)
        return r;
    if (-alone < check->node.bound)
        return REFUSE(check, "who plays on alone gets %d: wanted %d or less", alone,
                      -check->node.bound);
    return 0;
}

static int check_plays(struct checking *check, const struct place *place)
{
    struct play_list plays;
    const struct certificate_node *node = &check->node;
    bool all = node->type == CERTIFICATE_LOSER;
    if ((node->winner == node->mover) == all)
        return REFUSE(check, "the node's type and its winner contradict each other");
    int r = memory_plays(&check->boards, &check->model, place, &plays);
    if (r == 0)
        r = budget_work(&check->budget, 10 + 4 * (uint64_t)plays.count);
    if (r < 0)
        return r;
    if (all && (node->count != plays.count || plays.count == 0))
        return REFUSE(check, "%s answered: the rules have %d",
                      human_count((uint64_t)node->count, "play is", "plays are"), plays.count);
    bool found = false;
    for (int i = 0; i < plays.count && r == 0; i++) {
        if (!all && plays.numbers[i] != node->play)
            continue;
        found = true;
        struct answer_to to = {plays.numbers[i], &plays.steps[i], &node->replies[all ? i : 0]};
        r = check_reply(check, &to);
    }
    if (r == 0 && !found)
        return REFUSE(check, "the rules do not have the winner's play %s",
                      play_name(check, node->play));
    return r;
}

/* Keeps what the node demands but for what is so whenever the state is. */
static int keep_demands(struct checking *check, struct known *known)
{
    const struct history_model *model = &check->model;
    struct demand_set *set = &check->gathered;
    struct item own = memory_state(&known->place), standing = own;
    uint32_t kept = 0;
    int r = budget_work(&check->budget, 2 * (uint64_t)set->count);
    if (r < 0)
        return r;
    if (model->standing >= 0)
        standing = memory_standing(model, &known->place);
    for (uint32_t i = 0; i < set->count; i++) {
        struct demand *demand = &set->list[i];
        struct item item = demand_item(demand);
        bool there = item_equal(item, own) || item_equal(item, standing);
        if (demand_is_void(demand) || (there && !demand_allows(demand, true, 0)))
            return REFUSE(check, "no history fulfils all that it asks");
        if (!there)
            set->list[kept++] = *demand;
    }
    if (kept == 0)
        return 0;
    r = budget_resize(&check->budget, (void **)&known->demands, 0, kept * sizeof(*set->list));
    if (r < 0)
        return r;
    memcpy(known->demands, set->list, kept * sizeof(*set->list));
    known->demand_count = kept;
    return 0;
}

static int check_place(struct checking *check, struct place *ret_place)
{
    const struct certificate_node *node = &check->node;
    const struct history_model *model = &check->model;
    if (node->passes > model->passes_kept)
        return REFUSE(check, "%s: the rules tell at most %d",
                      human_count((uint64_t)node->passes, "pass", "passes"), model->passes_kept);
    if (node->ko != 0 && !model->simple_ko)
        return REFUSE(check, "the ruleset has no simple ko");
    if (node->denies && !model->pairs)
        return REFUSE(check, "every game ends: nobody denies");
    *ret_place = (struct place){.mover = node->mover, .passes = node->passes, .ko = node->ko};
    return boards_find(&check->boards, node->stones, &ret_place->board);
}

static int check_node(struct checking *check)
{
    struct known *known = &check->nodes[check->number];
    struct place place;
    demand_set_clear(&check->gathered);
    if (known->uses == 0)
        return REFUSE(check, "nothing refers to it");
    int r = check_place(check, &place);
    if (r == 0)
        r = check->node.type == CERTIFICATE_LEAF ? check_leaf(check, &place)
                                                 : check_plays(check, &place);
    if (r < 0)
        return r;
    known->place = place;
    known->bound = (int16_t)check->node.bound;
    known->winner = (uint8_t)check->node.winner;
    known->denies = check->node.denies;
    return keep_demands(check, known);
}

int checking_nodes(struct checking *check)
{
    struct certificate_cursor cursor = {0};
    for (check->number = 0; check->number < check->proof->node_count; check->number++) {
        int r = certificate_next_node(check->proof, &cursor, &check->node, check->err);
        if (r == 0)
            r = check_node(check);
        if (r < 0)
            return r;
    }
    return 0;
}
