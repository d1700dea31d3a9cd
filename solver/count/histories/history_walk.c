/* The walk through all lines of play. */
#include "count/histories/history_walk.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"

/* Steps between two looks at the clock: at most so many, and fewer where a step looks at many
 * nodes. */
#define STEPS_MOST 4096
#define NODES_LOOKED_AT (1u << 20)
/* Counters stay within 32 bits. */
#define LEVELS_MAX ((size_t)1 << 24)

static size_t level_bytes(const struct history_walk *walk)
{
    return sizeof(*walk->frames) + (walk->words + walk->key_room) * sizeof(uint64_t) +
           (walk->graph->item_count + HISTORY_CLASSES) * sizeof(int32_t);
}

/* Bytes held but for the sums, if there are so many levels. */
static size_t bytes_without_sums(const struct history_walk *walk, size_t levels)
{
    return walk->memo.bytes + levels * level_bytes(walk) + walk->fixed_bytes;
}

size_t history_walk_bytes(const struct history_walk *walk)
{
    return bytes_without_sums(walk, walk->levels) + history_sums_bytes(&walk->sums);
}

/* What the others leave to the sums. */
static void limit_sums(struct history_walk *walk, size_t levels)
{
    size_t others = bytes_without_sums(walk, levels);
    walk->sums.max_bytes = walk->max_bytes > others ? walk->max_bytes - others : 0;
}

/* Makes room for so many levels. Returns 0, -ENOMEM, or -ENOSPC: more than max_bytes would be held.
 */
static int reserve_levels(struct history_walk *walk, size_t levels)
{
    size_t room = walk->levels, items = walk->graph->item_count + (size_t)1;
    if (levels <= room)
        return 0;
    size_t more = room > 0 ? 2 * room : 64,
           rooms[5] = {room, room * walk->words, room * walk->key_room, room * items,
                       room * HISTORY_CLASSES};
    if (bytes_without_sums(walk, more) > walk->max_bytes)
        return -ENOSPC;
    limit_sums(walk, more);
    int r = history_sums_reserve(&walk->sums, more, 1);
    if (r == 0)
        r = array_reserve(&walk->frames, more, &rooms[0], sizeof(*walk->frames));
    if (r == 0)
        r = array_reserve(&walk->present, more * walk->words, &rooms[1], sizeof(*walk->present));
    if (r == 0)
        r = array_reserve(&walk->keys, more * walk->key_room, &rooms[2], sizeof(*walk->keys));
    if (r == 0)
        r = array_reserve(&walk->born, more * items, &rooms[3], sizeof(*walk->born));
    if (r == 0)
        r = array_reserve(&walk->balance, more * HISTORY_CLASSES, &rooms[4],
                          sizeof(*walk->balance));
    if (r == 0)
        walk->levels = more;
    return r;
}

int history_walk_init(struct history_walk *ret_walk, const struct history_graph *graph,
                      struct count_run *run, size_t max_bytes)
{
    struct history_walk walk = {.graph = graph, .run = run, .phases = 1, .max_bytes = max_bytes};
    size_t nodes = graph->node_count, items = graph->item_count + (size_t)1;
    walk.words = (items + 63) / 64;
    walk.key_room = 1 + walk.words + (items + 1) / 2;
    for (uint32_t e = 0; e < graph->edge_count; e++)
        while (graph->edges[e].clears >= walk.phases)
            walk.phases *= 2;
    history_sums_init(&walk.sums);
    walk.class_sets = calloc(HISTORY_CLASSES * walk.words, sizeof(*walk.class_sets));
    walk.alone = calloc(nodes, sizeof(*walk.alone));
    walk.matters = calloc(walk.words, sizeof(*walk.matters));
    walk.image = calloc(walk.key_room, sizeof(*walk.image));
    walk.counters = calloc(items, sizeof(*walk.counters));
    walk.seen = calloc(walk.phases * nodes, sizeof(*walk.seen));
    walk.queue = calloc(walk.phases * nodes, sizeof(*walk.queue));
    size_t fixed = walk.phases * nodes * (sizeof(*walk.seen) + sizeof(*walk.queue)) +
                   nodes * sizeof(*walk.alone) + history_graph_bytes(graph);
    walk.fixed_bytes = fixed;
    /* An eighth is for the levels. */
    int r = history_memo_init(&walk.memo, max_bytes > fixed ? (max_bytes - fixed) / 8 * 7 : 0);
    if (walk.class_sets == NULL || walk.alone == NULL || walk.matters == NULL ||
        walk.image == NULL || walk.counters == NULL || walk.seen == NULL || walk.queue == NULL)
        r = -ENOMEM;
    if (r == 0)
        r = reserve_levels(&walk, 1);
    if (r < 0) {
        history_walk_release(&walk);
        return r;
    }
    for (uint32_t i = 0; i < graph->item_count; i++)
        walk.class_sets[graph->items[i].class * walk.words + i / 64] |= UINT64_C(1) << (i % 64);
    *ret_walk = walk;
    return 0;
}

