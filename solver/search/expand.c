/* The moves of a node: where they lead, and whether they end the game or their child is known. */
#include "base/array.h"
#include "search/internal.h"

#include <assert.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

struct edge *search_add_edge(struct search *search, struct search_frame *frame)
{
    if (array_reserve(&search->edges, search->edge_count + 1, &search->edge_capacity,
                      sizeof(*search->edges)) < 0)
        return NULL;
    struct edge *edge = &search->edges[search->edge_count++];
    memset(edge, 0, sizeof(*edge));
    edge->below = BELOW_ANY;
    frame->edge_count++;
    return edge;
}

/* Decides an edge by an end with Black's margin from the node on. */
static void end_edge(const struct search_frame *frame, struct edge *edge, int margin)
{
    enum colour winner = margin >= frame->t ? BLACK : WHITE;
    edge->status = winner == frame->state.mover ? EDGE_WON : EDGE_LOST;
    edge->bound = (int16_t)(winner == BLACK ? margin : -margin);
}

/* What the look-up gives under the present history. */
static enum outcome look_up(const struct search *search, const struct edge *edge)
{
    const struct play_rule *rule = history_rule(&search->model, &edge->move);
    int counter;
    if (rule->lookup < 0)
        return OUTCOME_GOES_ON;
    uint64_t item = item_created(&search->model, rule->lookup, &edge->move);
    if (!history_find(&search->history, item, &counter))
        return OUTCOME_GOES_ON;
    if (search->model.classes[rule->lookup].counter == COUNTS_PASSES &&
        state_move_mover(&edge->move) == WHITE)
        counter = -counter;
    for (int i = 0; i < rule->range_count; i++)
        if (counter >= rule->ranges[i].low && counter <= rule->ranges[i].high)
            return rule->ranges[i].outcome;
    assert(!"the ranges cover all counters");
    return OUTCOME_ILLEGAL;
}

/* Is an item there that makes the move illegal? */
static bool is_barred(const struct search *search, const struct edge *edge)
{
    int class = item_barring_class(history_rule(&search->model, &edge->move)), counter;
    return class >= 0 && history_find(&search->history,
                                      item_created(&search->model, class, &edge->move), &counter);
}

/* The outcome of the move under the present history. */
static enum outcome find_outcome(const struct search *search, const struct edge *edge)
{
    return is_barred(search, edge) ? OUTCOME_ILLEGAL : look_up(search, edge);
}

/* Where play can be endless: does the move lead back to a state of the path once too often? */
static bool closes_repetition(const struct search *search, const struct edge *edge)
{
    int counter;
    return search->model.endless &&
           history_find(&search->history, item_of_visit(edge->move.child, search->visits),
                        &counter);
}

/* Looks at what is known of a child that no lemma decides: a guide may have a proof of it, an
 * earlier visit may have left its numbers. The history is the child's. */
static void look_again(const struct search *search, const struct search_frame *frame,
                       struct edge *edge)
{
    uint32_t size = search->guide != NULL ? search_guided_size(search, frame, edge) : 0;
    if (size != 0) {
        search_order_guided(edge, size);
        search_guided_numbers(edge, size);
    }
    if (search->order == ORDER_BEST_FIRST)
        search_recall_numbers(search, frame, edge);
}

/* Looks at the child of an edge that goes on: a lemma may decide it. */
static int look_ahead(struct search *search, const struct search_frame *frame, struct edge *edge)
{
    struct history_change change;
    int r = history_apply(&search->history, &edge->move, &change);
    if (r < 0)
        return r;
    int map, t = frame->t - edge->gain;
    struct lemma *lemma = search_find_lemma(search, edge->move.child, t, &map);
    if (lemma == NULL)
        look_again(search, frame, edge);
    history_undo(&search->history, &change);
    return lemma != NULL ? search_settle_edge(search, frame, edge, lemma, map) : 0;
}

/*
 * The margin that player forces from state without history if it decides a node with Black's
 * threshold t, and on_record is less; else NEVER_FORCED.
 */
