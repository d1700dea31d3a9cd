/*
 * The arena as bit sets, for the search by components: node i is bit i % 64 of word i / 64. How
 * components are looked up: their canonical images under the arena's symmetries.
 */
#ifndef SOLVER_COUNT_COMPONENT_GRAPH_H
#define SOLVER_COUNT_COMPONENT_GRAPH_H

#include "count/arena.h"

/* The most words that a set of nodes takes. */
#define COMPONENT_WORDS_MAX 64
/* Sets of so many words are mapped byte by byte, longer ones node by node. */
#define COMPONENT_IMAGES_WORDS 8

struct component_graph {
    const struct arena *arena; /* borrowed */
    int words;                 /* of a set */
    uint64_t *next;            /* [node * words]: where its edges lead */
    uint64_t *before;          /* [node * words]: from where edges lead to it */
    uint64_t *removed;         /* [node * words]: guarded nodes that an arrival at it removes */
    uint64_t *tied_next;       /* next, and from a removed node to those that remove it */
    uint64_t *tied_before;     /* the same the other way */
    uint64_t *alive;           /* nodes that are not removed at the root */
    uint64_t *images;    /* [(((symmetry * words + word) * 8 + byte) * 256 + value) * words] */
    uint32_t *leader;    /* by node: the least node that a symmetry takes it to */
    uint32_t *first;     /* by node, and one more: into to_leader */
    uint16_t *to_leader; /* the symmetries that take a node to its leader */
    uint16_t *back;      /* by symmetry: its inverse */
    size_t longest;      /* edges of the longest walk, at most */
    size_t edge_length;  /* the greatest length of an edge */
};

/*
 * Returns 0, -E2BIG: the arena has too many nodes; -ELOOP: a walk need never end; -ENOSPC: the
 * graph and the arena take more than max_bytes; or -ENOMEM. component_graph_release() it in any
 * case.
 */
int component_graph_init(struct component_graph *ret_graph, const struct arena *arena,
                         size_t max_bytes);
void component_graph_release(struct component_graph *graph);

/* Returns the bytes that the graph and its arena hold. */
size_t component_graph_bytes(const struct component_graph *graph);

static inline bool component_graph_has(const uint64_t *set, uint32_t node)
{
    return (set[node / 64] >> node % 64 & 1) != 0;
}

static inline void component_graph_add(uint64_t *set, uint32_t node)
{
    set[node / 64] |= UINT64_C(1) << node % 64;
}

/* Sets ret_set (graph->words words) to what symmetry s makes of set. */
static inline void component_graph_map(const struct component_graph *graph, unsigned s,
                                       const uint64_t *set, uint64_t *ret_set, int words)
{
    const uint32_t *map = graph->arena->symmetries + (size_t)s * graph->arena->count;
    const uint64_t *images = graph->images + (size_t)s * words * 8 * 256 * words;
    for (int k = 0; k < words; k++)
        ret_set[k] = 0;
    if (words > COMPONENT_IMAGES_WORDS) {
        for (int k = 0; k < words; k++)
            for (uint64_t left = set[k]; left != 0; left &= left - 1)
                component_graph_add(ret_set, map[k * 64 + __builtin_ctzll(left)]);
        return;
    }
    for (int k = 0; k < words; k++)
        for (uint64_t left = set[k]; left != 0;) {
            unsigned byte = (unsigned)__builtin_ctzll(left) / 8;
            const uint64_t *image =
                images + (((size_t)k * 8 + byte) * 256 + (left >> 8 * byte & 255)) * words;
            left &= ~(UINT64_C(255) << 8 * byte);
            for (int j = 0; j < words; j++)
                ret_set[j] |= image[j];
        }
}

#endif