void history_walk_release(struct history_walk *walk)
{
    for (uint32_t n = 0; walk->alone != NULL && n < walk->graph->node_count; n++)
        free(walk->alone[n].limbs);
    history_memo_release(&walk->memo);
    history_sums_release(&walk->sums);
    free(walk->class_sets);
    free(walk->alone);
    free(walk->frames);
    free(walk->present);
    free(walk->keys);
    free(walk->born);
    free(walk->balance);
    free(walk->matters);
    free(walk->image);
    free(walk->counters);
    free(walk->seen);
    free(walk->queue);
}

static void create(struct history_walk *walk, size_t level, uint32_t item)
{
    const struct history_graph *graph = walk->graph;
    unsigned class = graph->items[item].class;
    if (graph->classes[class].keeps && history_walk_has(walk, level, item))
        return;
    walk->present[level * walk->words + item / 64] |= UINT64_C(1) << (item % 64);
    walk->born[level * graph->item_count + item] = walk->balance[level * HISTORY_CLASSES + class];
}

/* Begins the history anew at a node. */
static void begin(struct history_walk *walk, size_t level, uint32_t node)
{
    const struct history_graph *graph = walk->graph;
    unsigned start = graph->model.start;
    if (graph->model.cycle_ends)
        start |= 1u << ITEM_CLASSES_MAX;
    memset(walk->present + level * walk->words, 0, walk->words * sizeof(*walk->present));
    memset(walk->balance + level * HISTORY_CLASSES, 0, HISTORY_CLASSES * sizeof(*walk->balance));
    memset(walk->born + level * graph->item_count, 0, graph->item_count * sizeof(*walk->born));
    for (int c = 0; c < HISTORY_CLASSES; c++) {
        if (!(start >> c & 1))
            continue;
        uint32_t item = history_graph_arrival(graph, c, node);
        if (item != HISTORY_NONE)
            create(walk, level, item);
    }
    walk->frames[level] = (struct history_frame){.node = node};
}

/* Makes the history at level to, which may be level itself, from that at level by the edge. */
static void advance(struct history_walk *walk, size_t level, size_t to,
                    const struct history_edge *edge)
{
    const struct history_graph *graph = walk->graph;
    uint64_t *present = walk->present + to * walk->words;
    int32_t *balance = walk->balance + to * HISTORY_CLASSES;
    if (to != level) {
        memcpy(present, walk->present + level * walk->words, walk->words * sizeof(*present));
        memcpy(balance, walk->balance + level * HISTORY_CLASSES,
               HISTORY_CLASSES * sizeof(*balance));
        memcpy(walk->born + to * graph->item_count, walk->born + level * graph->item_count,
               graph->item_count * sizeof(*walk->born));
    }
    for (int c = 0; c < HISTORY_CLASSES; c++)
        balance[c] += edge->shift[c];
    for (int c = 0; edge->clears >> c != 0; c++)
        for (size_t w = 0; w < walk->words && (edge->clears >> c & 1); w++)
            present[w] &= ~walk->class_sets[(size_t)c * walk->words + w];
    for (int i = 0; i < HISTORY_CREATED_MAX && edge->created[i] != HISTORY_NONE; i++)
        create(walk, to, edge->created[i]);
    walk->frames[to] = (struct history_frame){.node = edge->to};
}