static int free_margin(const struct search *search, struct state state, int t, enum colour player,
                       int on_record)
{
    int margin = free_margins_forced(&search->free_margins, search->positions, state, player);
    int claim = player == BLACK ? t : 1 - t;
    if (margin < claim || margin <= on_record)
        return NEVER_FORCED;
    /* A certificate has a strategy for each margin: the fewer the better. */
    if (search->free_margins.certified)
        return on_record < claim ? claim : on_record + 1;
    return margin;
}

/* Decides an edge that goes on if a player forces enough from its child without history, and less
 * from all that is on record. After a pass the frame's own board does not count
 * (free_margins_after_pass()). */
static int look_at_free(struct search *search, const struct search_frame *frame, struct edge *edge)
{
    bool pass = edge->move.child.passes != 0;
    const int *on_record =
        pass && !search->free_margins.certified ? frame->on_record : frame->after;
    if (!free_margins_are_there(&search->free_margins))
        return 0;
    for (enum colour player = BLACK; player <= WHITE; player++) {
        if (pass && !free_margins_after_pass(&search->free_margins, &edge->move, player))
            continue;
        struct state child = edge->move.child;
        if (search->free_margins.certified)
            child.passes = 0; /* Strategies begin so. */
        int margin = free_margin(search, child, frame->t, player, on_record[player]);
        if (margin != NEVER_FORCED)
            return search_settle_free(search, frame, edge, player, margin);
    }
    return 0;
}

/* Finds out where an edge leads. n: the number of a stone move, else -1. */
static int look_at_edge(struct search *search, const struct search_frame *frame, struct edge *edge,
                        int n)
{
    enum colour mover = frame->state.mover;
    enum outcome outcome = find_outcome(search, edge);
    if (outcome == OUTCOME_GOES_ON && closes_repetition(search, edge)) {
        edge->status = mover == search->attacker ? EDGE_LOST : EDGE_WON;
        edge->bound = BOUND_MAX;
        edge->denies = true;
        return search_set_conditions(search, frame, edge, !search->attacker, BY_CYCLE);
    }
    if (outcome == OUTCOME_GOES_ON) {
        int r = look_at_free(search, frame, edge);
        if (r < 0 || edge->status != EDGE_OPEN)
            return r;
        struct edge_ranks ranks = search_edge_ranks(search, frame, edge, n);
        search_order_edge(search, frame, edge, n, ranks);
        search_initial_numbers(edge, ranks);
        return look_ahead(search, frame, edge);
    }
    bool good;
    int bound;
    int r = search_end(search, frame, edge, outcome, mover, &good, &bound);
    if (r == 0 && !good)
        r = search_end(search, frame, edge, outcome, !mover, &good, &bound);
    else if (r == 0)
        edge->status = EDGE_WON;
    if (r < 0)
        return r;
    assert(good);
    if (edge->status != EDGE_WON)
        edge->status = EDGE_LOST;
    edge->bound = (int16_t)bound;
    edge->denies = outcome == OUTCOME_TIE;
    return search_set_conditions(search, frame, edge, edge->status == EDGE_WON ? mover : !mover,
                                 BY_END);
}

static int expand_stones(struct search *search, struct search_frame *frame)
{
    enum colour mover = frame->state.mover;
    bool territory = search->positions->scoring == SCORING_TERRITORY;
    int count = positions_moves(search->positions, frame->state.board, mover);
    for (int n = 0; n < count; n++) {
        struct stone_move move = positions_move(search->positions, frame->state.board, mover, n);
        if (search->model.simple_ko &&
            (frame->state.ko == move.point + 1 ||
             (frame->state.ko == KO_SELF && move.child == frame->state.board)))
            continue;
        struct edge *edge = search_add_edge(search, frame);
        if (edge == NULL)
            return -ENOMEM;
        int gain = territory ? move.captured - move.lost : 0;
        edge->gain = (int16_t)(mover == BLACK ? gain : -gain);
        edge->move = (struct state_move){
            .before = frame->state.board,
            .child = {.board = move.child,
                      .mover = (uint8_t)!mover,
                      .unpassed = frame->state.unpassed,
                      .ko = search->model.simple_ko ? move.ko : 0},
            .kind = MOVE_STONE,
            .point = move.point,
            .atari = move.atari,
            .passes = frame->state.passes,
        };
        int r = look_at_edge(search, frame, edge, n);
        if (r < 0)
            return r;
    }
    return count < 0 ? count : 0;
}

