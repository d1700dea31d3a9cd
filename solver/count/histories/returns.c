/* Counting paths and returns: from where the game stands, with its history. */
#include "count/histories/returns.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "count/histories/returns_within.h"

/* What paths add to a counter stays within this. */
#define SHIFT_MOST 100
/* Among more items every step takes long, and recursion as deep as there are items. */
#define ITEMS_MOST 4096

/* Bytes of the lists by arrival, item and node. */
static size_t list_bytes(const struct returns_run *run)
{
    const struct history_graph *history = run->graph.history;
    size_t items = history->item_count;
    return run->graph.count * sizeof(*run->of_item) + history->node_count * sizeof(*run->alone) +
           items * (sizeof(*run->first) + run->words * sizeof(*run->leads) + sizeof(*run->levels) +
                    sizeof(*run->counters));
}

/* Lists the arrivals of each item, and where they lead. */
static int list_items(struct returns_run *run)
{
    const struct returns_graph *graph = &run->graph;
    uint32_t items = graph->history->item_count;
    if (returns_memory_take(&run->memory, returns_graph_bytes(graph) + list_bytes(run)) < 0)
        return -ENOSPC;
    run->first = calloc((size_t)items + 2, sizeof(*run->first));
    run->of_item = calloc(graph->count, sizeof(*run->of_item));
    run->leads = calloc((size_t)items + 1, run->words * sizeof(*run->leads));
    run->levels = calloc((size_t)items + 2, sizeof(struct returns_level *));
    if (run->first == NULL || run->of_item == NULL || run->leads == NULL || run->levels == NULL)
        return -ENOMEM;
    for (uint32_t a = 0; a + 1 < graph->count; a++)
        run->first[graph->arrivals[a].item + 2]++;
    for (uint32_t i = 0; i < items; i++)
        run->first[i + 2] += run->first[i + 1];
    for (uint32_t a = 0; a + 1 < graph->count; a++) {
        uint32_t item = graph->arrivals[a].item;
        run->of_item[run->first[item + 1]++] = a;
        for (uint32_t e = graph->arrivals[a].first_edge; e < graph->arrivals[a + 1].first_edge; e++)
            run->leads[item * run->words + graph->edges[e].item / 64] |=
                UINT64_C(1) << (graph->edges[e].item % 64);
    }
    return 0;
}

/* Copies what is there where the game stands. */
static int copy_history(struct returns_run *run)
{
    uint32_t items = run->graph.history->item_count;
    run->preset = calloc(run->words, sizeof(*run->preset));
    run->counters = calloc((size_t)items + 1, sizeof(*run->counters));
    if (run->preset == NULL || run->counters == NULL)
        return -ENOMEM;
    for (uint32_t i = 0; i < items; i++) {
        if (!history_walk_has(run->walk, 0, i))
            continue;
        run->preset[i / 64] |= UINT64_C(1) << (i % 64);
        run->counters[i] = history_walk_counter(run->walk, 0, i);
    }
    return 0;
}

/* Counts what those who go on alone have, wherever a return bans the other. */
static int count_alone(struct returns_run *run)
{
    const struct history_graph *history = run->graph.history;
    int r = 0;
    run->alone = calloc(history->node_count, sizeof(*run->alone));
    if (run->alone == NULL)
        return -ENOMEM;
    for (uint32_t n = 0; n < history->node_count; n++)
        mpz_init(run->alone[n]);
    for (uint32_t e = 0; e < run->graph.edge_count && r == 0; e++) {
        for (int i = 0; i < 2 && r == 0; i++) {
            uint32_t node = run->graph.edges[e].move->alone[i];
            if (node != HISTORY_NONE && mpz_sgn(run->alone[node]) == 0)
                r = history_walk_alone(run->walk, node, run->alone[node]);
        }
    }
    return r;
}

