/* Writing nodes under rules with cycles. */
#include "certificate/write/cycle_write.h"

#include "certificate/zigzag.h"

void write_cycle_node_bytes(struct bytes *body, const struct cycle_node *node, uint32_t number)
{
    const struct cycle_node_situation *situation = &node->situation;
    uint8_t head = (uint8_t)((situation->mover ? CYCLE_NODE_MOVER : 0) |
                             (node->winner ? CYCLE_NODE_WINNER : 0) |
                             (unsigned)situation->needed << CYCLE_NODE_NEEDED_SHIFT);
    bytes_put(body, &head, 1);
    write_number(body, situation->stones[0]);
    write_number(body, situation->stones[1]);
    write_number(body, situation->temporary);
    write_number(body, situation->permanent);
    write_number(body, zigzag_code(node->bound));
    write_number(body, node->count);
    for (uint32_t i = 0; i < node->count; i++) {
        const struct cycle_turn *turn = &node->turns[i];
        write_number(body, turn->used);
        write_number(body, (uint64_t)(turn->point + 1));
        write_number(body, turn->ends ? 0 : number - turn->child);
    }
}
