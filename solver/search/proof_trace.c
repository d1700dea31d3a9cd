/* What proved a lemma. */
#include "search/proof_trace.h"

#include <stdlib.h>

size_t proof_trace_size(const struct proof_trace *trace)
{
    return trace == NULL ? 0 : sizeof(*trace) + trace->count * sizeof(trace->moves[0]);
}

void proof_trace_free(struct proof_trace *trace, struct lemma **dead)
{
    for (int i = 0; trace != NULL && i < trace->count; i++)
        proof_trace_drop_lemma(trace->moves[i].child, dead);
    free(trace);
}

/* Does the edge stand for the node itself, which is a leaf (search_add_leaf_edge())? Any other edge
 * changes who is to move. */
static bool is_leaf(const struct edge *edge, const struct search_frame *frame)
{
    return edge->move.child.mover == frame->state.mover;
}

/* Is the move illegal by an item that bars it? */
static bool is_bar(const struct search *search, const struct edge *edge)
{
    int class = item_barring_class(history_rule(&search->model, &edge->move));
    return class >= 0 &&
           edge->own_conditions[0].item == item_created(&search->model, class, &edge->move);
}

static struct trace_move make_move(const struct search *search, const struct edge *edge, int to)
{
    const struct positions *positions = search->positions;
    struct trace_move made = {.kind = edge->move.kind, .by = BY_END};
    if (edge->move.kind == MOVE_STONE)
        made.point = position_map_point(positions, to, edge->move.point);
    if (edge->lemma != NULL) {
        made.by = BY_CHILD;
        made.map = positions->group.compose[to * positions->group.size + edge->lemma_map];
        made.child = edge->lemma;
        made.child->references++;
    } else if (edge->own_condition_count > 0 &&
               item_is_cycle(condition_item(&edge->own_conditions[0]))) {
        made.by = BY_CYCLE;
    } else if (edge->own_condition_count > 0 && is_bar(search, edge)) {
        made.by = BY_BAR;
    }
    return made;
}

static uint32_t size_of_tree(const struct proof_trace *trace)
{
    uint32_t size = 1;
    for (int i = 0; i < trace->count; i++) {
        const struct lemma *child = trace->moves[i].child;
        if (child != NULL && child->trace != NULL)
            size += child->trace->size;
        if (size > TRACE_SIZE_MAX)
            size = TRACE_SIZE_MAX;
    }
    return size;
}

struct proof_trace *proof_trace_new(const struct search_frame *frame, const struct edge *won)
{
    size_t count = won != NULL ? 1 : frame->edge_count;
    struct proof_trace *trace = malloc(sizeof(*trace) + count * sizeof(trace->moves[0]));
    if (trace != NULL)
        *trace = (struct proof_trace){.kind = won != NULL ? TRACE_WINNER : TRACE_LOSER};
    return trace;
}

/* Gives a trace to the lemma that it proves. */
static void hand_over(struct search *search, struct proof_trace *trace, struct lemma *lemma)
{
    trace->size = size_of_tree(trace);
    lemma->trace = trace;
    search->lemmas->bytes += proof_trace_size(trace);
    search->lemmas->trace_bytes += proof_trace_size(trace);
}

void proof_trace_fill(struct search *search, const struct search_frame *frame,
                      const struct edge *won, int to, struct proof_trace *trace,
                      struct lemma *lemma)
{
    const struct edge *edges = won != NULL ? won : &search->edges[frame->first_edge];
    size_t count = won != NULL ? 1 : frame->edge_count;
    bool leaf = count == 1 && is_leaf(edges, frame);
    if (leaf)
        trace->kind = edges->below == BELOW_ANY ? TRACE_LEAF : TRACE_STRATEGY;
    for (size_t i = 0; i < count && !leaf; i++)
        trace->moves[trace->count++] = make_move(search, &edges[i], to);
    hand_over(search, trace, lemma);
}

void proof_trace_fill_free(struct search *search, struct proof_trace *trace, struct lemma *lemma)
{
    *trace = (struct proof_trace){.kind = TRACE_STRATEGY};
    hand_over(search, trace, lemma);
}

void proof_trace_answer(struct search *search, struct lemma *lemma, int map)
{
    lemma_release(search->lemmas, search->proved);
    search->proved = search->limits.recording ? lemma : NULL;
    search->proved_map = map;
    if (search->proved == NULL)
        lemma_release(search->lemmas, lemma);
}
