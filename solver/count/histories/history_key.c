/* What of a history still matters, as a key. */
#include "count/histories/history_walk.h"

#include <string.h>

int32_t history_walk_counter(const struct history_walk *walk, size_t level, uint32_t item)
{
    const struct history_graph *graph = walk->graph;
    unsigned class = graph->items[item].class;
    if (!graph->classes[class].counted)
        return 0;
    int32_t counter = walk->balance[level * HISTORY_CLASSES + class] -
                      walk->born[level * graph->item_count + item];
    return counter < graph->classes[class].most ? counter : graph->classes[class].most;
}

/* Puts a node into the queue, reached after these classes were cleared. */
static size_t reach(struct history_walk *walk, uint32_t node, unsigned cleared, size_t count)
{
    uint32_t place = cleared * walk->graph->node_count + node;
    if (walk->seen[place] == walk->round)
        return count;
    walk->seen[place] = walk->round;
    walk->queue[count] = place;
    return count + 1;
}

/* Is an item there after these classes were cleared? Then it matters. */
static bool is_there(struct history_walk *walk, const uint64_t *present, uint32_t item,
                     unsigned cleared)
{
    if (item == HISTORY_NONE)
        return false;
    uint64_t bit = UINT64_C(1) << (item % 64);
    bool there =
        (present[item / 64] & bit) != 0 && (cleared >> walk->graph->items[item].class & 1) == 0;
    if (there)
        walk->matters[item / 64] |= bit;
    return there;
}

/* Looks at an edge that can be reached; returns whether play can go on by it. */
static bool look_at(struct history_walk *walk, const uint64_t *present,
                    const struct history_edge *edge, unsigned cleared)
{
    if (edge->to == HISTORY_NONE || is_there(walk, present, edge->bar, cleared))
        return false;
    return !is_there(walk, present, edge->lookup, cleared) || !edge->blocked;
}

static void find_what_matters(struct history_walk *walk, size_t level)
{
    const struct history_graph *graph = walk->graph;
    const uint64_t *present = walk->present + level * walk->words;
    memset(walk->matters, 0, walk->words * sizeof(*walk->matters));
    if (++walk->round == 0) {
        memset(walk->seen, 0, walk->phases * graph->node_count * sizeof(*walk->seen));
        walk->round = 1;
    }
    size_t count = reach(walk, walk->frames[level].node, 0, 0);
    for (size_t i = 0; i < count; i++) {
        unsigned cleared = walk->queue[i] / graph->node_count;
        uint32_t node = walk->queue[i] % graph->node_count;
        uint32_t end = graph->nodes[node + 1].first_edge;
        for (uint32_t e = graph->nodes[node].first_edge; e < end; e++) {
            const struct history_edge *edge = &graph->edges[e];
            if (look_at(walk, present, edge, cleared))
                count = reach(walk, edge->to, cleared | edge->clears, count);
        }
    }
}

/* Writes what matters as group element g shows it; returns the words. */
static size_t write_image(struct history_walk *walk, size_t level, int g, uint64_t *key)
{
    const struct history_graph *graph = walk->graph;
    const uint32_t *images = graph->item_images + (size_t)g * graph->item_count;
    uint64_t *set = key + 1;
    size_t words = 2 * (1 + walk->words); /* in halves */
    key[0] = graph->nodes[walk->frames[level].node].image;
    memset(set, 0, walk->words * sizeof(*set));
    for (size_t w = 0; w < walk->words; w++) {
        for (uint64_t left = walk->matters[w]; left != 0; left &= left - 1) {
            uint32_t item = (uint32_t)(w * 64) + (uint32_t)__builtin_ctzll(left);
            const struct history_class *class = &graph->classes[graph->items[item].class];
            int32_t counter = history_walk_counter(walk, level, item);
            uint32_t image = images[item];
            set[image / 64] |= UINT64_C(1) << (image % 64);
            walk->counters[image] = class->signs && group_swaps(g) ? -counter : counter;
        }
    }
    for (size_t w = 0; w < walk->words; w++) {
        for (uint64_t left = set[w]; left != 0; left &= left - 1) {
            uint32_t item = (uint32_t)(w * 64) + (uint32_t)__builtin_ctzll(left);
            if (!graph->classes[graph->items[item].class].counted)
                continue;
            uint64_t half = (uint32_t)walk->counters[item];
            key[words / 2] = words % 2 == 0 ? half : key[words / 2] | half << 32;
            words++;
        }
    }
    return (words + 1) / 2;
}

const uint64_t *history_walk_key(struct history_walk *walk, size_t level, size_t *ret_words)
{
    const struct history_graph *graph = walk->graph;
    const struct history_node *node = &graph->nodes[walk->frames[level].node];
    uint64_t *key = walk->keys + level * walk->key_room;
    find_what_matters(walk, level);
    *ret_words = write_image(walk, level, graph->variants[node->variants], key);
    for (uint32_t v = node->variants + 1; v < node[1].variants; v++) {
        /* The same items in other places: as many words. */
        size_t words = write_image(walk, level, graph->variants[v], walk->image);
        for (size_t i = 0; i < words; i++) {
            if (walk->image[i] == key[i])
                continue;
            if (walk->image[i] < key[i])
                memcpy(key, walk->image, words * sizeof(*key));
            break;
        }
    }
    return key;
}
