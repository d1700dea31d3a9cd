/*
 * From decided edges to a lemma: each decided edge has conditions of its own (edge_conditions.c).
 * build_lemma() carries the conditions of the children back over the moves, gathers those of all
 * edges that matter, and stores the lemma. search/condition.h says why that is sound; the names of
 * its steps are used here.
 */
#include "search/injected_bugs.h"
#include "search/internal.h"
#include "search/proof_trace.h"

#include <assert.h>
#include <stdlib.h>

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

/*
 * The same for a point of a board: after a play on that point the item is there if the board has
 * stood, as the board of the play has. Other plays change nothing.
 */
static int carry_point_over(struct search *search, const struct edge *edge,
                            struct condition condition)
{
    uint64_t item = condition_item(&condition);
    if (edge->move.kind == MOVE_STONE && item_point(item) == edge->move.point) {
        if (item_board(item) == edge->move.before)
            return 0;
        condition.item = item_of_board(item) | (condition.item & CONDITION_ABSENT_OK);
    }
    return condition_set_add(&search->gathered, condition);
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
                   : condition_set_add(&search->gathered, condition);
    int class = item_class(item);
    if (rule->clears >> class & 1)
        return 0;
    if (model->classes[class].identity == ITEM_POINT_SINCE)
        return carry_point_over(search, edge, condition);
    uint64_t made = item_created(model, class, &edge->move);
    bool created = (rule->creates >> class & 1) != 0 && item == made;
    if (created && model->classes[class].on_recreation == RECREATION_RESTARTS)
        return 0;
    if (item_has_two(item) && item_maker(item) == state_move_mover(&edge->move)) {
        uint64_t before = item_before_move(item, made, &edge->move);
        if (before == 0)
            return 0;
        condition.item = before | (condition.item & CONDITION_ABSENT_OK);
    }
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
    return condition_set_add(&search->gathered, condition);
}

static int gather_edge(struct search *search, const struct edge *edge)
{
    for (int i = 0; i < edge->own_condition_count; i++) {
        int r = condition_set_add(&search->gathered, edge->own_conditions[i]);
        if (r < 0)
            return r;
    }
    if (edge->lemma == NULL)
        return 0;
    search->work += edge->lemma->count;
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
    return (edge->lemma != NULL ? edge->lemma->count : 0) + edge->own_condition_count;
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

/* What a decided frame says. */
struct decided {
    uint64_t key;
    enum colour winner; /* in the view of the canonical state */
    int bound, below;
    bool denies;
};

/* Gathers the conditions and the bounds of the decided frame. */
static int gather_frame(struct search *search, const struct search_frame *frame,
                        const struct edge *won, struct decided *decided)
{
    condition_set_clear(&search->gathered);
    decided->denies = false;
    if (won != NULL) {
        decided->bound = won->bound;
        decided->below = won->below;
        decided->denies = won->denies;
        return gather_edge(search, won);
    }
    decided->bound = BOUND_MAX;
    decided->below = BELOW_ANY;
    for (size_t i = 0; i < frame->edge_count; i++) {
        const struct edge *edge = &search->edges[frame->first_edge + i];
        assert(edge->status == EDGE_LOST);
        if (edge->bound < decided->bound)
            decided->bound = edge->bound;
        if (edge->below < decided->below)
            decided->below = edge->below;
        decided->denies = decided->denies || edge->denies;
        int r = gather_edge(search, edge);
        if (r < 0)
            return r;
    }
    return 0;
}

/* Is this the item that is there with counter 0 whenever the state is? */
static bool is_always_there(const struct search *search, const struct search_frame *frame,
                            uint64_t item)
{
    const struct history_model *model = &search->model;
    if (item_is_cycle(item))
        return item_is_visit(item, frame->state);
    if (model->always_there < 0 || item_class(item) != model->always_there)
        return false;
    struct state_move stay = {.before = frame->state.board, .child = frame->state};
    return item == item_created(model, model->always_there, &stay);
}

/* Stores the lemma with the conditions search->mapped, and its trace if proofs are recorded.
 * Returns NULL if memory is short. */
static struct lemma *store_decided(struct search *search, const struct search_frame *frame,
                                   const struct edge *won, int to, const struct decided *decided)
{
    struct proof_trace *trace = NULL;
    if (search->limits.recording && (trace = proof_trace_new(frame, won)) == NULL)
        return NULL;
    struct lemma *lemma = NULL;
    if (condition_packer_pack(&search->packer, &search->mapped) == 0)
        lemma = lemma_store(search->lemmas, decided->key, decided->winner, decided->bound,
                            decided->denies ? search->visits : LEMMA_FORCES, decided->below,
                            &search->packer);
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
    struct decided decided;
    if (gather_frame(search, frame, won, &decided) < 0)
        return NULL;
    search_canonical(search, frame->state, &canonical);
    int to = canonical.elements[0];
    condition_set_clear(&search->mapped);
    for (uint32_t i = 0; i < search->gathered.count; i++) {
        struct condition condition = search->gathered.conditions[i];
        uint64_t item = condition_item(&condition);
        assert(condition_holds(&search->history, item, &condition));
        if (is_always_there(search, frame, item))
            continue;
        /* Different items stay different. */
        condition = condition_map(search->positions, &search->model, to, condition);
        if (condition_set_push(&search->mapped, condition) < 0)
            return NULL;
    }
    injected_bugs_forget(&search->mapped);
    *ret_map = search->positions->group.inverse[to];
    decided.key = canonical.key;
    decided.winner = winner ^ (enum colour)group_swaps(to);
    return store_decided(search, frame, won, to, &decided);
}

/* Returns a reference to such a lemma that is there; or NULL. */
static struct lemma *find_free_lemma(struct lemma_table *table, uint64_t key, enum colour winner,
                                     int margin)
{
    lemma_lock(table, key);
    struct lemma *lemma = *lemma_bucket(table, key);
    while (lemma != NULL &&
           !(lemma->key == key && lemma->winner == winner && lemma->bound == margin &&
             lemma->trace != NULL && lemma->trace->kind == TRACE_STRATEGY))
        lemma = lemma->next;
    if (lemma != NULL)
        lemma->references++;
    lemma_unlock(table, key);
    return lemma;
}

struct lemma *build_lemma_free(struct search *search, struct state state, enum colour winner,
                               int margin, int *ret_map)
{
    struct canonical canonical;
    search_canonical(search, state, &canonical);
    int to = canonical.elements[0];
    *ret_map = search->positions->group.inverse[to];
    struct lemma *found = find_free_lemma(search->lemmas, canonical.key,
                                          winner ^ (enum colour)group_swaps(to), margin);
    if (found != NULL)
        return found;
    condition_set_clear(&search->mapped);
    if (condition_packer_pack(&search->packer, &search->mapped) < 0)
        return NULL;
    struct proof_trace *trace = malloc(sizeof(*trace));
    if (trace == NULL)
        return NULL;
    struct lemma *lemma =
        lemma_store(search->lemmas, canonical.key, winner ^ (enum colour)group_swaps(to), margin,
                    LEMMA_FORCES, margin, &search->packer);
    if (lemma == NULL)
        free(trace);
    else
        proof_trace_fill_free(search, trace, lemma);
    return lemma;
}
