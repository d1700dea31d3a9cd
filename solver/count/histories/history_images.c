/* What the symmetries of the board and the swap of the colours make of nodes and items. */
#include <assert.h>
#include <errno.h>
#include <stdlib.h>

#include "base/array.h"
#include "count/histories/history_graph.h"

static int make_variants(struct history_graph *graph, uint32_t node)
{
    uint32_t least = HISTORY_NONE;
    struct history_node *made = &graph->nodes[node];
    int size = graph->positions.group.size;
    int r = array_reserve(&graph->variants, graph->variant_count + (size_t)size,
                          &graph->variant_room, sizeof(*graph->variants));
    if (r < 0)
        return r;
    made->variants = (uint32_t)graph->variant_count;
    for (int g = 0; g < size; g++) {
        uint32_t image = history_graph_image(graph, g, node);
        if (image < least) {
            least = image;
            graph->variant_count = made->variants;
        }
        if (image == least)
            graph->variants[graph->variant_count++] = (uint8_t)g;
    }
    made->image = least;
    return 0;
}

int history_graph_make_images(struct history_graph *graph, struct count_run *run)
{
    int size = graph->positions.group.size, r = 0;
    for (uint32_t n = 0; n < graph->node_count && r == 0; n++)
        r = count_run_step(run) ? -EINTR : make_variants(graph, n);
    if (r < 0)
        return r;
    graph->nodes[graph->node_count].variants = (uint32_t)graph->variant_count;
    graph->item_images = calloc((size_t)size * graph->item_count + 1, sizeof(*graph->item_images));
    if (graph->item_images == NULL)
        return -ENOMEM;
    for (int g = 0; g < size; g++) {
        for (uint32_t i = 0; i < graph->item_count; i++) {
            if (count_run_step(run))
                return -EINTR;
            uint32_t image = history_graph_item_image(graph, g, i);
            assert(image != HASHSET_NONE); /* the group takes edges to edges */
            graph->item_images[(size_t)g * graph->item_count + i] = image;
        }
    }
    return 0;
}
