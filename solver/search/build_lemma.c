/*
 * From decided edges to a lemma: here the history conditions are formed. search_set_conditions()
 * notes at an edge what its outcome asks of the history; build_lemma() carries the conditions of
 * the children back over the moves, gathers those of all edges that matter, and stores the lemma.
 * search/condition.h says why that is sound; the names of its steps are used here.
 */
#include "search/injected_bugs.h"
#include "search/internal.h"
#include "search/proof_trace.h"

#include <assert.h>
#include <errno.h>
#include <stdlib.h>

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
static struct condition *add_local(struct edge *edge, uint64_t item)
{
    struct condition *condition = &edge->local[edge->local_count++];
    condition->item = item;
    return condition;
}

/* A move that leads back to a state of the path: the state must be there. */
static void cycle_condition(const struct search *search, struct edge *edge)
{
    struct condition *present = add_local(edge, item_of_visit(edge->move.child, search->visits));
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
    struct condition *condition = add_local(edge, item | (goes_on ? CONDITION_ABSENT_OK : 0));
    if (run.end == run.first)
        set_absent(condition);
    else
        set_interval(condition, rule->ranges[run.first].low, rule->ranges[run.end - 1].high,
                     negate);
    return 0;
}

int search_set_conditions(struct search *search, const struct search_frame *frame,
                          struct edge *edge, enum colour winner, enum decided_by by)
{
    edge->local_count = 0;
    if (by == BY_CYCLE) {
        /* With a look-up besides, denials would not be proofs; they are not used as such. */
        assert(search->model.class_count == 0 || search->model.unbounded);
        cycle_condition(search, edge);
        return 0;
    }
    if (by == BY_CHILD && search->model.cycle_ends && winner == search->attacker)
        set_absent(add_local(edge, item_of_visit(edge->move.child, 0) | CONDITION_ABSENT_OK));
    if (history_rule(&search->model, &edge->move)->lookup < 0)
        return 0;
    return lookup_condition(search, frame, edge, winner, by == BY_CHILD);
}

int search_settle_edge(struct search *search, const struct search_frame *frame, struct edge *edge,
                       struct lemma *lemma, int lemma_map)
{
    enum colour winner = lemma->winner ^ (enum colour)group_swaps(lemma_map);
    int gain = winner == BLACK ? edge->gain : -edge->gain;
    edge->lemma = lemma;
    edge->lemma_map = (uint8_t)lemma_map;
    /* What a winner forces by a state that might recur and end the game is conditional, and the
     * condition is gathered for the attacker alone: for the defender it is a denial. */
    edge->denies = lemma->denies || (search->model.cycle_ends && winner != search->attacker);
    edge->status = winner == frame->state.mover ? EDGE_WON : EDGE_LOST;
    edge->bound = (int16_t)(lemma->bound == BOUND_MAX ? BOUND_MAX : lemma->bound + gain);
    return search_set_conditions(search, frame, edge, winner, BY_CHILD);
}

/* Bounds beyond what a counter can be are no bounds (BALANCE_LIMIT). */
static int16_t shift_bound(int bound, int shift)
{
    if (bound == CONDITION_LOW || bound == CONDITION_HIGH)
        return (int16_t)bound;
    bound -= shift;
    if (bound < -2 * BALANCE_LIMIT)
        return CONDITION_LOW;
    return bound > 2 * BALANCE_LIMIT ? CONDITION_HIGH : (int16_t)bound;
}

/* Adds to the gathered conditions what a child's condition says about the history before the move.
 */
static int carry_over(struct search *search, const struct edge *edge, struct condition condition)
{
    const struct history_model *model = &search->model;
    const struct play_rule *rule = history_rule(model, &edge->move);
    uint64_t item = condition_item(&condition);
    if (item_is_cycle(item))
        return item_is_visit(item, edge->move.child)
                   ? 0
                   : condition_set_add(&search->gather, condition);
    int class = item_class(item);
    if (rule->clears >> class & 1)
        return 0;
    bool created =
        (rule->creates >> class & 1) != 0 && item == item_created(model, class, &edge->move);
    if (created && !model->classes[class].keeps_first)
        return 0;
    int shift = injected_bugs_shift(history_shift(model, &edge->move, class));
    if (created) {
        /* If it was absent it is there with counter 0; else the counter went on. */
        condition.item = item;
        if (condition.low <= 0 && condition.high >= 0)
            condition.item |= CONDITION_ABSENT_OK;
    }
    if (shift != 0 && condition.low <= condition.high) {
        condition.low = shift_bound(condition.low, shift);
        condition.high = shift_bound(condition.high, shift);
    }
    return condition_set_add(&search->gather, condition);
}

