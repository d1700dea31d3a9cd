/* Writing nodes under rules with cycles. */
#include "certificate/write/cycle_write.h"

#define HEAD_MOVER 1u
#define HEAD_NEEDED_SHIFT 1
#define HEAD_WINNER 8u

static uint64_t zigzag(int bound)
{
    return bound >= 0 ? 2 * (uint64_t)bound : 2 * (uint64_t)(-(int64_t)bound) - 1;
}

void write_cycle_node_bytes(struct bytes *body, const struct cycle_node *node, uint32_t number)
{
    const struct cycle_node_situation *situation = &node->situation;
    uint8_t head =
        (uint8_t)((situation->mover ? HEAD_MOVER : 0) | (node->winner ? HEAD_WINNER : 0) |
                  (unsigned)situation->needed << HEAD_NEEDED_SHIFT);
    bytes_put(body, &head, 1);
    write_number(body, situation->stones[0]);
    write_number(body, situation->stones[1]);
    write_number(body, situation->temporary);
    write_number(body, situation->permanent);
    write_number(body, zigzag(node->bound));
    write_number(body, node->count);
    for (uint32_t i = 0; i < node->count; i++) {
        const struct cycle_turn *turn = &node->turns[i];
        write_number(body, turn->used);
        write_number(body, (uint64_t)(turn->point + 1));
        write_number(body, turn->ends ? 0 : number - turn->child);
    }
}
