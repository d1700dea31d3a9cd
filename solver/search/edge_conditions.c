/*
 * What decides an edge, and what its outcome asks of the history: here the conditions that the edge
 * adds of its own are formed. build_lemma.c takes them from there. search/condition.h says why that
 * is sound; the names of its steps are used here.
 */
#include "search/internal.h"

#include <assert.h>

/* Is the outcome good for winner? goes_on: going on is, with the bound that the edge has. */
static int good_outcome(struct search *search, const struct search_frame *frame,
                        const struct edge *edge, enum colour winner, enum outcome outcome,
                        bool goes_on, bool *ret_good, int *ret_bound)
{
    if (outcome != OUTCOME_GOES_ON)
        return search_end(search, frame, edge, outcome, winner, ret_good, ret_bound);
    *ret_good = goes_on;
    *ret_bound = edge->bound;
    return 0;
}

static void lower_bound(struct edge *edge, int bound)
{
    if (bound < edge->bound)
        edge->bound = (int16_t)bound;
}

/* Sets the bounds from a range of counters in the mover's view, whose ends may be open. negate: the
 * mover's view is not Black's. */
static void set_interval(struct condition *condition, int low, int high, bool negate)
{
    condition->low = low == COUNTER_MIN ? CONDITION_LOW : (int16_t)low;
    condition->high = high == COUNTER_MAX ? CONDITION_HIGH : (int16_t)high;
    if (negate)
        condition_negate(condition);
}

static void set_absent(struct condition *condition)
{
    condition->low = 1;
    condition->high = 0;
}

/* The next free condition of the edge. */
static struct condition *add_own(struct edge *edge, uint64_t item)
{
    struct condition *condition = &edge->own_conditions[edge->own_condition_count++];
    condition->item = item;
    return condition;
}

/* A move that leads back to a state of the path: the state must be there. */
static void cycle_condition(const struct search *search, struct edge *edge)
{
    struct condition *present = add_own(edge, item_of_visit(edge->move.child, search->visits));
    present->low = CONDITION_LOW;
    present->high = CONDITION_HIGH;
}

/* What a range of counters means to the winner. */
struct range_value {
    bool good; /* its outcome decides the node for him */
    int bound; /* if so: what he gets */
};

/* A run of neighbouring ranges that are all good. */
struct good_run {
    int first, end; /* from the range first up to that before end; none: both are 0 */
    int bound;      /* what the winner gets in the worst of them */
};

/* Values each range of the rule. goes_on: going on is good, too. */
static int value_ranges(struct search *search, const struct search_frame *frame,
                        const struct edge *edge, enum colour winner, bool goes_on,
                        struct range_value *values)
{
    const struct play_rule *rule = history_rule(&search->model, &edge->move);
    for (int i = 0; i < rule->range_count; i++) {
        int r = good_outcome(search, frame, edge, winner, rule->ranges[i].outcome, goes_on,
                             &values[i].good, &values[i].bound);
        if (r < 0)
            return r;
    }
    return 0;
}

static bool all_good(const struct play_rule *rule, const struct range_value *values)
{
    bool all = true;
    for (int i = 0; i < rule->range_count; i++)
        all = all && values[i].good;
    return all;
}

/* The run that holds the counter, or where the item is absent (counter NULL) the first one. */
static struct good_run choose_run(const struct play_rule *rule, const struct range_value *values,
                                  const int *counter)
{
    for (int i = 0; i < rule->range_count; i++) {
        struct good_run run = {.first = i, .bound = BOUND_MAX};
        for (; i < rule->range_count && values[i].good; i++)
            run.bound = values[i].bound < run.bound ? values[i].bound : run.bound;
        run.end = i;
        if (run.end > run.first && (counter == NULL || (*counter >= rule->ranges[run.first].low &&
                                                        *counter <= rule->ranges[i - 1].high)))
            return run;
    }
    return (struct good_run){.bound = BOUND_MAX};
}

/* Does the run hold a tie? Then nobody forces an end under some of the histories meant. */
static bool may_tie(const struct play_rule *rule, const struct good_run *run)
{
    for (int i = run->first; i < run->end; i++)
        if (rule->ranges[i].outcome == OUTCOME_TIE)
            return true;
    return false;
}

/*
 * The condition on the item looked up. goes_on: the move goes on and the child is proved; else it
 * ends as the item's status has it.
 */