static int gather_edge(struct search *search, const struct edge *edge)
{
    for (int i = 0; i < edge->local_count; i++) {
        int r = condition_set_add(&search->gather, edge->local[i]);
        if (r < 0)
            return r;
    }
    if (edge->lemma == NULL)
        return 0;
    struct condition_walk walk = lemma_conditions(search->lemmas, edge->lemma);
    for (const struct condition *next; (next = lemma_next_condition(&walk)) != NULL;) {
        struct condition condition =
            condition_map(search->positions, &search->model, edge->lemma_map, *next);
        int r = carry_over(search, edge, condition);
        if (r < 0)
            return r;
    }
    return 0;
}

static uint32_t condition_count(const struct edge *edge)
{
    return (edge->lemma != NULL ? edge->lemma->count : 0) + edge->local_count;
}

/* Returns, of several winning edges, the one that asks least of the history. */
static const struct edge *best_win(const struct search *search, const struct search_frame *frame)
{
    const struct edge *best = NULL;
    for (size_t i = 0; i < frame->edge_count; i++) {
        const struct edge *edge = &search->edges[frame->first_edge + i];
        if (edge->status == EDGE_WON &&
            (best == NULL || condition_count(edge) < condition_count(best)))
            best = edge;
    }
    return best;
}

/* Gathers the conditions and the bound of the decided frame. */
static int gather_frame(struct search *search, const struct search_frame *frame,
                        const struct edge *won, int *ret_bound, bool *ret_denies)
{
    condition_set_clear(&search->gather);
    *ret_denies = false;
    if (won != NULL) {
        *ret_bound = won->bound;
        *ret_denies = won->denies;
        return gather_edge(search, won);
    }
    *ret_bound = BOUND_MAX;
    for (size_t i = 0; i < frame->edge_count; i++) {
        const struct edge *edge = &search->edges[frame->first_edge + i];
        assert(edge->status == EDGE_LOST);
        if (edge->bound < *ret_bound)
            *ret_bound = edge->bound;
        *ret_denies = *ret_denies || edge->denies;
        int r = gather_edge(search, edge);
        if (r < 0)
            return r;
    }
    return 0;
}

/* Is this the item that is there with counter 0 whenever the state is? */
static bool is_standing(const struct search *search, const struct search_frame *frame,
                        uint64_t item)
{
    const struct history_model *model = &search->model;
    if (item_is_cycle(item))
        return item_is_visit(item, frame->state);
    if (model->standing < 0 || item_class(item) != model->standing)
        return false;
    struct state_move stay = {.before = frame->state.board, .child = frame->state};
    return item == item_created(model, model->standing, &stay);
}

/* What a decided frame says. */
struct decided {
    uint64_t key;
    enum colour winner; /* in the frame of the canonical state */
    int bound;
    bool denies;
};

/* Stores the lemma with the conditions search->mapped, and its trace if proofs are recorded.
 * Returns NULL if memory is short. */
static struct lemma *store_decided(struct search *search, const struct search_frame *frame,
                                   const struct edge *won, int to, const struct decided *decided)
{
    struct proof_trace *trace = NULL;
    if (search->limits.recording && (trace = proof_trace_new(frame, won)) == NULL)
        return NULL;
    struct lemma *lemma =
        lemma_store(search->lemmas, decided->key, decided->winner, decided->bound,
                    decided->denies ? search->visits : LEMMA_FORCES, &search->mapped);
    if (lemma == NULL)
        free(trace);
    else if (trace != NULL)
        proof_trace_fill(search, frame, won, to, trace, lemma);
    return lemma;
}

struct lemma *build_lemma(struct search *search, struct search_frame *frame, int *ret_map)
{
    const struct edge *won = best_win(search, frame);
    enum colour winner = won != NULL ? frame->state.mover : !frame->state.mover;
    struct canonical canonical;
    int bound;
    bool denies;
    if (gather_frame(search, frame, won, &bound, &denies) < 0)
        return NULL;
    search_canonical(search, frame->state, &canonical);
    int to = canonical.elements[0];
    condition_set_clear(&search->mapped);
    for (uint32_t i = 0; i < search->gather.count; i++) {
        struct condition condition = search->gather.conditions[i];
        uint64_t item = condition_item(&condition);
        assert(condition_holds(&search->history, item, &condition));
        if (is_standing(search, frame, item))
            continue;
        if (condition_set_add(&search->mapped,
                              condition_map(search->positions, &search->model, to, condition)) < 0)
            return NULL;
    }
    injected_bugs_forget(&search->mapped);
    *ret_map = search->positions->group.inverse[to];
    return store_decided(
        search, frame, won, to,
        &(struct decided){canonical.key, winner ^ (enum colour)group_swaps(to), bound, denies});
}
