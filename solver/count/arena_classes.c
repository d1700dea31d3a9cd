/* Nodes with the same future: the coarsest partition, found by splitting classes. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/free_all.h"
#include "count/arena_draft.h"
#include "count/run.h"

/* What one round of splitting compares. */
struct round {
    const struct arena_draft *draft;
    uint32_t *class;   /* by node, of the round before */
    uint64_t *codes;   /* by edge: its length and the class it leads to; sorted by node */
    uint16_t *ends;    /* as the draft's, sorted by node */
    uint32_t *ordered; /* the nodes, those with equal keys together */
};

static int compare_numbers(uint64_t a, uint64_t b)
{
    return a < b ? -1 : a > b;
}

static int compare_codes(const void *a, const void *b)
{
    return compare_numbers(*(const uint64_t *)a, *(const uint64_t *)b);
}

static int compare_ends(const void *a, const void *b)
{
    return compare_numbers(*(const uint16_t *)a, *(const uint16_t *)b);
}

/* Compares what nodes are by themselves: the first round's key. */
static int compare_kind(const struct round *round, uint32_t a, uint32_t b)
{
    const struct arena_draft *draft = round->draft;
    const struct game_arrival *one = &draft->arrivals.list[draft->arrival[a]];
    const struct game_arrival *two = &draft->arrivals.list[draft->arrival[b]];
    const uint32_t *first = draft->first_end;
    uint32_t count = first[a + 1] - first[a];
    int order = compare_numbers(a == 0, b == 0);
    if (order == 0)
        order = compare_numbers(one->item, two->item);
    if (order == 0)
        order = compare_numbers(one->guarded * 2u + one->closes, two->guarded * 2u + two->closes);
    if (order == 0)
        order = compare_numbers(count, first[b + 1] - first[b]);
    for (uint32_t i = 0; i < count && order == 0; i++)
        order = compare_numbers(round->ends[first[a] + i], round->ends[first[b] + i]);
    return order;
}

/* Compares the class of the round before, and the edges by where they lead. */
static int compare_edges(const struct round *round, uint32_t a, uint32_t b)
{
    const uint32_t *first = round->draft->first_edge;
    uint32_t count = first[a + 1] - first[a];
    int order = compare_numbers(round->class[a], round -> class[b]);
    if (order == 0)
        order = compare_numbers(count, first[b + 1] - first[b]);
    for (uint32_t i = 0; i < count && order == 0; i++)
        order = compare_numbers(round->codes[first[a] + i], round->codes[first[b] + i]);
    return order;
}

/* Once the run must stop any order will do: the sort ends soon. */
static int order_by_kind(const void *a, const void *b, void *arg)
{
    const struct round *round = arg;
    if (count_run_step(round->draft->run))
        return 0;
    return compare_kind(round, *(const uint32_t *)a, *(const uint32_t *)b);
}

static int order_by_edges(const void *a, const void *b, void *arg)
{
    const struct round *round = arg;
    if (count_run_step(round->draft->run))
        return 0;
    return compare_edges(round, *(const uint32_t *)a, *(const uint32_t *)b);
}

/* Gives nodes new classes in their order, and returns how many there are. */
static uint32_t number(const struct round *round,
                       int (*compare)(const struct round *, uint32_t, uint32_t), uint32_t *class)
{
    uint32_t classes = 0;
    for (uint32_t i = 0; i < round->draft->count; i++) {
        if (i > 0 && compare(round, round->ordered[i - 1], round->ordered[i]) != 0)
            classes++;
        class[round->ordered[i]] = classes;
    }
    return classes + 1;
}

static void encode_edges(const struct round *round)
{
    const struct arena_draft *draft = round->draft;
    for (uint32_t i = 0; i < draft->count; i++) {
        uint32_t from = draft->first_edge[i], to = draft->first_edge[i + 1];
        for (uint32_t e = from; e < to; e++)
            round->codes[e] =
                (uint64_t)round->class[draft->edges[e].to] << 16 | draft->edges[e].length;
        if (to > from)
            qsort(round->codes + from, to - from, sizeof(*round->codes), compare_codes);
    }
}

static void sort_ends(const struct round *round)
{
    const struct arena_draft *draft = round->draft;
    uint32_t count = draft->first_end[draft->count];
    if (count > 0)
        memcpy(round->ends, draft->ends, count * sizeof(*round->ends));
    for (uint32_t i = 0; i < draft->count; i++) {
        uint32_t from = draft->first_end[i], to = draft->first_end[i + 1];
        if (to > from)
            qsort(round->ends + from, to - from, sizeof(*round->ends), compare_ends);
    }
}

/* Splits classes until no round splits one. Returns 0 or -EINTR. */
static int split(struct arena_draft *draft, struct round *round)
{
    uint32_t before = 0;
    sort_ends(round);
    for (uint32_t i = 0; i < draft->count; i++)
        round->ordered[i] = i;
    qsort_r(round->ordered, draft->count, sizeof(*round->ordered), order_by_kind, round);
    draft->classes = number(round, compare_kind, draft->class);
    while (draft->classes > before && !count_run_step(draft->run)) {
        before = draft->classes;
        memcpy(round->class, draft->class, draft->count * sizeof(*round->class));
        encode_edges(round);
        qsort_r(round->ordered, draft->count, sizeof(*round->ordered), order_by_edges, round);
        draft->classes = number(round, compare_edges, draft->class);
    }
    return count_run_step(draft->run) ? -EINTR : 0;
}

int arena_draft_classify(struct arena_draft *draft)
{
    size_t edges = draft->first_edge[draft->count], ends = draft->first_end[draft->count];
    struct round round = {
        .draft = draft,
        .class = malloc(draft->count * sizeof(*round.class)),
        .codes = malloc((edges + 1) * sizeof(*round.codes)),
        .ends = malloc((ends + 1) * sizeof(*round.ends)),
        .ordered = malloc(draft->count * sizeof(*round.ordered)),
    };
    draft->class = malloc(draft->count * sizeof(*draft->class));
    int r = 0;
    if (round.class == NULL || round.codes == NULL || round.ends == NULL || round.ordered == NULL ||
        draft->class == NULL)
        r = -ENOMEM;
    else
        r = split(draft, &round);
    FREE_ALL(round.class, round.codes, round.ends, round.ordered);
    return r;
}
