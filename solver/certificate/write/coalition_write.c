/* Writing nodes of values by coalition. */
#include "certificate/write/coalition_write.h"

#include "certificate/zigzag.h"

void write_coalition_node_bytes(struct bytes *body, const struct coalition_node *node, int players,
                                uint32_t number)
{
    const struct coalition_state *state = &node->state;
    const uint8_t head[2] = {
        (uint8_t)((unsigned)state->mover | (node->held ? COALITION_NODE_HELD : 0) |
                  (unsigned)state->passes << COALITION_NODE_PASSES_SHIFT |
                  (unsigned)node->payoff << COALITION_NODE_PAYOFF_SHIFT),
        (uint8_t)(state->active | node->members << 4),
    };
    bytes_put(body, head, sizeof(head));
    for (int k = 0; k < players; k++)
        write_number(body, state->stones[k]);
    write_number(body, zigzag_code(node->bound));
    write_number(body, (uint64_t)(coalition_node_wins(node) ? node->play : node->count));
    for (int i = 0; i < node->count; i++) {
        const struct coalition_reply *reply = &node->replies[i];
        uint64_t back = reply->ends ? 0 : number - reply->child;
        write_number(body, 5 * back + (uint64_t)(reply->banned + 1));
    }
}