static int lookup_condition(struct search *search, const struct search_frame *frame,
                            struct edge *edge, enum colour winner, bool goes_on)
{
    const struct play_rule *rule = history_rule(&search->model, &edge->move);
    uint64_t item = item_created(&search->model, rule->lookup, &edge->move);
    bool negate =
        search->model.classes[rule->lookup].counter == COUNTS_PASSES && frame->state.mover == WHITE;
    struct range_value values[OUTCOME_RANGES_MAX];
    int counter = 0;
    bool present = history_find(&search->history, item, &counter);
    if (negate)
        counter = -counter;
    int r = value_ranges(search, frame, edge, winner, goes_on, values);
    if (r < 0)
        return r;
    struct good_run run = choose_run(rule, values, present ? &counter : NULL);
    lower_bound(edge, run.bound);
    if (may_tie(rule, &run))
        edge->denies = true;
    if (goes_on && all_good(rule, values))
        return 0;
    struct condition *condition = add_own(edge, item | (goes_on ? CONDITION_ABSENT_OK : 0));
    if (run.end == run.first)
        set_absent(condition);
    else
        set_interval(condition, rule->ranges[run.first].low, rule->ranges[run.end - 1].high,
                     negate);
    return 0;
}

/*
 * The condition on the item that bars the move, if there is one. A winner who makes the move needs
 * it absent. If it makes an opponent's move illegal nothing else matters: then *ret_decides.
 */
static void bar_condition(const struct search *search, const struct search_frame *frame,
                          struct edge *edge, enum colour winner, enum decided_by by,
                          bool *ret_decides)
{
    int class = item_barring_class(history_rule(&search->model, &edge->move)), counter;
    *ret_decides = false;
    if (class < 0)
        return;
    uint64_t item = item_created(&search->model, class, &edge->move);
    if (winner == frame->state.mover) {
        set_absent(add_own(edge, item | CONDITION_ABSENT_OK));
    } else if (by == BY_END && history_find(&search->history, item, &counter)) {
        struct condition *present = add_own(edge, item);
        present->low = CONDITION_LOW;
        present->high = CONDITION_HIGH;
        *ret_decides = true;
    }
}

int search_set_conditions(struct search *search, const struct search_frame *frame,
                          struct edge *edge, enum colour winner, enum decided_by by)
{
    edge->own_condition_count = 0;
    if (by == BY_CYCLE) {
        /* With a look-up besides, denials would not be proofs; they are not used as such. */
        assert(search->model.class_count == 0 || search->model.unbounded);
        cycle_condition(search, edge);
        return 0;
    }
    if (by == BY_CHILD && search->model.cycle_ends && winner == search->attacker)
        set_absent(add_own(edge, item_of_visit(edge->move.child, 0) | CONDITION_ABSENT_OK));
    bool decides;
    bar_condition(search, frame, edge, winner, by, &decides);
    if (decides || history_rule(&search->model, &edge->move)->lookup < 0)
        return 0;
    return lookup_condition(search, frame, edge, winner, by == BY_CHILD);
}

int search_settle_free(struct search *search, const struct search_frame *frame, struct edge *edge,
                       enum colour winner, int margin)
{
    edge->status = winner == frame->state.mover ? EDGE_WON : EDGE_LOST;
    edge->bound = edge->below = (int16_t)margin;
    if (search->limits.recording) {
        int map;
        struct lemma *lemma = build_lemma_free(search, edge->move.child, winner, margin, &map);
        return lemma != NULL ? search_settle_edge(search, frame, edge, lemma, map) : -ENOMEM;
    }
    return search_set_conditions(search, frame, edge, winner, BY_CHILD);
}

int search_settle_edge(struct search *search, const struct search_frame *frame, struct edge *edge,
                       struct lemma *lemma, int lemma_map)
{
    enum colour winner = lemma->winner ^ (enum colour)group_swaps(lemma_map);
    int gain = winner == BLACK ? edge->gain : -edge->gain;
    edge->lemma = lemma;
    edge->lemma_map = (uint8_t)lemma_map;
    edge->below = lemma->below;
    /* What a winner forces by a state that might recur and end the game is conditional, and the
     * condition is gathered for the attacker alone: for the defender it is a denial. */
    edge->denies = lemma->denies || (search->model.cycle_ends && winner != search->attacker);
    edge->status = winner == frame->state.mover ? EDGE_WON : EDGE_LOST;
    edge->bound = (int16_t)(lemma->bound == BOUND_MAX ? BOUND_MAX : lemma->bound + gain);
    return search_set_conditions(search, frame, edge, winner, BY_CHILD);
}
