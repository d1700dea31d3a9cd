/* From arrivals to the nodes and edges of an arena. */
#include "count/arena_draft.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "base/free_all.h"
#include "count/run.h"

/* A pass that creates nothing is part of the edges that lead through it. */
static bool is_node(const struct arrivals *arrivals, uint32_t arrival)
{
    const struct game_arrival *at = &arrivals->list[arrival];
    return arrival == 0 || at->item != ARRIVAL_NO_ITEM || at->state.passes == 0;
}

static int number_nodes(struct arena_draft *draft)
{
    const struct arrivals *arrivals = &draft->arrivals;
    draft->node = malloc(arrivals->count * sizeof(*draft->node));
    draft->arrival = malloc(arrivals->count * sizeof(*draft->arrival));
    draft->first_edge = calloc(arrivals->count + 1u, sizeof(*draft->first_edge));
    draft->first_end = calloc(arrivals->count + 1u, sizeof(*draft->first_end));
    if (draft->node == NULL || draft->arrival == NULL || draft->first_edge == NULL ||
        draft->first_end == NULL)
        return -ENOMEM;
    for (uint32_t i = 0; i < arrivals->count; i++) {
        draft->node[i] = is_node(arrivals, i) ? draft->count : DRAFT_NONE;
        if (draft->node[i] != DRAFT_NONE)
            draft->arrival[draft->count++] = i;
    }
    return 0;
}

static int add_edge(struct arena_draft *draft, uint32_t *count, struct arena_edge edge)
{
    int r = array_reserve(&draft->edges, *count + 1u, &draft->edge_room, sizeof(*draft->edges));
    if (r == 0)
        draft->edges[(*count)++] = edge;
    return r;
}

static int add_end(struct arena_draft *draft, uint32_t *count, int passes)
{
    int r = array_reserve(&draft->ends, *count + 1u, &draft->end_room, sizeof(*draft->ends));
    if (r == 0)
        draft->ends[(*count)++] = (uint16_t)(draft->measure == ARENA_TURNS ? passes : 0);
    return r;
}

/* Adds what can follow an arrival that so many passes since the node led to. */
static int add_from(struct arena_draft *draft, uint32_t arrival, int passes, uint32_t *edges,
                    uint32_t *ends)
{
    const struct arrivals *arrivals = &draft->arrivals;
    int r = arrivals_may_end(arrivals, arrival) ? add_end(draft, ends, passes + 1) : 0;
    for (uint32_t i = arrivals->first[arrival]; i < arrivals->first[arrival + 1] && r == 0; i++) {
        struct arrival_move move = arrivals->moves[i];
        bool stone = move.point != ARENA_PASS;
        struct arena_edge edge = {
            .to = draft->node[move.to],
            .length = (uint16_t)(draft->measure == ARENA_TURNS ? passes + 1 : stone),
            .passes = (uint8_t)passes,
            .point = move.point,
            .player = move.player,
        };
        r = edge.to == DRAFT_NONE ? add_from(draft, move.to, passes + 1, edges, ends)
                                  : add_edge(draft, edges, edge);
    }
    return r;
}

int arena_draft_init(struct arena_draft *ret_draft, const struct game *game,
                     enum arena_measure measure, size_t max_bytes, struct count_run *run)
{
    uint32_t edges = 0, ends = 0;
    memset(ret_draft, 0, sizeof(*ret_draft));
    ret_draft->measure = measure;
    ret_draft->run = run;
    int r = arrivals_init(&ret_draft->arrivals, game, max_bytes, run);
    if (r == 0)
        r = number_nodes(ret_draft);
    for (uint32_t i = 0; i < ret_draft->count && r == 0; i++) {
        r = count_run_step(run) ? -EINTR
                                : add_from(ret_draft, ret_draft->arrival[i], 0, &edges, &ends);
        ret_draft->first_edge[i + 1] = edges;
        ret_draft->first_end[i + 1] = ends;
    }
    return r;
}

void arena_draft_release(struct arena_draft *draft)
{
    arrivals_release(&draft->arrivals);
    FREE_ALL(draft->arrival, draft->node, draft->first_edge, draft->first_end, draft->edges,
             draft->ends, draft->class);
}
