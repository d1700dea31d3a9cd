/* The arena: one node for each class of the draft that can still be reached. */
#include "count/arena.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/free_all.h"
#include "count/arena_draft.h"
#include "count/run.h"

struct builder {
    struct arena_draft *draft;
    struct arena *arena;
    uint32_t *leader;  /* by class: its first node */
    uint32_t *renamed; /* by class: the arena's node, or DRAFT_NONE */
    uint32_t *classes; /* by the arena's node */
    uint64_t *items;   /* of the arrivals and of the present ones, ascending */
    uint32_t item_count;
};

static int compare_items(const void *a, const void *b)
{
    uint64_t one = *(const uint64_t *)a, two = *(const uint64_t *)b;
    return one < two ? -1 : one > two;
}

/* Once the run must stop any order will do: the sort ends soon. */
static int order_items(const void *a, const void *b, void *arg)
{
    return count_run_step(arg) ? 0 : compare_items(a, b);
}

static uint32_t item_number(const struct builder *builder, uint64_t item)
{
    const uint64_t *at = item == ARRIVAL_NO_ITEM
                             ? NULL
                             : bsearch(&item, builder->items, builder->item_count,
                                       sizeof(*builder->items), compare_items);
    return at == NULL ? ARENA_NO_ITEM : (uint32_t)(at - builder->items);
}

/* Lists all items once, and which of them are present. */
static int number_items(struct builder *builder)
{
    const struct arrivals *arrivals = &builder->draft->arrivals;
    uint32_t count = 0, unique = 0;
    builder->items =
        malloc((arrivals->count + arrivals->present_count + 1) * sizeof(*builder->items));
    if (builder->items == NULL)
        return -ENOMEM;
    for (uint32_t i = 0; i < arrivals->count; i++)
        if (arrivals->list[i].item != ARRIVAL_NO_ITEM)
            builder->items[count++] = arrivals->list[i].item;
    for (size_t i = 0; i < arrivals->present_count; i++)
        builder->items[count++] = arrivals->present[i];
    qsort_r(builder->items, count, sizeof(*builder->items), order_items, builder->draft->run);
    if (count_run_step(builder->draft->run))
        return -EINTR;
    for (uint32_t i = 0; i < count; i++)
        if (i == 0 || builder->items[i] != builder->items[unique - 1])
            builder->items[unique++] = builder->items[i];
    builder->item_count = builder->arena->item_count = unique;
    builder->arena->present = calloc(unique + 1u, sizeof(*builder->arena->present));
    if (builder->arena->present == NULL)
        return -ENOMEM;
    for (size_t i = 0; i < arrivals->present_count; i++)
        builder->arena->present[item_number(builder, arrivals->present[i])] = true;
    return 0;
}

static int find_leaders(struct builder *builder)
{
    const struct arena_draft *draft = builder->draft;
    builder->leader = malloc(draft->classes * sizeof(*builder->leader));
    builder->renamed = malloc(draft->classes * sizeof(*builder->renamed));
    builder->classes = malloc(draft->classes * sizeof(*builder->classes));
    if (builder->leader == NULL || builder->renamed == NULL || builder->classes == NULL)
        return -ENOMEM;
    for (uint32_t i = draft->count; i-- > 0;)
        builder->leader[draft->class[i]] = i;
    memset(builder->renamed, 0xff, draft->classes * sizeof(*builder->renamed));
    return 0;
}

static void add_class(struct builder *builder, uint32_t class)
{
    if (builder->renamed[class] != DRAFT_NONE)
        return;
    builder->renamed[class] = builder->arena->count;
    builder->classes[builder->arena->count++] = class;
}

/* Returns the class that group element g makes of a class. */
static uint32_t map_class(const struct builder *builder, int g, uint32_t class)
{
    const struct arena_draft *draft = builder->draft;
    uint32_t arrival = draft->arrival[builder->leader[class]];
    return draft->class[draft->node[arrivals_map(&draft->arrivals, g, arrival)]];
}

static const struct game_arrival *arrival_of(const struct builder *builder, uint32_t class)
{
    const struct arena_draft *draft = builder->draft;
    return &draft->arrivals.list[draft->arrival[builder->leader[class]]];
}

static bool closes(const struct builder *builder, uint32_t class)
{
    return arrival_of(builder, class)->closes;
}

/* Is the item there that an arrival wants absent? */
static bool is_dead(const struct builder *builder, uint32_t class)
{
    const struct game_arrival *arrival = arrival_of(builder, class);
    return arrival->guarded && builder->arena->present[item_number(builder, arrival->item)];
}

/* Numbers the classes that a game can still come to, or end at, and then what symmetries make of
 * them. Returns 0 or -EINTR. */
static int reach(struct builder *builder)
{
    const struct arena_draft *draft = builder->draft;
    add_class(builder, draft->class[0]);
    for (uint32_t i = 0; i < builder->arena->count; i++) {
        uint32_t node = builder->leader[builder->classes[i]];
        if (count_run_step(draft->run))
            return -EINTR;
        if (i > 0 && is_dead(builder, builder->classes[i]))
            continue;
        for (uint32_t e = draft->first_edge[node]; e < draft->first_edge[node + 1]; e++) {
            uint32_t to = draft->class[draft->edges[e].to];
            if (!is_dead(builder, to) || closes(builder, to))
                add_class(builder, to);
        }
    }
    for (uint32_t i = 0, reached = builder->arena->count; i < reached; i++)
        for (int g = 1; g < draft->arrivals.positions.group.size; g++)
            add_class(builder, map_class(builder, g, builder->classes[i]));
    return 0;
}

