/* Nodes of values by coalition, read. */
#include "certificate/coalition_nodes.h"

#include <errno.h>
#include <string.h>

#include "certificate/body_reader.h"
#include "certificate/zigzag.h"

#define RANGE "a number out of range"

static void read_stones(struct body_reader *in, const struct certificate *certificate,
                        struct coalition_state *state)
{
    int points = certificate->graph->points, players = ruleset_players(&certificate->rules);
    uint64_t full = points == 64 ? UINT64_MAX : (UINT64_C(1) << points) - 1, taken = 0;
    for (int k = 0; k < players; k++) {
        state->stones[k] = body_reader_number(in, full, "a stone beyond the board");
        if ((state->stones[k] & taken) != 0)
            body_reader_fail(in, "two stones on one point");
        taken |= state->stones[k];
    }
}

static void read_reply(struct body_reader *in, uint32_t number, struct coalition_reply *reply)
{
    uint64_t code = body_reader_number(in, 5 * (uint64_t)number + 4, "a child that is not before");
    uint64_t back = code / 5;
    reply->banned = (int)(code % 5) - 1;
    reply->ends = back == 0;
    reply->child = reply->ends ? 0 : number - (uint32_t)back;
}

static void read_node(struct body_reader *in, const struct certificate *certificate,
                      uint32_t number, struct coalition_node *node)
{
    uint64_t points = (uint64_t)certificate->graph->points;
    unsigned head = body_reader_byte(in), who = body_reader_byte(in);
    unsigned payoff = head >> COALITION_NODE_PAYOFF_SHIFT;
    if (payoff > CERTIFICATE_RANK)
        body_reader_fail(in, "an unknown payoff");
    else
        node->payoff = (enum certificate_payoff)payoff;
    node->state.mover = (int)(head & 3);
    node->held = (head & COALITION_NODE_HELD) != 0;
    node->state.passes = (int)(head >> COALITION_NODE_PASSES_SHIFT & 3);
    node->state.active = who & 15;
    node->members = who >> 4;
    read_stones(in, certificate, &node->state);
    node->bound = zigzag_number(body_reader_number(in, 2 * CERTIFICATE_MARGIN_MAX, RANGE));
    node->count = 1;
    if (coalition_node_wins(node))
        node->play = (int)body_reader_number(in, points + 1, "a play beyond the board");
    else
        node->count = (int)body_reader_number(in, points + 2, "more plays than there can be");
    for (int i = 0; i < node->count && in->wrong == NULL; i++)
        read_reply(in, number, &node->replies[i]);
}

int coalition_node_next(const struct certificate *certificate, struct certificate_cursor *cursor,
                        struct coalition_node *ret_node, struct error *err)
{
    struct body_reader in = {certificate->body + cursor->at,
                             certificate->body + certificate->body_size, NULL};
    memset(ret_node, 0, sizeof(*ret_node));
    read_node(&in, certificate, cursor->node, ret_node);
    if (in.wrong != NULL)
        return error_set(err, -EINVAL, "node %u: %s", cursor->node, in.wrong);
    cursor->at = (size_t)(in.at - certificate->body);
    cursor->node++;
    return 0;
}