/* The consecutive passes that the state after a pass tells. */
static uint8_t kept_passes(const struct history_model *model, struct state state,
                           enum move_kind kind)
{
    bool second = state.passes > 0 && model->pass_on.allowed;
    if (kind != MOVE_PASS || (second ? model->pass_on.restarts : model->pass.restarts))
        return 0;
    return (uint8_t)(state.passes < model->passes_kept ? state.passes + 1 : model->passes_kept);
}

static int expand_pass(struct search *search, struct search_frame *frame, enum move_kind kind)
{
    const struct history_model *model = &search->model;
    enum colour mover = frame->state.mover;
    if (!(kind == MOVE_PASS ? model->pass.allowed : model->refresh.allowed))
        return 0;
    struct edge *edge = search_add_edge(search, frame);
    if (edge == NULL)
        return -ENOMEM;
    int passes = kind == MOVE_PASS ? frame->state.passes + 1 : 0;
    edge->move = (struct state_move){
        .before = frame->state.board,
        .child = {.board = frame->state.board,
                  .mover = (uint8_t)!mover,
                  .passes = kept_passes(model, frame->state, kind)},
        .kind = (uint8_t)kind,
        .passes = frame->state.passes,
    };
    if (kind == MOVE_PASS && model->pass_prisoners)
        edge->gain = mover == BLACK ? -1 : 1;
    if (kind == MOVE_PASS && frame->state.unpassed)
        edge->gain = (int16_t)model->first_pass[mover];
    if (kind == MOVE_PASS && model->passes_to_end != 0 && passes >= model->passes_to_end) {
        end_edge(frame, edge,
                 edge->gain + positions_margin(search->positions, edge->move.child.board));
        return 0;
    }
    return look_at_edge(search, frame, edge, -1);
}

static int compare_edges(const void *a, const void *b)
{
    const struct edge *one = a, *two = b;
    if (one->order != two->order)
        return one->order < two->order ? -1 : 1;
    if (one->move.point != two->move.point)
        return one->move.point < two->move.point ? -1 : 1;
    return (int)one->move.kind - (int)two->move.kind;
}

/* Sets what is on record after any of the frame's moves. */
static void set_on_record(struct search *search, struct search_frame *frame)
{
    for (enum colour player = BLACK; player <= WHITE; player++) {
        int own = RECORD_UNKNOWN, before = frame->on_record[player];
        if (free_margins_are_there(&search->free_margins))
            own = free_margins_on_record(&search->free_margins, search->positions, frame->state,
                                         player);
        frame->after[player] = own > before ? own : before;
    }
    memcpy(search->on_record, frame->after, sizeof(search->on_record));
}

/* The root may be a leaf, too; later nodes were looked at as children. */
static int add_free_leaf(struct search *search, struct search_frame *frame, bool *ret_leaf)
{
    *ret_leaf = false;
    if (search->frame_count > 1 || !free_margins_are_there(&search->free_margins) ||
        frame->state.passes != 0)
        return 0;
    for (enum colour player = BLACK; player <= WHITE && !*ret_leaf; player++) {
        int margin = free_margin(search, frame->state, frame->t, player, frame->on_record[player]);
        if (margin == NEVER_FORCED)
            continue;
        struct edge *edge = search_add_leaf_edge(search, frame, player, margin);
        if (edge == NULL)
            return -ENOMEM;
        edge->below = (int16_t)margin;
        *ret_leaf = true;
    }
    return 0;
}

int search_expand(struct search *search, struct search_frame *frame)
{
    bool leaf;
    set_on_record(search, frame);
    int r = add_free_leaf(search, frame, &leaf);
    if (r == 0 && !leaf)
        r = search_add_leaf(search, frame, &leaf);
    if (r < 0 || leaf)
        return r;
    r = expand_stones(search, frame);
    if (r == 0)
        r = expand_pass(search, frame, MOVE_PASS);
    if (r == 0)
        r = expand_pass(search, frame, MOVE_REFRESH);
    if (r == 0)
        qsort(&search->edges[frame->first_edge], frame->edge_count, sizeof(struct edge),
              compare_edges);
    return r;
}