static int allocate(const struct builder *builder)
{
    const struct arena_draft *draft = builder->draft;
    struct arena *arena = builder->arena;
    arena->nodes = calloc(arena->count, sizeof(*arena->nodes));
    arena->first_edge = calloc(arena->count + 1u, sizeof(*arena->first_edge));
    arena->first_end = calloc(arena->count + 1u, sizeof(*arena->first_end));
    arena->edges = malloc((draft->first_edge[draft->count] + 1u) * sizeof(*arena->edges));
    arena->ends = malloc((draft->first_end[draft->count] + 1u) * sizeof(*arena->ends));
    return arena->nodes == NULL || arena->first_edge == NULL || arena->first_end == NULL ||
                   arena->edges == NULL || arena->ends == NULL
               ? -ENOMEM
               : 0;
}

/* Edges to classes that got no number cannot be taken any more. */
static void copy_nodes(const struct builder *builder)
{
    const struct arena_draft *draft = builder->draft;
    struct arena *arena = builder->arena;
    uint32_t edges = 0, ends = 0;
    for (uint32_t i = 0; i < arena->count; i++) {
        uint32_t class = builder->classes[i], node = builder->leader[class];
        const struct game_arrival *arrival = arrival_of(builder, class);
        arena->nodes[i] = (struct arena_node){
            .item = item_number(builder, arrival->item),
            .guarded = arrival->guarded,
            .closes = arrival->closes,
        };
        for (uint32_t e = draft->first_edge[node]; e < draft->first_edge[node + 1]; e++) {
            struct arena_edge edge = draft->edges[e];
            edge.to = builder->renamed[draft->class[edge.to]];
            if (edge.to != DRAFT_NONE)
                arena->edges[edges++] = edge;
        }
        for (uint32_t e = draft->first_end[node]; e < draft->first_end[node + 1]; e++)
            arena->ends[ends++] = draft->ends[e];
        arena->first_edge[i + 1] = edges;
        arena->first_end[i + 1] = ends;
    }
}

/* Is the latest symmetry another one than those before it? */
static bool is_new_symmetry(const struct arena *arena)
{
    size_t bytes = arena->count * sizeof(*arena->symmetries);
    const uint32_t *last = arena->symmetries + (size_t)arena->symmetry_count * arena->count;
    for (uint32_t s = 0; s < arena->symmetry_count; s++)
        if (memcmp(arena->symmetries + (size_t)s * arena->count, last, bytes) == 0)
            return false;
    return true;
}

static int copy_symmetries(const struct builder *builder)
{
    struct arena *arena = builder->arena;
    int group = builder->draft->arrivals.positions.group.size;
    arena->symmetries = malloc((size_t)group * arena->count * sizeof(*arena->symmetries));
    if (arena->symmetries == NULL)
        return -ENOMEM;
    for (int g = 0; g < group; g++) {
        uint32_t *map = arena->symmetries + (size_t)arena->symmetry_count * arena->count;
        if (count_run_step(builder->draft->run))
            return -EINTR;
        for (uint32_t i = 0; i < arena->count; i++)
            map[i] = builder->renamed[map_class(builder, g, builder->classes[i])];
        arena->symmetry_count += is_new_symmetry(arena);
    }
    return 0;
}

static int build(struct builder *builder)
{
    int r = arena_draft_classify(builder->draft);
    if (r == 0)
        r = number_items(builder);
    if (r == 0)
        r = find_leaders(builder);
    if (r == 0)
        r = reach(builder);
    if (r == 0)
        r = allocate(builder);
    if (r < 0)
        return r;
    copy_nodes(builder);
    return copy_symmetries(builder);
}

int arena_init(struct arena *ret_arena, const struct game *game, enum arena_measure measure,
               size_t max_bytes, struct count_run *run)
{
    struct history_model model;
    struct arena arena = {0};
    struct arena_draft draft;
    game->rules.family->describe(&game->rules, &model);
    if (game->players != 2 || !arrivals_fit(&model))
        return -EOPNOTSUPP;
    int r = arena_draft_init(&draft, game, measure, max_bytes, run);
    if (r == 0) {
        struct builder builder = {.draft = &draft, .arena = &arena};
        r = build(&builder);
        FREE_ALL(builder.leader, builder.renamed, builder.classes, builder.items);
    }
    arena_draft_release(&draft);
    if (r < 0)
        arena_release(&arena);
    else
        *ret_arena = arena;
    return r;
}

size_t arena_bytes(const struct arena *arena)
{
    size_t count = arena->count;
    return count * (sizeof(*arena->nodes) + sizeof(*arena->first_edge) + sizeof(*arena->first_end) +
                    arena->symmetry_count * sizeof(*arena->symmetries)) +
           arena->first_edge[count] * sizeof(*arena->edges) +
           arena->first_end[count] * sizeof(*arena->ends) +
           arena->item_count * sizeof(*arena->present);
}

void arena_release(struct arena *arena)
{
    FREE_ALL(arena->nodes, arena->first_edge, arena->edges, arena->first_end, arena->ends,
             arena->present, arena->symmetries);
}