void history_walk_start(struct history_walk *walk)
{
    begin(walk, 0, 0);
}

int history_walk_move(struct history_walk *walk, struct move move)
{
    const struct history_edge *edge = history_graph_edge(walk->graph, walk->frames[0].node, move);
    if (edge == NULL || edge->to == HISTORY_NONE)
        return -EINVAL;
    advance(walk, 0, 0, edge);
    return 0;
}

/* What a move means that looks an item up. */
static enum history_effect effect_of(const struct history_walk *walk, size_t level,
                                     const struct history_edge *edge)
{
    if (edge->to == HISTORY_NONE)
        return HISTORY_ENDS;
    if (edge->bar != HISTORY_NONE && history_walk_has(walk, level, edge->bar))
        return HISTORY_ILLEGAL;
    if (edge->lookup == HISTORY_NONE || !history_walk_has(walk, level, edge->lookup))
        return HISTORY_GOES_ON;
    int32_t counter = history_walk_counter(walk, level, edge->lookup);
    if (walk->graph->classes[walk->graph->items[edge->lookup].class].signs)
        counter *= edge->sign;
    int i = 0;
    while (counter > edge->ranges[i].high)
        i++;
    return edge->ranges[i].effect;
}

static uint32_t length_of(const struct history_walk *walk, const struct history_edge *edge)
{
    return walk->run->lengths ? edge->length : 0;
}

/* Adds a value to the sum of the level. */
static int add_value(struct history_walk *walk, size_t level, const struct history_edge *edge,
                     const struct history_value *value)
{
    return history_sums_add(&walk->sums, level, value, length_of(walk, edge));
}

/* Opens the level, whose history is there, with the key that was made. */
static void open_level(struct history_walk *walk, size_t level, uint64_t hash, size_t words)
{
    struct history_frame *frame = &walk->frames[level];
    frame->edge = walk->graph->nodes[frame->node].first_edge;
    frame->hash = hash;
    frame->key_words = (uint32_t)words;
    frame->nodes = walk->run->nodes++;
    history_sums_clear(&walk->sums, level);
}

/*
 * Goes on at the next level, whose history is there; the edge led to it. Returns 1 if it was opened
 * or 0 if what follows was known and is added.
 */
static int enter(struct history_walk *walk, size_t level, const struct history_edge *edge)
{
    size_t words;
    struct history_value value;
    const uint64_t *key = history_walk_key(walk, level + 1, &words);
    uint64_t hash = history_memo_hash(key, words);
    if (history_memo_find(&walk->memo, hash, key, words, &value))
        return add_value(walk, level, edge, &value);
    open_level(walk, level + 1, hash, words);
    return 1;
}

/* The edge bans a player: adds what the other one has alone, or finds that out first. Returns as
 * enter(). */
static int enter_alone(struct history_walk *walk, size_t level, const struct history_edge *edge,
                       uint32_t node)
{
    size_t words;
    if (walk->alone[node].count > 0)
        return add_value(walk, level, edge, &walk->alone[node]);
    begin(walk, level + 1, node);
    const uint64_t *key = history_walk_key(walk, level + 1, &words);
    open_level(walk, level + 1, history_memo_hash(key, words), words);
    walk->frames[level + 1].begins_alone = true;
    walk->frames[level].edge--; /* looked at again when it is known */
    return 1;
}

/* Takes the next edge of the level. Returns 1 if another level was opened, 0, -ENOSPC or -ENOMEM.
 */
static int take_edge(struct history_walk *walk, size_t level)
{
    struct history_frame *frame = &walk->frames[level];
    const struct history_edge *edge = &walk->graph->edges[frame->edge];
    frame->taken = frame->edge++;
    switch (effect_of(walk, level, edge)) {
    case HISTORY_ILLEGAL:
        return 0;
    case HISTORY_ENDS:
        return history_sums_add_one(&walk->sums, level, length_of(walk, edge));
    case HISTORY_MOVER_OUT:
        return enter_alone(walk, level, edge, edge->alone[1]);
    case HISTORY_OPPONENT_OUT:
        return enter_alone(walk, level, edge, edge->alone[0]);
    case HISTORY_GOES_ON:
    default:
        advance(walk, level, level + 1, edge);
        return enter(walk, level, edge);
    }
}

