/* Chunks of results: writing, reading. */
#include "count/components/chunk.h"

/* Nodes of an arena, at most. */
#define NODES_MAX (64 * COMPONENT_WORDS_MAX)

static size_t set_bytes(const struct chunk_head *head)
{
    return ((size_t)head->nodes + 7) / 8;
}

void chunk_begin(struct bytes *chunk, const struct chunk_head *head)
{
    bytes_put_number(chunk, head->shape.kind, 1);
    bytes_put_number(chunk, head->shape.weighted, 1);
    bytes_put_number(chunk, head->shape.limbs, 2);
    bytes_put_number(chunk, head->shape.lengths, 4);
    bytes_put_number(chunk, head->nodes, 4);
}

void chunk_add(struct bytes *chunk, const struct chunk_head *head, uint32_t node,
               const uint64_t *set, const uint8_t *cells, size_t size)
{
    bytes_put_number(chunk, node, 2);
    bytes_put_number(chunk, size, 4);
    for (size_t i = 0; i < set_bytes(head); i++)
        bytes_put_number(chunk, set[i / 8] >> i % 8 * 8, 1);
    bytes_put(chunk, cells, size);
}

bool chunk_read_head(struct bytes_reader *chunk, struct chunk_head *ret_head)
{
    struct cell_shape shape = {.kind = (enum cell_kind)bytes_read_number(chunk, 1)};
    uint64_t weighted = bytes_read_number(chunk, 1);
    shape.weighted = weighted != 0;
    shape.limbs = (size_t)bytes_read_number(chunk, 2);
    shape.lengths = (size_t)bytes_read_number(chunk, 4);
    shape.words = shape.kind == CELL_LENGTHS ? 2 + shape.lengths * shape.limbs : 1;
    uint64_t nodes = bytes_read_number(chunk, 4);
    if (chunk->bad || (shape.kind != CELL_NUMBERS && shape.kind != CELL_LENGTHS) || weighted > 1 ||
        shape.limbs < 1 || shape.limbs > CELL_LIMBS_MAX || shape.lengths < 1 ||
        shape.lengths > UINT16_MAX || nodes < 1 || nodes > NODES_MAX)
        return false;
    *ret_head = (struct chunk_head){.shape = shape, .nodes = (uint32_t)nodes};
    return true;
}

bool chunk_read(struct bytes_reader *chunk, const struct chunk_head *head,
                struct chunk_result *ret_result)
{
    struct chunk_result result = {.node = (uint32_t)bytes_read_number(chunk, 2)};
    result.size = (size_t)bytes_read_number(chunk, 4);
    const uint8_t *set = bytes_read(chunk, set_bytes(head));
    result.cells = bytes_read(chunk, result.size);
    if (chunk->bad || result.node >= head->nodes)
        return false;
    for (size_t i = 0; i < set_bytes(head); i++)
        result.set[i / 8] |= (uint64_t)set[i] << i % 8 * 8;
    for (size_t k = 0; k < COMPONENT_WORDS_MAX; k++)
        result.count += (size_t)__builtin_popcountll(result.set[k]);
    if ((head->nodes % 8 != 0 && set[set_bytes(head) - 1] >> head->nodes % 8 != 0) ||
        !component_graph_has(result.set, result.node) ||
        !cell_is_packed(&head->shape, result.cells, result.size, result.count))
        return false;
    *ret_result = result;
    return true;
}

bool chunk_is_sound(const uint8_t *bytes, size_t size, size_t *ret_results)
{
    struct bytes_reader chunk = {bytes, size, false};
    struct chunk_result result;
    struct chunk_head head;
    size_t count = 0;
    bool sound = chunk_read_head(&chunk, &head);
    while (sound && chunk.left > 0) {
        sound = chunk_read(&chunk, &head, &result);
        count += sound;
    }
    if (sound && ret_results != NULL)
        *ret_results = count;
    return sound;
}