/* Adds the games that return to what was there before; returned is scratch. */
static void return_to_presets(const struct returns_run *run, uint64_t *returned,
                              const struct returns_result *result, mpz_t games)
{
    const uint64_t *numbers = result->numbers;
    for (size_t t = 0; t < result->term_count; t++) {
        const struct returns_term *term = &result->terms[t];
        const struct returns_arrival *at = &run->graph.arrivals[term->arrival];
        const struct returns_row row = {term->low, term->count, numbers};
        memset(returned, 0, run->words * sizeof(*returned));
        for (uint32_t e = at->first_edge; e < at[1].first_edge; e++) {
            uint32_t item = run->graph.edges[e].item;
            if (returns_within_has(returned, item) || !returns_within_has(run->preset, item))
                continue;
            returned[item / 64] |= UINT64_C(1) << (item % 64);
            returns_within_add(run, term->arrival, item, run->counters[item], &row, games);
        }
        numbers += term->count;
    }
}

/* Counts from the root; then what returns to what was there before. */
static int count_from_root(struct returns_run *run, mpz_t games)
{
    uint32_t root = run->graph.count - 1;
    const struct returns_result *result;
    uint64_t *set = calloc(run->words, sizeof(*set));
    if (set == NULL)
        return -ENOMEM;
    for (uint32_t a = 0; a < root; a++) {
        uint32_t item = run->graph.arrivals[a].item;
        if (!returns_within_has(run->preset, item))
            set[item / 64] |= UINT64_C(1) << (item % 64);
    }
    int r = returns_within_init(run);
    if (r == 0)
        r = returns_within_count(run, root, set, &result);
    if (r == 0) {
        mpz_set(games, result->games);
        return_to_presets(run, set, result, games);
    }
    free(set);
    return r;
}

static void release(struct returns_run *run)
{
    for (uint32_t n = 0; run->alone != NULL && n < run->graph.history->node_count; n++)
        mpz_clear(run->alone[n]);
    returns_within_release(run);
    returns_memo_release(&run->memo);
    returns_graph_release(&run->graph);
    free(run->alone);
    free(run->first);
    free(run->of_item);
    free(run->leads);
    free(run->levels);
    free(run->preset);
    free(run->counters);
}

/* The walk is there meanwhile: what it holds is not for the count. */
static size_t bytes_left(const struct history_walk *walk)
{
    size_t held = history_walk_bytes(walk);
    return walk->max_bytes > held ? walk->max_bytes - held : 0;
}

/* Counts, once the graph is there. */
static int count(struct returns_run *run, mpz_t games)
{
    int r = list_items(run);
    if (r == 0)
        r = copy_history(run);
    if (r == 0)
        r = count_alone(run);
    if (r == 0)
        r = history_walk_forget(run->walk);
    if (r < 0)
        return r;
    run->memory.most = bytes_left(run->walk);
    size_t left = run->memory.most > run->memory.held ? run->memory.most - run->memory.held : 0;
    /* A quarter is for the levels. Where they need more the memo yields. */
    run->memo.most = left / 4 * 3;
    run->memo.least = left / 32;
    run->memory.yields = &run->memo;
    return count_from_root(run, games);
}

int returns_count(struct history_walk *walk, mpz_t games)
{
    struct returns_run run = {.walk = walk, .run = walk->run, .words = walk->words};
    const struct history_graph *history = walk->graph;
    run.memory.most = bytes_left(walk);
    run.memo.memory = &run.memory;
    run.memo.words = run.words;
    if (history->item_count > ITEMS_MOST)
        return -EOPNOTSUPP;
    int r =
        returns_graph_init(&run.graph, history, walk->frames[0].node, run.memory.most, walk->run);
    if (r < 0)
        return r;
    const struct history_class *class = &history->classes[run.graph.class];
    run.most = !class->counted ? 0 : class->signs ? SHIFT_MOST : class->most;
    run.run->method = "paths and returns, component by component";
    r = count(&run, games);
    release(&run);
    return r;
}