static int keep_alone(struct history_walk *walk, size_t level)
{
    struct history_value *value = &walk->alone[walk->frames[level].node];
    size_t limbs = history_sums_measure(&walk->sums, level, value);
    value->limbs = calloc(limbs + 1, sizeof(*value->limbs));
    if (value->limbs == NULL) {
        value->count = 0;
        return -ENOMEM;
    }
    history_sums_pack(&walk->sums, level, value, value->limbs);
    walk->fixed_bytes += limbs * sizeof(*value->limbs);
    return 0;
}

static void note_use(struct history_walk *walk)
{
    walk->run->entries = walk->memo.entries;
    walk->run->bytes = history_walk_bytes(walk);
}

/* All edges of the level are done: keeps its sum and adds it to that of the level below. */
static int close_level(struct history_walk *walk, size_t level)
{
    const struct history_frame *frame = &walk->frames[level];
    const uint64_t *key = walk->keys + level * walk->key_room;
    history_memo_keep(&walk->memo, frame->hash, key, frame->key_words, &walk->sums, level,
                      walk->run->nodes - frame->nodes);
    if (frame->begins_alone)
        return keep_alone(walk, level);
    if (level == 0) {
        note_use(walk);
        return 0;
    }
    const struct history_edge *edge = &walk->graph->edges[frame[-1].taken];
    return history_sums_move(&walk->sums, level, level - 1, length_of(walk, edge));
}

static size_t steps_between(const struct history_walk *walk)
{
    size_t steps = NODES_LOOKED_AT / (walk->graph->node_count + 1u) + 1;
    return steps < STEPS_MOST ? steps : STEPS_MOST;
}

/* Must the walk stop at this depth? */
static bool must_stop(struct history_walk *walk, size_t level)
{
    note_use(walk);
    limit_sums(walk, walk->levels);
    if (level > LEVELS_MAX || walk->run->bytes > walk->max_bytes) {
        walk->run->stop = level > LEVELS_MAX ? STOP_LENGTH : STOP_MEMORY;
        return true;
    }
    return count_run_must_stop(walk->run);
}

/* Goes through all lines of play. Returns as history_walk_count(), or -ENOSPC. */
static int walk_on(struct history_walk *walk)
{
    size_t level = 0, words, steps = 0, between = steps_between(walk);
    const uint64_t *key = history_walk_key(walk, 0, &words);
    open_level(walk, 0, history_memo_hash(key, words), words);
    for (;;) {
        const struct history_frame *frame = &walk->frames[level];
        if (frame->edge < walk->graph->nodes[frame->node + 1].first_edge) {
            int r = reserve_levels(walk, level + 2);
            if (r == 0)
                r = take_edge(walk, level);
            if (r < 0)
                return r;
            level += (size_t)r;
        } else {
            int r = close_level(walk, level);
            if (r < 0 || level == 0)
                return r;
            level--;
        }
        if (++steps % between == 0 && must_stop(walk, level))
            return -EINTR;
    }
}

int history_walk_count(struct history_walk *walk)
{
    int r = walk_on(walk);
    if (r != -ENOSPC)
        return r;
    walk->run->stop = STOP_MEMORY;
    return -EINTR;
}

int history_walk_forget(struct history_walk *walk)
{
    size_t max_bytes = walk->memo.max_bytes;
    history_memo_release(&walk->memo);
    return history_memo_init(&walk->memo, max_bytes);
}

int history_walk_alone(struct history_walk *walk, uint32_t node, mpz_t games)
{
    struct tally tally;
    begin(walk, 0, node);
    int r = history_walk_count(walk);
    if (r < 0)
        return r;
    tally_init(&tally);
    r = history_sums_tell(&walk->sums, 0, false, &tally);
    mpz_set(games, tally.games);
    tally_release(&tally);
    return r;
}
