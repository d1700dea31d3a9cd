/*
 * Results of a count by components as bytes, so that they outlast the run. Numbers are
 * little-endian.
 *
 *     kind        1  enum cell_kind
 *     weighted    1
 *     limbs       2  words of a coefficient
 *     lengths     4  coefficients that a cell has room for
 *     nodes       4  of the arena
 *     results        to the end, each:
 *         node    2  where the walks begin, which is in the set
 *         size    4  of the cells
 *         set        of nodes, one bit each, in whole bytes
 *         cells      of the nodes of the set, as cell_pack() writes them
 */
#ifndef SOLVER_COUNT_CHUNK_H
#define SOLVER_COUNT_CHUNK_H

#include "base/bytes.h"
#include "count/components/cells.h"
#include "count/components/component_graph.h"

struct chunk_head {
    struct cell_shape shape;
    uint32_t nodes; /* of the arena: 1 .. 64 * COMPONENT_WORDS_MAX */
};

struct chunk_result {
    uint32_t node;
    uint64_t set[COMPONENT_WORDS_MAX];
    size_t count;         /* nodes in the set */
    const uint8_t *cells; /* packed; in the chunk */
    size_t size;
};

/* Begins a chunk: appends the head. */
void chunk_begin(struct bytes *chunk, const struct chunk_head *head);

/* Appends a result; set has as many words as the nodes of the head take, cells are packed. */
void chunk_add(struct bytes *chunk, const struct chunk_head *head, uint32_t node,
               const uint64_t *set, const uint8_t *cells, size_t size);

/* Reads the head. Returns false if it is none. */
bool chunk_read_head(struct bytes_reader *chunk, struct chunk_head *ret_head);

/* Reads the next result, where something is left. Returns false if it is none of such a head. */
bool chunk_read(struct bytes_reader *chunk, const struct chunk_head *head,
                struct chunk_result *ret_result);

/* Is all of it well-formed? *ret_results (may be NULL) receives how many results it has. What is
 * well-formed may be wrong all the same. */
bool chunk_is_sound(const uint8_t *bytes, size_t size, size_t *ret_results);

#endif
